import { inCaseOf, isCapitalised, isQuotedAlone, type Passage } from '../passage.ts';
import { type Rule, replaceComment } from '../rule.ts';

/** Not words at all without their apostrophe. */
const CERTAIN: Record<string, string> = {
  ...Object.fromEntries(
    `do does did is are was were has have had would could should must need might`
      .split(' ')
      .map((verb) => [`${verb}nt`, `${verb}n't`]),
  ),
  youre: "you're",
  theyre: "they're",
  youve: "you've",
  theyve: "they've",
  weve: "we've",
  youll: "you'll",
  theyll: "they'll",
  itll: "it'll",
  thats: "that's",
  whats: "what's",
  theres: "there's",
  heres: "here's",
  wheres: "where's",
  im: "I'm",
  ive: "I've",
};

/** Words too (a wont, cant): only right after a subject, and not before `to`. */
const AFTER_SUBJECT: Record<string, string> = { wont: "won't", cant: "can't" };
const SUBJECTS = new Set(
  'i we you he she it they this that these those which who there people users'.split(' '),
);

/** A contraction that has lost its apostrophe. */
export const findBareContractions: Rule = (passage, { lexicon, isName, isEnglish }) =>
  passage.words.flatMap((word, index) => {
    const right = CERTAIN[word.lower] ?? afterSubject(passage, index);
    if (right === undefined || !word.plain || isName(word.text)) return [];
    if (CERTAIN[word.lower] !== undefined && lexicon.knows(word.lower)) return [];
    // Capitalised forms without n't have been place and family names.
    if (isCapitalised(word) && !(word.startsSentence && /^\p{Lu}\p{Ll}+nt$/u.test(word.text)))
      return [];
    if (isQuotedAlone(passage.text, word) || !isEnglish(word)) return [];
    const replacement = inCaseOf(word.text, right).replace("'", passage.apostrophe);
    return [
      replaceComment(passage.text, word, replacement, {
        rule: 'contraction',
        trust: 'safe',
        severity: 'minor',
        problem: `“${word.text}” has lost its apostrophe.`,
        why: 'Without the apostrophe it looks like a slip of the keyboard.',
      }),
    ];
  });

function afterSubject(passage: Passage, index: number): string | undefined {
  const word = passage.words[index];
  const subject = passage.words[index - 1];
  if (!word || !subject || !SUBJECTS.has(subject.lower) || passage.gapAfter(index - 1) !== ' ') {
    return undefined;
  }
  return passage.words[index + 1]?.lower === 'to' ? undefined : AFTER_SUBJECT[word.lower];
}
