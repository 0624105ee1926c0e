import type { Message } from '../../review/message.ts';
import { resolvePlaceLinks } from '../../review/place-link.ts';
import { type MessageRef, parseRef, type ThreadRef } from '../../review/refs.ts';
import { PLATFORM } from './places.ts';

/** Where people open a thread, message or channel, like `https://acme.slack.com/archives/C1/p1712345678000100`. */
export function addressOf(place: ThreadRef | MessageRef, workspaceUrl: string): string | null {
  const { platform, parts } = parseRef(place);
  const [, channel, first, near] = parts;
  if (platform !== PLATFORM || !channel) return null;
  const ts = first || near;
  const base = `${workspaceUrl.replace(/\/*$/, '/')}archives/${channel}`;
  return ts ? `${base}/p${ts.replace('.', '')}` : base;
}

/** The message with Slack's own addresses in its links to places. */
export function withAddresses(message: Message, workspaceUrl: string): Message {
  const parts = message.parts.map((part) => ({
    ...part,
    markdown: resolvePlaceLinks(part.markdown, (place) => addressOf(place, workspaceUrl)),
  }));
  return { ...message, parts };
}
