import type { Range } from './range.ts';
import { rememberLast } from './remember.ts';

export type TokenKind =
  | 'mention'
  | 'channel'
  | 'emoji'
  | 'date'
  | 'link'
  | 'email'
  /** `{{ x }}`, `{% … %}`, `${x}`, `<% … %>`: something a program fills in. */
  | 'placeholder';

/** A stretch that stands for something else: an address, a person, a picture, a value to be filled in. */
export interface Token extends Range {
  readonly kind: TokenKind;
}

/*
 * Every pattern that can start at any letter carries a look-behind that lets it start only once per
 * run of letters, and every repetition is bounded: a text of 100,000 letters costs one attempt.
 */
const TOKEN = new RegExp(
  [
    String.raw`(?<placeholder>\{\{[^{}\r\n]{0,300}\}\}|\{%[^%\r\n]{0,300}%\}|\$\{[^{}\r\n]{1,200}\}|<%[^%\r\n]{0,300}%>)`,
    String.raw`(?<date><!date\^[^<>\r\n]{1,300}>|<t:-?\d{1,16}(?::[a-zA-Z])?>)`,
    String.raw`(?<emoji><a?:\w{1,64}:\d{1,24}>|(?<![\w:]):(?=[0-9_+-]{0,30}[a-z])[a-z0-9_+'-]{1,60}:(?::skin-tone-\d:)?(?!\w))`,
    String.raw`(?<mention><(?:@[!&]?|!)[a-zA-Z][\w^-]{0,63}(?:\|[^<>\r\n]{0,100})?>|<@[!&]?\d{1,24}>|<\/[\w -]{1,100}:\d{1,24}>|(?<![\p{L}\p{N}_@/.])@[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]{0,62}[\p{L}\p{N}_])?(?:\/[\w.-]{0,62}\w)?)`,
    String.raw`(?<channel><#\w{1,24}(?:\|[^<>\r\n]{0,100})?>|<id:\w{1,24}>|(?<![\p{L}\p{N}_#&/])#(?=[\p{N}_-]{0,20}\p{L})[\p{L}\p{N}_](?:[\p{L}\p{N}_-]{0,78}[\p{L}\p{N}_])?)`,
    String.raw`(?<email>(?<![\p{L}\p{N}._%+-])(?:mailto:)?[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,8}\p{L}{2,24}(?![\p{L}\p{N}_]))`,
    String.raw`(?<link>(?<![a-zA-Z0-9+.-])(?:[a-zA-Z][a-zA-Z0-9+.-]{1,30}:\/\/|www\.)(?:(?!\]\()[^\s<>"\u0060\u3000-\u303F\uFF01-\uFF0F\uFF1A-\uFF20\uFFFC]){1,4000})`,
    String.raw`(?<domain>(?<![\p{L}\p{N}_.@/\\-])(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,6}[a-z]{2,12}(?![\p{L}\p{N}_@(-]|\.\w)(?::\d{2,5})?(?:\/(?:(?!\]\()[^\s<>"\u0060\u3000-\u303F\uFF01-\uFF0F\uFF1A-\uFF20|]){0,2000})?)`,
  ].join('|'),
  'gu',
);

/** Finds mentions, channels, emoji names, addresses and placeholders, wherever they stand in the text. */
export const findTokens: (markdown: string) => readonly Token[] = rememberLast(readTokens);

function readTokens(markdown: string): Token[] {
  const tokens: Token[] = [];
  for (const found of markdown.matchAll(TOKEN)) {
    const token = readToken(found);
    if (token !== null) tokens.push(token);
  }
  return tokens;
}

function readToken(found: RegExpMatchArray & { index: number }): Token | null {
  const start = found.index;
  const { domain, link, ...kinds } = found.groups ?? {};
  const address = link ?? domain;
  if (address !== undefined) {
    if (domain !== undefined && !isLikelyDomain(domain)) return null;
    return { kind: 'link', start, end: start + trimAddress(address).length };
  }
  for (const kind of ['placeholder', 'date', 'emoji', 'mention', 'channel', 'email'] as const) {
    if (kinds[kind] !== undefined) return { kind, start, end: start + found[0].length };
  }
  return null;
}

/** Cuts off what ends the sentence, not the address; a closing bracket stays when its partner is inside. */
export function trimAddress(address: string): string {
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address[end - 1] ?? '';
    if (last === ')' || last === ']' || last === '}') {
      const head = address.slice(0, end);
      const opener = { ')': '(', ']': '[', '}': '{' }[last];
      if (head.split(opener).length >= head.split(last).length) break;
    } else if (!/[.,;:!?'’”»…*_|[({]/u.test(last)) {
      break;
    }
  }
  return address.slice(0, end);
}

const COMMON_ENDINGS = new Set(
  'com org net io dev app gov edu mil int info biz ai co tv uk de fr es nl ch se fi dk cz ru jp cn kr br ca au nz eu xyz site online tech cloud page blog news gg fm ly pt gr ie il tr ua mx ar cl za'.split(
    ' ',
  ),
);
/** Also words or file endings: a full stop without its space, or a file name, unless more speaks for a domain. */
const DOUBTFUL_ENDINGS = new Set(
  'it in is at no be me us so to am as my sh rs py md pl cc id'.split(' '),
);

function isLikelyDomain(candidate: string): boolean {
  const [host = '', ...path] = candidate.split('/');
  const labels = host.replace(/:\d+$/, '').split('.');
  const ending = labels.at(-1) ?? '';
  if (/^\d+$/.test(labels.at(-2) ?? '') && labels.length === 2) return false;
  if (COMMON_ENDINGS.has(ending)) return true;
  return DOUBTFUL_ENDINGS.has(ending) && (labels.length > 2 || path.length > 0) && ending !== 'md';
}
