import { inCaseOf, isCapitalised } from '../passage.ts';
import { type Rule, replaceComment } from '../rule.ts';

/** Two words written as one that no dictionary has. */
const OPEN_COMPOUNDS: Record<string, string> = {
  alot: 'a lot',
  abit: 'a bit',
  aswell: 'as well',
  atleast: 'at least',
  eachother: 'each other',
  eventhough: 'even though',
  everytime: 'every time',
  incase: 'in case',
  infact: 'in fact',
  infront: 'in front',
  inspite: 'in spite',
  noone: 'no one',
  ofcourse: 'of course',
  thankyou: 'thank you',
  upto: 'up to',
};

/** Two words that have grown together by mistake. */
export const findOpenCompounds: Rule = (passage, { lexicon, isName, isEnglish }) =>
  passage.words.flatMap((word) => {
    const right = OPEN_COMPOUNDS[word.lower];
    if (right === undefined || !word.plain || isName(word.text) || lexicon.knows(word.lower))
      return [];
    if (isCapitalised(word) && !word.startsSentence) return [];
    if (!isEnglish(word)) return [];
    return [
      replaceComment(passage.text, word, inCaseOf(word.text, right), {
        rule: 'open-compound',
        trust: 'safe',
        severity: 'minor',
        problem: `“${word.text}” is two words.`,
        why: 'Run together, it reads as a typing slip.',
      }),
    ];
  });
