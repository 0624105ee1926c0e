import { languageName } from '../loop/prompts/prompt.ts';
import { detectLanguage } from '../text/language.ts';

/** Fewer letters than this do not say for certain what language they are in. */
const LEAST_LETTERS = 60;
/** A guess from a text's letters alone has no more than this. */
const LEAST_CONFIDENCE = 0.5;

/** The language an answer about a text, or made of it, has to be in; null when that cannot be said. */
export function expectedLanguage(text: string, fixed: string | null): string | null {
  if (fixed !== null) return primary(fixed);
  const { language } = detectLanguage(text);
  return language === 'und' ? null : language;
}

/** What is wrong with the language of an answer, as a clause; null when nothing is, or nobody can tell. */
export function findLanguageFault(words: string, expected: string | null): string | null {
  if (expected === null) return null;
  const letters = words.match(/\p{L}/gu)?.length ?? 0;
  // One Chinese character says as much as a few letters.
  const weight = /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}/u.test(words) ? 3 : 1;
  if (letters * weight < LEAST_LETTERS) return null;
  const { language, confidence } = detectLanguage(words);
  if (language === 'und' || language === expected || confidence <= LEAST_CONFIDENCE) return null;
  return `it is written in ${languageName(language)} and has to be in ${languageName(expected)}`;
}

function primary(tag: string): string {
  return tag.toLowerCase().split(/[-_]/)[0] ?? tag;
}
