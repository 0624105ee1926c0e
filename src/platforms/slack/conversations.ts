import type { Calls } from './calls.ts';
import type { SlackMessage } from './capture.ts';
import { LIMITS } from './limits.ts';
import { remember } from './remembered.ts';
import { GONE, refusalCode } from './slack-errors.ts';

/** Reads messages where they stand. Rejects with Slack's refusal; what is gone is null or empty. */
export interface Conversations {
  /** The message with exactly this timestamp, also when it is a reply. */
  find(channel: string, ts: string): Promise<SlackMessage | null>;
  /** A thread from its root on, page by page. */
  pages(
    channel: string,
    root: string,
    options?: { readonly latest?: string },
  ): AsyncGenerator<readonly SlackMessage[]>;
  /** The newest messages of a channel outside its threads; empty where it may not be read. */
  newest(channel: string): Promise<readonly SlackMessage[]>;
  /** The timestamp of the message that the thread of this one hangs on; null when it is gone. */
  rootOf(channel: string, ts: string): Promise<string | null>;
  /** Whether the thread has replies, so that people have it open. */
  hasReplies(channel: string, root: string): Promise<boolean>;
  /** Remembers a thread that an event told of. */
  learn(channel: string, ts: string, root: string): void;
}

/** Reads one workspace's conversations. */
export function createConversations({
  client,
  whenAllowed,
}: Pick<Calls, 'client' | 'whenAllowed'>): Conversations {
  const roots = remember<string>(20_000);

  const replies = async (args: Parameters<typeof client.conversations.replies>[0]) => {
    try {
      const page = await whenAllowed('conversations.replies', () =>
        client.conversations.replies({ ...args, include_all_metadata: true }),
      );
      return {
        messages: (page.messages ?? []) as unknown as readonly SlackMessage[],
        cursor: page.response_metadata?.next_cursor || null,
      };
    } catch (error) {
      if (!GONE.includes(refusalCode(error) ?? '')) throw error;
      return { messages: [], cursor: null };
    }
  };

  const learnFrom = (channel: string, messages: readonly SlackMessage[]) => {
    for (const { ts, thread_ts: root } of messages) {
      if (ts !== undefined) roots.set(`${channel}/${ts}`, root ?? ts);
    }
  };

  /** A message outside any thread, which some give only with the channel; nothing when it is gone. */
  const alone = async (channel: string, ts: string): Promise<readonly SlackMessage[]> => {
    const args = { channel, oldest: ts, latest: ts, inclusive: true, limit: 1 };
    try {
      const page = await whenAllowed('conversations.history', () =>
        client.conversations.history({ ...args, include_all_metadata: true }),
      );
      const messages = (page.messages ?? []) as unknown as readonly SlackMessage[];
      // Asked for a reply, Slack gives its neighbour.
      return messages.filter((message) => message.ts === ts);
    } catch (error) {
      if (refusalCode(error) === null) throw error;
      return [];
    }
  };

  async function* pages(channel: string, root: string, options: { latest?: string } = {}) {
    let cursor: string | null = null;
    for (let page = 0; page < LIMITS.threadPages; page += 1) {
      const { messages, cursor: next }: Awaited<ReturnType<typeof replies>> = await replies({
        channel,
        ts: root,
        limit: LIMITS.pageMessages,
        ...(options.latest === undefined ? {} : { latest: options.latest, inclusive: true }),
        ...(cursor === null ? {} : { cursor }),
      });
      if (page === 0 && messages.length === 0) {
        yield await alone(channel, root);
        return;
      }
      learnFrom(channel, messages);
      yield messages;
      if (next === null) return;
      cursor = next;
    }
  }

  const find = async (channel: string, ts: string): Promise<SlackMessage | null> => {
    // The bounds keep Slack from sending a long thread's beginning; reports differ on whether a reply's
    // timestamp gives the reply alone or its whole thread, so the exact one is looked for either way.
    const near = await replies({ channel, ts, oldest: ts, latest: ts, inclusive: true, limit: 15 });
    learnFrom(channel, near.messages);
    const exact = near.messages.find((message) => message.ts === ts);
    if (exact !== undefined) return exact;
    for await (const messages of pages(channel, ts)) {
      const found = messages.find((message) => message.ts === ts);
      if (found !== undefined) return found;
    }
    return null;
  };

  return {
    find,
    pages,
    async newest(channel) {
      try {
        const page = await whenAllowed('conversations.history', () =>
          client.conversations.history({
            channel,
            limit: LIMITS.pageMessages,
            include_all_metadata: true,
          }),
        );
        return (page.messages ?? []) as unknown as readonly SlackMessage[];
      } catch (error) {
        if (refusalCode(error) === null) throw error;
        return [];
      }
    },
    async rootOf(channel, ts) {
      const known = roots.get(`${channel}/${ts}`);
      if (known !== undefined) return known;
      const message = await find(channel, ts);
      return message === null ? null : (message.thread_ts ?? ts);
    },
    async hasReplies(channel, root) {
      const { messages } = await replies({ channel, ts: root, limit: 2 });
      return messages.length > 1 || (messages[0]?.reply_count ?? 0) > 0;
    },
    learn: (channel, ts, root) => roots.set(`${channel}/${ts}`, root),
  };
}
