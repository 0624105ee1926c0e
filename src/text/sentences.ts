import { endsInAbbreviation } from './abbreviations.ts';
import type { Block } from './markdown.ts';
import { parseBlocks } from './markdown.ts';
import { BLOCK_GAP, maskProse, OBJECT } from './prose.ts';
import type { Range } from './range.ts';
import { rememberLast } from './remember.ts';

/** One numbered unit of a text: what a critic names and an anchor stands in. */
export interface Sentence extends Range {
  /** `S1`, `S2`, … in order. */
  readonly id: string;
}

/**
 * Numbers a text sentence by sentence; a code block, table row, HTML block or definition is one unit.
 * Every non-blank character is in exactly one sentence; bullets and quote marks belong to the
 * sentence they introduce. Ranges are trimmed, ordered, and do not overlap. Never throws.
 */
export const splitSentences: (markdown: string) => readonly Sentence[] =
  rememberLast(readSentences);

function readSentences(markdown: string): readonly Sentence[] {
  const masked = maskProse(markdown);
  const ranges: { start: number; end: number }[] = [];
  let covered = 0;
  for (const unit of findUnits(markdown)) {
    const pieces = unit.prose
      ? splitProse(masked.slice(unit.start, unit.end), markdown, unit.start)
      : [{ start: unit.start, end: unit.end }];
    for (const piece of pieces) {
      const start = skipBlank(markdown, covered, piece.end);
      const end = trimEnd(markdown, start, piece.end);
      if (start >= end) continue;
      ranges.push({ start, end });
      covered = end;
    }
  }
  coverTail(markdown, covered, ranges);
  return ranges.map(({ start, end }, index) => ({ id: `S${index + 1}`, start, end }));
}

/** The sentence `offset` stands in; null in the blank between two sentences and outside the text. */
export function sentenceAt(sentences: readonly Sentence[], offset: number): Sentence | null {
  let low = 0;
  let high = sentences.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const sentence = sentences[middle];
    if (sentence === undefined) return null;
    if (offset < sentence.start) high = middle - 1;
    else if (offset >= sentence.end) low = middle + 1;
    else return sentence;
  }
  return null;
}

interface Unit extends Range {
  readonly prose: boolean;
}

const PROSE_BLOCKS = new Set<Block['type']>(['paragraph', 'heading', 'listItem']);
const DELIMITER_ROW =
  /[ \t]*(?:\r\n|\r|\n)[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*){0,200}\|?(?=[ \t]*(?:[\r\n]|$))/y;

function findUnits(markdown: string): Unit[] {
  const units: Unit[] = [];
  let rowStart = -1;
  for (const block of parseBlocks(markdown)) {
    const { start, end } = block.row ?? block;
    if (block.row !== undefined) {
      if (start === rowStart) continue;
      rowStart = start;
      DELIMITER_ROW.lastIndex = end;
      const delimiter = DELIMITER_ROW.exec(markdown)?.[0].length ?? 0;
      units.push({ start, end: end + delimiter, prose: false });
    } else {
      units.push({ start, end, prose: PROSE_BLOCKS.has(block.type) });
    }
  }
  return units;
}

const ENDS_SENTENCE = /[.!?…‽。！？｡．؟۔।॥;՝։።]/;
const WORD = /[\p{L}\p{N}]/u;
const OPENERS = /(?:(?<=\s)[*_~[(“‘„«"'¿¡]{1,8}|[「『【《〈（]{1,4})\s*$/;

function splitProse(masked: string, markdown: string, offset: number): Range[] {
  const text = masked.replaceAll(BLOCK_GAP, ' ').replaceAll(OBJECT, 'X');
  if (!ENDS_SENTENCE.test(text)) return [{ start: offset, end: offset + text.length }];
  const pieces: { start: number; end: number }[] = [];
  for (const { segment, index } of segmenterFor(text).segment(text)) {
    const last = pieces.at(-1);
    const next = index + segment.length;
    // The mask hides emphasis marks, and the segmenter takes an opening quote for a closing one.
    const end =
      next - (OPENERS.exec(markdown.slice(offset + index, offset + next))?.[0].length ?? 0);
    const joins =
      last !== undefined &&
      (!WORD.test(segment) || endsInAbbreviation(text.slice(last.start, last.end), segment));
    if (joins) last.end = end;
    else pieces.push({ start: last?.end ?? 0, end });
  }
  const last = pieces.at(-1);
  if (last !== undefined) last.end = text.length;
  return pieces.map(({ start, end }) => ({ start: start + offset, end: end + offset }));
}

const segmenters = new Map<string, Intl.Segmenter>();

/** Only Greek differs in how sentences end (its question mark is our semicolon). */
function segmenterFor(text: string): Intl.Segmenter {
  const locale = /[\u0370-\u03FF]{3}/.test(text) ? 'el' : 'en';
  const known = segmenters.get(locale);
  if (known !== undefined) return known;
  const segmenter = new Intl.Segmenter(locale, { granularity: 'sentence' });
  segmenters.set(locale, segmenter);
  return segmenter;
}

function skipBlank(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && isBlank(text[at])) at += 1;
  return at;
}

function trimEnd(text: string, from: number, to: number): number {
  let at = to;
  while (at > from && isBlank(text[at - 1])) at -= 1;
  return at;
}

function isBlank(character: string | undefined): boolean {
  return character === undefined || character.trim() === '';
}

/** What no block claims after the last one (an empty bullet, a lone quote mark). */
function coverTail(
  markdown: string,
  covered: number,
  ranges: { start: number; end: number }[],
): void {
  const start = skipBlank(markdown, covered, markdown.length);
  if (start === markdown.length) return;
  const end = trimEnd(markdown, start, markdown.length);
  const last = ranges.at(-1);
  if (last === undefined) ranges.push({ start, end });
  else last.end = end;
}
