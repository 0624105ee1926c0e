import { type Rule, replaceComment } from '../rule.ts';

/** After these words a lone i counts or names something. */
const NUMBERED = new Set(
  `step option item index variable loop part phase section type class case appendix figure table chapter variant
  vector row column element array node line note level stage group point number for let int const every each ith`.split(
    /\s+/,
  ),
);

/** A lone lower-case i, or i'm, i've, i'll, i'd, where the pronoun is meant. */
export const findLowerCaseI: Rule = (passage, { isEnglish }) => {
  if (/`i`|\bi\s*(?:=|\+\+|<|,\s*j\b)|\bii\b/.test(passage.text)) return [];
  return passage.words.flatMap((word, index) => {
    const next = passage.words[index + 1];
    const previous = passage.words[index - 1];
    if (!/^i(?:['’](?:m|ve|ll|d))?$/.test(word.text) || !word.plain) return [];
    if (!/(?:^|[\s"“*_])$/.test(passage.text.slice(0, word.start))) return [];
    const alone = word.text === 'i';
    if (alone && !(next && passage.gapAfter(index) === ' ' && /^\p{Ll}/u.test(next.text)))
      return [];
    if (previous && NUMBERED.has(previous.lower) && passage.gapAfter(index - 1) === ' ') return [];
    if (!isEnglish(word)) return [];
    const right = `I${word.text.slice(1)}`;
    return [
      replaceComment(passage.text, word, right, {
        rule: 'capital-i',
        trust: 'safe',
        severity: 'minor',
        problem: `“${word.text}” needs a capital here.`,
        why: 'English writes “I” with a capital; a small one looks like a slip.',
      }),
    ];
  });
};
