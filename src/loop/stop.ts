/** Why a run ended: the closed list, in the order that decides when several hold. */
export const STOP_REASONS = [
  'cancelled',
  'source_deleted',
  'human_final',
  'satisfied',
  'budget',
  'deadline',
  'regressed',
  'plateau',
  'no_actionable_feedback',
  'max_rounds',
  'refine_rejected',
  'cycle',
  'needs_author',
  'awaiting_author',
  'critique_only',
  'strategy_done',
  'refused',
  'disabled',
  'model_error',
] as const;
export type StopReason = (typeof STOP_REASONS)[number];

const SENTENCES: Record<Exclude<StopReason, 'satisfied'>, string> = {
  cancelled: 'on request',
  source_deleted: 'the message was deleted',
  human_final: 'a person chose the final text',
  budget: 'going on would have gone over the budget',
  deadline: 'going on would have taken too long',
  no_actionable_feedback: 'the editors had nothing concrete to change',
  max_rounds: 'round limit reached',
  plateau: 'no further gain',
  regressed: 'the last revision was worse, so the better one stands',
  refine_rejected: 'the rewrite did not hold up, so the previous revision stands',
  cycle: 'the rewrite went back to an earlier revision',
  needs_author: 'what is left needs your answer',
  awaiting_author: 'waiting for your choice of comments',
  critique_only: 'comments only, as asked',
  strategy_done: 'all planned steps are done',
  refused: 'the model declined to work on this text',
  disabled: 'reviews are switched off here',
  model_error: 'an editor could not finish',
};

/** The stop reason in words for people, without a full stop; `open` is how many comments are left. */
export function stopSentence(reason: StopReason, open: number): string {
  if (reason !== 'satisfied') return SENTENCES[reason];
  return open === 0 ? 'nothing left to fix' : `only small things left: ${open}`;
}
