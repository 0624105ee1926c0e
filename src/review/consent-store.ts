import type { MemberRef, MessageRef, ThreadRef } from './refs.ts';
import type { RunOptions } from './run-options.ts';
import type { Trigger } from './run-store.ts';
import type { CaptureScope } from './source.ts';

/** What an author says to a review of their words: in the thread, for themselves alone, or not at all. */
export type ConsentAnswer = 'thread' | 'private' | 'no';

/** A question to an author: may this message be reviewed? With what begins if it may. */
export interface Question {
  /** The id of the run that needed it. */
  readonly id: string;
  readonly message: MessageRef;
  readonly author: MemberRef;
  readonly requester: MemberRef;
  readonly workspace: string;
  readonly channel: string;
  readonly platform: string;
  readonly thread: ThreadRef;
  readonly scope: CaptureScope;
  readonly trigger: Trigger;
  readonly options: RunOptions;
  readonly askedAt: number;
}

export interface AskedQuestion extends Question {
  /** Null while the author has not said anything. */
  readonly answer: ConsentAnswer | null;
}

/** Keeps what authors were asked; about one message an author is asked once. */
export interface ConsentStore {
  /** Writes a question down; resolves to the one that stood before, or null when this is the first. */
  ask(question: Question): Promise<AskedQuestion | null>;
  /** Null when there is no such question. */
  find(id: string): Promise<AskedQuestion | null>;
  /** Writes an answer down unless there is one; resolves to the answer that counts, null without a question. */
  answer(id: string, answer: ConsentAnswer, at: number): Promise<ConsentAnswer | null>;
  /** Notes that an answer was carried out; true for the first who says so. */
  settle(id: string, at: number): Promise<boolean>;
  /** Questions without an answer that were asked before `askedBefore`, and answers nobody carried out. */
  due(times: {
    readonly askedBefore: number;
    readonly answeredBefore: number;
  }): Promise<readonly AskedQuestion[]>;
}
