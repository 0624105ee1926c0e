import type { Settings } from '../settings/settings.ts';
import { hasWords } from '../text/blank.ts';
import type { Message } from './message.ts';
import { NOTES } from './notes.ts';

/** Says why a text cannot be reviewed; null when it can. */
export function refuseDraft(
  text: string,
  isFile: boolean,
  { maxDraftChars, maxFileChars }: Pick<Settings, 'maxDraftChars' | 'maxFileChars'>,
): Message | null {
  if (!hasWords(text)) return NOTES.nothingToReview();
  const limit = isFile ? maxFileChars : maxDraftChars;
  if (text.length <= limit) return null;
  return NOTES.tooLong(text.length, { chat: maxDraftChars, file: maxFileChars }, isFile);
}
