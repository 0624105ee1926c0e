/*
 * Rich text as people type it → Markdown. Lists are flat in Slack: nesting is a row of sibling lists with
 * growing `indent`, and an ordered list that was interrupted goes on with `offset`.
 * https://docs.slack.dev/reference/block-kit/blocks/rich-text-block
 */
import { emojiCharacter } from './emoji.ts';
import { markdownLink, mentionToken, type NameOf } from './entities.ts';

/** Any element of Slack's JSON; keys come and go, so nothing is relied on. */
export interface SlackElement {
  readonly type?: string;
  readonly elements?: readonly SlackElement[];
  readonly text?: unknown;
  readonly style?: unknown;
  readonly [key: string]: unknown;
}

/** A rich text block as Markdown; what it cannot say in Markdown is said in words. */
export function richTextToMarkdown(block: SlackElement, nameOf: NameOf): string {
  const counters: number[] = [];
  let markdown = '';
  let before = '';
  for (const element of block.elements ?? []) {
    const type = String(element.type);
    if (type !== 'rich_text_list') counters.length = 0;
    const text =
      type === 'rich_text_list'
        ? listToMarkdown(element, counters, nameOf)
        : blockToMarkdown(element, nameOf);
    if (text.trim() === '' && type !== 'rich_text_section') continue;
    markdown = before === '' ? text : joinBlocks(markdown, text, breaksBetween(before, type));
    before = type;
  }
  return markdown.replace(/\s+$/, '');
}

/** Line breaks that Markdown needs so that the next block is not taken for a part of this one. */
function breaksBetween(before: string, after: string): number {
  if (before === after) return before === 'rich_text_list' ? 1 : 2;
  return before === 'rich_text_list' || before === 'rich_text_quote' ? 2 : 1;
}

/** A section often ends or begins with the line breaks its author typed: those count. */
function joinBlocks(before: string, after: string, least: number): string {
  const [head, tail] = [before.replace(/\n+$/, ''), after.replace(/^\n+/, '')];
  const typed = before.length - head.length + after.length - tail.length;
  return head + '\n'.repeat(Math.max(least, typed)) + tail;
}

function blockToMarkdown(element: SlackElement, nameOf: NameOf): string {
  switch (element.type) {
    case 'rich_text_quote':
      return inlineToMarkdown(element.elements, nameOf)
        .split('\n')
        .map((line) => `> ${line}`.trimEnd())
        .join('\n');
    case 'rich_text_preformatted': {
      const code = plainWords(element.elements);
      const longest = Math.max(2, ...[...code.matchAll(/^`{3,}/gm)].map(([ticks]) => ticks.length));
      const fence = '`'.repeat(longest + 1);
      return `${fence}${typeof element.language === 'string' ? element.language : ''}\n${code.replace(/\n$/, '')}\n${fence}`;
    }
    default:
      return inlineToMarkdown(element.elements, nameOf);
  }
}

function listToMarkdown(element: SlackElement, counters: number[], nameOf: NameOf): string {
  const indent = typeof element.indent === 'number' ? element.indent : 0;
  const isOrdered = element.style === 'ordered';
  // Markdown wants a nested list under the words of its item, wherever its marker ends.
  const margin = '    '.repeat(indent);
  counters.length = indent + 1;
  let count =
    typeof element.offset === 'number' ? element.offset : isOrdered ? (counters[indent] ?? 0) : 0;
  const lines = (element.elements ?? []).map((item) => {
    count += 1;
    const marker = isOrdered ? `${count}.` : '-';
    const words = inlineToMarkdown(item.elements, nameOf).replace(/\n/g, `\n${margin}   `);
    return `${margin}${marker} ${words}`;
  });
  counters[indent] = isOrdered ? count : 0;
  return lines.join('\n');
}

interface Piece {
  readonly text: string;
  /** Markdown marks around it, outermost first. */
  readonly marks: readonly string[];
}

/** Inline elements as Markdown; neighbours of one style share their marks. */
export function inlineToMarkdown(
  elements: readonly SlackElement[] | undefined,
  nameOf: NameOf,
): string {
  const pieces: Piece[] = [];
  for (const element of elements ?? []) {
    const piece = pieceOf(element, nameOf);
    const last = pieces.at(-1);
    if (last !== undefined && last.marks.join() === piece.marks.join()) {
      pieces[pieces.length - 1] = { ...last, text: last.text + piece.text };
    } else pieces.push(piece);
  }
  return pieces.map(({ text, marks }) => marked(text, marks)).join('');
}

function pieceOf(element: SlackElement, nameOf: NameOf): Piece {
  const text = wordsOf(element, nameOf);
  const style = (element.style ?? {}) as Readonly<Record<string, unknown>>;
  if (style.code === true) return { text, marks: ['`'] };
  const marks = [
    ...(style.bold === true ? ['**'] : []),
    ...(style.italic === true ? ['_'] : []),
    ...(style.strike === true ? ['~~'] : []),
  ];
  return { text, marks };
}

/** Marks stand tight around words: spaces and line breaks at the edges go outside. */
function marked(text: string, marks: readonly string[]): string {
  if (marks.length === 0 || text.trim() === '') return text;
  if (marks[0] === '`') return codeSpan(text);
  return text
    .split('\n')
    .map((line) => {
      const words = line.trim();
      if (words === '') return line;
      const at = line.indexOf(words);
      const closing = [...marks].reverse().join('');
      return `${line.slice(0, at)}${marks.join('')}${words}${closing}${line.slice(at + words.length)}`;
    })
    .join('\n');
}

function codeSpan(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  if (longest === 0) return `\`${text}\``;
  const ticks = '`'.repeat(longest + 1);
  return `${ticks} ${text} ${ticks}`;
}

function wordsOf(element: SlackElement, nameOf: NameOf): string {
  const word = (key: string) => (typeof element[key] === 'string' ? String(element[key]) : '');
  switch (element.type) {
    case 'text':
      return word('text');
    case 'link':
      return markdownLink(word('url'), word('text'));
    case 'emoji':
      return emojiWord(element, word('name'));
    case 'user':
      return mentionToken('member', word('user_id'), nameOf);
    case 'channel':
      return mentionToken('channel', word('channel_id'), nameOf);
    case 'usergroup':
      return mentionToken('group', word('usergroup_id'), nameOf);
    case 'broadcast':
      return `<!${word('range')}>`;
    case 'date':
      return `<!date^${String(element.timestamp)}^${word('format')}|${word('fallback') || 'a date'}>`;
    case 'color':
      return word('value');
    // Kinds that come later are read by what they have in words.
    default:
      return word('text') || word('fallback') || word('url') || plainWords(element.elements);
  }
}

/** An emoji of Unicode as its character, one of the workspace by its name. */
function emojiWord({ unicode, skin_tone: tone }: SlackElement, name: string): string {
  if (typeof tone === 'number') return `:${name}::skin-tone-${tone}:`;
  const points =
    typeof unicode === 'string' ? unicode.split('-').map((hex) => Number.parseInt(hex, 16)) : [];
  const isWhole = points.length > 0 && points.every((point) => point > 0 && point <= 0x10ffff);
  return isWhole ? String.fromCodePoint(...points) : (emojiCharacter(name) ?? `:${name}:`);
}

function plainWords(elements: readonly SlackElement[] | undefined): string {
  return (elements ?? [])
    .map((element) => {
      if (typeof element.text === 'string') return element.text;
      return typeof element.url === 'string' ? element.url : plainWords(element.elements);
    })
    .join('');
}
