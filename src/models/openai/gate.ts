/** Lets at most so many pieces of work run at once; the others wait in order. */
export interface Gate {
  /** Rejects with the signal's reason, without starting the work, when aborted while waiting. */
  run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** Creates a gate for `limit` pieces of work at once. */
export function createGate(limit: number): Gate {
  const waiting: (() => void)[] = [];
  let free = Math.max(1, limit);

  async function enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (free > 0) {
      free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const admit = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(admit), 1);
        reject(signal.reason);
      };
      waiting.push(admit);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  function exit(): void {
    const next = waiting.shift();
    // The place passes straight on, so that nobody who comes later is let in before.
    if (next === undefined) free += 1;
    else next();
  }

  return {
    async run(work, signal) {
      await enter(signal);
      try {
        return await work();
      } finally {
        exit();
      }
    },
  };
}
