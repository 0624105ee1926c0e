/*
 * One thread answers people and works on reviews. Who waits for an answer goes first: work that nobody waits
 * for this instant pauses between its pieces while somebody is being answered. It never pauses for long, so it
 * goes on also where people never stop asking.
 */

export interface Precedence {
  /** Does what somebody waits for. */
  ahead<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when the next piece of other work may begin: after whoever is being answered, one piece at a time. */
  turn(): Promise<void>;
}

/** The longest that a piece of work is held up. */
const LONGEST_WAIT_MS = 50;

/** Keeps the order in one process. */
export function createPrecedence({
  longestWaitMs = LONGEST_WAIT_MS,
}: {
  readonly longestWaitMs?: number;
} = {}): Precedence {
  const waiting: { readonly begin: () => void; readonly timer: NodeJS.Timeout }[] = [];
  let answering = 0;
  let isGoing = false;

  const goOn = () => {
    isGoing = false;
    if (answering > 0) return;
    const next = waiting.shift();
    if (next === undefined) return;
    clearTimeout(next.timer);
    next.begin();
    goOnSoon();
  };
  // Between two pieces the loop takes in what has come, so whoever asks meanwhile is before the next.
  const goOnSoon = () => {
    if (isGoing || waiting.length === 0 || answering > 0) return;
    isGoing = true;
    setImmediate(goOn);
  };

  return {
    async ahead(work) {
      answering += 1;
      try {
        return await work();
      } finally {
        answering -= 1;
        goOnSoon();
      }
    },

    turn: () =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(entry), 1);
          resolve();
        }, longestWaitMs);
        const entry = { begin: resolve, timer };
        waiting.push(entry);
        goOnSoon();
      }),
  };
}
