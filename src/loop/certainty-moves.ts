/*
 * A "not" or a "may" that went from one clause of a sentence to another keeps every count and says the
 * contrary twice, or doubts what was sure. It is known by what follows it: a "not" by two words, so that "not yet
 * know" and "not know yet" are the same; an English modal verb, which stands before what it doubts, by three
 * that say something, up to the end of its clause.
 */
import type { Fact } from '../text/facts.ts';
import type { Range } from '../text/range.ts';
import type { SwapInput } from './fact-swaps.ts';
import type { SentenceGroup } from './sentence-groups.ts';
import { wordsOf } from './similarity.ts';

export type CertaintyMovesInput = Omit<SwapInput, 'wanted'>;

/** A word of certainty that belongs to what follows it. */
interface Bound {
  readonly text: string;
  /** The words behind it that it is known by. */
  readonly next: readonly string[];
}

type Find = (text: string, range: Range, facts: readonly Fact[]) => readonly Bound[];

/** Names negations and doubts that moved within a changed stretch, unless the plan alone would move them. */
export function findCertaintyMoves(input: CertaintyMovesInput): string[] {
  return input.groups.flatMap((group) => {
    const stretch = input.after.slice(group.after.start, group.after.end);
    if (input.expected.includes(stretch)) return [];
    const moves = [negationsIn, doubtsIn].map((find) => findMove(input, group, find));
    return moves.flatMap((move) => move ?? []);
  });
}

function findMove(
  { before, after, old, now }: CertaintyMovesInput,
  group: SentenceGroup,
  find: Find,
): string | null {
  const was = find(before, group.before, old);
  const is = find(after, group.after, now);
  if (was.length === 0 || was.length !== is.length) return null;
  const here = new Set(valuesOf(after.slice(group.after.start, group.after.end)));
  const there = new Set(valuesOf(before.slice(group.before.start, group.before.end)));
  // A verb that was exchanged for another takes its "not" along; only a "not" between words that both stay moved.
  const left = was.find(
    ({ next }) => !is.some((other) => meets(next, other.next)) && next.some((w) => here.has(w)),
  );
  const come = is.find(
    ({ next }) => !was.some((other) => meets(next, other.next)) && next.some((w) => there.has(w)),
  );
  if (left === undefined || come === undefined) return null;
  return `“${left.text}” moved from “${left.next[0]}” to “${come.next[0]}”`;
}

const negationsIn: Find = (text, range, facts) =>
  facts
    .filter((fact) => fact.kind === 'negation' && isIn(fact, range))
    .map((fact) => ({
      text: fact.text,
      next: valuesOf(text.slice(fact.end, range.end)).slice(0, 2),
    }))
    .filter(({ next }) => next.length > 0);

const MODAL = /^(?:may|might|could)$/i;
/** Says nothing of what is doubted. */
const EMPTY =
  /^(?:be|been|being|is|are|was|were|have|has|had|do|does|did|to|not|also|still|then|now|even|only|the|an?|this|that|these|those|it|they|we|you|i|he|she|there|of|in|on|at|by|for|and|or|but|no)$/;

/** What is doubted stands before the next clause. */
const CLAUSE_END = /[,;:.!?()–—\n]\s|\s(?:but|because|while|although|so)\s/;

const doubtsIn: Find = (text, range, facts) =>
  facts
    .filter((fact) => fact.kind === 'hedge' && MODAL.test(fact.text) && isIn(fact, range))
    .map((fact) => ({
      text: fact.text,
      next: valuesOf(text.slice(fact.end, range.end).split(CLAUSE_END, 1)[0] ?? '')
        .filter((word) => !EMPTY.test(word))
        .slice(0, 3),
    }))
    .filter(({ next }) => next.length > 0);

function isIn({ start, end }: Range, range: Range): boolean {
  return range.start <= start && end <= range.end;
}

function valuesOf(text: string): string[] {
  return wordsOf(text).map(({ value }) => value);
}

function meets(a: readonly string[], b: readonly string[]): boolean {
  return a.some((word) => b.includes(word));
}
