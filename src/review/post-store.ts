import type { MessageRef } from './refs.ts';

/** What is known of a post. */
export type PostState =
  /** This call is the first to write it down: send it. */
  | { readonly type: 'new' }
  /** It was about to be sent when something broke: look before sending it. */
  | { readonly type: 'unsure' }
  | { readonly type: 'sent'; readonly message: MessageRef; readonly digest: string | null }
  /** A later attempt works on the run: send nothing. */
  | { readonly type: 'superseded' };

export interface SentPost {
  readonly slot: string;
  readonly message: MessageRef;
  /** What it says, as a hash; null once the words were forgotten. */
  readonly digest: string | null;
}

/** Remembers what was posted, so that nothing is said twice. */
export interface PostStore {
  /** Counts a run's attempts at being worked on and resolves to the number of this one. */
  begin(runId: string): Promise<number>;
  /** Writes down that a post is about to be sent, unless it was before or `attempt` is not the last. */
  reserve(runId: string, slot: string, attempt: number): Promise<PostState>;
  /** Writes down that a post stands and what it says. */
  confirm(runId: string, post: SentPost): Promise<void>;
  /** Every post of a run that stands. */
  sent(runId: string): Promise<readonly SentPost[]>;
}
