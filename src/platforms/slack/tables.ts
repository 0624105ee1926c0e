import type { NameOf } from './entities.ts';
import { richTextToMarkdown, type SlackElement } from './rich-text.ts';

/** Pasted cells as a Markdown table. */
export function tableToMarkdown(block: SlackElement, nameOf: NameOf): string {
  const rows = Array.isArray(block.rows) ? (block.rows as readonly unknown[]) : [];
  const cells = rows.map((row) => cellsOf(row).map((cell) => cellText(cell, nameOf)));
  const [head, ...rest] = cells;
  if (head === undefined || cells.every((row) => row.every((cell) => cell === ''))) return '';
  const width = Math.max(...cells.map((row) => row.length));
  const line = (row: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, at) => row[at] ?? '').join(' | ')} |`;
  return [line(head), `|${' --- |'.repeat(width)}`, ...rest.map(line)].join('\n');
}

function cellsOf(row: unknown): readonly unknown[] {
  if (Array.isArray(row)) return row;
  const { cells } = (row ?? {}) as { readonly cells?: unknown };
  return Array.isArray(cells) ? cells : [];
}

function cellText(cell: unknown, nameOf: NameOf): string {
  if (typeof cell !== 'object' || cell === null) return String(cell ?? '');
  const element = cell as SlackElement;
  const words =
    element.type === 'rich_text'
      ? richTextToMarkdown(element, nameOf)
      : String(element.text ?? element.value ?? '');
  return words
    .replaceAll('|', '\\|')
    .replace(/\s*\n\s*/g, ' ')
    .trim();
}
