import type { Range } from './range.ts';

/** Finds the given names in a text: whole words, case as written, across a line break inside a name. */
export function findNames(prose: string, names: readonly string[]): Range[] {
  const pattern = patternFor(names);
  if (pattern === null) return [];
  return Array.from(prose.matchAll(pattern), ({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }));
}

const LETTER = String.raw`[\p{L}\p{M}\p{N}_]`;
/** Scripts that put no space between words: a name there may touch its neighbours. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

function patternFor(names: readonly string[]): RegExp | null {
  const known = names.map((name) => name.trim()).filter((name) => name !== '');
  if (known.length === 0) return null;
  const alternatives = [...new Set(known)]
    .sort((a, b) => b.length - a.length)
    .map((name) => {
      const words = name.split(/\s+/).map((word) => word.replace(/[$.*+?^()[\]{}|\\/-]/g, '\\$&'));
      const before = UNSPACED.test(name.charAt(0)) ? '' : `(?<!${LETTER})`;
      const after = UNSPACED.test(name.charAt(name.length - 1)) ? '' : `(?!${LETTER})`;
      return `${before}${words.join(String.raw`\s+`)}${after}`;
    });
  return new RegExp(alternatives.join('|'), 'gu');
}
