import { DOUBLED_ON_PURPOSE } from '../doubled-on-purpose.ts';
import type { Lexicon } from '../lexicon.ts';
import type { Word } from '../passage.ts';
import { type Rule, type RuleContext, replaceComment } from '../rule.ts';
import { correctionOf } from './misspelling.ts';

/** Small words that are never doubled on purpose; `that`, `had`, `is`, `it`, `as` and the like may be. */
const CLOSED_CLASS = new Set(
  `a an the and or but nor if then than of to in on at by for from with without into onto over under about after
  before between through during against among within this these those there their its our your his my we they
  he she you i be been are was were am has have can could will would shall should may might must not also when
  where which who because while until since such what up out off down some any each every how why does us them him
  per via more most other new use used using make get need see`.split(/\s+/),
);

/** These may be doubled with their capital: “The The queue”. */
const OPENS_SENTENCE = new Set('the a an this these to in for if we and'.split(' '));

/** The same word twice in a row: a small word, or an ordinary one in lower case. */
export const findDoubledWords: Rule = (passage, context) =>
  passage.words.flatMap((written, index) => {
    const follower = passage.words[index + 1];
    // “teh the” would be doubled once its spelling is mended.
    const word = asMeant(passage.text, written, context);
    const next = follower && asMeant(passage.text, follower, context);
    const gap = passage.gapAfter(index);
    if (!next || gap === null || !/^[ \t\u00a0]*\n?[ \t]*$/.test(gap) || gap === '') return [];
    if (!isDoubled(word, next, passage.text, context.lexicon)) return [];
    if (context.isName(word.text) || !context.isEnglish(word)) return [];
    const { range, replacement } = collapse(passage.text, word, gap, next);
    return [
      replaceComment(passage.text, range, replacement, {
        rule: 'doubled-word',
        trust: 'safe',
        severity: 'minor',
        problem: `“${word.lower}” stands here twice.`,
        why: 'A doubled word makes the reader go back and check what is missing.',
        instruction: `Keep one “${word.lower}”.`,
      }),
    ];
  });

function asMeant(text: string, word: Word, context: RuleContext): Word {
  const right = correctionOf(text, word, context);
  return right === null ? word : { ...word, text: right, lower: right.toLowerCase() };
}

function isDoubled(word: Word, next: Word, text: string, lexicon: Lexicon): boolean {
  if (word.lower !== next.lower || !word.plain) return false;
  if (!CLOSED_CLASS.has(word.lower)) return next.plain && isOrdinaryPair(word, next, lexicon);
  if (!(next.plain || isHyphenated(text, next))) return false;
  if (next.text === next.lower) return true;
  return word.startsSentence && OPENS_SENTENCE.has(word.lower);
}

/** Names and commands may be doubled; dictionary words of four letters and more hardly ever are. */
function isOrdinaryPair(word: Word, next: Word, lexicon: Lexicon): boolean {
  if (!/^[a-z]{4,}$/.test(next.text) || DOUBLED_ON_PURPOSE.has(word.lower)) return false;
  return lexicon.isOrdinary(word.lower) && (word.text === word.lower || word.startsSentence);
}

/** “in in-sync” is doubled as well. */
function isHyphenated(text: string, next: { end: number }): boolean {
  return /^-\p{L}/u.test(text.slice(next.end));
}

/** Keeps the line break of a pair that is split over two lines. */
function collapse(
  text: string,
  word: { start: number; text: string },
  gap: string,
  next: { end: number },
) {
  const space = gap.includes('\n') && text[next.end] === ' ' ? 1 : 0;
  const range = { start: word.start, end: next.end + space };
  return { range, replacement: space === 1 ? word.text + gap : word.text };
}
