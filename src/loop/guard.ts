/*
 * The guard decides whether a refined text may stand: it is a draft, its length fits, every protected
 * span, passage and piece of structure survived, it still speaks in its author's voice, and no fact was lost, added, swapped or softened that
 * the plan did not ask for.
 *
 * What the plan allows is computed, not declared: the planned suggestions are applied to the old text,
 * and what they change there may change in the new text too.
 */
import { findProtectedSpans } from '../text/protected-spans.ts';
import { overlaps, type Range } from '../text/range.ts';
import { splitSentences } from '../text/sentences.ts';
import { diffHunks, diffWords } from '../text/word-diff.ts';
import { findAddedFrame } from './added-frame.ts';
import { findAddedNames } from './added-names.ts';
import { findCharacterChanges } from './character-changes.ts';
import { clip } from './clip.ts';
import type { Comment } from './comment.ts';
import { applyEdits } from './edits.ts';
import { compareFacts, type FactChanges } from './fact-changes.ts';
import { findLanguageChanges } from './language-changes.ts';
import { findNotADraftSign } from './not-a-draft.ts';
import { findPassageChanges } from './passage-changes.ts';
import { proposeEdits } from './propose-edits.ts';
import { groupBySentence, type SentenceGroup } from './sentence-groups.ts';
import { wordsOf } from './similarity.ts';
import { findStructureChanges } from './structure-changes.ts';
import { findVoiceChanges } from './voice-changes.ts';
import { findWishedRemovals, withoutSentences } from './wished-removals.ts';
import type { EditStyle } from './writer.ts';

export interface GuardReport {
  readonly ok: boolean;
  readonly notADraft: boolean;
  /** Words of the new text ÷ words of the old one. */
  readonly lengthRatio: number;
  readonly protectedKept: boolean;
  readonly lost: FactChanges;
  readonly added: FactChanges;
  /** Share of changed words not covered by a planned comment. */
  readonly changedOutsidePlan: number;
  /** One plain sentence for the writer's second try and for people; absent when all is well. */
  readonly diagnosis?: string;
}

export interface GuardInput {
  readonly before: string;
  readonly after: string;
  readonly plan: readonly Comment[];
  readonly editStyle: EditStyle;
  /** House-list names. */
  readonly names: readonly string[];
  /** Text whose facts may be used as well: the brief. */
  readonly brief: string;
}

/** Bounds of new ÷ expected words. A rewrite may breathe more than a set of edits. */
const LENGTH_BOUNDS: Record<EditStyle, readonly [number, number]> = {
  edits: [0.6, 1.6],
  rewrite: [0.5, 1.8],
};
/** Fewer words than this make ratios meaningless. */
const SHORT_TEXT_WORDS = 12;
/** A rewrite that changes more than this share of its words outside the plan is somebody else's text. */
const MAX_OUTSIDE_PLAN = 0.5;

/** Compares a refined text with the one it came from. Never throws; every finding is named in the diagnosis. */
export function guardRevision(input: GuardInput): GuardReport {
  const { before, after, editStyle } = input;
  const hunks = diffHunks(diffWords(before, after));
  const removed = findWishedRemovals(before, hunks, input.plan);
  const expected = withoutSentences(expectedText(input), before, removed);
  const facts = compareFacts({ ...input, expected, hunks, removed });
  const spans = findLostSpans(input, expected);
  const groups = groupBySentence(hunks, splitSentences(before), splitSentences(after));
  const notADraft = findNotADraftSign(after, before);
  const lengthRatio = ratio(before, after);
  const length = lengthProblem(editStyle, expected, after);
  const changedOutsidePlan = outsidePlan(input, hunks);
  const problems = [
    ...(notADraft === null ? [] : [`The answer is not a draft: ${notADraft}`]),
    ...findLanguageChanges(before, after, groups),
    ...findVoiceChanges({ before, expected, after }, input.plan),
    ...(length === null ? [] : [length]),
    ...spans.map((span) => `“${clip(span)}” must stay exactly as it was`),
    ...facts.problems,
    ...findAddedNames({ ...input, expected }, groups),
    ...findAddedFrame({ before, expected, after }, input.plan, input.brief),
    ...findCharacterChanges({ before, expected, after }, input.plan),
    ...findStructureChanges({ before, expected, after }, input.plan),
    ...findPassageChanges({ before, expected, after }, input.plan),
    ...(isSomebodyElses(input, changedOutsidePlan)
      ? [`${Math.round(changedOutsidePlan * 100)} % of the changed words were not asked for`]
      : []),
  ];
  return {
    ok: problems.length === 0,
    notADraft: notADraft !== null,
    lengthRatio,
    protectedKept: spans.length === 0,
    lost: facts.lost,
    added: facts.added,
    changedOutsidePlan,
    ...(problems.length === 0 ? {} : { diagnosis: `${problems.slice(0, 3).join('; ')}.` }),
  };
}

/** Only an author's text can be taken away from its author; what a writer wrote from a brief may be rewritten. */
function isSomebodyElses({ editStyle, brief }: GuardInput, changedOutsidePlan: number): boolean {
  return editStyle === 'rewrite' && brief === '' && changedOutsidePlan > MAX_OUTSIDE_PLAN;
}

/** The old text with every planned replacement made: what the plan alone would change. */
function expectedText({ before, plan }: GuardInput): string {
  return applyEdits(before, proposeEdits(plan), { sentences: splitSentences(before), plan }).text;
}

/** Spans that must be carried over unchanged and occur less often now, less what the plan itself changes. */
function findLostSpans({ before, after, names }: GuardInput, expected: string): string[] {
  const count = (text: string) => {
    const counts = new Map<string, number>();
    for (const span of findProtectedSpans(text, { names })) {
      if (span.kind === 'number' || span.kind === 'date') continue;
      counts.set(span.text, (counts.get(span.text) ?? 0) + 1);
    }
    return counts;
  };
  const [was, is, planned] = [count(before), count(after), count(expected)];
  return [...was]
    .filter(([span, times]) => (is.get(span) ?? 0) < Math.min(times, planned.get(span) ?? 0))
    .map(([span]) => span);
}

function lengthProblem(editStyle: EditStyle, expected: string, after: string): string | null {
  const words = wordsOf(expected).length;
  if (words < SHORT_TEXT_WORDS) return null;
  const [least, most] = LENGTH_BOUNDS[editStyle];
  const times = ratio(expected, after);
  if (times < least) return `The text shrank to ${Math.round(times * 100)} % of its length`;
  return times > most ? `The text grew to ${Math.round(times * 100)} % of its length` : null;
}

function ratio(before: string, after: string): number {
  return wordsOf(after).length / Math.max(1, wordsOf(before).length);
}

function outsidePlan(input: GuardInput, hunks: readonly SentenceGroup[]): number {
  const sentences = splitSentences(input.before);
  const allowed = input.plan.map(({ anchor }): Range => {
    if (anchor.type === 'document') return { start: 0, end: input.before.length };
    if (anchor.type === 'section') return anchor;
    return sentences.find((sentence) => sentence.id === anchor.sentenceId) ?? anchor;
  });
  let changed = 0;
  let outside = 0;
  for (const { before, after } of hunks) {
    const words = Math.max(
      wordsOf(input.before.slice(before.start, before.end)).length,
      wordsOf(input.after.slice(after.start, after.end)).length,
    );
    changed += words;
    const point = { start: before.start, end: Math.max(before.end, before.start + 1) };
    if (!allowed.some((range) => overlaps(range, point) || range.end === before.start)) {
      outside += words;
    }
  }
  return changed === 0 ? 0 : outside / changed;
}
