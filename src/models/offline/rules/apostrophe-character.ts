import { type Rule, replaceComment } from '../rule.ts';

const WRONG_CHARACTER = /^(\p{L}+)[`´](s|t|re|ve|ll|d|m)$/u;

/** A backtick or an acute accent where an apostrophe is meant: it´s, don`t. */
export const findApostropheCharacters: Rule = (passage, { isEnglish }) =>
  passage.words.flatMap((word) => {
    const [, stem, ending] = WRONG_CHARACTER.exec(word.text) ?? [];
    if (stem === undefined || ending === undefined || !word.plain || !isEnglish(word)) return [];
    return [
      replaceComment(passage.text, word, `${stem}${passage.apostrophe}${ending}`, {
        rule: 'apostrophe-character',
        trust: 'safe',
        severity: 'minor',
        problem: `“${word.text}” has an accent where the apostrophe belongs.`,
        why: 'The character is a different one, and some programs read it as the start of code.',
      }),
    ];
  });
