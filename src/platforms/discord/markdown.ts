/*
 * Our Markdown as Discord shows it. Discord knows bold, italics, headings of three levels, lists, quotes,
 * code, links and small text; it knows no tables, no deeper headings and no hard breaks, and a link whose
 * words are an address again shows as typed. Code is never touched.
 */
import { resolvePlaceLinks } from '../../review/place-link.ts';
import { rewriteAroundCode } from '../../text/around-code.ts';
import { ADMIN_WORDS } from './command-words.ts';
import { addressOf } from './places.ts';

/** Rewrites what Discord would show raw. */
export function toDiscordMarkdown(markdown: string): string {
  const linked = resolvePlaceLinks(nameCommands(markdown), addressOf);
  return rewriteAroundCode(linked, { prose: (piece) => shorten(listTables(piece)) });
}

/** Core sentences name commands as they are typed elsewhere; here each has a name of its own. */
function nameCommands(markdown: string): string {
  return markdown.replace(/`\/refine ([a-z]+)`/g, (typed, word: string) => {
    if (word === 'write') return '`/refine-write`';
    return Object.hasOwn(ADMIN_WORDS, word) ? `\`/refine-admin ${word}\`` : typed;
  });
}

function shorten(prose: string): string {
  return prose
    .replace(/ {2,}\n/g, '\n')
    .replace(/^#{4,6}\s+(.+?)\s*#*$/gm, '**$1**')
    .replace(/^ {0,3}(?:-{3,}|\*{3,}|_{3,})[ \t]*$/gm, '⸻')
    .replace(/!\[([^\]]*)\]\(([^)\s]+)[^)]*\)/g, (_all, label: string, url: string) =>
      label === '' ? `<${url}>` : `[${label}](<${url}>)`,
    )
    .replace(/\[(https?:\/\/[^\]\s]+)\]\(<?([^)\s>]+)>?\)/g, '<$2>');
}

/** A whole line in italics is small print. */
export function smallPrint(markdown: string): string {
  const line = /^_([^\n]{24,})_$/.exec(markdown)?.[1];
  return line === undefined || line.includes('_') ? markdown : `-# ${line}`;
}

const ROW = /^ {0,3}\|?.*\|.*$/;
const RULE = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** Tables as lists: a line per row, its first cell in bold, the others with their column's name. */
function listTables(prose: string): string {
  const lines = prose.split('\n');
  const out: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const [head = '', rule = ''] = lines.slice(at, at + 2);
    if (!ROW.test(head) || !rule.includes('|') || !RULE.test(rule)) {
      out.push(head);
      continue;
    }
    const names = cells(head);
    at += 1;
    while (ROW.test(lines[at + 1] ?? '')) {
      at += 1;
      out.push(rowLine(names, cells(lines[at] ?? '')));
    }
  }
  return out.join('\n');
}

function rowLine(names: readonly string[], [first = '', ...rest]: readonly string[]): string {
  const others = rest.flatMap((cell, at) => {
    const name = names[at + 1] ?? '';
    if (cell === '') return [];
    return [name === '' ? cell : `${name}: ${cell}`];
  });
  const title = first === '' || /^\*\*.*\*\*$/.test(first) ? first : `**${first}**`;
  return `- ${[title, ...others].filter((part) => part !== '').join(' · ')}`;
}

function cells(row: string): string[] {
  const trimmed = row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return trimmed.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim());
}
