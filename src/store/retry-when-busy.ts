import { setTimeout as sleep } from 'node:timers/promises';
import { isBusy } from './database-error.ts';

/** How long a caller waits for a lock that somebody else holds. */
export const BUSY_BUDGET_MS = 10_000;

const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 100;

/**
 * Runs `work` until another connection's lock no longer stops it; rejects with the last busy error
 * once `budgetMs` have passed. Between tries the event loop is free: SQLite's own waiting would
 * freeze every acknowledgement of the process. `heldUp` hears after each try for how long it waits by now.
 */
export async function retryWhenBusy<T>(
  work: () => T,
  budgetMs = BUSY_BUDGET_MS,
  heldUp: (forMs: number) => void = () => undefined,
): Promise<T> {
  const begun = performance.now();
  const deadline = begun + budgetMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error;
      heldUp(performance.now() - begun);
    }
    await sleep(pauseMs * (0.5 + Math.random() / 2));
  }
}
