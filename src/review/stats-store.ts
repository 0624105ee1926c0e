import type { Comment, Kind, Severity } from '../loop/comment.ts';
import type { Receipt } from '../loop/receipt.ts';
import type { StopReason } from '../loop/stop.ts';
import type { DismissReason } from './decision-store.ts';
import type { Usefulness } from './feedback-store.ts';
import type { MemberRef } from './refs.ts';
import type { Audience, Tally } from './vote-store.ts';

/** What a run is counted by. */
export interface CountedAs {
  /** A preset's id; null when its editors were chosen by name. */
  readonly preset: string | null;
  /** Whether its answer goes to one member alone. */
  readonly isPrivate: boolean;
}

/** A finished review as statistics see it: no words, and no place but its workspace. */
export interface CountedRun extends CountedAs {
  readonly runId: string;
  readonly requester: MemberRef | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** When its first critique was there; null where none came. */
  readonly firstCritiqueAt: number | null;
  readonly stopReason: StopReason;
  readonly receipt: Pick<Receipt, 'rounds' | 'cost' | 'calls' | 'filtered'> | null;
  /** Whose critiques it got. */
  readonly personas: readonly string[];
  /** People's decisions about comments, with who had raised each. */
  readonly decisions: readonly {
    readonly raisedBy: readonly string[];
    readonly isAccepted: boolean;
  }[];
  readonly feedback: readonly { readonly slot: string; readonly usefulness: Usefulness }[];
  /** Its closed votes. */
  readonly votes: readonly (Tally & {
    readonly originalChars: number;
    readonly refinedChars: number;
  })[];
}

/** What somebody decided about a comment of a public review. */
export interface DecidedComment {
  readonly runId: string;
  readonly preset: string | null;
  readonly raisedBy: readonly string[];
  readonly kind: Kind;
  readonly severity: Severity;
  readonly decision: 'accepted' | 'dismissed';
  readonly reason: DismissReason | null;
  /** Milliseconds since 1970. */
  readonly decidedAt: number;
  /** Null where no words were asked for, or they were forgotten. */
  readonly comment: Comment | null;
}

/** What came of a closed vote on a public review. */
export interface DecidedVote extends Tally {
  readonly runId: string;
  readonly preset: string | null;
  readonly audience: Audience;
  readonly originalChars: number;
  readonly refinedChars: number;
  /** Milliseconds since 1970. */
  readonly closedAt: number;
  /** Null where no words were asked for, or they were forgotten. */
  readonly texts: { readonly original: string; readonly refined: string } | null;
}

/** Keeps what statistics need; all of it outlives the words. */
export interface StatsStore {
  /** Writes down what a run is counted by; what was written first stays. */
  countAs(runId: string, as: CountedAs): Promise<void>;
  /** The finished reviews of a workspace that were asked for since then, oldest first. */
  counted(workspace: string, since: number): Promise<readonly CountedRun[]>;
  /** The channels of a workspace in which reviews were asked for. */
  channels(workspace: string): Promise<readonly string[]>;
  /** Decisions about comments of public reviews, oldest first; with words only from these channels. */
  decided(workspace: string, wordsFrom: readonly string[]): Promise<readonly DecidedComment[]>;
  /** Closed votes on public reviews, oldest first; with words only from these channels. */
  voted(workspace: string, wordsFrom: readonly string[]): Promise<readonly DecidedVote[]>;
}
