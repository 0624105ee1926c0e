/*
 * A "not" that went from one clause of a sentence to another keeps every count and says the contrary
 * twice. It is known by what follows it: two words, so that "not yet know" and "not know yet" are the same.
 */
import type { Fact } from '../text/facts.ts';
import type { Range } from '../text/range.ts';
import type { SentenceGroup } from './sentence-groups.ts';
import { wordsOf } from './similarity.ts';

export interface NegationInput {
  readonly before: string;
  readonly after: string;
  /** The old text with every planned replacement made. */
  readonly expected: string;
  /** The changed stretches. */
  readonly groups: readonly SentenceGroup[];
  readonly old: readonly Fact[];
  readonly now: readonly Fact[];
}

/** Names negations that moved within a changed stretch, unless the plan alone would move them. */
export function findNegationMoves(input: NegationInput): string[] {
  const { before, after, expected, groups, old, now } = input;
  return groups.flatMap((group) => {
    const stretch = after.slice(group.after.start, group.after.end);
    const was = negationsIn(before, group.before, old);
    const is = negationsIn(after, group.after, now);
    if (was.length === 0 || was.length !== is.length || expected.includes(stretch)) return [];
    const here = new Set(valuesOf(stretch));
    const there = new Set(valuesOf(before.slice(group.before.start, group.before.end)));
    // A verb that was exchanged for another takes its "not" along; only a "not" between words that both stay moved.
    const left = was.find(
      ({ next }) => !is.some((other) => meets(next, other.next)) && next.some((w) => here.has(w)),
    );
    const come = is.find(
      ({ next }) => !was.some((other) => meets(next, other.next)) && next.some((w) => there.has(w)),
    );
    if (left === undefined || come === undefined) return [];
    return [`“${left.text}” moved from “${left.next[0]}” to “${come.next[0]}”`];
  });
}

interface Negation {
  readonly text: string;
  /** The two words behind it. */
  readonly next: readonly string[];
}

function negationsIn(text: string, range: Range, facts: readonly Fact[]): Negation[] {
  return facts
    .filter(
      ({ kind, start, end }) => kind === 'negation' && range.start <= start && end <= range.end,
    )
    .map((fact) => ({
      text: fact.text,
      next: valuesOf(text.slice(fact.end, range.end)).slice(0, 2),
    }))
    .filter(({ next }) => next.length > 0);
}

function valuesOf(text: string): string[] {
  return wordsOf(text).map(({ value }) => value);
}

function meets(a: readonly string[], b: readonly string[]): boolean {
  return a.some((word) => b.includes(word));
}
