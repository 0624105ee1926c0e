/* Rich text as the composer of the real one makes it, and the lossy text it puts beside it. */
import { gemoji } from 'gemoji';
import type { Json } from './world.ts';

const emojiNames = new Map(gemoji.map(({ emoji, names }) => [emoji, names[0] ?? '']));
const emojiPattern = new RegExp(
  [...emojiNames.keys()]
    .sort((a, b) => b.length - a.length)
    .map((emoji) => emoji.replace(/[*+?.^$|()[\]\\]/g, '\\$&'))
    .join('|'),
  'u',
);
const namedEmoji = new Map(
  gemoji.flatMap(({ emoji, names }) => names.map((name) => [name, emoji])),
);

const hexOf = (emoji: string) => [...emoji].map((c) => c.codePointAt(0)?.toString(16)).join('-');

/** The three entities of the real one. */
export const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
export const unescapeText = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

type Style = { bold?: true; italic?: true; strike?: true; code?: true };

const tokens: readonly { readonly pattern: RegExp; make(match: RegExpExecArray): Json }[] = [
  { pattern: /<@([UW][A-Z0-9]+)(?:\|[^>]*)?>/, make: ([, id]) => ({ type: 'user', user_id: id }) },
  {
    pattern: /<#(C[A-Z0-9]+)(?:\|[^>]*)?>/,
    make: ([, id]) => ({ type: 'channel', channel_id: id }),
  },
  {
    pattern: /<!subteam\^(S[A-Z0-9]+)(?:\|[^>]*)?>/,
    make: ([, id]) => ({ type: 'usergroup', usergroup_id: id }),
  },
  {
    pattern: /<!(here|channel|everyone)(?:\|[^>]*)?>/,
    make: ([, range]) => ({ type: 'broadcast', range }),
  },
  {
    pattern: /<((?:https?:\/\/|mailto:)[^|>\s]+)\|([^>]+)>/,
    make: ([, url, text]) => ({ type: 'link', url, text }),
  },
  { pattern: /<((?:https?:\/\/|mailto:)[^|>\s]+)>/, make: ([, url]) => ({ type: 'link', url }) },
  { pattern: /https?:\/\/[^\s<>|]*[^\s<>|.,;:!?)\]'"]/, make: ([url]) => ({ type: 'link', url }) },
  {
    pattern: /:([a-z0-9_+'-]+)(?:::skin-tone-([2-6]))?:/,
    make: ([whole, name = '', tone]) => {
      const known = namedEmoji.get(name);
      if (known === undefined) return { type: 'text', text: whole };
      const tones = tone === undefined ? {} : { skin_tone: Number(tone) };
      return { type: 'emoji', name, unicode: hexOf(known), ...tones };
    },
  },
  {
    pattern: emojiPattern,
    make: ([emoji = '']) => ({ type: 'emoji', name: emojiNames.get(emoji), unicode: hexOf(emoji) }),
  },
];

const styles: readonly { readonly pattern: RegExp; readonly style: Style }[] = [
  { pattern: /`([^`\n]+)`/, style: { code: true } },
  { pattern: /(?<![\w*])\*(?=\S)([^*\n]+?)(?<=\S)\*(?![\w*])/, style: { bold: true } },
  { pattern: /(?<![\w_])_(?=\S)([^_\n]+?)(?<=\S)_(?![\w_])/, style: { italic: true } },
  { pattern: /(?<![\w~])~(?=\S)([^~\n]+?)(?<=\S)~(?![\w~])/, style: { strike: true } },
];

/** The inline elements of a line, its styles resolved from the outside in. */
function inline(text: string, style: Style = {}): Json[] {
  if (text === '') return [];
  const styled = Object.keys(style).length === 0 ? {} : { style };
  if (style.code) return [{ type: 'text', text, ...styled }];
  const found = [
    ...tokens.map(({ pattern, make }) => ({ match: pattern.exec(text), make, style: null })),
    ...styles.map(({ pattern, style: own }) => ({
      match: pattern.exec(text),
      make: null,
      style: own,
    })),
  ].flatMap(({ match, ...rest }) => (match === null ? [] : [{ match, ...rest }]));
  const first = found.sort((a, b) => a.match.index - b.match.index)[0];
  if (first === undefined) return [{ type: 'text', text, ...styled }];
  const { match } = first;
  const inside =
    first.make === null
      ? inline(match[1] ?? '', { ...style, ...first.style })
      : [{ ...first.make(match), ...styled }];
  return [
    ...inline(text.slice(0, match.index), style),
    ...inside,
    ...inline(text.slice(match.index + match[0].length), style),
  ];
}

/** Joins neighbours of one style, as the composer leaves them. */
function joined(elements: readonly Json[]): Json[] {
  const out: Json[] = [];
  for (const element of elements) {
    const last = out.at(-1);
    const same = JSON.stringify(last?.style) === JSON.stringify(element.style);
    if (last?.type === 'text' && element.type === 'text' && same) {
      out[out.length - 1] = { ...last, text: `${last.text}${element.text}` };
    } else out.push(element);
  }
  return out;
}

type Piece =
  | { readonly type: 'section' | 'quote'; readonly lines: string[] }
  | { readonly type: 'code'; readonly lines: string[] }
  | {
      readonly type: 'list';
      readonly style: string;
      readonly indent: number;
      readonly lines: string[];
    };

const listLine = /^( *)(?:([-•*◦])|(\d+)\.) (.*)$/;

function split(text: string): Piece[] {
  const pieces: Piece[] = [];
  let isCode = false;
  for (const line of text.split('\n')) {
    const last = pieces.at(-1);
    if (line.startsWith('```')) {
      isCode = !isCode;
      if (isCode) pieces.push({ type: 'code', lines: [] });
      continue;
    }
    if (isCode) {
      last?.lines.push(line);
      continue;
    }
    const quoted = /^> ?(.*)$/.exec(line);
    const item = listLine.exec(line);
    const [type, words]: ['quote' | 'section', string] =
      quoted === null ? ['section', line] : ['quote', quoted[1] ?? ''];
    if (item !== null) {
      const style = item[3] === undefined ? 'bullet' : 'ordered';
      const indent = Math.floor((item[1]?.length ?? 0) / 2);
      if (last?.type === 'list' && last.style === style && last.indent === indent) {
        last.lines.push(item[4] ?? '');
      } else pieces.push({ type: 'list', style, indent, lines: [item[4] ?? ''] });
    } else if (last?.type === type) last.lines.push(words);
    else pieces.push({ type, lines: [words] });
  }
  return pieces;
}

/** Text elements without the entities in which apps send them. */
function unescaped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unescaped);
  if (typeof value !== 'object' || value === null) return value;
  const element = value as Json;
  return Object.fromEntries(
    Object.entries(element).map(([key, part]) => [
      key,
      typeof part === 'string' && ['text', 'url'].includes(key)
        ? unescapeText(part)
        : unescaped(part),
    ]),
  );
}

/** The block made of text an app sends. */
export const richTextOfApp = (text: string, blockId: string): Json =>
  unescaped(richText(text, blockId)) as Json;

/** The block the composer makes of what a person types: `*bold*`, lists, quotes, fences, tokens, links. */
export function richText(typed: string, blockId: string): Json {
  const elements = split(typed).map((piece, at, all): Json => {
    if (piece.type === 'list') {
      return {
        type: 'rich_text_list',
        style: piece.style,
        indent: piece.indent,
        border: 0,
        elements: piece.lines.map((line) => ({
          type: 'rich_text_section',
          elements: joined(inline(line)),
        })),
      };
    }
    if (piece.type === 'code') {
      return {
        type: 'rich_text_preformatted',
        border: 0,
        elements: [{ type: 'text', text: piece.lines.join('\n') }],
      };
    }
    const text = piece.lines.join('\n');
    // A section before another element keeps its line break.
    const words = at < all.length - 1 && piece.type === 'section' ? `${text}\n` : text;
    return { type: `rich_text_${piece.type}`, elements: joined(inline(words)) };
  });
  return {
    type: 'rich_text',
    block_id: blockId,
    elements: elements.filter((element) => (element.elements as Json[]).length > 0),
  };
}

function inlineText(element: Json): string {
  const style = (element.style ?? {}) as Style;
  const wrap = (text: string) =>
    [
      ['code', '`'],
      ['strike', '~'],
      ['italic', '_'],
      ['bold', '*'],
    ].reduce(
      (all, [name, mark]) => (name !== undefined && name in style ? `${mark}${all}${mark}` : all),
      text,
    );
  switch (element.type) {
    case 'text':
      return wrap(escapeText(String(element.text)));
    case 'link':
      return wrap(
        element.text === undefined
          ? `<${escapeText(String(element.url))}>`
          : `<${escapeText(String(element.url))}|${escapeText(String(element.text))}>`,
      );
    case 'emoji':
      return `:${element.name}${element.skin_tone === undefined ? '' : `::skin-tone-${element.skin_tone}`}:`;
    case 'user':
      return wrap(`<@${element.user_id}>`);
    case 'channel':
      return wrap(`<#${element.channel_id}>`);
    case 'usergroup':
      return `<!subteam^${element.usergroup_id}>`;
    case 'broadcast':
      return `<!${element.range}>`;
    case 'date':
      return `<!date^${element.timestamp}^${element.format}|${element.fallback ?? ''}>`;
    default:
      return '';
  }
}

/** The text the real one puts beside rich text: styles as marks, lists as bullets, structure lost. */
export function textOfRichText(block: Json): string {
  const list = (value: unknown) => (value ?? []) as Json[];
  const words = (element: Json) => list(element.elements).map(inlineText).join('');
  return list(block.elements)
    .map((element) => {
      if (element.type === 'rich_text_preformatted') return `\`\`\`${words(element)}\`\`\``;
      if (element.type === 'rich_text_quote') return words(element).replace(/^/gm, '&gt; ');
      if (element.type !== 'rich_text_list') return words(element).replace(/\n$/, '');
      const pad = '    '.repeat(Number(element.indent ?? 0));
      return list(element.elements)
        .map((item, at) => {
          const mark =
            element.style === 'ordered' ? `${at + 1 + Number(element.offset ?? 0)}.` : '•';
          return `${pad}${mark} ${words(item)}`;
        })
        .join('\n');
    })
    .join('\n');
}

/** What the real one makes of text an app sends: stray characters escaped, bare addresses linked. */
export function normalizeText(text: string, isParsed = true): string {
  const token = /<(?:[@#!][^<>]*|(?:https?:\/\/|mailto:|slack:\/\/)[^<>]*)>/g;
  const plain = (part: string) => {
    const escaped = part
      .replace(/&(?!amp;|lt;|gt;)/g, '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;');
    return isParsed
      ? escaped.replace(/https?:\/\/[^\s|]*[^\s|.,;:!?)\]'"]/g, (url) => `<${url}>`)
      : escaped;
  };
  let out = '';
  let at = 0;
  for (const match of text.matchAll(token)) {
    out += plain(text.slice(at, match.index)) + match[0];
    at = match.index + match[0].length;
  }
  return out + plain(text.slice(at));
}
