import { readThreadWord, type ThreadWord } from '../../review/thread-words.ts';
import type { Identity } from './workspace.ts';

/** What a message says besides the mention of Bluepencil; null for one that does not mention it. */
export function findMention(text: string, { botUser }: Pick<Identity, 'botUser'>): string | null {
  const without = text.replace(new RegExp(`<@${botUser}(?:\\|[^>]*)?>[,:]?`, 'g'), '');
  return without === text ? null : without.replace(/[ \t]{2,}/g, ' ').trim();
}

/** A draft without the address it begins or ends with: `@Bluepencil, …`. */
export function withoutAddress(text: string, { botUser }: Pick<Identity, 'botUser'>): string {
  const us = `<@${botUser}(?:\\|[^>]*)?>`;
  return text
    .replace(new RegExp(`^\\s*${us}[,:]?[ \\t]*`), '')
    .replace(new RegExp(`[ \\t]*${us}\\s*$`), '');
}

/**
 * What a mention asks for. In a thread with a run, `review`, `again`, `stop` and `vote` alone are commands and
 * anything else is words to the review; without a run the words are the draft.
 */
export function readMention(
  words: string,
  place: { readonly isReply: boolean; readonly hasRun: boolean },
): ThreadWord | 'help' | 'draft' | 'words' {
  if (/^help[.!?]*$/i.test(words.trim())) return 'help';
  const word = readThreadWord(words);
  if (word !== null) return word;
  return place.isReply && place.hasRun ? 'words' : 'draft';
}
