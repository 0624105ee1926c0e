/*
 * Characters that carry no words but change what people see, copy or search: zero-width spaces, direction
 * overrides, tags, control codes, half of a surrogate pair, the sign for a broken character. Joiners are
 * left alone where they do their work: in emoji, and between letters of the scripts that need them.
 */
const EMOJI = /\p{RGI_Emoji}/v;
const HIDDEN =
  /[\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFD\u{E0000}-\u{E0FFF}]|[^\P{Cc}\t\n\r]|\p{Cs}|\p{Co}|(?<![\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Mongolian}])[\u200C\u200D]/gu;
const SUSPECT =
  /[^\t\n\r\x20-\x7E\u00A1-\u00AC\u00AE-\u024F\u2010-\u2027\u2030-\u205E\u20A0-\u20BF]/u;

/** Counts the characters nobody sees, by code point in the form `U+200B`. */
export function countHiddenCharacters(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  if (!SUSPECT.test(text)) return counts;
  for (const [found] of withoutEmoji(text).matchAll(HIDDEN)) {
    const name = `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

const EMOJI_ALL = new RegExp(EMOJI, 'gv');

function withoutEmoji(text: string): string {
  return PICTORIAL.test(text) ? text.replace(EMOJI_ALL, ' ') : text;
}

const WORD = /[\p{L}\p{M}\p{N}_]+/gu;
const LOOKALIKE_SCRIPTS = [/\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /[\uFF21-\uFF5A]/u];

/** Words that mix Latin letters with their doubles from another alphabet, which no reader can tell apart. */
export function findLookalikes(text: string): string[] {
  if (!LOOKALIKE_SCRIPTS.some((script) => script.test(text))) return [];
  return (text.match(WORD) ?? []).filter(
    (word) =>
      /[A-Za-z]/.test(word) &&
      LOOKALIKE_SCRIPTS.some((script) => script.test(word)) &&
      !isUnit(word),
  );
}

/** `µs`, `Δt`, `kΩ`: a Greek sign in front of or behind Latin letters is notation. */
function isUnit(word: string): boolean {
  return /^(?:\p{Script=Greek}[A-Za-z0-9_]+|[A-Za-z0-9_]+\p{Script=Greek})$/u.test(word);
}

/** Every emoji holds one of these, and looking for one is far cheaper than for all sequences. */
const PICTORIAL = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u;
const PICTURE = /\p{RGI_Emoji}|[\p{Extended_Pictographic}--[©®™‼⁉↔-↪]]\uFE0F?/gv;

/** The emoji of a text, in order; the ways to write one (with or without its style mark) are one. */
export function findEmoji(text: string): string[] {
  if (!PICTORIAL.test(text)) return [];
  return (text.match(PICTURE) ?? []).map((emoji) => emoji.replace(/\uFE0F$/, ''));
}
