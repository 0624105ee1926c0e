import { isCoined, splitInTwo } from '../coined-word.ts';
import type { Lexicon } from '../lexicon.ts';
import { isQuotedAlone, type Passage, type Word } from '../passage.ts';
import { rankReplacements } from '../replacements.ts';
import { type Rule, type RuleContext, replaceComment } from '../rule.ts';

/** At most this many replacements are named. */
const MAX_OFFERS = 3;

/** A lower-case word that no dictionary has, offered with the words it may stand for. */
export const findUnknownWords: Rule = (passage, context) =>
  passage.words.flatMap((word) => {
    if (!isUnknownWord(passage, word, context)) return [];
    const offers = offersFor(word.text, context.lexicon);
    const [first] = offers;
    if (first === undefined) return [];
    return [
      replaceComment(passage.text, word, first, {
        rule: 'spelling/unknown',
        trust: 'offered',
        severity: 'minor',
        problem: `None of my dictionaries has “${word.text}”.`,
        why: 'If it is a slip, readers will stumble here; if it is a word of yours, keep it.',
        instruction: `Perhaps ${offers.map((offer) => `“${offer}”`).join(' or ')}?`,
      }),
    ];
  });

function offersFor(word: string, lexicon: Lexicon): string[] {
  const parts = splitInTwo(word, lexicon);
  if (parts === null) return rankReplacements(word, lexicon).slice(0, MAX_OFFERS);
  // Two nouns run together are jargon (skillset); a small word run into its neighbour is a slip (inyour).
  return parts.isSlip ? [parts.text] : [];
}

/** True for a lower-case word of English prose that no list knows and that this draft does not use like a name or term. */
export function isUnknownWord(passage: Passage, word: Word, context: RuleContext): boolean {
  const { lexicon, isName, isEnglish } = context;
  if (!word.plain || !/^[a-z]{4,}$/.test(word.text) || isName(word.text)) return false;
  if (lexicon.knowsInAnyCase(word.text) || isQuotedAlone(passage.text, word)) return false;
  if (/^['’]/.test(passage.text.slice(word.end))) return false;
  return isEnglish(word) && isUsedOnce(passage, word) && !isCoined(word.text, lexicon);
}

/** A word that comes back, or stands elsewhere with a capital, is a term or a name of this draft. */
function isUsedOnce(passage: Passage, word: Word): boolean {
  return passage.words.filter((other) => other.lower === word.lower).length === 1;
}
