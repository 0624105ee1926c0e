import { wilson } from './judge.ts';
import type { Score } from './score.ts';

/** One corpus half as lines of text. */
export function renderScore(title: string, score: Score, elapsedMs: number): string {
  const rules = [...score.rules].sort(([a], [b]) => a.localeCompare(b));
  const lines = [
    `\n## ${title}: ${score.pairs} sentences, ${score.words} words, ${Math.round((elapsedMs * 1000) / score.words)} ms per 1,000 words`,
    ...(['applied', 'offered'] as const).flatMap((group) => {
      const mine = rules.filter(([, tally]) => tally.applied === (group === 'applied'));
      if (mine.length === 0) return [];
      const rows = mine.map(([rule, tally]) => renderTally(rule, tally, group));
      const total = mine.reduce(
        (sum, [, tally]) => ({
          right: sum.right + tally.right,
          neutral: sum.neutral + tally.neutral,
          wrong: sum.wrong + tally.wrong,
          rightPlace: sum.rightPlace + tally.rightPlace,
          oneRight: sum.oneRight + tally.oneRight,
        }),
        { right: 0, neutral: 0, wrong: 0, rightPlace: 0, oneRight: 0 },
      );
      return [`${group}:`, ...rows, renderTally('together', total, group)];
    }),
    ...[...score.faults].map(
      ([kind, { all, repaired, offered }]) =>
        `${kind}: ${all} places, repaired ${share(repaired, all)}, repaired or offered ${share(repaired + offered, all)}`,
    ),
  ];
  const { leftStanding, correctedOtherwise } = score.disagreements;
  lines.push(
    `applied and not right: ${leftStanding} that every reference leaves as written, ${correctedOtherwise} corrected otherwise`,
  );
  if (score.goodWords > 0) {
    lines.push(
      `good prose, ${score.goodWords} words: ${perThousand(score.goodApplied, score.goodWords)} changes and ${perThousand(score.goodOffered, score.goodWords)} offers per 1,000 words`,
    );
  }
  return `${lines.join('\n')}\n`;
}

function renderTally(
  rule: string,
  tally: { right: number; neutral: number; wrong: number; rightPlace: number; oneRight: number },
  group: 'applied' | 'offered',
): string {
  const judged = tally.right + tally.wrong;
  const [low, high] = wilson(tally.right, judged);
  const place =
    group === 'offered'
      ? `, right place ${share(tally.rightPlace, judged)}, one of those named right ${share(tally.oneRight, judged)}`
      : '';
  return `  ${rule.padEnd(28)} ${tally.right}/${judged} right ${share(tally.right, judged)} [${low.toFixed(1)}–${high.toFixed(1)}], ${tally.neutral} neutral${place}`;
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;
}

function perThousand(count: number, words: number): string {
  return ((count * 1000) / words).toFixed(2);
}

export interface SummaryRow {
  readonly name: string;
  readonly score: Score;
}

/** The held-out halves as one Markdown table, with all of them together in the last row. */
export function renderSummary(rows: readonly SummaryRow[]): string {
  const cells = rows.map(({ name, score }) => ({ name, ...totals(score) }));
  const together = cells.reduce(
    (sum, cell) => ({
      name: 'all',
      words: sum.words + cell.words,
      applied: add(sum.applied, cell.applied),
      offered: add(sum.offered, cell.offered),
      named: add(sum.named, cell.named),
      nonWords: add(sum.nonWords, cell.nonWords),
      doubled: add(sum.doubled, cell.doubled),
      good: {
        words: sum.good.words + cell.good.words,
        applied: sum.good.applied + cell.good.applied,
        offered: sum.good.offered + cell.good.offered,
      },
    }),
    { ...EMPTY },
  );
  return [
    '| sentences held out | words | applied right | offered, right place | offered, one named right | non-words repaired | doubled words repaired | per 1,000 words of good prose: changes, offers |',
    '|---|---|---|---|---|---|---|---|',
    ...[...cells, together].map(
      (cell) =>
        `| ${cell.name} | ${cell.words} | ${withInterval(cell.applied)} | ${withInterval(cell.offered)} | ${ratio(cell.named)} | ${ratio(cell.nonWords)} | ${ratio(cell.doubled)} | ${goodProse(cell.good)} |`,
    ),
    '',
  ].join('\n');
}

type Part = readonly [hits: number, total: number];

interface Totals {
  readonly words: number;
  readonly applied: Part;
  readonly offered: Part;
  readonly named: Part;
  readonly nonWords: Part;
  readonly doubled: Part;
  readonly good: { readonly words: number; readonly applied: number; readonly offered: number };
}

const EMPTY: Totals & { readonly name: string } = {
  name: 'all',
  words: 0,
  applied: [0, 0],
  offered: [0, 0],
  named: [0, 0],
  nonWords: [0, 0],
  doubled: [0, 0],
  good: { words: 0, applied: 0, offered: 0 },
};

function totals(score: Score): Totals {
  const tallies = [...score.rules.values()];
  const applied = tallies.filter((tally) => tally.applied);
  const offered = tallies.filter((tally) => !tally.applied);
  const sum = (list: typeof tallies, key: 'right' | 'wrong' | 'rightPlace' | 'oneRight') =>
    list.reduce((all, tally) => all + tally[key], 0);
  const judged = sum(offered, 'right') + sum(offered, 'wrong');
  const repaired = (kind: string): Part => {
    const fault = score.faults.get(kind);
    return [fault?.repaired ?? 0, fault?.all ?? 0];
  };
  return {
    words: score.words,
    applied: [sum(applied, 'right'), sum(applied, 'right') + sum(applied, 'wrong')],
    offered: [sum(offered, 'rightPlace'), judged],
    named: [sum(offered, 'oneRight'), judged],
    nonWords: repaired('non-word'),
    doubled: repaired('doubled word'),
    good: { words: score.goodWords, applied: score.goodApplied, offered: score.goodOffered },
  };
}

function add(a: Part, b: Part): Part {
  return [a[0] + b[0], a[1] + b[1]];
}

function ratio([hits, total]: Part): string {
  return total === 0 ? '–' : `${hits}/${total} (${share(hits, total)})`;
}

function withInterval([hits, total]: Part): string {
  if (total === 0) return '–';
  const [low, high] = wilson(hits, total);
  return `${ratio([hits, total])} [${low.toFixed(0)}–${high.toFixed(0)}]`;
}

function goodProse({ words, applied, offered }: Totals['good']): string {
  return words === 0 ? '–' : `${perThousand(applied, words)}, ${perThousand(offered, words)}`;
}
