import type { MemberRef } from './refs.ts';

/** Who is asked: everybody in the thread, or the author alone. */
export type Audience = 'team' | 'author';

/** What the two texts of a ballot are. */
export type Version = 'original' | 'refined';

/** What people call them while it is open. */
export type Choice = 'a' | 'b';

/** Names a ballot of a run. */
export interface BallotName {
  readonly runId: string;
  readonly audience: Audience;
  /** The number of the refined revision. */
  readonly revision: number;
}

/** Two versions of a draft put to a blind vote. */
export interface Ballot extends BallotName {
  /** Which of the two is A. Nobody is told before it is closed. */
  readonly a: Version;
  readonly originalChars: number;
  readonly refinedChars: number;
  /** Milliseconds since 1970. */
  readonly openedAt: number;
  readonly closesAt: number;
  /** Null while votes are taken. */
  readonly closedAt: number | null;
}

/** How many chose each; of a closed ballot it never changes. */
export interface Tally {
  readonly original: number;
  readonly refined: number;
}

/** Keeps blind votes: the order that was drawn, one vote a member, and nothing after the close. */
export interface VoteStore {
  /** Opens a ballot; one that was opened before keeps its order and its time. Resolves to the one that stands. */
  open(ballot: Omit<Ballot, 'closedAt'>): Promise<Ballot>;
  /** A ballot; null when there is none. */
  ballot(name: BallotName): Promise<Ballot | null>;
  /** Keeps a member's vote instead of an earlier one; false when the ballot takes none any more. */
  vote(name: BallotName, member: MemberRef, choice: Choice): Promise<boolean>;
  /** Takes no more votes from now on; one that is closed stays as it is. */
  close(name: BallotName): Promise<void>;
  /** Closes every ballot whose time has come. */
  closeDue(now: number): Promise<void>;
  /** Closed ballots whose posts do not show it yet. */
  unrevealed(): Promise<readonly Ballot[]>;
  /** Writes down that a ballot's post shows what came of it. */
  reveal(name: BallotName): Promise<void>;
  /** How many chose each; null while the ballot is open, so that nobody learns it early. */
  tally(name: BallotName): Promise<Tally | null>;
}
