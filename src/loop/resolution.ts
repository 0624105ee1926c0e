import { overlaps, type Range } from '../text/range.ts';
import type { Comment } from './comment.ts';
import { anchorRange } from './screen.ts';

export interface Evidence {
  /** Where the text changed, old range by old range; an insertion is an empty range. */
  readonly changed: readonly Range[];
  /** Comments raised on the new revision. */
  readonly raised: readonly Comment[];
  /** Critics' answers to "was it fixed?", by comment id. */
  readonly followUps: ReadonlyMap<string, boolean>;
}

/**
 * True when a planned comment was really dealt with: the words it points at changed, no critic says it
 * is still there, and nobody raised it again.
 */
export function isResolved(comment: Comment, { changed, raised, followUps }: Evidence): boolean {
  if (followUps.get(comment.id) === false) return false;
  if (!changed.some((range) => isTouched(anchorRange(comment.anchor), range))) return false;
  return !raised.some((other) => isSameRemark(other, comment));
}

function isTouched(anchor: Range, change: Range): boolean {
  if (overlaps(anchor, change)) return true;
  return change.start === change.end && anchor.start <= change.start && change.start <= anchor.end;
}

function isSameRemark(a: Comment, b: Comment): boolean {
  if (a.fingerprint === b.fingerprint) return true;
  return (
    a.anchor.type === 'quote' &&
    b.anchor.type === 'quote' &&
    a.kind === b.kind &&
    a.anchor.quote === b.anchor.quote &&
    a.raisedBy.some((source) => b.raisedBy.includes(source))
  );
}
