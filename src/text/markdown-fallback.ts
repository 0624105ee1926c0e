import type { Block, MarkdownMap, Part } from './markdown.ts';

const CODE_OR_LINK =
  /(?<code>(?<!`)(?<ticks>`{1,8})(?!`)[^\r\n]{1,2000}?(?<!`)\k<ticks>(?!`))|(?<image>!\[[^[\]\r\n]{0,500}\]\([^()\s]{0,2000}\))|(?<target>\]\([^()\s]{1,2000}\)|<[a-z][a-z0-9+.-]{1,30}:[^<>\s]{1,2000}>)|(?<html><\/?[a-z][^<>\r\n]{0,200}>)|(?<marker>[*_~]{1,3}|\[)/giu;
const LINE = /[^\r\n]+/g;
const MARKERS = /^[ \t>]*(?:#{1,6}[ \t]+|(?:[-*+]|\d{1,9}[.)])[ \t]+)?/;
const FENCE = /^[ \t>]*(`{3,}|~{3,})/;

/**
 * Maps a piece of Markdown the grammar is too slow for, or breaks on: one block a line, code fences
 * kept whole, code spans and links found by pattern. Time grows with the length alone.
 */
export function mapByLines(markdown: string): MarkdownMap {
  const blocks: Block[] = [];
  const parts: Part[] = [];
  let fence: { marker: string; start: number; end: number } | null = null;
  for (const { 0: line, index } of markdown.matchAll(LINE)) {
    const start = index + line.length - line.trimStart().length;
    const end = index + line.trimEnd().length;
    if (start >= end) continue;
    const marker = FENCE.exec(line)?.[1];
    if (fence !== null) {
      fence.end = end;
      if (marker?.startsWith(fence.marker) !== true) continue;
      blocks.push({ type: 'code', start: fence.start, end, quotes: 0 });
      fence = null;
    } else if (marker !== undefined) {
      fence = { marker, start, end };
    } else {
      const textStart = Math.min(end, index + (MARKERS.exec(line)?.[0].length ?? 0));
      blocks.push({ type: 'paragraph', start, end, quotes: 0 });
      pushParts(markdown, textStart, end, parts);
    }
  }
  if (fence !== null) blocks.push({ type: 'code', start: fence.start, end: fence.end, quotes: 0 });
  return { blocks, parts };
}

function pushParts(markdown: string, start: number, end: number, parts: Part[]): void {
  let from = start;
  for (const found of markdown.slice(start, end).matchAll(CODE_OR_LINK)) {
    const at = start + found.index;
    const { code, image, target, html } = found.groups ?? {};
    if (at > from) parts.push({ type: 'text', start: from, end: at });
    from = at + found[0].length;
    let type: Part['type'] = 'marker';
    if (code !== undefined) type = 'code';
    else if (image !== undefined) type = 'image';
    else if (target !== undefined) type = 'target';
    else if (html !== undefined) type = 'html';
    parts.push({ type, start: at, end: from });
  }
  if (from < end) parts.push({ type: 'text', start: from, end });
}
