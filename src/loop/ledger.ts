import type { CommentStatus } from './comment.ts';

/** What became of one earlier comment: the history a writer sees. */
export interface LedgerEntry {
  readonly commentId: string;
  readonly round: number;
  readonly quote: string;
  readonly problem: string;
  readonly outcome: Exclude<CommentStatus, 'open' | 'planned'> | 'held' | 'not_addressed';
  readonly note?: string;
}
