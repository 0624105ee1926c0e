import { type DetectedLanguage, detectLanguage } from '../text/language.ts';
import { languageName } from './prompts/prompt.ts';
import type { SentenceGroup } from './sentence-groups.ts';
import { wordsOf } from './similarity.ts';

/** Fewer words than this do not say for certain what language they are in. */
const LEAST_WORDS = 8;
/** So few do where their little words all speak for one language. */
const LEAST_OF_A_SENTENCE = 4;
const SURE_OF_A_SENTENCE = 0.9;
/** A guess from a text's letters alone has no more than this. */
const LEAST_CONFIDENCE = 0.5;

/**
 * Names a text, or a changed stretch of it, that came out in another language. A text in two languages has
 * no one language, so there each stretch is compared with what it was.
 */
export function findLanguageChanges(
  before: string,
  after: string,
  groups: readonly SentenceGroup[],
): string[] {
  const whole = changeOf(before, after);
  if (whole !== null) {
    return [`The text came out in ${whole.is}, and the draft is in ${whole.was}`];
  }
  return groups.flatMap((group) => {
    const passage = before.slice(group.before.start, group.before.end);
    const stretch = after.slice(group.after.start, group.after.end);
    // A few words mostly have no language of their own: what takes their place is in that of the text.
    const was = sure(passage) === null ? before : passage;
    const change = changeOf(was, stretch) ?? changeOf(passage, stretch, sureOfFew);
    return change === null ? [] : [`A passage in ${change.was} came out in ${change.is}`];
  });
}

function changeOf(
  before: string,
  after: string,
  languageOf = sure,
): { was: string; is: string } | null {
  const [was, is] = [languageOf(before), languageOf(after)];
  if (was === null || is === null || was === is) return null;
  return { was: languageName(was), is: languageName(is) };
}

function sure(text: string): DetectedLanguage['language'] | null {
  if (wordsOf(text).length < LEAST_WORDS) return null;
  const { language, confidence } = detectLanguage(text);
  return language === 'und' || confidence <= LEAST_CONFIDENCE ? null : language;
}

/** The language of a sentence that is too short to be judged by its letters. */
function sureOfFew(text: string): DetectedLanguage['language'] | null {
  if (wordsOf(text).length < LEAST_OF_A_SENTENCE) return null;
  const { language, confidence } = detectLanguage(text);
  return confidence < SURE_OF_A_SENTENCE || language === 'und' ? null : language;
}
