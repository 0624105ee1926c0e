import type { Comment } from '../loop/comment.ts';
import type { Critique } from '../loop/critique.ts';
import type { HumanRemark } from '../loop/inbox.ts';
import type { Receipt } from '../loop/receipt.ts';
import type { Revision } from '../loop/revision.ts';
import type { StopReason } from '../loop/stop.ts';
import type { RelatedRun } from './numbering.ts';
import type { MemberRef } from './refs.ts';
import type { Surroundings } from './source.ts';

/** How a review was asked for. */
export type Trigger = 'command' | 'reaction' | 'shortcut' | 'mention' | 'form';

/** Why a run ended is its stop reason, never its status. */
export type RunStatus = 'queued' | 'running' | 'finished';

/** What a person wants of a text, in words of their own or as an accepted comment. */
export type Wish = Extract<HumanRemark, { readonly type: 'comment' }>;

/** The words a run starts from, when they are known before it starts. */
export type GivenText =
  | {
      readonly draft: string;
      /** What came with it and could not be read, each in a few words. */
      readonly notRead?: readonly string[];
      readonly fromFile?: boolean;
      /** Whose words they are, where it is not the requester. */
      readonly author?: MemberRef;
      /** What people want of the text; then nothing else is touched. */
      readonly wishes?: readonly Wish[];
      /** What stood around the text when it was read for the first time. */
      readonly around?: Surroundings;
    }
  | { readonly brief: string };

/** A run as it is asked for. */
export interface NewRun {
  readonly id: string;
  readonly workspace: string;
  readonly platform: string;
  readonly trigger: Trigger;
  /** Null on the command line. */
  readonly requester: MemberRef | null;
  readonly status: Exclude<RunStatus, 'finished'>;
  /** Which plan of step keys the run was started with; a release that changes the keys raises it. */
  readonly planVersion: number;
  /** What was asked for (preset, personas, rounds, mode …) as JSON, without words of people: those are forgotten apart. */
  readonly options: unknown;
  /** Null when the words are captured later. */
  readonly given: GivenText | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** Any event of the loop; the store looks at nothing else in it. */
export interface NumberedEvent {
  readonly number: number;
  readonly type: string;
}

/** What an event brings with it. */
export interface EventRecords {
  readonly revisions?: readonly Revision[];
  /** One that is saved already takes on its new state. */
  readonly critiques?: readonly Critique[];
  /** With the revision each was made on; one that is saved already takes on its new state. */
  readonly comments?: readonly { readonly revision: number; readonly comment: Comment }[];
  /** The last event ends the run; one that has ended keeps its first end. */
  readonly end?: RunEnd;
}

/** How a run ended. */
export interface RunEnd {
  readonly stopReason: StopReason;
  /** The number of the best revision; null when there is none. */
  readonly bestRevision: number | null;
  /** Null when the run ended before it cost anything. */
  readonly receipt: Receipt | null;
  /** Milliseconds since 1970. */
  readonly finishedAt: number;
}

/** Keeps runs. When a call has resolved, all of it is on disk; when it rejects, none. */
export interface RunStore {
  /** Saves a new run; rejects when the id is taken. */
  create(run: NewRun): Promise<void>;
  /** Saves an event and what it brings; an event number that is saved already changes nothing. */
  append(runId: string, event: NumberedEvent, records?: EventRecords): Promise<void>;
  /** Ends a run; one that has ended keeps its first end. */
  finish(runId: string, end: RunEnd): Promise<void>;
  /** Reads a run as a whole; null when there is none. */
  load(runId: string): Promise<StoredRun | null>;
  /** The runs about the same draft that the same people read, the run itself among them; none where it is alone. */
  related(runId: string): Promise<readonly RelatedRun[]>;
}

/** A run with everything that belongs to it, each list in the order it came about. */
export interface StoredRun extends Omit<NewRun, 'status'> {
  readonly status: RunStatus;
  /** How often a worker has taken the run up again after the first time. */
  readonly attempt: number;
  readonly end: StoredEnd | null;
  readonly events: readonly StoredEvent[];
  readonly revisions: readonly StoredRevision[];
  readonly critiques: readonly StoredCritique[];
  readonly comments: readonly StoredComment[];
}

export interface StoredEnd extends Omit<RunEnd, 'receipt'> {
  /** Its `facts` are null once the words have been forgotten. */
  readonly receipt: (Omit<Receipt, 'facts'> & { readonly facts: Receipt['facts'] | null }) | null;
}

export interface StoredEvent extends NumberedEvent {
  /** The event as JSON gives it back; null once the words have been forgotten. */
  readonly event: unknown;
}

export interface StoredRevision extends Pick<Revision, 'number' | 'parent'> {
  /** UTF-16 length of the text. */
  readonly chars: number;
  /** Null once the words have been forgotten. */
  readonly text: string | null;
}

export type CritiqueWords = Pick<Critique, 'strengths' | 'comments' | 'limits'>;

export interface StoredCritique extends Omit<Critique, keyof CritiqueWords> {
  /** Null once they have been forgotten. */
  readonly words: CritiqueWords | null;
}

export interface StoredComment
  extends Pick<Comment, 'id' | 'raisedBy' | 'kind' | 'severity' | 'status'> {
  readonly revision: number;
  /** The whole comment; null once its words have been forgotten. */
  readonly comment: Comment | null;
}
