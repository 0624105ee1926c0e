import { readThreadWord, type ThreadWord } from '../../review/thread-words.ts';

/** What a message says besides the mention of the bot; null for one that does not mention it. */
export function findMention(text: string, botId: string): string | null {
  const mention = new RegExp(`<@!?${botId}>[,:]?`, 'g');
  const without = text.replace(mention, '');
  return without === text ? null : without.replace(/[ \t]{2,}/g, ' ').trim();
}

/**
 * What a mention asks for. In a thread with a run, `review`, `again`, `stop` and `vote` alone are commands and
 * anything else is words to the review; without a run the words are the draft.
 */
export function readMention(
  words: string,
  { hasRun }: { readonly hasRun: boolean },
): ThreadWord | 'draft' | 'words' {
  const word = readThreadWord(words);
  if (word !== null) return word;
  return hasRun ? 'words' : 'draft';
}
