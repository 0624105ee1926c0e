import type { Range } from '../text/range.ts';

/** How far around a place its neighbours are compared. */
const CONTEXT_CHARS = 60;

/**
 * The place in `after` that is the same as `range` in `before`: the same words, with most of the same
 * words around them. Null when they are gone, or when two places are equally likely.
 */
export function findSamePlace(range: Range, before: string, after: string): Range | null {
  const words = before.slice(range.start, range.end);
  if (words === '') return null;
  let best: { readonly start: number; readonly likeness: number } | null = null;
  let isTie = false;
  for (let at = after.indexOf(words); at !== -1; at = after.indexOf(words, at + 1)) {
    const end = at + words.length;
    const likeness =
      sharedChars(before, range.start - 1, after, at - 1, -1) +
      sharedChars(before, range.end, after, end, 1);
    isTie = best?.likeness === likeness || (isTie && likeness < (best?.likeness ?? 0));
    if (best === null || likeness > best.likeness) best = { start: at, likeness };
  }
  if (best === null || isTie) return null;
  return { start: best.start, end: best.start + words.length };
}

/** How many characters agree from two places on, in one direction. */
function sharedChars(a: string, atA: number, b: string, atB: number, step: 1 | -1): number {
  let count = 0;
  while (count < CONTEXT_CHARS && (a[atA + count * step] ?? '') === (b[atB + count * step] ?? '')) {
    count += 1;
  }
  return count;
}
