/*
 * A text that is longer than a model's window is read in sections. They lie end to end, so that together
 * they are the text; each begins where a reader would begin a new thought.
 */
import type { Range } from '../../text/range.ts';
import { splitSentences } from '../../text/sentences.ts';

/**
 * Divides a text into sections of at most `most`, measured by `size`: at headings where that works, else
 * between paragraphs, else between sentences. A single sentence that is too long stands alone.
 */
export function divideText(
  text: string,
  most: number,
  size: (part: string) => number,
): readonly Range[] {
  return divide({ start: 0, end: text.length }, text, { most, size, level: 0 });
}

interface Division {
  readonly most: number;
  readonly size: (part: string) => number;
  readonly level: number;
}

function divide(range: Range, text: string, { most, size, level }: Division): Range[] {
  const content = text.slice(range.start, range.end);
  if (size(content) <= most || level >= CUTS.length) return [range];
  const cut = CUTS[level];
  const starts = cut === undefined ? [] : cut(content).filter((at) => at > 0);
  const pieces = [0, ...starts].map((start, at) => ({
    start: range.start + start,
    end: range.start + (starts[at] ?? content.length),
  }));
  const small = pieces.flatMap((piece) => divide(piece, text, { most, size, level: level + 1 }));
  return joinWhileFitting(small, (part) => size(text.slice(part.start, part.end)) <= most);
}

const startsOf = (pattern: RegExp) => (content: string) =>
  [...content.matchAll(pattern)].map(({ index }) => index);

/** Where a text may be divided, the best places first. A line that only looks like a heading does no harm. */
const CUTS: readonly ((content: string) => number[])[] = [
  startsOf(/^#{1,2}[ \t]/gm),
  startsOf(/^#{1,6}[ \t]/gm),
  startsOf(/(?<=\n[ \t]*\r?\n)(?=\S)/g),
  (content) => splitSentences(content).map(({ start }) => start),
];

function joinWhileFitting(parts: readonly Range[], fits: (part: Range) => boolean): Range[] {
  const joined: Range[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    const together = last === undefined ? part : { start: last.start, end: part.end };
    if (last !== undefined && fits(together)) joined[joined.length - 1] = together;
    else joined.push(part);
  }
  return joined;
}
