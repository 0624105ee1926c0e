import type { RawComment } from './comment.ts';
import type { Revision } from './revision.ts';

/** The source named by what code finds: the persona that needs no model. */
export const CHECK_SOURCE = 'copy-editor';

/** What code alone can verify about a revision: spelling, house words, numbers, links, Markdown. */
export type CheckRevision = (
  revision: Revision,
  signal: AbortSignal,
) => Promise<{ readonly comments: readonly RawComment[]; readonly limits: readonly string[] }>;
