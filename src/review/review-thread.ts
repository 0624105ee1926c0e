import type { Comment } from '../loop/comment.ts';
import type { LoopInput } from '../loop/run.ts';
import type { Decision } from './decision-store.ts';
import type { RevisionNumbers } from './numbering.ts';
import type { Wish } from './run-store.ts';
import type { ThreadState } from './thread-state.ts';
import { undoableEdits } from './undo.ts';

/** One editor of a run, with what its reply needs of it. */
export interface PanelMember {
  readonly id: string;
  readonly title: string;
  readonly icon: string;
  readonly criteria: readonly { readonly id: string; readonly title: string }[];
}

/** What was settled when a run started and holds on every resume. */
export interface RunPlan {
  readonly panel: readonly PanelMember[];
  /** Titles of the editors that need a model and have none. */
  readonly resting: readonly string[];
  /** What these editors cannot see; null with a model. */
  readonly blindSpots: string | null;
  /** `each`: a reply per persona; `digest`: one for all; `final`: the refined draft alone. */
  readonly layout: 'each' | 'digest' | 'final';
  /** Whether the answer goes to the requester alone. */
  readonly isPrivate: boolean;
  /** There is a page with the whole review, for who asks for a link; absent: there is none. */
  readonly hasPage?: boolean;
  /** Absent in runs of earlier releases. */
  readonly mode?: LoopInput['mode'];
  /** Names that are facts wherever they stand; absent in runs of earlier releases. */
  readonly names?: readonly string[];
}

/** A run with everything its posts are drawn from. */
export interface ReviewThread {
  readonly runId: string;
  readonly plan: RunPlan;
  /** What was not read, each in a few words. */
  readonly notRead: readonly string[];
  /** The message was edited after its words were read, and the review is over. */
  readonly isEdited: boolean;
  /** The draft was written from a brief. */
  readonly isWritten: boolean;
  /** What people wanted of the text; then nobody else speaks in this run. */
  readonly wishes: readonly Wish[];
  /** True once the run has finished, however it ended. */
  readonly isOver: boolean;
  readonly state: ThreadState;
  /** What people know the revisions by. */
  readonly numbers: RevisionNumbers;
  /** What people decided, by comment id or `revision/N`. */
  readonly decisions: ReadonlyMap<string, Decision>;
}

/** What became of a comment, as people see it. */
export type Fate =
  /** The run lives: nobody has to do anything yet. */
  | 'pending'
  | 'open'
  /** It goes into the text soon. */
  | 'accepted'
  /** Accepted, and in the text. */
  | 'applied'
  /** Accepted, and a person has to write the words. */
  | 'noted'
  | 'dismissed'
  /** Made, and it can be undone. */
  | 'changed'
  /** Made in a way that cannot be undone alone. */
  | 'settled'
  | 'undone';

/** What became of a comment. */
export function fateOf({ isOver, state, decisions }: ReviewThread, comment: Comment): Fate {
  const decision = decisions.get(comment.id);
  const isMade = comment.status === 'resolved' && isOver;
  if (isMade && undoableEdits(state, comment.id).length > 0) {
    return decision === 'dismissed' ? 'undone' : 'changed';
  }
  if (isMade) return 'settled';
  switch (decision) {
    case 'accepted':
    case 'applied':
    case 'noted':
    case 'dismissed':
      return decision;
    default:
      return isOver ? 'open' : 'pending';
  }
}

/** True while nobody has to do with it any more. */
export function isSettled(fate: Fate): boolean {
  return fate === 'changed' || fate === 'settled' || fate === 'undone';
}
