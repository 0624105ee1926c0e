import { inCaseOf, isCapitalised, isQuotedAlone, type Word } from '../passage.ts';
import { type Rule, type RuleContext, replaceComment } from '../rule.ts';

/** Three letters say little: only these few are certain. */
const SHORT = new Set(['teh', 'hte', 'adn', 'yuo']);

/** A word that no dictionary has and that the misspelling list maps to exactly one correction. */
export const findMisspellings: Rule = (passage, context) =>
  passage.words.flatMap((word) => {
    const right = correctionOf(passage.text, word, context);
    if (right === null) return [];
    return [
      replaceComment(passage.text, word, right, {
        rule: 'spelling/listed',
        trust: 'safe',
        severity: 'minor',
        problem: `“${word.text}” looks misspelled.`,
        why: 'A reader who stumbles over a word loses the thread of the sentence.',
      }),
    ];
  });

/** What a word was meant to be, in its own case, where that is certain; null for a word that stands as it is. */
export function correctionOf(text: string, word: Word, context: RuleContext): string | null {
  if (!isCandidate(text, word, context)) return null;
  const right = context.lexicon.correction(word.text);
  if (right === null || context.isName(right) || !context.isEnglish(word)) return null;
  return inCaseOf(word.text, right);
}

function isCandidate(text: string, word: Word, { isName }: RuleContext): boolean {
  if (!word.plain || isName(word.text) || isQuotedAlone(text, word)) return false;
  if (word.text.length < 4 && !SHORT.has(word.lower)) return false;
  // goin', thinkin': dropped on purpose.
  if (/^['’]/.test(text.slice(word.end))) return false;
  // A capital inside a sentence makes it a name, one inside the word an identifier.
  if (isCapitalised(word) && !word.startsSentence) return false;
  return /^.[\p{Ll}\p{M}'’]*$/u.test(word.text);
}
