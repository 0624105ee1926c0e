/*
 * The door through which every platform asks for reviews. A platform translates what happened there
 * into a request or an action and shows the private note it gets back; everything else is here.
 */
import type { EditStyle } from '../loop/writer.ts';
import type { Action } from './action.ts';
import type { Message } from './message.ts';
import type { MemberRef, MessageRef, ThreadRef } from './refs.ts';
import type { Trigger, Wish } from './run-store.ts';
import type { CaptureScope, Surroundings } from './source.ts';

/** What is to be reviewed. */
export type ReviewTarget =
  /** A message that stands already; its words are captured when the run starts. */
  | { readonly type: 'message'; readonly message: MessageRef; readonly scope: CaptureScope }
  /** Words that came with the request. */
  | {
      readonly type: 'draft';
      readonly text: string;
      readonly notRead: readonly string[];
      /** Set when the words came from a file, which may be longer than a message. */
      readonly fromFile?: boolean;
      /** Whose words they are, where it is not the requester. */
      readonly author?: MemberRef;
      /** What people want of the text; then nothing else is touched. */
      readonly wishes?: readonly Wish[];
      /** What stood around the text when it was read for the first time. */
      readonly around?: Surroundings;
    }
  /** Nothing yet but what to write. */
  | { readonly type: 'brief'; readonly text: string };

/** What the requester chose; what is absent follows the settings of the place. */
export interface ReviewChoices {
  readonly preset?: string;
  readonly personas?: readonly string[];
  readonly rounds?: number;
  readonly editStyle?: EditStyle;
  readonly delivery?: 'thread' | 'private';
}

/** One wish for a review, from one platform. */
export interface ReviewRequest {
  readonly workspace: string;
  readonly platform: string;
  readonly channel: string;
  readonly trigger: Trigger;
  readonly requester: MemberRef;
  readonly target: ReviewTarget;
  /** Where the answer goes: the thread under the source message, or the channel itself. */
  readonly thread: ThreadRef;
  readonly choices: ReviewChoices;
  /** The platform's own id of what happened; a redelivery carries the same one. */
  readonly interactionId: string;
}

export type RequestOutcome =
  | { readonly type: 'accepted'; readonly runId: string }
  /** No run was begun; the note says why and what to do, to the requester alone. */
  | {
      readonly type: 'note';
      readonly note: Message;
      /** The run that is under way for the same thing already. */
      readonly standing?: string;
    };

/**
 * A request that is written down and begins as soon as the database takes it. The requester is told of a
 * refusal; `later` is what comes of it, and rejects when this process ends before.
 */
export interface WaitingOutcome {
  readonly type: 'waiting';
  readonly later: Promise<RequestOutcome>;
}

/** Words to a review, by somebody in its thread. */
export interface Words {
  readonly runId: string;
  readonly text: string;
  /** The platform's own id of what was said; a redelivery carries the same one. */
  readonly id: string;
}

/** Words of one member that another put a ✅ on. */
export interface Endorsed {
  /** The run that spoke last in their thread. */
  readonly runId: string;
  readonly message: MessageRef;
  readonly text: string;
  readonly saidBy: MemberRef;
}

/** Where somebody clicked *Try it on a sample*, and who. */
export type SamplePlace = Pick<
  ReviewRequest,
  'workspace' | 'platform' | 'channel' | 'thread' | 'requester' | 'interactionId'
>;

/** Everything a platform may ask of the core. */
export interface Reviews {
  /** Claims and enqueues a review, or answers with a private note. When it resolves the run will not be lost. */
  request(request: ReviewRequest): Promise<RequestOutcome | WaitingOutcome>;
  /**
   * Carries out a click under a post, made in this workspace; resolves to a private note, or null when the
   * posts say it all. A review of another workspace does not exist for it.
   */
  act(action: Action, by: MemberRef, workspace: string): Promise<Message | null>;
  /** Begins a private review of a sample text; resolves to a private note, or null when one began. */
  trySample(place: SamplePlace): Promise<Message | null>;
  /** Hears what somebody says to a review of this workspace; resolves to a private note about what comes of it. */
  say(words: Words, by: MemberRef, workspace: string): Promise<Message>;
  /** True where words may still mean something to a review of this channel: asks the database alone. */
  listensIn(place: { readonly workspace: string; readonly channel: string }): Promise<boolean>;
  /**
   * Hears a ✅ on what another member said in a review's thread: by its author or who asked for it the words
   * become a wish, once. Resolves to a private note, or null when it means nothing to the review.
   */
  endorse(endorsed: Endorsed, by: MemberRef, workspace: string): Promise<Message | null>;
  /** Answers a wish for a blind vote on a member's last refined draft in a channel: who shall choose? */
  vote(
    by: MemberRef,
    place: { readonly workspace: string; readonly channel: string },
  ): Promise<Message>;
  /** Ends the runs of a message that was deleted, and deletes the words that were kept of it. */
  sourceDeleted(message: MessageRef): Promise<void>;
}
