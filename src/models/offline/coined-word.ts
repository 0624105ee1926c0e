import type { Lexicon } from './lexicon.ts';

const PREFIX =
  /^(?:re|pre|un|de|non|multi|sub|post|anti|co|auto|micro|super|hyper|inter|over|under|mis|out|back|up)(?=\p{L}{4})/u;
const SUFFIX =
  /(?:ers?|ors?|ly|able|ability|ness|less|ish|wise|like|ward|i[sz](?:e|ed|es|ing|er|ers|ation|ations)|ative|ism|ists?)$/;

/** True when a word no dictionary has is made of a known word and a living prefix or ending: deprioritize, prototyper. */
export function isCoined(word: string, lexicon: Lexicon): boolean {
  const stem = word.replace(PREFIX, '');
  if (stem !== word && lexicon.knows(stem)) return true;
  const bare = stem.replace(SUFFIX, '');
  if (bare === stem || bare.length < 3) return false;
  return [bare, `${bare}e`, `${bare}y`, bare.replace(/(.)\1$/, '$1'), bare.replace(/i$/, 'y')].some(
    (candidate) => lexicon.isOrdinary(candidate),
  );
}

/** Small words that run into their neighbour when a space is missed. */
const SMALL = new Set(
  'an the of to in on at by for from with and or as is are be it its this that your our we you not can'.split(
    ' ',
  ),
);

/** The two known words a word is made of; `isSlip` when one of them is a small word. Null when it is not made of two. */
export function splitInTwo(
  word: string,
  lexicon: Lexicon,
): { readonly text: string; readonly isSlip: boolean } | null {
  const splits = Array.from({ length: word.length - 1 }, (_, index) => [
    word.slice(0, index + 1),
    word.slice(index + 1),
  ]);
  const known = splits.filter(
    ([first = '', second = '']) => isPart(first, lexicon) && isPart(second, lexicon),
  );
  const slip = known.find(
    (parts) =>
      parts.some((part) => SMALL.has(part)) && parts.every((part) => isFamiliar(part, lexicon)),
  );
  if (slip) return { text: slip.join(' '), isSlip: true };
  const nouns = known.find((parts) => parts.every((part) => part.length >= 3 && !SMALL.has(part)));
  return nouns ? { text: nouns.join(' '), isSlip: false } : null;
}

/** Rare words turn up inside any misspelling by chance: `for wared`. */
function isFamiliar(part: string, lexicon: Lexicon): boolean {
  return SMALL.has(part) || (part.length >= 4 && lexicon.commonness(part) > 0);
}

function isPart(part: string, lexicon: Lexicon): boolean {
  return SMALL.has(part) || (part.length >= 3 && lexicon.isOrdinary(part));
}
