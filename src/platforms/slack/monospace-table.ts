import type { Nodes, Table } from 'mdast';
import { plainTokens } from './inline-elements.ts';

/** A table as aligned lines: wide characters count twice, as every terminal draws them. */
export function monospaceTable(table: Table): string {
  const rows = table.children.map((row) =>
    row.children.map((cell) => plainTokens(textIn(cell).trim())),
  );
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, at) =>
    Math.max(1, ...rows.map((row) => widthOf(row[at] ?? ''))),
  );
  const line = (row: readonly string[]) =>
    widths
      .map((width, at) => pad(row[at] ?? '', width, table.align?.[at] ?? null))
      .join('  ')
      .trimEnd();
  const [head = [], ...rest] = rows;
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  return [line(head), rule, ...rest.map(line)].join('\n');
}

function pad(text: string, width: number, align: 'left' | 'right' | 'center' | null): string {
  const room = ' '.repeat(Math.max(0, width - widthOf(text)));
  if (align === 'right') return room + text;
  if (align !== 'center') return text + room;
  const left = Math.floor(room.length / 2);
  return room.slice(0, left) + text + room.slice(left);
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const WIDE =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303F\uFF01-\uFF60\uFFE0-\uFFE6\p{Emoji_Presentation}]/u;

function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += WIDE.test(segment) ? 2 : 1;
  return width;
}

function textIn(node: Nodes): string {
  if ('value' in node) return node.value;
  if ('alt' in node && node.type === 'image') return node.alt ?? '';
  return 'children' in node ? node.children.map(textIn).join('') : '';
}
