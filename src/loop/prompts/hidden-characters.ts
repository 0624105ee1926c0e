import type { Range } from '../../text/range.ts';

/** Joiners, selectors and flags that spell something visible and stay. */
const SPELLING = [
  String.raw`\p{RGI_Emoji_Tag_Sequence}`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{FE0F}])\u{200D}(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\p{Emoji})[\u{FE0E}\u{FE0F}]`,
  String.raw`(?<=[[\p{L}\p{M}]--[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Han}\p{scx=Hangul}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hebrew}]])[\u{200C}\u{200D}]`,
  String.raw`(?<=\p{sc=Mongolian})[\u{180B}-\u{180F}]`,
  String.raw`(?<=\p{sc=Han})[\u{E0100}-\u{E01EF}]`,
].join('|');

/** What no reader sees and a model does: ignorables, bidirectional controls, private use, control characters. */
const HIDDEN = String.raw`[[\p{DI}\p{Co}\p{Cc}\u{FFF9}-\u{FFFB}]--[\t\n\r]]`;

const PATTERN = new RegExp(`${SPELLING}|(?<hidden>${HIDDEN}+?)`, 'gv');

/** Where invisible, bidirectional, private-use and control characters stand; those an emoji or a script needs are none. */
export function findHiddenCharacters(text: string): Range[] {
  const ranges: { start: number; end: number }[] = [];
  for (const match of text.matchAll(PATTERN)) {
    const hidden = match.groups?.hidden;
    if (hidden === undefined) continue;
    const end = match.index + hidden.length;
    const last = ranges.at(-1);
    if (last?.end === match.index) last.end = end;
    else ranges.push({ start: match.index, end });
  }
  return ranges;
}

/** The text without its hidden characters. */
export function removeHiddenCharacters(text: string): string {
  return findHiddenCharacters(text).reduceRight(
    (clean, { start, end }) => clean.slice(0, start) + clean.slice(end),
    text,
  );
}
