import type { Comment } from '../loop/comment.ts';
import { overlaps } from '../text/range.ts';
import { fateOf, type ReviewThread } from './review-thread.ts';

/** Comments that want other words in the same place: accepting one of them decides against the others. */
export function rivalsOf(thread: ReviewThread, comment: Comment): Comment[] {
  const { anchor, suggestion } = comment;
  if (anchor.type !== 'quote' || suggestion.action === 'ask') return [];
  return [...thread.state.comments.values()].filter(
    (other) =>
      other.id !== comment.id &&
      other.anchor.type === 'quote' &&
      other.suggestion.action !== 'ask' &&
      thread.state.madeOn.get(other.id) === thread.state.madeOn.get(comment.id) &&
      overlaps(other.anchor, anchor) &&
      ['open', 'accepted'].includes(fateOf(thread, other)),
  );
}
