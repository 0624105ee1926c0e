import type { Comment } from './comment.ts';
import type { Critique } from './critique.ts';
import type { Edit } from './edits.ts';
import type { GuardReport } from './guard.ts';
import type { Receipt } from './receipt.ts';
import type { Revision } from './revision.ts';
import type { StopReason } from './stop.ts';

/** Everything a run tells, in order. `number` counts from 1 without gaps and is the same on every resume. */
export type LoopEvent = { readonly number: number } & LoopEventBody;

export type LoopEventBody =
  | { readonly type: 'started'; readonly personas: readonly string[]; readonly maxRounds: number }
  | { readonly type: 'revision_created'; readonly revision: Revision }
  | { readonly type: 'round_started'; readonly round: number; readonly revision: number }
  | { readonly type: 'critique_received'; readonly round: number; readonly critique: Critique }
  | {
      readonly type: 'critique_failed';
      readonly round: number;
      readonly persona: string;
      readonly reason: string;
    }
  | {
      /** All editors have spoken: what is left after merging, and the score code computed. */
      readonly type: 'revision_assessed';
      readonly round: number;
      readonly revision: number;
      /** The panel's critiques as people see them: a remark several raised stands in one of them. */
      readonly critiques: readonly Critique[];
      readonly comments: readonly Comment[];
      readonly score: number | null;
      readonly isBest: boolean;
      readonly limits: readonly string[];
    }
  | {
      readonly type: 'refinement_planned';
      readonly round: number;
      readonly from: number;
      readonly planned: readonly string[];
      readonly held: readonly string[];
    }
  | {
      readonly type: 'refinement_refused';
      readonly round: number;
      readonly diagnosis: string;
      /** True when the writer gets its one second try. */
      readonly retrying: boolean;
    }
  | {
      readonly type: 'revision_refined';
      readonly round: number;
      readonly revision: Revision;
      readonly edits: readonly Edit[];
      readonly guard: GuardReport;
    }
  | { readonly type: 'finished'; readonly result: LoopResult };

/** What a run comes to. */
export interface LoopResult {
  readonly best: Revision;
  readonly revisions: readonly Revision[];
  readonly critiques: readonly Critique[];
  /** Comments on the best revision that nobody has dealt with. */
  readonly stillOpen: readonly Comment[];
  /** Every comment raised in the run, with what became of it. */
  readonly comments: readonly Comment[];
  readonly stopReason: StopReason;
  /** The stop reason in words for people. */
  readonly stopSentence: string;
  /** What could not be checked, in plain sentences. */
  readonly limits: readonly string[];
  /** Those of them that no critique tells: about the thread around the draft, and about the choice among candidates. */
  readonly runLimits?: readonly string[];
  readonly receipt: Receipt;
  /** Set when something outside failed; the message is safe to show. */
  readonly failure?: { readonly code: string; readonly message: string };
}
