import type { Messenger } from './messenger.ts';
import type { MemberRef, MessageRef, ThreadRef } from './refs.ts';
import type { Source } from './source.ts';

/** One platform as the core sees it. */
export interface Platform {
  readonly messenger: Messenger;
  readonly source: Source;
  /** What people call a member; null for one nobody knows. */
  nameOf(member: MemberRef): Promise<string | null>;
  /** The channel a thread belongs to, itself a place to post in; null where only one member would read it. */
  channelOf(thread: ThreadRef): ThreadRef | null;
  /**
   * Puts other words in the place of a member's own, as an edit of theirs; false when the message does not say
   * `from` (as its hash) any more. Absent where only members change what they said.
   */
  readonly rewrite?: (
    message: MessageRef,
    change: { readonly from: string; readonly to: string },
  ) => Promise<boolean>;
}

/** Finds a platform by its name; null when it is not switched on. */
export type FindPlatform = (name: string) => Platform | null;
