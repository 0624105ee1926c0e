import type { Messenger } from './messenger.ts';
import type { MemberRef, ThreadRef } from './refs.ts';
import type { Source } from './source.ts';

/** One platform as the core sees it. */
export interface Platform {
  readonly messenger: Messenger;
  readonly source: Source;
  /** What people call a member; null for one nobody knows. */
  nameOf(member: MemberRef): Promise<string | null>;
  /** The channel a thread belongs to, itself a place to post in; null where only one member would read it. */
  channelOf(thread: ThreadRef): ThreadRef | null;
}

/** Finds a platform by its name; null when it is not switched on. */
export type FindPlatform = (name: string) => Platform | null;
