/** False for empty, blank, punctuation-only, emoji-only and picture-only text; a letter or number of any script is a word. */
export function hasWords(text: string): boolean {
  return WORD.test(text.replace(NOT_WORDS, ' '));
}

const WORD = /[\p{L}\p{N}]/u;
/**
 * Pictures say nothing to read. Keycaps (1️⃣) are digits by nature, and emoji names and tokens are letters,
 * but neither says anything either.
 */
const NOT_WORDS =
  /!\[[^\]\n]{0,500}\](?:\([^)\n]{0,2000}\)|\[[^\]\n]{0,500}\])|[0-9#*]\uFE0F?\u20E3|<a?:\w{1,64}:\d{1,24}>|(?<![\w:]):[a-z0-9_+-]{1,60}:(?::skin-tone-\d:)?(?!\w)|[\u{1F1E6}-\u{1F1FF}]/gu;
