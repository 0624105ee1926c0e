import type { MarkdownMap } from './markdown.ts';
import { mapMarkdown } from './markdown.ts';
import type { Range } from './range.ts';
import { rememberLast } from './remember.ts';
import { findTokens } from './tokens.ts';

/** Stands for one character a reader does not read as words: code, a link's target, a token, HTML. */
export const OBJECT = '\uFFFC';
/** Stands for one character between two blocks. Not white space, so no phrase reaches across it. */
export const BLOCK_GAP = '\uFFFF';

/**
 * The stretches read as prose, in order: no code, addresses, tags, tokens, placeholders, front matter.
 * A word with emphasis inside (`re**do**`) is one stretch, as are lines joined by a plain line break.
 */
export function proseRanges(markdown: string): Range[] {
  const map = mapMarkdown(markdown);
  const ranges: Range[] = [];
  let open: { start: number; end: number } | null = null;
  for (const { start, end } of textRanges(markdown, map)) {
    if (open !== null && isBridge(markdown, open.end, start)) open.end = end;
    else {
      open = { start, end };
      ranges.push(open);
    }
  }
  return ranges.filter(({ start, end }) => markdown.slice(start, end).trim() !== '');
}

/**
 * The text with everything that is not prose blotted out, character for character, so that offsets
 * stay: `OBJECT` for code and the like, a space for emphasis marks and line breaks inside a
 * paragraph, `BLOCK_GAP` between blocks.
 */
export const maskProse: (markdown: string) => string = rememberLast(mask);

function mask(markdown: string): string {
  const map = mapMarkdown(markdown);
  const pieces: string[] = [];
  let at = 0;
  const put = (end: number, filler: string): void => {
    if (end > at) pieces.push(filler.repeat(end - at));
    at = Math.max(at, end);
  };
  const texts = textRanges(markdown, map);
  let text = 0;
  for (const part of placed(map)) {
    put(part.start, BLOCK_GAP);
    while ((texts[text]?.end ?? Number.POSITIVE_INFINITY) <= part.start) text += 1;
    if (part.type !== 'text') put(part.end, FILLER[part.type] ?? OBJECT);
    else {
      for (
        let next = texts[text];
        next !== undefined && next.start < part.end;
        next = texts[++text]
      ) {
        put(next.start, OBJECT);
        pieces.push(markdown.slice(next.start, next.end));
        at = next.end;
      }
      put(part.end, OBJECT);
    }
  }
  put(markdown.length, BLOCK_GAP);
  return pieces.join('');
}

const FILLER: Readonly<Record<string, string>> = { break: ' ', marker: ' ' };

/** Parts and the blocks without parts, by place. */
function placed({ blocks, parts }: MarkdownMap): (Range & { readonly type: string })[] {
  const whole = blocks.filter(({ type }) => BLOCKS_WITHOUT_PARTS.has(type));
  return [...parts, ...whole].sort((a, b) => a.start - b.start);
}

const BLOCKS_WITHOUT_PARTS = new Set<string>(['code', 'html', 'definition', 'frontMatter']);

const ENTITY_OR_ESCAPE = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z0-9]{1,31});|\\(?=[!-/:-@[-`{-~])/gi;

/** The text parts without the tokens, character references and escaping backslashes in them. */
function textRanges(markdown: string, { parts }: MarkdownMap): Range[] {
  const holes: Range[] = [
    ...findTokens(markdown),
    ...Array.from(markdown.matchAll(ENTITY_OR_ESCAPE), ({ 0: text, index }) => ({
      start: index,
      end: index + text.length,
    })),
  ].sort((a, b) => a.start - b.start);
  const ranges: Range[] = [];
  let next = 0;
  for (const part of parts) {
    if (part.type !== 'text') continue;
    while ((holes[next]?.end ?? Number.POSITIVE_INFINITY) <= part.start) next += 1;
    ranges.push(...cutOut(part, holes, next));
  }
  return ranges;
}

/** What is left of a range without the holes in it, from hole number `first` on. */
function cutOut(range: Range, holes: readonly Range[], first: number): Range[] {
  const left: Range[] = [];
  let from = range.start;
  for (let i = first; i < holes.length; i += 1) {
    const hole = holes[i];
    if (hole === undefined || hole.start >= range.end) break;
    if (hole.start > from) left.push({ start: from, end: hole.start });
    from = Math.max(from, hole.end);
  }
  if (from < range.end) left.push({ start: from, end: range.end });
  return left;
}

function isBridge(markdown: string, from: number, to: number): boolean {
  const gap = markdown.slice(from, to);
  if (/^[*_~]{0,6}$/.test(gap)) {
    return (
      WORD_END.test(markdown.slice(Math.max(0, from - 2), from)) &&
      WORD_START.test(markdown.slice(to, to + 2))
    );
  }
  return /^[ \t]*(?:\r\n|\r|\n)[ \t]*$/.test(gap);
}

const WORD_END = /[\p{L}\p{M}\p{N}]$/u;
const WORD_START = /^[\p{L}\p{N}]/u;
