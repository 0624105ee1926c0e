import { type APIMessage, MessageType, Routes } from 'discord.js';
import type { Api } from './api.ts';
import type { Channels } from './channels.ts';
import { unless } from './failure.ts';
import { LIMITS } from './limits.ts';

/** Reads messages. */
export interface Messages {
  /** The message as it is now; null when it is gone or may not be read. */
  read(channel: string, message: string): Promise<APIMessage | null>;
  /** The messages of a channel after one, oldest first, up to a number that no review reaches. */
  after(channel: string, message: string | null): AsyncGenerator<APIMessage>;
  /** The messages of a channel that come just before one, oldest first. */
  before(channel: string, message: string): Promise<readonly APIMessage[]>;
  /** The newest messages of a channel, newest first. */
  newest(channel: string): Promise<readonly APIMessage[]>;
}

export function createMessages(api: Api, channels: Channels): Messages {
  const fetchOne = (channel: string, message: string) =>
    unless<APIMessage | null>(
      api<APIMessage>({
        method: 'GET',
        route: Routes.channelMessage(channel, message),
        doing: 'read a message',
      }),
      ['gone', 'forbidden'],
      () => null,
    );
  const fetchMany = (channel: string, query: Record<string, string>) =>
    unless<APIMessage[]>(
      api<APIMessage[]>({
        method: 'GET',
        route: Routes.channelMessages(channel),
        query: { limit: String(LIMITS.messagesPerRead), ...query },
        doing: 'read messages',
      }),
      ['gone', 'forbidden'],
      () => [],
    );

  return {
    async read(channel, message) {
      const found = await fetchOne(channel, message);
      // A thread shows the message it hangs on without its words; the real one stands in the channel above
      // (docs.discord.com/developers/topics/threads).
      if (found !== null && found.type !== MessageType.ThreadStarterMessage) return found;
      const parent = channel === message ? ((await channels.find(channel))?.parent ?? null) : null;
      return parent === null ? (found?.referenced_message ?? null) : fetchOne(parent, message);
    },

    async *after(channel, message) {
      let last = message ?? '0';
      for (let page = 0; page < LIMITS.readPages; page += 1) {
        const found = await fetchMany(channel, { after: last });
        const ordered = found.toSorted(byAge);
        yield* ordered;
        if (found.length < LIMITS.messagesPerRead) return;
        last = ordered.at(-1)?.id ?? last;
      }
    },

    async before(channel, message) {
      const limit = String(LIMITS.contextMessages);
      const found = await fetchMany(channel, { before: message, limit });
      return found.toSorted(byAge);
    },

    newest: (channel) => fetchMany(channel, {}),
  };
}

function byAge(a: APIMessage, b: APIMessage): number {
  return BigInt(a.id) < BigInt(b.id) ? -1 : 1;
}
