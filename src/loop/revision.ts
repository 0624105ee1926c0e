import { createHash } from 'node:crypto';

/** One immutable numbered version of a draft; revision 1 is what was captured or generated. */
export interface Revision {
  readonly number: number;
  readonly text: string;
  /** SHA-256 of the text, hex. */
  readonly sha: string;
  /** The revision it was refined from; null for revision 1. */
  readonly parent: number | null;
}

/** Numbers a text as a revision. */
export function createRevision(number: number, text: string, parent: number | null): Revision {
  return { number, text, parent, sha: createHash('sha256').update(text).digest('hex') };
}
