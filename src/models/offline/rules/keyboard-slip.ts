import { editDistance, oneEditAway } from '../edit-distance.ts';
import type { Lexicon } from '../lexicon.ts';
import { type Rule, replaceComment } from '../rule.ts';
import { isUnknownWord } from './unknown-word.ts';

/** Shorter words have too many neighbours for one letter to say what was meant. */
const MIN_LETTERS = 6;
const MIN_LETTERS_FOR_TWO_SLIPS = 9;
/** How common (`Lexicon.commonness`) the word meant must be: alone, among others, and two slips away. */
const COMMON_ALONE = 3;
const COMMON_AMONG_OTHERS = 4;
const COMMON_TWO_AWAY = 9;
/** How many times more common than the next candidate. */
const DOMINANCE = 4;

/**
 * A word no dictionary has, a slip of the keyboard away from one common word and from no other that comes
 * near it. A different first letter or ending is left alone: that is how new words are made.
 */
export const findKeyboardSlips: Rule = (passage, context) =>
  passage.words.flatMap((word) => {
    if (word.text.length < MIN_LETTERS || !isUnknownWord(passage, word, context)) return [];
    const right = wordMeant(word.text, context.lexicon);
    if (right === null || !hasSameShape(word.text, right)) return [];
    return [
      replaceComment(passage.text, word, right, {
        rule: 'spelling/slip',
        trust: 'safe',
        severity: 'minor',
        problem: `“${word.text}” looks misspelled.`,
        why: 'A reader who stumbles over a word loses the thread of the sentence.',
      }),
    ];
  });

function wordMeant(word: string, lexicon: Lexicon): string | null {
  const [first, second] = [...oneEditAway(word)]
    .filter((edit) => lexicon.isOrdinary(edit))
    .map((edit) => ({ edit, commonness: lexicon.commonness(edit) }))
    .sort((a, b) => b.commonness - a.commonness);
  if (!first) return twoSlipsAway(word, lexicon);
  if (!second) return first.commonness >= COMMON_ALONE ? first.edit : null;
  const isDominant = first.commonness >= DOMINANCE * second.commonness;
  return first.commonness >= COMMON_AMONG_OTHERS && isDominant ? first.edit : null;
}

function twoSlipsAway(word: string, lexicon: Lexicon): string | null {
  if (word.length < MIN_LETTERS_FOR_TWO_SLIPS) return null;
  const [right, ...others] = lexicon
    .commonWords(word.charAt(0))
    .filter((other) => editDistance(word, other, 2) === 2);
  if (right === undefined || others.length > 0) return null;
  return lexicon.commonness(right) >= COMMON_TWO_AWAY ? right : null;
}

function hasSameShape(word: string, right: string): boolean {
  if (word.charAt(0) !== right.charAt(0)) return false;
  const lastLetters = (text: string) => [...text.slice(-3)].sort().join('');
  return (
    word.slice(-2) === right.slice(-2) ||
    lastLetters(word) === lastLetters(right) ||
    word === right + right.slice(-1)
  );
}
