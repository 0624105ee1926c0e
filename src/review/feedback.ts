/* What members think of a post, by one click: kept for the statistics, shown to nobody. */
import type { Answer, Click, ClickDeps } from './click.ts';
import type { Usefulness } from './feedback-store.ts';
import type { Button } from './message.ts';
import { NOTES } from './notes.ts';
import type { ReviewThread } from './review-thread.ts';
import { critiqueSlot, RESULT_SLOT } from './slots.ts';
import { speakUp } from './speak-up.ts';

/** The two buttons under a post: under a persona's critique, or under the closing post. */
export function feedbackButtons(runId: string, persona?: string): Button[] {
  const about = persona === undefined ? {} : { commentId: persona };
  return [
    { label: '👍', title: 'Useful', action: { verb: 'useful', runId, ...about }, style: 'plain' },
    {
      label: '👎',
      title: 'Not useful',
      action: { verb: 'not-useful', runId, ...about },
      style: 'plain',
    },
  ];
}

/** Keeps what a member thinks of a post; clicking the other button changes it. */
export async function giveFeedback(
  deps: ClickDeps,
  { action, by, known, thread }: Click,
  usefulness: Usefulness,
): Answer {
  if (!hasPost(thread, action.commentId)) return NOTES.unknownRun();
  const slot = action.commentId === undefined ? RESULT_SLOT : critiqueSlot(action.commentId);
  await deps.feedback.give(thread.runId, { slot, member: by, usefulness });
  if (usefulness === 'not-useful' && action.commentId !== undefined) {
    await speakUp(deps, known, action.commentId);
  }
  return NOTES.feedbackKept(usefulness);
}

function hasPost({ state }: ReviewThread, persona: string | undefined): boolean {
  return persona === undefined ? state.result !== null : state.spoke.has(persona);
}
