/*
 * Undoing changes of a finished run one by one. An edit is undone where it now stands: it is followed
 * through the later refinements, and one whose words were changed again cannot be undone alone.
 */
import { type Edit, revertEdits } from '../loop/edits.ts';
import type { Range } from '../text/range.ts';
import type { Refinement, ThreadState } from './thread-state.ts';

type AppliedEdit = Extract<Edit, { applied: true }>;

/** The edits made for a comment, at their places in the best revision; none when they cannot be undone. */
export function undoableEdits(state: ThreadState, commentId: string): readonly AppliedEdit[] {
  const chain = refinementsOf(state);
  for (const [at, { edits }] of chain.entries()) {
    const own = edits.filter(
      (edit): edit is AppliedEdit => edit.applied && edit.commentIds.includes(commentId),
    );
    if (own.length === 0) continue;
    const moved = own.map((edit) => follow(edit, chain.slice(at + 1)));
    return moved.some((edit) => edit === null) ? [] : moved.filter((edit) => edit !== null);
  }
  return [];
}

/** The best revision's text without the edits made for these comments. */
export function textWithout(state: ThreadState, commentIds: readonly string[]): string {
  const edits = new Set<AppliedEdit>();
  for (const id of commentIds) {
    for (const edit of undoableEdits(state, id)) {
      const isKnown = [...edits].some((known) => known.newRange.start === edit.newRange.start);
      if (!isKnown) edits.add(edit);
    }
  }
  return revertEdits(state.result?.best.text ?? '', [...edits]);
}

/** The refinements that led to the best revision, oldest first. */
function refinementsOf({ result, refinements }: ThreadState): Refinement[] {
  const chain: Refinement[] = [];
  let number: number | null = result?.best.number ?? null;
  while (number !== null) {
    const made = refinements.find(({ revision }) => revision.number === number);
    if (made === undefined) break;
    chain.unshift(made);
    number = made.revision.parent;
  }
  return chain;
}

function follow(edit: AppliedEdit, later: readonly Refinement[]): AppliedEdit | null {
  let range: Range = edit.newRange;
  for (const { edits } of later) {
    const applied = edits.filter((each): each is AppliedEdit => each.applied);
    // A rewrite names no edits, so nobody knows where the words went.
    if (applied.length === 0) return null;
    if (applied.some((other) => touches(other.range, range))) return null;
    const shift = applied
      .filter((other) => other.range.end <= range.start)
      .reduce((sum, other) => sum + length(other.newRange) - length(other.range), 0);
    range = { start: range.start + shift, end: range.end + shift };
  }
  return { ...edit, newRange: range };
}

function touches(a: Range, b: Range): boolean {
  return a.start <= b.end && b.start <= a.end;
}

function length({ start, end }: Range): number {
  return end - start;
}
