import type { Range } from './range.ts';
import { trimAddress } from './tokens.ts';

/** The address inside a link's target as written (`](url "title")`, `<url>`, bare); null when there is none. */
export function addressIn(markdown: string, target: Range): Range | null {
  const source = markdown.slice(target.start, target.end);
  const found = /^(?:\]\(\s*|<)?(?:<(?<quoted>[^<>\r\n]*)>|(?<plain>[^\s<>|]+))/.exec(source);
  const address = found?.groups?.quoted ?? found?.groups?.plain;
  if (found === null || address === undefined || source.startsWith('][') || source === ']')
    return null;
  const isInline = source.startsWith('](');
  const start = target.start + found[0].lastIndexOf(address);
  // An inline target ends with the bracket that closes it; the sentence may end right behind a bare one.
  const isBare = !isInline && !source.startsWith('<');
  let length = address.length;
  if (
    isInline &&
    found.groups?.plain !== undefined &&
    target.start + source.length === start + length
  ) {
    length -= 1;
  }
  if (isBare) length = trimAddress(address).length;
  return length > 0 ? { start, end: start + length } : null;
}

/** The form in which two spellings of one address are equal: scheme, host, escapes, trailing slash. */
export function normaliseAddress(address: string): string {
  const written = address.replace(/^www\./i, 'https://www.');
  const found = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)(.*)$/is.exec(written);
  if (found === null) return decode(address.replace(/^mailto:/i, ''));
  const [, scheme = '', authority = '', path = '', rest = ''] = found;
  const at = authority.lastIndexOf('@');
  const [host = '', port] = authority.slice(at + 1).split(/:(?=\d+$)/);
  const isDefaultPort = port === { http: '80', https: '443' }[scheme.toLowerCase()];
  const shortPath = rest === '' || path === '/' ? path.replace(/\/$/, '') : path;
  return `${scheme.toLowerCase()}://${authority.slice(0, at + 1)}${asciiHost(host)}${
    port === undefined || isDefaultPort ? '' : `:${port}`
  }${decode(shortPath)}${decode(rest)}`;
}

function asciiHost(host: string): string {
  return URL.parse(`http://${host}`)?.hostname ?? host.toLowerCase();
}

/** Escapes that need no escaping are undone; an escaped slash or percent sign is something else. */
function decode(text: string): string {
  return text
    .replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
      try {
        const decoded = decodeURIComponent(escapes);
        return /[\s/?#%&=+:@]/.test(decoded) ? escapes.toUpperCase() : decoded;
      } catch {
        return escapes.toUpperCase();
      }
    })
    .normalize('NFC');
}
