import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import type { Block, BlockType, MarkdownMap, Part, PartType } from './markdown.ts';
import type { Range } from './range.ts';

// The transforms look for more links in finished text and throw the positions of that text away.
const OPTIONS = {
  extensions: [gfm()],
  mdastExtensions: gfmFromMarkdown().map(({ transforms: _, ...extension }) => extension),
};

/** Maps one piece of Markdown with the full CommonMark + GFM grammar. May throw on hostile nesting. */
export function mapWithGrammar(markdown: string): MarkdownMap {
  // The parser drops a byte order mark and counts from behind it.
  const root = fromMarkdown(markdown.replace(/^\uFEFF/, ' '), OPTIONS);
  const walk: Walk = { markdown, blocks: [], parts: [], quotes: 0 };
  visitBlocks(root, walk, null);
  const blocks = walk.blocks.map((block) => {
    // An unclosed fence takes the blank lines behind it along.
    const end = block.start + markdown.slice(block.start, block.end).trimEnd().length;
    return { ...block, end };
  });
  return { blocks, parts: walk.parts };
}

interface TreeNode {
  readonly type: string;
  readonly children?: readonly TreeNode[];
  readonly depth?: number;
  readonly position?: { readonly start: TreePoint; readonly end: TreePoint } | undefined;
}

interface TreePoint {
  readonly offset?: number | undefined;
}

interface Walk {
  readonly markdown: string;
  readonly blocks: Block[];
  readonly parts: Part[];
  quotes: number;
}

const LEAVES: Readonly<Record<string, BlockType>> = {
  code: 'code',
  html: 'html',
  definition: 'definition',
  thematicBreak: 'thematicBreak',
};

function visitBlocks(node: TreeNode, walk: Walk, row: Range | null): void {
  for (const [index, child] of (node.children ?? []).entries()) {
    const [start, end] = span(child);
    const type = LEAVES[child.type] ?? proseType(child, node.type === 'listItem' && index === 0);
    if (type === null) {
      visitContainer(child, walk);
      continue;
    }
    walk.blocks.push({
      type,
      start,
      end,
      quotes: walk.quotes,
      ...(child.depth === undefined ? {} : { depth: child.depth }),
      ...(type === 'tableCell' ? { row: row ?? { start, end } } : {}),
    });
    if (LEAVES[child.type] === undefined) visitInlines(child, walk);
  }
}

function proseType(node: TreeNode, opensItem: boolean): BlockType | null {
  if (node.type === 'paragraph') return opensItem ? 'listItem' : 'paragraph';
  return node.type === 'heading' || node.type === 'tableCell' ? node.type : null;
}

function visitContainer(node: TreeNode, walk: Walk): void {
  const deeper = node.type === 'blockquote' ? 1 : 0;
  walk.quotes += deeper;
  const [start, end] = span(node);
  visitBlocks(node, walk, node.type === 'tableRow' ? { start, end } : null);
  walk.quotes -= deeper;
}

const WHOLE: Readonly<Record<string, PartType>> = {
  inlineCode: 'code',
  image: 'image',
  imageReference: 'image',
  html: 'html',
  break: 'marker',
  footnoteReference: 'marker',
};

function visitInlines(node: TreeNode, walk: Walk): void {
  for (const child of node.children ?? []) {
    const [start, end] = span(child);
    const whole = WHOLE[child.type];
    if (child.type === 'text') pushText(start, end, walk);
    else if (whole !== undefined) walk.parts.push({ type: whole, start, end });
    else if (child.children !== undefined) visitMarked(child, start, end, walk);
  }
}

/** Emphasis, strikethrough, links: what is around the children is a marker or a link's target. */
function visitMarked(node: TreeNode, start: number, end: number, walk: Walk): void {
  const first = node.children?.[0];
  const last = node.children?.at(-1);
  const isLink = node.type === 'link' || node.type === 'linkReference';
  if (isLink && walk.markdown[start] !== '[') {
    pushAddress(start, end, walk);
    return;
  }
  if (first === undefined || last === undefined) {
    walk.parts.push({ type: isLink ? 'target' : 'marker', start, end });
    return;
  }
  const [labelStart] = span(first);
  const [, labelEnd] = span(last);
  if (labelStart > start) walk.parts.push({ type: 'marker', start, end: labelStart });
  visitInlines(node, walk);
  if (end > labelEnd) {
    walk.parts.push({ type: isLink ? 'target' : 'marker', start: labelEnd, end });
  }
}

/** The grammar lets a bare address run on through the punctuation of scripts without spaces. */
function pushAddress(start: number, end: number, walk: Walk): void {
  const source = walk.markdown.slice(start, end);
  const cut = source.startsWith('<')
    ? -1
    : source.search(/[\u3000-\u303F\uFF01-\uFF0F\uFF1A-\uFF20]/);
  const addressEnd = cut > 0 ? start + cut : end;
  walk.parts.push({ type: 'target', start, end: addressEnd });
  if (addressEnd < end) walk.parts.push({ type: 'text', start: addressEnd, end });
}

/** A text node runs on over line ends, and what starts its next lines (`> `, indentation) is not text. */
function pushText(start: number, end: number, walk: Walk): void {
  const prefix = walk.quotes === 0 ? /[\r\n][\r\n \t]*/g : /[\r\n](?:[\r\n \t]*>?)*/g;
  const text = walk.markdown.slice(start, end);
  let from = 0;
  for (const found of text.matchAll(prefix)) {
    if (found.index > from) {
      walk.parts.push({ type: 'text', start: start + from, end: start + found.index });
    }
    from = found.index + found[0].length;
    walk.parts.push({ type: 'break', start: start + found.index, end: start + from });
  }
  if (from < text.length) walk.parts.push({ type: 'text', start: start + from, end });
}

function span(node: TreeNode): [number, number] {
  const start = node.position?.start.offset ?? 0;
  return [start, node.position?.end.offset ?? start];
}
