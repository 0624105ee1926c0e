import type { Comment, RawComment } from './comment.ts';
import type { Persona } from './persona.ts';
import type { Revision } from './revision.ts';
import type { ThreadContext } from './thread-context.ts';
import type { Usage } from './usage.ts';

/** What a critic answers about one revision, before anything in it has been verified. */
export interface CritiqueReply {
  /** In the critic's own words; normalised to `accept`, `revise` or `unknown` by the loop. */
  readonly verdict: string;
  readonly comments: readonly RawComment[];
  readonly checks?: readonly { readonly id: string; readonly pass: boolean }[];
  /** One score per criterion, 1–4. Sums are computed by code, never read from the reply. */
  readonly criteria?: readonly { readonly id: string; readonly score: number }[];
  /** What must not be touched, in the draft's own words. */
  readonly strengths?: readonly {
    readonly quote: string;
    readonly sentenceId?: string;
    readonly note: string;
  }[];
  /** Answers to "was it fixed?" for the comments planned last round. */
  readonly followUps?: readonly { readonly commentId: string; readonly fixed: boolean }[];
  /** Plain sentences for the reader about what could not be checked, e.g. another language. */
  readonly limits?: readonly string[];
  readonly usage: Usage;
}

/** What a critic may see. Never the author, earlier scores, other personas or replies to the draft. */
export interface CriticView {
  readonly round: number;
  /** Verified findings of code on this revision. */
  readonly facts: readonly RawComment[];
  /** Comments planned in the round before, to be answered with "was it fixed?". */
  readonly planned: readonly Comment[];
  /** What stands before the draft in its thread; absent without any. */
  readonly thread?: Pick<ThreadContext, 'before' | 'leftOut'>;
  /** Set on the one re-ask: what was missing from the first answer. */
  readonly reask?: string;
}

/** A critic: offline or model-backed, it answers for one persona on one revision. */
export interface Critic {
  /** Rejects when the critique cannot be had; the loop degrades to the other personas. */
  critique(
    persona: Persona,
    revision: Revision,
    view: CriticView,
    signal: AbortSignal,
  ): Promise<CritiqueReply>;
}
