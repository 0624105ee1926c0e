import type { Change } from './lists.ts';

/** Changes kept for a page that is being fetched: far more than arrive meanwhile. */
const MAX_KEPT = 300;

let taken = 0;
const kept: Change[] = [];

/** Keeps a change for pages that are on their way. */
export function keepChange(change: Change): void {
  taken += 1;
  kept.push(change);
  if (kept.length > MAX_KEPT) kept.shift();
}

/** How many changes have arrived so far: a mark for `changesSince`. */
export function changesTaken(): number {
  return taken;
}

/** The changes that arrived after a mark, in order. */
export function changesSince(mark: number): readonly Change[] {
  return taken === mark ? [] : kept.slice(-(taken - mark));
}
