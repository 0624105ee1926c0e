/*
 * Slack's text has exactly three entities and its tokens in angle brackets; nothing else is escaped.
 * https://docs.slack.dev/messaging/formatting-message-text
 */

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/** Slack's text as its author typed it: each entity is decoded once, so `&amp;lt;` becomes `&lt;`. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:amp|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity);
}

/** Text for Slack's `text` fields in which nothing is a token. */
export function encodeEntities(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A Markdown link; one whose label is its address stays bare. */
export function markdownLink(url: string, label: string | undefined): string {
  const words = label?.trim() ?? '';
  if (words === '' || words === url || `mailto:${words}` === url || isSameBare(url, words)) {
    return words === '' ? url : words.startsWith('http') ? url : words;
  }
  return `[${words.replace(/[[\]\\]/g, '\\$&')}](${url.replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'))})`;
}

/** Slack wraps what people typed as a bare domain or address: `<http://ex.org|ex.org>`. */
function isSameBare(url: string, label: string): boolean {
  return (
    !/\s/.test(label) &&
    url.replace(/^(?:https?|mailto):(?:\/\/)?/, '').replace(/\/$/, '') === label
  );
}

/** What names are put to ids in tokens; null when nobody knows one. */
export type NameOf = (kind: 'member' | 'channel' | 'group', id: string) => string | null;

export const NO_NAMES: NameOf = () => null;

/** A mention as a token with a readable name, which travels through a review unchanged. */
export function mentionToken(
  kind: 'member' | 'channel' | 'group',
  id: string,
  nameOf: NameOf,
): string {
  const sign = { member: '@', channel: '#', group: '!subteam^' }[kind];
  const name = nameOf(kind, id)?.replace(/[<>|]/g, '');
  return name ? `<${sign}${id}|${kind === 'group' ? '@' : ''}${name}>` : `<${sign}${id}>`;
}
