/*
 * Who a message notifies. Where the vendor does not say whether something pings (broadcasts written plainly
 * in a text object, tokens in Markdown), it is counted: a test that finds nobody here is on the safe side.
 */
import type { Json } from './world.ts';

const tokenPattern =
  /<(?:@([UW][A-Z0-9]+)|!(here|channel|everyone|group)|!subteam\^(S[A-Z0-9]+))(?:\|[^>]*)?>/g;
const plainBroadcast = /(?<![\w@/.])@(here|channel|everyone)\b/g;

const tokensIn = (text: string) =>
  [...text.matchAll(tokenPattern)].map(([, user, range, group]) => user ?? range ?? group ?? '');
const broadcastsIn = (text: string) =>
  [...text.matchAll(plainBroadcast)].map(([, range]) => range ?? '');

/** Ids of people and groups, and `here`, `channel`, `everyone`, each once. */
export function notifiedBy(message: {
  readonly text: string;
  readonly blocks: readonly Json[] | null;
  readonly attachments: readonly Json[] | null;
  readonly markdown?: string;
  readonly linkNames?: boolean;
}): readonly string[] {
  const found = [
    ...tokensIn(message.text),
    ...(message.linkNames ? broadcastsIn(message.text) : []),
    ...walk(message.blocks),
    ...walk(message.attachments),
    ...(message.markdown === undefined ? [] : inMarkdown(message.markdown)),
  ];
  return [...new Set(found)];
}

const inMarkdown = (text: string) => [...tokensIn(text), ...broadcastsIn(text)];

function walk(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(walk);
  if (typeof value !== 'object' || value === null) return [];
  const { type, text, ...rest } = value as Json;
  if (type === 'user') return [String(rest.user_id)];
  if (type === 'usergroup') return [String(rest.usergroup_id)];
  if (type === 'broadcast') return [String(rest.range)];
  if (type === 'mrkdwn' && typeof text === 'string') {
    return [...tokensIn(text), ...(rest.verbatim === true ? [] : broadcastsIn(text))];
  }
  if (type === 'markdown' && typeof text === 'string') return inMarkdown(text);
  // Text of an attachment and its fallback are mrkdwn too.
  const own = type === undefined && typeof text === 'string' ? tokensIn(text) : [];
  const more = [rest.fallback, rest.pretext].flatMap((part) =>
    typeof part === 'string' ? tokensIn(part) : [],
  );
  return [...own, ...more, ...walk(text), ...Object.values(rest).flatMap(walk)];
}
