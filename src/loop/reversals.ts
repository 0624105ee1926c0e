import { areOpposite } from '../text/opposites.ts';
import type { Range } from '../text/range.ts';
import type { Hunk } from '../text/word-diff.ts';
import { wordsOf } from './similarity.ts';

export interface ReversalInput {
  readonly before: string;
  readonly after: string;
  readonly expected: string;
  readonly hunks: readonly Hunk[];
  readonly language: string;
}

/**
 * Words that were exchanged for their opposite within one change: `before` for `after`, `and` for `or`,
 * `will refund` for `refunded`. A change that also takes or brings a negation is judged by that one.
 */
export function findReversals(
  { before, after, expected, hunks, language }: ReversalInput,
  negates: (range: Range, side: 'before' | 'after') => boolean,
): string[] {
  const wanted = new Set(wordsOf(expected).map(({ value }) => value));
  return hunks.flatMap((hunk) => {
    if (negates(hunk.before, 'before') || negates(hunk.after, 'after')) return [];
    const was = valuesIn(before, hunk.before);
    const is = valuesIn(after, hunk.after);
    const gone = was.filter((word) => !is.includes(word));
    const come = is.filter((word) => !was.includes(word));
    if (language === 'en' && (isDone(gone, come) || isDone(come, gone))) {
      return [`“${was.join(' ')}” became “${is.join(' ')}”`];
    }
    for (const one of gone) {
      const other = come.find((word) => isReversed(one, word, language));
      if (other !== undefined && !(wanted.has(other) && !wanted.has(one))) {
        return [`“${one}” became “${other}”`];
      }
    }
    return [];
  });
}

function valuesIn(text: string, { start, end }: Range): string[] {
  return wordsOf(text.slice(start, end)).map(({ value }) => value);
}

const PAST_OF: Readonly<Record<string, string>> = Object.fromEntries(
  'send sent, make made, give gave, get got, go went, take took, pay paid, do did, have had, be was, write wrote, lose lost, find found, build built, keep kept, leave left, run ran, see saw, tell told, begin began, bring brought, buy bought, come came, hold held, meet met, say said, sell sold, speak spoke, spend spent, stand stood, win won, break broke, choose chose, draw drew, fall fell, feel felt, grow grew, hear heard, know knew, lead led, mean meant, rise rose, show showed, teach taught, think thought, understand understood, withdraw withdrew'
    .split(', ')
    .map((pair) => pair.split(' ')),
);
const PAST_HELPERS = new Set(['was', 'were', 'has', 'have', 'had', 'been']);

/** A promise (`will refund`, `will be refunded`) told as done (`refunded`, `were refunded`). */
function isDone(promise: readonly string[], done: readonly string[]): boolean {
  const isUnderWay = promise.some((word) => /^(?:is|are|am)$/.test(word));
  if (!(promise.includes('will') || isUnderWay) || done.some((word) => FUTURE.test(word)))
    return false;
  const verbs = isUnderWay
    ? promise.flatMap((word) => (word.endsWith('ing') ? stemsOf(word.slice(0, -3)) : []))
    : promise;
  const pasts = verbs.flatMap((verb) => [
    PAST_OF[verb] ?? '',
    `${verb}ed`,
    `${verb}d`,
    `${verb}${verb.at(-1)}ed`,
    verb.endsWith('y') ? verb.replace(/y$/, 'ied') : '',
  ]);
  return done.some(
    (word) =>
      (PAST_HELPERS.has(word) && promise.includes('be') && promise.includes('will')) ||
      pasts.includes(word),
  );
}

/** `mak` of "making", `runn` of "running". */
function stemsOf(root: string): string[] {
  return [root, `${root}e`, root.replace(/(.)\1$/, '$1')];
}

const FUTURE = /^(?:will|going|shall|to)$|['’]ll$/;

function isReversed(one: string, other: string, language: string): boolean {
  return (
    areOpposite(one, other, language) ||
    (one === 'and' && other === 'or') ||
    (one === 'or' && other === 'and')
  );
}
