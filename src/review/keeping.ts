/** What one attempt at a run keeps on its way. */
export interface Keeping {
  /** Aborts with the first failure to keep something. */
  readonly failed: AbortSignal;
  /** Does what must not fail; a failure ends the attempt and is passed on. */
  keep<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Makes one for an attempt. A store that fails is no failure of an editor: the loop would end the review over
 * it, though it only has to wait; so the attempt ends instead, and the run is taken up again.
 */
export function createKeeping(): Keeping {
  const ending = new AbortController();
  return {
    failed: ending.signal,
    async keep(work) {
      try {
        return await work();
      } catch (error) {
        ending.abort(error);
        throw error;
      }
    },
  };
}
