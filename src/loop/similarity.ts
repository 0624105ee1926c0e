import type { Range } from '../text/range.ts';

/** The words and ideographs of a text, lower case, with their offsets. */
export function wordsOf(text: string): (Range & { readonly value: string })[] {
  return [...text.matchAll(/[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu)].flatMap((match) =>
    splitIdeographs(match[0], match.index),
  );
}

/** 2 × (longest common subsequence) ÷ (both lengths): 1 for equal token lists, 0 for nothing in common. */
export function tokenSimilarity(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return a.length === b.length ? 1 : 0;
  let previous = new Array<number>(b.length + 1).fill(0);
  for (const token of a) {
    const current = [0];
    for (let column = 1; column <= b.length; column += 1) {
      current.push(
        token === b[column - 1]
          ? (previous[column - 1] ?? 0) + 1
          : Math.max(previous[column] ?? 0, current[column - 1] ?? 0),
      );
    }
    previous = current;
  }
  return (2 * (previous.at(-1) ?? 0)) / (a.length + b.length);
}

const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Scripts without spaces are compared character by character. */
function splitIdeographs(word: string, start: number): (Range & { readonly value: string })[] {
  if (!IDEOGRAPHS.test(word)) {
    return [{ value: word.toLowerCase(), start, end: start + word.length }];
  }
  let at = start;
  return [...word].map((character) => {
    const token = { value: character.toLowerCase(), start: at, end: at + character.length };
    at += character.length;
    return token;
  });
}
