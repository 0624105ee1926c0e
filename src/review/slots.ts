/* Places of posts in a run: the same place is the same post on every resume. */

/** The closing post. */
export const RESULT_SLOT = 'result';

const CRITIQUE = 'critique/1/';

/** The blind vote on a revision. */
export function voteSlot(revision: number): string {
  return `vote/${revision}`;
}

/** The reply of one persona. */
export function critiqueSlot(persona: string): string {
  return `${CRITIQUE}${persona}`;
}

/** The persona whose reply stands there; null for every other post. */
export function personaAt(slot: string): string | null {
  return slot.startsWith(CRITIQUE) ? slot.slice(CRITIQUE.length) : null;
}
