import type { StopReason } from '../loop/stop.ts';
import type { Statement } from './job-queue.ts';
import type { MemberRef, MessageRef, ThreadRef } from './refs.ts';
import type { NewRun } from './run-store.ts';
import type { CaptureScope } from './source.ts';

/** Where a run was asked for and where its answer goes. */
export interface RunRequest {
  readonly workspace: string;
  readonly channel: string;
  readonly thread: ThreadRef;
  /** Null when the words came with the request. */
  readonly source: MessageRef | null;
  readonly scope: CaptureScope | null;
  /** The message its words come from, also where it goes on from another run; null when there is none. */
  readonly origin: MessageRef | null;
  /** What this run holds until it has finished, e.g. a message with a preset. */
  readonly claim: string;
}

export interface NewRequest extends RunRequest {
  readonly run: NewRun;
  /** Names what happened on the platform; a redelivery carries the same name. */
  readonly interaction: string;
  /** The run's place in the queue, written together with the run. */
  readonly job: Statement;
  /** How many runs its requester may ask for since a moment; null without a limit. */
  readonly limit: { readonly runs: number; readonly since: number } | null;
}

/** Who got it. */
export type ClaimOutcome =
  | { readonly type: 'won' }
  /** The same interaction was answered before. */
  | { readonly type: 'repeated'; readonly runId: string }
  /** Another request holds the claim, and its run has not finished. */
  | {
      readonly type: 'taken';
      readonly runId: string;
      readonly thread: ThreadRef;
      readonly createdAt: number;
    }
  /** The requester has asked for as many runs as the limit allows. */
  | { readonly type: 'limited' };

/** A run as a list of them shows it. */
export interface RecentRun {
  readonly runId: string;
  readonly channel: string;
  readonly thread: ThreadRef;
  /** Null while it lives. */
  readonly stopReason: StopReason | null;
  readonly createdAt: number;
}

/**
 * Keeps who asked for what; of simultaneous requests for the same thing exactly one wins, and of those of
 * one member no more than the limit allows, from however many processes they come.
 */
export interface RequestStore {
  /** Writes claim, run and job in one transaction, or nothing when somebody else holds the claim or a limit is reached. */
  claim(request: NewRequest): Promise<ClaimOutcome>;
  /** The run that answers what happened on a platform; null when nobody has asked yet. */
  answered(platform: string, interaction: string): Promise<string | null>;
  /** The request behind a run; null when there is none. */
  request(runId: string): Promise<RunRequest | null>;
  /** The last finished run that held the same claim as this one; null when there is none. */
  previous(runId: string): Promise<string | null>;
  /** Takes back a run that came to nothing; its claims go to the run that stands, if any. */
  drop(runId: string, standing: string | null): Promise<void>;
  /** The last runs a member asked for, newest first. */
  recent(requester: MemberRef, limit: number): Promise<readonly RecentRun[]>;
  /** True where a review of this channel still has its words. */
  hasWordsIn(place: { readonly workspace: string; readonly channel: string }): Promise<boolean>;
  /** The runs that ended, in a span of time, to wait for their author. */
  waitingForAuthor(ended: {
    readonly after: number;
    readonly by: number;
  }): Promise<readonly string[]>;
  /** The unfinished runs of a message's words. */
  unfinished(source: MessageRef): Promise<readonly string[]>;
}
