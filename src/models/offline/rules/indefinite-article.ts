import type { Lexicon } from '../lexicon.ts';
import { inCaseOf, type Word } from '../passage.ts';
import { type Rule, replaceComment } from '../rule.ts';

/** Written with a vowel, spoken with a consonant: a user, a one-off, a European, a ubiquitous. */
const SPOKEN_CONSONANT =
  /^(?:uni(?!m|n|dent|dio|gnor|ron|ssu)|unanim|us(?:e|a|u)|ut(?:il|ens|op|er)|ur[aeio]|ub(?:iq|un)|uk|eu|ewe|one(?!r)|once|ouija)/;
/** Written with a consonant, spoken with a vowel: an hour. */
const SPOKEN_VOWEL = /^(?:hour|honest|honou?r|heir)/;
/** Both are said. */
const EITHER = /^(?:h(?:istor|otel|abit|ypoth|erb|allucinat|erold)|uni$|url|uuid|sql|un$)/;

/** “a” before a vowel sound or “an” before a consonant sound; offered, because “an” may be a slip for “and”. */
export const findIndefiniteArticles: Rule = (passage, context) =>
  passage.words.flatMap((word, index) => {
    const next = passage.words[index + 1];
    if (!/^(?:a|an|A|An)$/.test(word.text) || !word.plain || !next) return [];
    if (passage.gapAfter(index) !== ' ' || !context.isEnglish(word)) return [];
    // “Team A is”: a letter that names something.
    if (word.text.startsWith('A') && !word.startsSentence) return [];
    if (!hasKnownSound(next, context.lexicon)) return [];
    const right = startsWithVowelSound(next.text) ? 'an' : 'a';
    if (word.lower === right) return [];
    return [
      replaceComment(passage.text, word, inCaseOf(word.text, right), {
        rule: 'a-an',
        trust: 'offered',
        severity: 'minor',
        problem: `“${word.text} ${next.text}” does not sound right.`,
        why: `“${next.text}” begins with ${right === 'an' ? 'a vowel' : 'a consonant'} when spoken.`,
        instruction: `Write “${inCaseOf(word.text, right)}”.`,
      }),
    ];
  });

/** Letters, names and jargon are spoken as nobody can tell from the writing. */
function hasKnownSound(next: Word, lexicon: Lexicon): boolean {
  if (!next.plain || !/^[a-z]{3,}$/.test(next.text)) return false;
  return lexicon.isOrdinary(next.text) && !EITHER.test(next.text);
}

function startsWithVowelSound(word: string): boolean {
  if (SPOKEN_VOWEL.test(word)) return true;
  return /^[aeiou]/.test(word) && !SPOKEN_CONSONANT.test(word);
}
