import { LIMITS } from './limits.ts';

const PREFIX = 'Review: ';
/** The name of a thread that says nothing of what it is about. */
export const WORDLESS = 'Review';
const MAX_WORDS_CHARS = 60;

/**
 * The name of the thread under a message: its first words in one line, without mentions and marks. Never
 * blank, never longer than Discord takes, cut between words or at least between characters as people see
 * them.
 */
export function threadName(text: string): string {
  const words = cleanWords(text);
  if (words === '') return WORDLESS;
  return PREFIX + cut(words, Math.min(MAX_WORDS_CHARS, LIMITS.threadName - PREFIX.length));
}

/** True for a name that begins as ours do, with words behind. */
export function saysWords(name: string): boolean {
  return name.startsWith(PREFIX);
}

function cleanWords(text: string): string {
  return (
    text
      // Tokens would show as numbers: mentions, channels, commands, times, a server's own emoji.
      .replace(
        /<(?:@[!&]?|#|id:)\w+(?:\|[^<>]*)?>|<\/[^<>]+:\d+>|<t:[^<>]+>|<a?:\w+:\d+>|:\w+:/g,
        ' ',
      )
      .replace(/```[\s\S]*?(?:```|$)/g, ' ')
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/https?:\/\/\S+/g, ' ')
      .replace(/^\s*(?:>{1,3}|#{1,3}|-#|[-*]|\d+\.)\s+/gm, '')
      .replace(/[*_~`|]+/g, '')
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, joinMark)
      .trim()
  );
}

/** A joiner holds an emoji together and stays; all other invisible signs are a space. */
function joinMark(run: string): string {
  return run === '\u200D' ? run : ' ';
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

function cut(words: string, maxChars: number): string {
  if (words.length <= maxChars) return words;
  const room = maxChars - 1;
  const space = words.lastIndexOf(' ', room);
  if (space > room / 2) return `${words.slice(0, space).trimEnd()}…`;
  let end = 0;
  for (const { index, segment } of graphemes.segment(words)) {
    if (index + segment.length > room) break;
    end = index + segment.length;
  }
  return end === 0 ? WORDLESS : `${words.slice(0, end).trimEnd()}…`;
}
