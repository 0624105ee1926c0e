import type { Message } from './message.ts';
import type { MemberRef, MessageRef, ThreadRef } from './refs.ts';

/** Which post of a run this is, e.g. `critique/1/line-editor`: the same on every resume. */
export interface PostSlot {
  readonly runId: string;
  readonly slot: string;
}

/** What a person sees of a run on the message it is about. */
export type SourceStatus = 'queued' | 'working' | 'done' | 'stopped';

/** Speaks on one platform. */
export interface Messenger {
  /** Posts into the thread, in as many parts as the platform needs; resolves to the first part. */
  post(thread: ThreadRef, message: Message, slot: PostSlot): Promise<MessageRef>;
  /**
   * Finds what was posted for a slot by what the platform itself shows: the first part, or null when
   * nothing was. Asked only after a crash between sending and writing it down.
   */
  find(thread: ThreadRef, slot: PostSlot): Promise<MessageRef | null>;
  /** Replaces what a post says. */
  update(ref: MessageRef, message: Message): Promise<void>;
  /** Deletes a post with all its parts; one that is gone already is none the worse. */
  remove(ref: MessageRef): Promise<void>;
  /**
   * Deletes our own message at the head of a thread, with what continues it, and takes the words out of the name
   * we gave the thread; what somebody else wrote there stays.
   */
  removeHead(thread: ThreadRef): Promise<void>;
  /** Shows the run's state on its source message, in place of the state before; one that is gone shows none. */
  status(source: MessageRef, state: SourceStatus): Promise<void>;
  /** Sends a private note, at most once. */
  whisper(
    to: MemberRef,
    where: ThreadRef,
    message: Message,
  ): Promise<'delivered' | 'undeliverable'>;
  /**
   * Writes to a member where it waits until they read it, however long they are away: their direct
   * messages. At most once.
   */
  tellDirectly(to: MemberRef, message: Message): Promise<'delivered' | 'undeliverable'>;
  /**
   * Opens the thread that only this member reads; `about` is where the review was asked for. The same
   * two give the same thread again. Where the words under review (`words`, Markdown) stand nowhere else
   * they stand at its head. Null when the member cannot be reached.
   */
  privateThread(member: MemberRef, about: ThreadRef, words: string): Promise<ThreadRef | null>;
}
