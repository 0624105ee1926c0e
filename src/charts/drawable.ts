/** The pieces of Inter that are brought along, and what they are made of. */
export const FONT_PIECES = [
  'latin-400',
  'latin-600',
  'latin-ext-400',
  'vietnamese-400',
  'greek-400',
  'cyrillic-400',
] as const;

/** Latin, Greek and Cyrillic letters, figures, and the usual punctuation. */
const DRAWABLE =
  /^[ -~\u00a0-\u024f\u0370-\u03ff\u0400-\u045f\u1e00-\u1eff\u2010-\u2026\u2030-\u203a\u20ac]*$/u;

/** False for words of which a letter would be missing in a picture. */
export function isDrawable(words: string): boolean {
  return DRAWABLE.test(words.normalize('NFC'));
}
