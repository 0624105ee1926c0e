import type { Comment } from './comment.ts';
import { isSerious } from './comment.ts';

/** The least difference between two scores on the 1–4 scale that means anything. */
export const EPSILON = 0.25;

/** What decides between two revisions. */
export interface Standing {
  /** Mean of the personas' scores, or null when nobody scores. */
  readonly score: number | null;
  readonly open: readonly Comment[];
}

export interface Candidate extends Standing {
  readonly guardOk: boolean;
  /** How many planned comments were verified resolved in it. */
  readonly resolved: number;
}

/**
 * True when the candidate becomes best: the guard passed, a planned comment is verified resolved, it has
 * no more serious comments open and its score is not lower by more than EPSILON. Only between revisions
 * with equally many comments does the score decide; a tie without a resolved comment keeps the earlier.
 */
export function isBetter(candidate: Candidate, best: Standing): boolean {
  if (!candidate.guardOk || candidate.resolved === 0) return false;
  const serious = (standing: Standing) => standing.open.filter(isSerious).length;
  if (serious(candidate) > serious(best)) return false;
  const gain = scoreGain(candidate, best);
  if (gain < -EPSILON) return false;
  if (serious(candidate) < serious(best) || candidate.open.length < best.open.length) return true;
  return gain >= 0;
}

/** Difference of two scores; 0 when either is unknown. */
export function scoreGain(a: Standing, b: Standing): number {
  return a.score === null || b.score === null ? 0 : a.score - b.score;
}

/** True when the last two assessed revisions brought neither score nor fewer serious comments. */
export function hasPlateaued(history: readonly Standing[]): boolean {
  const [base, first, second] = history.slice(-3);
  if (!base || !first || !second) return false;
  return isFlat(first, base) && isFlat(second, base);
}

/** Without any score there is no curve that could be flat. */
function isFlat(later: Standing, base: Standing): boolean {
  if (later.score === null || base.score === null) return false;
  return (
    scoreGain(later, base) <= EPSILON &&
    later.open.filter(isSerious).length >= base.open.filter(isSerious).length
  );
}
