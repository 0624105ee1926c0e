import type { CritiqueReply } from './critic.ts';
import type { Persona } from './persona.ts';

/** A persona whose blocking check failed scores at most this, however good the rest is. */
const BLOCKED_SCORE = 2;

/**
 * One persona's score, 1–4: the weighted mean of its criteria, computed here and never read from a
 * reply. Scores outside 1–4 and criteria the persona does not have are ignored; null when none is left.
 */
export function scoreCritique(persona: Persona, reply: CritiqueReply): number | null {
  const weights = new Map(persona.criteria.map((criterion) => [criterion.id, criterion.weight]));
  let sum = 0;
  let weight = 0;
  for (const { id, score } of reply.criteria ?? []) {
    const own = weights.get(id);
    if (own === undefined || !Number.isFinite(score) || score < 1 || score > 4) continue;
    sum += own * score;
    weight += own;
  }
  if (weight === 0) return null;
  const mean = sum / weight;
  return hasFailedBlockingCheck(persona, reply) ? Math.min(mean, BLOCKED_SCORE) : mean;
}

/** The mean of the scores that exist; null when none does. */
export function meanScore(scores: readonly (number | null)[]): number | null {
  const known = scores.filter((score) => score !== null);
  return known.length === 0 ? null : known.reduce((sum, score) => sum + score, 0) / known.length;
}

function hasFailedBlockingCheck(persona: Persona, reply: CritiqueReply): boolean {
  const blocking = new Set(
    persona.checklist
      .filter((check) => check.severityIfFailed === 'blocking')
      .map((check) => check.id),
  );
  return (reply.checks ?? []).some((check) => !check.pass && blocking.has(check.id));
}
