import type { MemberRef } from './refs.ts';

/** Why a suggestion was dismissed, where somebody said so. */
export const DISMISS_REASONS = ['wrong', 'taste', 'known', 'scope'] as const;
export type DismissReason = (typeof DISMISS_REASONS)[number];

/**
 * `accepted`: nobody has acted on it yet; `applied`: it is in the text; `noted`: accepted, and the words
 * are a person's to write; `dismissed` is also an undone change; `open`: a decision that was taken back;
 * `used` is a person's choice of a revision; `rival`, as a reason: another suggestion was accepted instead.
 */
export type Decision =
  | 'accepted'
  | 'applied'
  | 'noted'
  | 'dismissed'
  | 'open'
  | 'used'
  | 'rival'
  | DismissReason;

/** What people decided about one comment (its id), one revision (`revision/N`), or why (`why/ID`). */
export interface StoredDecision {
  readonly subject: string;
  readonly decision: Decision;
  readonly member: MemberRef;
}

/** Keeps what people decide; the last word about a subject counts. */
export interface DecisionStore {
  /** Saves decisions together. */
  decide(runId: string, ...decisions: readonly StoredDecision[]): Promise<void>;
  /** The decisions on a run, oldest first. */
  decisions(runId: string): Promise<readonly StoredDecision[]>;
  /** Notes what became of accepted comments; one that was decided anew meanwhile stays as it is. */
  settle(
    runId: string,
    outcomes: ReadonlyMap<string, Extract<Decision, 'applied' | 'noted'>>,
  ): Promise<void>;
  /** The runs with accepted comments that nobody has acted on. */
  unsettled(): Promise<readonly string[]>;
}

/** Where the reason of a dismissal is kept. */
export function reasonSubject(commentId: string): string {
  return `why/${commentId}`;
}
