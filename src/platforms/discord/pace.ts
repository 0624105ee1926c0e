/** Changes of one message at a polite pace: those that come too fast are one, and the last always counts. */
export function createPace({
  everyMs,
  now = Date.now,
}: {
  readonly everyMs: number;
  readonly now?: () => number;
}) {
  const last = new Map<string, number>();
  const waiting = new Map<string, { work: () => Promise<void>; done: Promise<void> }>();

  const run = async (key: string, work: () => Promise<void>) => {
    last.set(key, now());
    const oldest = last.size > MAX_KEPT ? last.keys().next().value : undefined;
    if (oldest !== undefined) last.delete(oldest);
    await work();
  };

  return {
    /** Runs `work` now or when its time has come; resolves when it, or a later one in its place, is done. */
    change(key: string, work: () => Promise<void>): Promise<void> {
      const planned = waiting.get(key);
      if (planned !== undefined) {
        planned.work = work;
        return planned.done;
      }
      const wait = (last.get(key) ?? Number.NEGATIVE_INFINITY) + everyMs - now();
      if (wait <= 0) return run(key, work);
      const { promise, resolve } = Promise.withResolvers<void>();
      setTimeout(resolve, wait);
      const entry = { work, done: Promise.resolve() };
      entry.done = promise.then(() => {
        waiting.delete(key);
        return run(key, entry.work);
      });
      waiting.set(key, entry);
      return entry.done;
    },
  };
}

const MAX_KEPT = 2_000;

export type Pace = ReturnType<typeof createPace>;
