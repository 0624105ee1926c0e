import { readThreadWord, type ThreadWord } from '../../review/thread-words.ts';

const MENTION = /(^|[^\p{L}\p{N}_@])@bluepencil\b[,:]?/giu;

/** What a message says besides the mention of Bluepencil; null for one that does not mention it. */
export function findMention(text: string): string | null {
  const without = text.replace(MENTION, '$1');
  return without === text ? null : without.replace(/[ \t]{2,}/g, ' ').trim();
}

/**
 * What a mention asks for. In a thread with a run, `review`, `again`, `stop` and `vote` alone are commands and
 * anything else is words to the review; without a run the words are the draft.
 */
export function readMention(
  words: string,
  place: { readonly isReply: boolean; readonly hasRun: boolean },
): ThreadWord | 'draft' | 'words' {
  const word = readThreadWord(words);
  if (word !== null) return word;
  return place.isReply && place.hasRun ? 'words' : 'draft';
}
