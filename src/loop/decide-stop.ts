import type { Assessment } from './assess.ts';
import { isUnactionable } from './assess.ts';
import { EPSILON, hasPlateaued, scoreGain } from './better.ts';
import { isSerious } from './comment.ts';
import { exceededLimit, foreseeRound } from './limits.ts';
import { isApplicable } from './plan.ts';
import { type Run, readInbox } from './run.ts';
import type { StopReason } from './stop.ts';

export interface Decision {
  readonly round: number;
  readonly assessment: Assessment;
  /** The best revision before this one was assessed. */
  readonly before: Assessment | null;
  readonly best: Assessment;
}

/** The reason to stop after an assessment, or null to refine; the order is that of `STOP_REASONS`. */
export async function decideStop(run: Run, decision: Decision): Promise<StopReason | null> {
  readInbox(run);
  run.signal.throwIfAborted();
  if (run.isFinal) return 'human_final';
  return (
    settledReason(run, decision) ??
    (await limitReason(run, decision)) ??
    stalledReason(run, decision)
  );
}

/** Nothing is left to do, or what is left is for people. */
function settledReason(run: Run, { assessment, best, round }: Decision): StopReason | null {
  // A remark of a person that no round has taken up yet is always worth another round; and a revision
  // that is not returned has settled nothing, however little was said about it.
  const isOpen = run.remarks.length > 0 || assessment !== best;
  if (!isOpen && isUnactionable(assessment)) return 'no_actionable_feedback';
  if (!isOpen && assessment.open.length === 0) return 'satisfied';
  if (run.input.mode === 'critique-only') return 'critique_only';
  if (run.input.mode === 'guided') return 'awaiting_author';
  if (isOpen || isWorthARound(assessment, round)) return null;
  return assessment.open.some(isSerious) ? 'needs_author' : 'satisfied';
}

/**
 * In the first round anything that can be acted on is; later only something serious, unless a critic
 * still asks for more. An accept never overrules an open serious comment.
 */
function isWorthARound({ open, critiques }: Assessment, round: number): boolean {
  const applicable = open.filter(isApplicable);
  const asksForMore = critiques.some((critique) => critique.verdict !== 'accept');
  return round === 1 || asksForMore ? applicable.length > 0 : applicable.some(isSerious);
}

async function limitReason(run: Run, { round, best }: Decision): Promise<StopReason | null> {
  if (round > run.input.maxRounds) return null;
  return exceededLimit(run, String(round), foreseeRound(run, best.revision.text));
}

/** Going on would cost and bring nothing. */
function stalledReason(run: Run, { round, assessment, before, best }: Decision): StopReason | null {
  if (before !== null && scoreGain(assessment, before) < -EPSILON) return 'regressed';
  if (hasPlateaued(run.assessments)) return 'plateau';
  if (round > run.input.maxRounds) return 'max_rounds';
  const isUntried = best.open.some((comment) => !best.tried.has(comment.id));
  return best === assessment || isUntried ? null : 'plateau';
}
