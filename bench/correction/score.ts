import type { RawComment } from '../../src/loop/comment.ts';
import type { CopyEditor } from '../../src/models/offline/copy-editor.ts';
import { NO_HOUSE_STYLE } from '../../src/models/offline/house-style.ts';
import type { Lexicon } from '../../src/models/offline/lexicon.ts';
import { isGoodProse } from './corpora.ts';
import { isRightPlace, type Judgement, judge, type Pair } from './judge.ts';
import { findFaults } from './recall.ts';

/** What became of every finding of one rule. */
export interface RuleTally {
  readonly applied: boolean;
  right: number;
  neutral: number;
  wrong: number;
  rightPlace: number;
  oneRight: number;
}

export interface Score {
  readonly rules: Map<string, RuleTally>;
  pairs: number;
  words: number;
  goodWords: number;
  goodApplied: number;
  goodOffered: number;
  /** Applied changes that are not right, by what people did with the place. */
  readonly disagreements: { leftStanding: number; correctedOtherwise: number };
  readonly faults: Map<string, { all: number; repaired: number; offered: number }>;
  /** One line for each finding that was not right, and each fault that was missed. */
  readonly notes: string[];
}

export interface ScoreOptions {
  readonly copyEditor: CopyEditor;
  readonly lexicon: Lexicon;
  readonly isCounted: (rule: string) => boolean;
}

/** Runs the copy editor over the pairs and judges every finding against the references. */
export async function scorePairs(pairs: readonly Pair[], options: ScoreOptions): Promise<Score> {
  const score: Score = {
    rules: new Map(),
    pairs: pairs.length,
    words: 0,
    goodWords: 0,
    goodApplied: 0,
    goodOffered: 0,
    disagreements: { leftStanding: 0, correctedOtherwise: 0 },
    faults: new Map(),
    notes: [],
  };
  const { signal } = new AbortController();
  for (const pair of pairs) {
    const inspected = await options.copyEditor.inspect(
      pair.source,
      { house: NO_HOUSE_STYLE, language: 'en' },
      signal,
    );
    const findings = inspected.comments.filter(
      ({ rule = '', suggestion, start }) =>
        options.isCounted(rule) && suggestion.action !== 'ask' && start !== undefined,
    );
    countPair(score, pair, findings);
    countFaults(score, pair, findings, options.lexicon);
  }
  return score;
}

function countPair(score: Score, pair: Pair, findings: readonly RawComment[]): void {
  const words = pair.source.split(/\s+/).length;
  score.words += words;
  const isGood = isGoodProse(pair);
  if (isGood) score.goodWords += words;
  for (const finding of findings) {
    const first = countFinding(score, pair, finding);
    if (!isGood || first === 'neutral') continue;
    if (finding.trust === 'safe') score.goodApplied += 1;
    else score.goodOffered += 1;
  }
}

function countFinding(score: Score, pair: Pair, finding: RawComment): Judgement {
  const { start, end, texts } = readFinding(finding);
  const verdicts = texts.map((text) => judge(pair, start, end, text));
  const first: Judgement = verdicts[0] ?? 'wrong';
  const applied = finding.trust === 'safe';
  const tally = tallyOf(score, finding.rule ?? '', applied);
  tally[first] += 1;
  const isPlace = isRightPlace(pair, start, end) || first === 'right';
  if (isPlace) tally.rightPlace += 1;
  if (verdicts.includes('right')) tally.oneRight += 1;
  if (first === 'wrong') {
    const around = pair.source.slice(Math.max(0, start - 40), end + 30).replace(/\s+/g, ' ');
    const change = `${finding.quote} → ${texts.join(' | ')}`;
    const kind = isPlace ? 'corrected otherwise' : 'left standing';
    const group = applied ? `applied, ${kind}` : 'offered';
    if (applied) score.disagreements[isPlace ? 'correctedOtherwise' : 'leftStanding'] += 1;
    score.notes.push([group, finding.rule, change, around].join('\t'));
  }
  return first;
}

function tallyOf(score: Score, rule: string, applied: boolean): RuleTally {
  const known = score.rules.get(rule);
  if (known) return known;
  const fresh = { applied, right: 0, neutral: 0, wrong: 0, rightPlace: 0, oneRight: 0 };
  score.rules.set(rule, fresh);
  return fresh;
}

function countFaults(
  score: Score,
  pair: Pair,
  findings: readonly RawComment[],
  lexicon: Lexicon,
): void {
  for (const fault of findFaults(pair, lexicon)) {
    const tally = score.faults.get(fault.kind) ?? { all: 0, repaired: 0, offered: 0 };
    score.faults.set(fault.kind, tally);
    tally.all += 1;
    const hits = findings.filter((finding) => {
      const { start, end } = readFinding(finding);
      return start < fault.end && fault.start < end;
    });
    if (hits.some((hit) => hit.trust === 'safe')) tally.repaired += 1;
    else if (hits.length > 0) tally.offered += 1;
    else score.notes.push(`missed\t${fault.kind}\t${fault.word}\t${pair.source.slice(0, 120)}`);
  }
}

/** All replacements an offer names: its text first, then the others in its instruction. */
function readFinding(finding: RawComment) {
  const start = finding.start ?? 0;
  const end = start + finding.quote.length;
  const { action, text, instruction } = finding.suggestion;
  if (action === 'delete') return { start, end, texts: [''] };
  const named = [...instruction.matchAll(/“([^”]+)”/g)].map((match) => match[1] ?? '');
  const others = finding.trust === 'offered' ? named : [];
  return { start, end, texts: [...new Set([text ?? '', ...others])] };
}
