import type { MemberRef } from './refs.ts';

/** What a member thinks of a post. */
export type Usefulness = 'useful' | 'not-useful';

/** What one member thinks of one post of a run. */
export interface Feedback {
  /** The post's place in the run, however many messages it took. */
  readonly slot: string;
  readonly member: MemberRef;
  readonly usefulness: Usefulness;
}

/** How many clicks said one thing and the other. */
export interface FeedbackCount {
  readonly useful: number;
  readonly notUseful: number;
}

/** Keeps what members think of posts: one word each, the last one counts. */
export interface FeedbackStore {
  /** Keeps what a member thinks of a post, in place of what they thought before. */
  give(runId: string, feedback: Feedback): Promise<void>;
  /** Everything said about a run's posts, by post and member. */
  feedback(runId: string): Promise<readonly Feedback[]>;
  /**
   * What was said since then in a workspace, or in one channel of it, by the place of the post:
   * `critique/1/ID` is the critique of that persona. What was said about private reviews is left out.
   */
  countBySlot(
    place: { readonly workspace: string; readonly channel?: string },
    since: number,
  ): Promise<ReadonlyMap<string, FeedbackCount>>;
}
