import type { StoredDecision } from './decision-store.ts';
import type { MemberRef, MessageRef, ThreadRef } from './refs.ts';
import type { Trigger } from './run-store.ts';
import type { EndReason } from './runs-under-way.ts';

/** Which reviews are meant: those for which all of this holds. */
export interface ForgetScope {
  readonly workspace: string;
  readonly channel?: string;
  readonly thread?: ThreadRef;
  /** Who asked for them, or whose words they are about. */
  readonly member?: MemberRef;
}

/** A review of which words are kept. */
export interface KeptReview {
  readonly runId: string;
  readonly platform: string;
  readonly channel: string;
  readonly thread: ThreadRef;
  readonly trigger: Trigger;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly isUnderWay: boolean;
}

/** Finished reviews of one channel whose words are still kept. */
export interface KeptPlace {
  readonly workspace: string;
  readonly channel: string;
}

/** How words go. */
export interface EraseHow {
  readonly endedAs?: EndReason;
  /** `kept`, unless said otherwise: of what was dismissed a keyed mark stays, without words, so that it does not come back. */
  readonly lessons?: 'kept' | 'gone';
}

/** Takes words away again. What is counted (when, how many, how long, what it cost) stays. */
export interface ForgetStore {
  /** Reviews of which words are kept, newest first. */
  find(scope: ForgetScope): Promise<readonly KeptReview[]>;
  /** The reviews of a message's words, also those that went on from another; as `find`. */
  ofSource(source: MessageRef): Promise<readonly string[]>;
  /**
   * Deletes the words of reviews, ends those that have not (as cancelled, unless another reason is given),
   * and closes links to them; words that
   * somebody writes to them later are deleted with the write.
   */
  erase(runIds: readonly string[], at: number, how?: EraseHow): Promise<void>;
  /** How many marks of lessons are kept in a channel, or in the workspace. */
  countLessons(of: { readonly workspace: string; readonly channel?: string }): Promise<number>;
  /**
   * Deletes the marks that earlier erasing left of lessons in a channel; without one, of the whole
   * workspace, and the key they were made with.
   */
  eraseLessons(of: { readonly workspace: string; readonly channel?: string }): Promise<void>;
  /** Deletes what a member began to type and did not finish; without a member, everybody's in the workspace. */
  eraseTyped(of: { readonly workspace: string; readonly member?: MemberRef }): Promise<void>;
  /** Where finished reviews still have words, for retention to look at. */
  places(): Promise<readonly KeptPlace[]>;
  /** Erases reviews of a place that finished by then and that nobody works on; resolves to how many. */
  eraseFinished(place: KeptPlace, by: number, at: number): Promise<number>;
  /** Workspaces the app has left by then, and not come back to, with words still kept. */
  left(by: number): Promise<readonly string[]>;
  /** Deletes what nobody needs any more: forms never finished, files never sent, links and sessions past their time. */
  sweep(at: number): Promise<void>;
  /** What members decided, for their own data. */
  decisionsOf(
    workspace: string,
    member: MemberRef,
  ): Promise<readonly (StoredDecision & { readonly runId: string; readonly decidedAt: number })[]>;
  /** Makes what was deleted unreadable in the database's own files; see `Database.scrub`. */
  scrub(how: 'log' | 'all'): Promise<void>;
}
