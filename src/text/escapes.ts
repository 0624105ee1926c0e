import { decodeString } from 'micromark-util-decode-string';

/** A run without gaps in which Markdown undoes escapes: a backslash, or a character by its name or number. */
export const ESCAPED_RUN =
  /\S*(?:\\[!-/:-@[-`{-~]|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});)\S*/giu;

/** The words as Markdown shows them, outside code. */
export function undoEscapes(words: string): string {
  return decodeString(words);
}
