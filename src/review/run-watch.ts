import type { StoredRun } from './run-store.ts';

/** Hears how the work on runs goes; must not throw. */
export interface RunWatch {
  /** A run was taken up, for the n-th time. */
  taken(run: Pick<StoredRun, 'platform' | 'createdAt'>, attempt: number): void;
  /** A step was done, not recalled, and is saved. */
  stepTook(key: string, durationMs: number): void;
}

/** For where nobody watches. */
export const UNWATCHED: RunWatch = { taken() {}, stepTook() {} };
