/**
 * Letters to add, drop, replace or swap with their neighbour to turn `a` into `b`;
 * `max + 1` as soon as it is more than `max`.
 */
export function editDistance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = nextRow(a, b, i, last, beforeLast);
    if (Math.min(...row) > max) return max + 1;
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

function nextRow(
  a: string,
  b: string,
  i: number,
  last: readonly number[],
  beforeLast: readonly number[],
): number[] {
  const row = [i];
  for (let j = 1; j <= b.length; j += 1) {
    const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
    const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
    const swapped = isSwap ? (beforeLast[j - 2] ?? 0) + 1 : replaced;
    row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced, swapped));
  }
  return row;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Every string one added, dropped, replaced or swapped letter away from `word`. */
export function oneEditAway(word: string): Set<string> {
  const edits = new Set<string>();
  for (let at = 0; at <= word.length; at += 1) {
    const [head, tail] = [word.slice(0, at), word.slice(at)];
    if (tail.length > 1) edits.add(head + tail.charAt(1) + tail.charAt(0) + tail.slice(2));
    if (tail) edits.add(head + tail.slice(1));
    for (const letter of LETTERS) {
      if (tail) edits.add(head + letter + tail.slice(1));
      edits.add(head + letter + tail);
    }
  }
  edits.delete(word);
  return edits;
}
