import type { ProtectedSpan } from '../text/protected-spans.ts';
import type { Comment } from './comment.ts';
import type { LedgerEntry } from './ledger.ts';
import type { Persona } from './persona.ts';
import type { Revision } from './revision.ts';
import type { ThreadContext } from './thread-context.ts';
import type { Usage } from './usage.ts';

export type EditStyle = 'edits' | 'rewrite';

/** One exact replacement: `find` must occur exactly once in its sentence (or in the text, without one). */
export interface EditProposal {
  readonly commentIds: readonly string[];
  readonly find: string;
  readonly replace: string;
  readonly sentenceId?: string;
  /** UTF-16 offset of `find`, where the writer knows it. Verified, never trusted. */
  readonly start?: number;
}

/** What a writer answers. "Nothing to change" has its own form, so it can never be mistaken for a draft. */
export type RefineReply = { readonly usage: Usage } & (
  | {
      readonly type: 'edits';
      readonly edits: readonly EditProposal[];
      readonly notAddressed?: readonly { readonly commentId: string; readonly why: string }[];
    }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'no-change'; readonly why: string }
);

/** What a writer sees beside the text: the plan's history, what must survive, and why a first try failed. */
export interface WriterView {
  readonly round: number;
  readonly editStyle: EditStyle;
  /** What the draft was written from; empty for a draft of a person. */
  readonly brief: string;
  readonly ledger: readonly LedgerEntry[];
  readonly protectedSpans: readonly ProtectedSpan[];
  /** What others wrote around the draft; absent without any. */
  readonly thread?: ThreadContext;
  /** Set on the one second try: the guard's sentence, word for word. */
  readonly diagnosis?: string;
}

export interface WritingTask {
  readonly brief: string;
  /** The editors the draft will be read by: a fair first prompt knows their checklists. */
  readonly personas: readonly Persona[];
}

export interface Writer {
  /** Writes revision 1 from a brief. Rejects with a `UserError` when it cannot write at all. */
  generate(task: WritingTask, signal: AbortSignal): Promise<{ text: string; usage: Usage }>;
  /** Refines `best` according to `plan`; every planned anchor is found in `best.text`. */
  refine(
    best: Revision,
    plan: readonly Comment[],
    view: WriterView,
    signal: AbortSignal,
  ): Promise<RefineReply>;
}
