/**
 * Makes a function that never runs twice at the same time: calls that come meanwhile make it run once
 * more afterwards, all together. What it resolves to is the end of all that; it rejects with the first error.
 */
export function coalesce(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isAskedAgain = false;

  async function run(): Promise<void> {
    try {
      do {
        isAskedAgain = false;
        await work();
      } while (isAskedAgain);
    } finally {
      running = null;
    }
  }

  return () => {
    isAskedAgain = true;
    running ??= run();
    return running;
  };
}
