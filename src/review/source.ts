import type { Message } from './message.ts';
import type { MemberRef, MessageRef } from './refs.ts';

/** One message alone, or the root author's own messages of its thread joined in order. */
export type CaptureScope = 'message' | 'thread';

/** Words as they were read from a platform. */
export interface Captured {
  /** Markdown. */
  readonly text: string;
  /** Null for a post of an app. */
  readonly author: MemberRef | null;
  /**
   * Messages around the draft, oldest first; never part of it. Around a `message` stands what came before
   * it in its thread, the root first; around a `thread` what others said in it. Our own posts are left out.
   */
  readonly context: readonly string[];
  /** How many messages around the draft are not among them; absent: none. */
  readonly contextLeftOut?: number;
  /** What could not be read, each in a few words for people. */
  readonly notRead: readonly string[];
  /** Equal for equal text: an unchanged message needs no second review. */
  readonly hash: string;
  readonly scope: CaptureScope;
  /** Set when words came from a file, which may be longer than a message. */
  readonly fromFile?: boolean;
}

/** The messages around a draft, as they were read with it. */
export type Surroundings = Pick<Captured, 'context' | 'contextLeftOut' | 'scope'>;

/** Thrown by a source for a message that nobody reviews, e.g. one of an app; the note tells who asked why. */
export class UnreviewableError extends Error {
  readonly note: Message;

  constructor(note: Message) {
    super('the message is not to be reviewed');
    this.name = 'UnreviewableError';
    this.note = note;
  }
}

/** Reads what people wrote on one platform. */
export interface Source {
  /**
   * Reads the target as it is now; null when it was deleted or may not be read. Rejects with an
   * `UnreviewableError` for what is nobody's draft.
   */
  read(target: MessageRef, scope: CaptureScope): Promise<Captured | null>;
}
