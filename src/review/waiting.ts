import type { Comment } from '../loop/comment.ts';
import type { ReviewThread } from './review-thread.ts';

/** True where nothing is changed before the author says so. */
export function isWaitingForAuthor({ state, plan }: ReviewThread): boolean {
  return state.result?.stopReason === 'awaiting_author' || plan.mode === 'guided';
}

/** The accepted comments that wait for the author's word. */
export function waitingComments(thread: ReviewThread): readonly Comment[] {
  if (!isWaitingForAuthor(thread)) return [];
  return [...thread.state.comments.values()].filter(
    ({ id }) => thread.decisions.get(id) === 'accepted',
  );
}
