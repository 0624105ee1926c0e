import { overlaps } from '../text/range.ts';
import type { Comment } from './comment.ts';
import { isQuestion, SEVERITIES } from './comment.ts';
import { anchorRange } from './screen.ts';

/** Comments planned per refinement beside the safe fixes of code. Models stop following longer lists. */
const MAX_PLANNED = 5;

export interface Plan {
  readonly planned: readonly Comment[];
  /** Wording remarks inside a passage whose structure is still open, which they would not survive, and choices that only a person can make. */
  readonly held: readonly Comment[];
}

/** True when code or a writer may act on it unasked: not a question, not only offered, no fact invented or taken away. */
export function isApplicable(comment: Comment): boolean {
  if ('human' in comment.source) return true;
  if (isSafe(comment)) return true;
  return !isQuestion(comment) && comment.trust !== 'offered';
}

/** Chooses what the next refinement does: people's remarks, then structure, then the worst, then safe fixes. */
export function planRefinement(open: readonly Comment[]): Plan {
  const candidates = open.filter(isApplicable);
  const structure = open.filter((comment) => comment.kind === 'structure');
  const held = candidates.filter(
    (comment) =>
      !isSafe(comment) &&
      comment.kind !== 'structure' &&
      !('human' in comment.source) &&
      structure.some((passage) => isInside(comment, passage)),
  );
  const choices = candidates.filter(
    (comment) => !held.includes(comment) && candidates.some((other) => isChoice(comment, other)),
  );
  const free = candidates.filter(
    (comment) => !held.includes(comment) && !choices.includes(comment),
  );
  const people = free.filter((comment) => 'human' in comment.source);
  const chosen: Comment[] = [...people];
  for (const comment of free
    .filter((each) => !people.includes(each) && !isSafe(each))
    .sort(byWeight)) {
    if (chosen.length - people.length >= MAX_PLANNED) break;
    if (!chosen.some((other) => contradicts(other, comment))) chosen.push(comment);
  }
  const safe = free.filter(
    (comment) => isSafe(comment) && !chosen.some((other) => contradicts(other, comment)),
  );
  return { planned: [...chosen, ...safe], held: [...held, ...choices] };
}

function isSafe(comment: Comment): boolean {
  return comment.trust === 'safe';
}

function byWeight(a: Comment, b: Comment): number {
  return (
    Number(b.kind === 'structure') - Number(a.kind === 'structure') ||
    SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
    b.raisedBy.length - a.raisedBy.length ||
    anchorRange(a.anchor).start - anchorRange(b.anchor).start
  );
}

function isInside(comment: Comment, passage: Comment): boolean {
  if (passage.anchor.type === 'document' || comment.anchor.type === 'document') return false;
  return overlaps(anchorRange(comment.anchor), anchorRange(passage.anchor));
}

/**
 * One editor wants the words gone, another wants them otherwise, and neither weighs more: that is for the
 * author to decide, and both stay open.
 */
function isChoice(a: Comment, b: Comment): boolean {
  if (!contradicts(a, b) || isSafe(a) || isSafe(b)) return false;
  if ('human' in a.source || 'human' in b.source) return false;
  const isOpposite = (a.suggestion.action === 'delete') !== (b.suggestion.action === 'delete');
  return isOpposite && a.severity === b.severity && a.raisedBy.length === b.raisedBy.length;
}

/** Two replacements of overlapping words cannot both be made. */
function contradicts(a: Comment, b: Comment): boolean {
  if (a.anchor.type !== 'quote' || b.anchor.type !== 'quote') return false;
  return overlaps(a.anchor, b.anchor);
}
