import { ANNOUNCEMENT } from '../loop/announcement.ts';
import { removeHiddenCharacters } from '../loop/prompts/hidden-characters.ts';
import type { TargetFilter } from './output-targets.ts';

/** Words a model wrote, safe to show: no hidden character, no target the model was not given. */
export function cleanWords(words: string, targets: TargetFilter): string {
  return targets.clean(removeHiddenCharacters(words));
}

const CLOSING =
  /\n\s*\n[ \t]*(?:let me know if|i hope this|feel free to (?:ask|let me)|would you like me to|please let me know if)\b[^\n]*\s*$/i;
const FENCE = /^\s*```[\w-]*[ \t]*\r?\n([\s\S]*?)\r?\n```\s*$/;
const QUOTED = /^\s*(?:"([\s\S]*)"|“([\s\S]*)”|'([\s\S]*)'|«([\s\S]*)»)\s*$/;

/**
 * Takes off what a model put around a text: an announcement, a sign-off, a fence, quotation marks; each
 * only where it cannot be part of the text, because the original (null for a first draft) has nothing
 * like it. What is not certain is left for the guard.
 */
export function unwrapText(text: string, original: string | null): string {
  const isOurs = (pattern: RegExp) => original === null || !pattern.test(original);
  let inner = text;
  if (isOurs(ANNOUNCEMENT)) inner = inner.replace(ANNOUNCEMENT, '');
  if (isOurs(CLOSING)) inner = inner.replace(CLOSING, '');
  const fenced = FENCE.exec(inner)?.[1];
  // A fence inside means the outer marks may belong to two blocks of the text.
  if (fenced !== undefined && !fenced.includes('```') && isOurs(FENCE)) inner = fenced;
  const quoted = QUOTED.exec(inner);
  const words = quoted?.[1] ?? quoted?.[2] ?? quoted?.[3] ?? quoted?.[4];
  if (words !== undefined && isOurs(QUOTED) && hasQuotesOf(words, original ?? '')) return words;
  return inner;
}

/** Marks inside that the original does not have may belong to two quotations, the first and the last words. */
function hasQuotesOf(words: string, original: string): boolean {
  const count = (text: string) => text.match(/["“”«»]|(?<!\p{L})'|'(?!\p{L})/gu)?.length ?? 0;
  return count(words) === count(original);
}
