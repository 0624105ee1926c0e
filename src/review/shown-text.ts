/*
 * People's and models' words inside our own Markdown: shown as they are, on one line, pinging nobody.
 */
import { rewriteAroundCode } from '../text/around-code.ts';
import { textDirection } from '../text/language.ts';

/** Longest quote shown whole; a longer one keeps its two ends. */
const MAX_QUOTE_CHARS = 160;

/** A text as it is, with its Markdown signs taken for plain characters. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_~|[\]<>]/g, '\\$&')
    .replace(/^(\s*)([#+-])(?=\s)/gm, '$1\\$2')
    .replace(/^(\s*\d+)([.)])(?=\s)/gm, '$1\\$2');
}

/** A remark of an editor: on one line, its Markdown and mentions harmless. */
export function showRemark(text: string): string {
  return escapeMarkdown(oneLine(plainMentions(text)));
}

/** Words of a draft in quotation marks; right-to-left ones bare, to begin a line of their own. */
export function showQuote(quote: string): string {
  const shown = escapeMarkdown(clipMiddle(oneLine(plainMentions(quote)), MAX_QUOTE_CHARS));
  return isRightToLeft(quote) ? shown : `“${shown}”`;
}

/** True for words that must not follow Latin ones on a line. */
export function isRightToLeft(text: string): boolean {
  return textDirection(text) === 'rtl';
}

/** Mentions, channels and custom emoji as plain names, which notify nobody. */
export function plainMentions(text: string): string {
  return text
    .replace(/<(?:@[!&]?|!subteam\^)[\w^-]+\|@?([^<>|]+)>/g, '@$1')
    .replace(/<!(here|channel|everyone)(?:\|[^<>]*)?>/g, '@$1')
    .replace(/<@&\w+>/g, '@group')
    .replace(/<@!?\w+>/g, '@member')
    .replace(/<#\w+\|([^<>|]+)>/g, '#$1')
    .replace(/<#\w+>/g, '#channel')
    .replace(/<a?:(\w+):\d+>/g, ':$1:');
}

/** At most so many members are notified by one post: a wish to tell a whole company is no mention. */
const MAX_NOTIFIED = 50;

/**
 * A text in which mentions of members are left as tokens, and who they are, each once. Groups and whole
 * channels stay plain words: a member could otherwise have the bot call more people than they may
 * themselves. So do mentions inside code, and all after the fiftieth member.
 */
export function liveMentions(text: string): {
  readonly markdown: string;
  readonly names: readonly string[];
} {
  const names = new Map<string, string>();
  const show = (token: string) => {
    const [, id = '', name = 'a member'] = MEMBER.exec(token) ?? [];
    if (!names.has(id) && names.size === MAX_NOTIFIED) return plainMentions(token);
    names.set(id, names.get(id) ?? name);
    return token;
  };
  // Between the words around it each token stands whole.
  const prose = (piece: string) =>
    piece
      .split(MEMBERS)
      .map((part, at) => (at % 2 === 1 ? show(part) : plainMentions(part)))
      .join('');
  const markdown = rewriteAroundCode(text, { prose, code: plainMentions });
  return { markdown, names: [...names.values()] };
}

/** The token of a member: its id, and the name it may carry. */
const MEMBER = /<@!?(\w+)(?:\|@?([^<>|]+))?>/;
const MEMBERS = /(<@!?\w+(?:\|@?[^<>|]+)?>)/;

/** White space of any kind and length as one space. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function clipMiddle(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const characters = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)];
  const half = Math.floor(maxChars / 2);
  const start = characters.filter(({ index, segment }) => index + segment.length <= half);
  const end = characters.filter(({ index }) => index >= text.length - half);
  const join = (part: typeof characters) => part.map(({ segment }) => segment).join('');
  return `${join(start).trimEnd()} … ${join(end).trimStart()}`;
}
