import type { Agreement } from '../evaluation/people.ts';
import { type ArmSummary, decisionsNeeded, type Tally } from '../evaluation/summary.ts';
import type { Usage } from '../loop/usage.ts';
import { percent, shareWords } from '../review/stats-words.ts';
import { costParts, count } from '../review/words.ts';

/** Everything an evaluation came to. */
export interface Measured {
  readonly models: { readonly critic: string; readonly writer: string; readonly judge: string };
  /** Texts that were to be worked on, and those that were. */
  readonly planned: number;
  readonly done: number;
  readonly arms: readonly ArmSummary[];
  readonly judging: Usage;
  readonly unjudged: readonly string[];
  readonly people: (Agreement & { readonly left: number }) | null;
}

/** An evaluation for people to read. */
export function renderEvaluation(measured: Measured): string {
  return [
    ...armSections(measured),
    ...(measured.people === null ? [] : [peopleSection(measured.people)]),
    notes(measured),
  ]
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function armSections({ arms, planned, done }: Measured): string[][] {
  if (arms.length === 0) return [];
  const baseline = arms[0]?.arm ?? '';
  const head = done === planned ? count(done, 'text') : `${done} of ${count(planned, 'text')}`;
  return [[`Measured on ${head}`], ...arms.map((arm) => armLines(arm, baseline))];
}

function armLines(arm: ArmSummary, baseline: string): string[] {
  const { failed, items, usage, stopReasons } = arm;
  const lines = [
    ...(failed === items ? [] : resultLines(arm, baseline)),
    ...(failed === 0 ? [] : [`failed: ${failed} of ${items}, compared with nothing`]),
    costParts(usage).join(' · '),
    `ended: ${Object.entries(stopReasons)
      .map(([reason, times]) => `${reason} ${times}`)
      .join(', ')}`,
  ];
  return [arm.arm, ...lines.map((line) => `  ${line}`)];
}

function resultLines(arm: ArmSummary, baseline: string): string[] {
  const { againstBaseline, againstBaselineAtOneLength, scoredHigher, earlierBest } = arm;
  const beside = (what: string, tally: Tally | null) =>
    tally === null ? [] : [`beside ${what}: ${tallyWords(tally)}`];
  return [
    ...beside('its first draft', arm.againstFirst),
    ...beside(baseline, againstBaseline),
    ...beside(`${baseline}, of about one length`, againstBaselineAtOneLength),
    `changed: ${shareOfWords(arm.changed)} of the words, to ${fixed(arm.lengthRatio, 2)} of the length`,
    `facts gone: ${arm.factsLost}; new: ${arm.factsAdded}`,
    ...(scoredHigher === 0
      ? []
      : [
          `scored higher by the panel: ${scoredHigher}, of which the judge preferred ${arm.scoredHigherAndPreferred}`,
        ]),
    ...(earlierBest === 0 ? [] : [`best was not the last revision: ${earlierBest}`]),
    `on average ${fixed(arm.rounds, 1)} rounds in ${fixed(arm.durationMs === null ? null : arm.durationMs / 1000, 1)} s`,
  ];
}

function tallyWords({ won, lost, equal, unjudged, share }: Tally): string {
  const left = unjudged === 0 ? '' : `, ${unjudged} not judged`;
  const decided =
    share.of === 0 ? '' : ` · ${shareWords(share, 'decided pair')}${neededWords(share)}`;
  return `won ${won}, lost ${lost}, equal ${equal}${left}${decided}`;
}

/** What it would take to know, where it is not known yet. */
function neededWords({ rate, of, low }: Tally['share']): string {
  const needed = rate === null || low > 0.5 ? null : decisionsNeeded(rate);
  if (needed === null || needed <= of) return '';
  return `; if ${percent(rate ?? 0)} is the truth, ${count(needed, 'decided pair')} would show it`;
}

/** Few words are changed in most texts: a tenth of a percent tells. */
function shareOfWords(share: number | null): string {
  return share === null ? 'unknown' : `${(share * 100).toFixed(1)} %`;
}

function fixed(value: number | null, digits: number): string {
  return value === null ? 'unknown' : value.toFixed(digits);
}

function peopleSection({ share, undecided, unjudged, left }: NonNullable<Measured['people']>) {
  return [
    'The judge beside your people’s votes',
    `  decided as they did: ${shareWords(share, 'decided vote')}`,
    `  saw no difference in ${undecided}${unjudged === 0 ? '' : `; did not judge ${unjudged}`}`,
    ...(left === 0 ? [] : [`  left out: ${count(left, 'vote')} without a winner or without words`]),
  ];
}

function notes({ models, judging, unjudged, people }: Measured): string[] {
  const isOwnJudge = models.judge === models.writer;
  return [
    `Critic ${models.critic}, writer ${models.writer}, judge ${models.judge} (${costParts(judging).join(' · ')}).`,
    ...(isOwnJudge
      ? [
          'The judge is the writer’s own model, and models favour their own words: --judge names another.',
        ]
      : []),
    ...(people === null
      ? [
          'Whether your people would choose as the judge does is not known: --votes FILE compares them.',
        ]
      : []),
    ...unjudged.map((reason) => `Not judged: ${reason}`),
    'A pair is won only where the judge says so in both orders. In brackets stands Wilson’s 95 % interval.',
  ];
}
