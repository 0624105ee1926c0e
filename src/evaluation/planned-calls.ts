import { CANDIDATES } from '../loop/best-of-n.ts';
import type { Arm } from './arms.ts';
import type { Item } from './try-arm.ts';

/** Both orders of one comparison. */
const JUDGEMENTS = 2;

/**
 * The most calls an evaluation makes if nothing has to be asked again. K editors, n rounds, from a brief
 * one call more: self-refine K(n + 1) + n, three-step K + 1, best-of-n of a draft K and its candidates.
 */
export function plannedCalls(
  arms: readonly Arm[],
  items: readonly Item[],
  { personas, rounds }: { readonly personas: number; readonly rounds: number },
): number {
  const comparisons = arms.length + Math.max(0, arms.length - 1);
  let calls = 0;
  for (const { draft } of items) {
    for (const { strategy } of arms) calls += reviewCalls(strategy, draft === null);
    calls += JUDGEMENTS * comparisons;
  }
  return calls;

  function reviewCalls(strategy: Arm['strategy'], isWritten: boolean): number {
    const first = isWritten ? 1 : 0;
    if (strategy === 'one-shot') return first;
    if (strategy === 'three-step') return first + personas + 1;
    if (strategy === 'self-refine') return first + personas * (rounds + 1) + rounds;
    const choosing = CANDIDATES + JUDGEMENTS * (CANDIDATES - 1);
    return isWritten ? choosing : personas + choosing;
  }
}
