import type { Comment } from './comment.ts';
import type { DropCounts } from './screen.ts';
import type { Verdict } from './verdict.ts';

/** One persona's answer on one revision, verified: what people may be shown. */
export interface Critique {
  readonly persona: string;
  readonly personaVersion: string;
  readonly revision: number;
  readonly verdict: Verdict;
  readonly checks: readonly { readonly id: string; readonly pass: boolean }[];
  readonly criteria: readonly { readonly id: string; readonly score: number }[];
  /** Computed from the criteria, never read from the answer; null for a persona without criteria. */
  readonly score: number | null;
  readonly strengths: readonly { readonly quote: string; readonly note: string }[];
  readonly comments: readonly Comment[];
  /** How many remarks the answer held before screening. */
  readonly rawCommentCount: number;
  readonly dropped: DropCounts;
  readonly limits: readonly string[];
}
