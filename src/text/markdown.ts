import { frontMatterEnd, splitChunks } from './markdown-chunks.ts';
import { mapByLines } from './markdown-fallback.ts';
import { mapWithGrammar } from './markdown-tree.ts';
import type { Range } from './range.ts';
import { rememberLast } from './remember.ts';

export type BlockType =
  | 'paragraph'
  | 'heading'
  /** The first paragraph of a list item, without its bullet; further ones are `paragraph`. */
  | 'listItem'
  | 'tableCell'
  /** Fenced or indented code with its fences; an unclosed fence reaches to the end of its container. */
  | 'code'
  | 'html'
  /** `[label]: target` */
  | 'definition'
  | 'thematicBreak'
  | 'frontMatter';

/** A block that holds no other blocks. */
export interface Block extends Range {
  readonly type: BlockType;
  /** How many block quotes it stands in. */
  readonly quotes: number;
  /** 1–6, for headings. */
  readonly depth?: number;
  /** The whole row, for table cells. */
  readonly row?: Range;
}

export type PartType =
  | 'text'
  /** A line end inside a paragraph with whatever starts the next line (`> `, indentation). */
  | 'break'
  /** Emphasis marks, `[` of a link, footnote calls, hard breaks. */
  | 'marker'
  | 'code'
  /** `](target)`, `][label]`, or a whole autolink. */
  | 'target'
  | 'image'
  | 'html';

/** One piece of the inside of a paragraph, heading, list item or table cell. */
export interface Part extends Range {
  readonly type: PartType;
}

/** The structure of a text: both lists in order of place, no two entries of one list overlap. */
export interface MarkdownMap {
  readonly blocks: readonly Block[];
  readonly parts: readonly Part[];
}

/** Every leaf block of a Markdown text (CommonMark, GFM, front matter), in order. Never throws. */
export function parseBlocks(markdown: string): readonly Block[] {
  return mapMarkdown(markdown).blocks;
}

/**
 * Maps blocks and their inline parts. Never throws: a piece over 16,000 characters without a blank
 * line, or with hostile nesting, is mapped line by line instead of by the grammar.
 */
export const mapMarkdown: (markdown: string) => MarkdownMap = rememberLast(readMarkdown);

function readMarkdown(markdown: string): MarkdownMap {
  const blocks: Block[] = [];
  const parts: Part[] = [];
  const readable = markdown.replace(CHAT_TOKEN, '<@');
  const bodyStart = frontMatterEnd(markdown);
  if (bodyStart > 0) blocks.push({ type: 'frontMatter', start: 0, end: bodyStart, quotes: 0 });
  const labels = definitionLabels(markdown);
  for (const { start, end } of splitChunks(markdown, bodyStart)) {
    const map = mapChunk(readable.slice(start, end), labels);
    for (const block of map.blocks) blocks.push(shift(block, start));
    for (const part of map.parts) parts.push(shift(part, start));
  }
  return { blocks, parts };
}

/** `<!here>` and the like open a message; the grammar would take the whole line for HTML. */
const CHAT_TOKEN = /<!(?=(?:here|channel|everyone)[|>]|(?:subteam|date)\^)/g;

// A revision shares most of its pieces with the one before: each piece costs the grammar once.
const mappedChunks = new Map<string, MarkdownMap>();
const MAX_REMEMBERED_CHARS = 400_000;
let rememberedChars = 0;

function mapChunk(chunk: string, labels: ReadonlySet<string>): MarkdownMap {
  const simple = mapPlainParagraph(chunk);
  if (simple !== null) return simple;
  const definitions = usedDefinitions(chunk, labels);
  const key = chunk + definitions;
  const known = mappedChunks.get(key);
  if (known !== undefined) return known;
  const map = isHostile(chunk) ? mapByLines(chunk) : mapSafely(chunk, definitions);
  if (rememberedChars > MAX_REMEMBERED_CHARS) {
    mappedChunks.clear();
    rememberedChars = 0;
  }
  mappedChunks.set(key, map);
  rememberedChars += key.length;
  return map;
}

function mapSafely(chunk: string, definitions: string): MarkdownMap {
  try {
    const { blocks, parts } = mapWithGrammar(definitions + chunk);
    const before = definitions.length;
    if (before === 0) return { blocks, parts };
    return {
      blocks: blocks.filter(({ end }) => end > before).map((block) => shift(block, -before)),
      parts: parts.filter(({ end }) => end > before).map((part) => shift(part, -before)),
    };
  } catch {
    // The grammar recurses: nesting the limits below let through may still exhaust the stack.
    return mapByLines(chunk);
  }
}

const PLAIN_LINE = /^[^\s#>\-*+=:|\d][^\r\n]*$/;
const INLINE_SYNTAX = /[*_`[\]<&\\|~@]|www\.|:\/\/|[ \t](?=[\r\n])/i;

/** A paragraph without any Markdown in it needs no grammar; null when there might be some. */
function mapPlainParagraph(chunk: string): MarkdownMap | null {
  const text = chunk.trimEnd();
  if (INLINE_SYNTAX.test(text) || text.includes('\uFEFF')) return null;
  const parts: Part[] = [];
  let from = 0;
  for (const found of text.matchAll(/\r\n|\r|\n|$/g)) {
    if (!PLAIN_LINE.test(text.slice(from, found.index))) return null;
    parts.push({ type: 'text', start: from, end: found.index });
    from = found.index + found[0].length;
    if (found[0] !== '') parts.push({ type: 'break', start: found.index, end: from });
  }
  return { blocks: [{ type: 'paragraph', start: 0, end: text.length, quotes: 0 }], parts };
}

// Measured: the grammar takes about 2.5 ms per 1,000 characters of ordinary Markdown, grows with the
// square of the number of brackets and table rows, and overflows the stack on a few thousand `>`.
const MAX_CHUNK_CHARS = 16_000;
const MAX_BRACKETS = 1_500;
const DEEP_NESTING = /^(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])){40}/m;

/** True for a piece that the grammar would take too long over, or run out of stack on. */
export function isHostile(chunk: string): boolean {
  return (
    chunk.length > MAX_CHUNK_CHARS ||
    DEEP_NESTING.test(chunk) ||
    chunk.split('[', MAX_BRACKETS + 1).length > MAX_BRACKETS
  );
}

const DEFINITION = /^ {0,3}\[((?:[^[\]\\\r\n]|\\.){1,200})\]:/gm;
const LABEL = /\[((?:[^[\]\\]|\\.){1,200})\]/g;

/** The labels of all reference and footnote definitions, so that a piece can be read on its own. */
function definitionLabels(markdown: string): ReadonlySet<string> {
  if (!markdown.includes(']:')) return new Set();
  return new Set(Array.from(markdown.matchAll(DEFINITION), (found) => normaliseLabel(found[1])));
}

function usedDefinitions(chunk: string, labels: ReadonlySet<string>): string {
  if (labels.size === 0 || !chunk.includes('[')) return '';
  const used = new Set<string>();
  for (const found of chunk.matchAll(LABEL)) {
    const label = normaliseLabel(found[1]);
    if (labels.has(label)) used.add(label);
  }
  if (used.size === 0) return '';
  // The comment keeps an indented first line from becoming part of the last definition.
  return `${Array.from(used, (label) => `[${label}]: #\n`).join('')}\n<!-- -->\n\n`;
}

function normaliseLabel(label = ''): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase();
}

function shift<T extends Block | Part>(piece: T, by: number): T {
  const moved = { ...piece, start: piece.start + by, end: piece.end + by };
  if (!('row' in piece)) return moved;
  return { ...moved, row: { start: piece.row.start + by, end: piece.row.end + by } };
}
