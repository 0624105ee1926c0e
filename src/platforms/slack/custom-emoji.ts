/*
 * The emoji a workspace made itself, and the other names it gave to emoji: one identity for all of them.
 * The list is read once and again when Slack says that it changed, so that looking at a reaction asks
 * nobody. https://docs.slack.dev/reference/methods/emoji.list
 */
import type { Calls } from './calls.ts';
import { emojiIdentity, isStandardEmoji } from './emoji.ts';

/** Whether an emoji is in a workspace; `unclear` where its list cannot be read. */
export type EmojiKnowledge = 'known' | 'unknown' | 'unclear';

export interface CustomEmoji {
  /** The name that all names of an emoji share in this workspace. */
  identityOf(name: string): string;
  /** Asks Slack when what is known is not fresh. */
  knows(name: string): Promise<EmojiKnowledge>;
  /** Reads the list again. */
  refresh(): Promise<void>;
}

const SCOPE = 'emoji:read';
/** Another process may have heard of a change that this one did not. */
const FRESH_MS = 60_000;
/** Names of names; Slack makes one step, whoever edits lists by hand may make a circle. */
const MAX_STEPS = 5;

/** Knows one workspace's own emoji. */
export function createCustomEmoji(
  { client, whenAllowed }: Pick<Calls, 'client' | 'whenAllowed'>,
  { lacks }: { readonly lacks: (scope: string) => boolean },
): CustomEmoji {
  /** By name: where the picture is, or `alias:` and another name. Null before it was read. */
  let list: ReadonlyMap<string, string> | null = null;
  let readAt = 0;
  let reading: Promise<void> | null = null;

  const read = async (): Promise<void> => {
    if (lacks(SCOPE)) return;
    try {
      const { emoji = {} } = await whenAllowed('emoji.list', () => client.emoji.list());
      list = new Map(Object.entries(emoji).map(([name, value]) => [name.toLowerCase(), value]));
      readAt = Date.now();
    } catch {
      // Without the list names count as they are written; it is asked for again with the next change.
    }
  };

  const refresh = (): Promise<void> => {
    // What changed while the list was on its way is not in it.
    const next = (reading ?? Promise.resolve()).then(read);
    reading = next;
    return next;
  };

  return {
    identityOf(name) {
      let identity = emojiIdentity(name);
      for (let steps = 0; steps < MAX_STEPS && !isStandardEmoji(identity); steps += 1) {
        const [, other] = /^alias:(.+)$/.exec(list?.get(identity) ?? '') ?? [];
        if (other === undefined) break;
        identity = emojiIdentity(other);
      }
      return identity;
    },
    async knows(name) {
      const identity = emojiIdentity(name);
      if (isStandardEmoji(identity)) return 'known';
      // What is not in the list may be newer than it; what is may be gone for a while.
      if (!list?.has(identity) || Date.now() - readAt > FRESH_MS) await refresh();
      if (list === null) return 'unclear';
      return list.has(identity) ? 'known' : 'unknown';
    },
    refresh,
  };
}
