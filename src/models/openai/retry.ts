import { type Failure, isLoading, isTemporary } from './failure.ts';

export interface RetryPolicy {
  /** How often one request is sent at most. */
  readonly attempts: number;
  /** The first pause where the server names none; later ones double. */
  readonly firstPauseMs: number;
  /** All pauses of one request together; a server that asks for more is not waited for. */
  readonly pauseBudgetMs: number;
}

export const RETRY_POLICY: RetryPolicy = {
  attempts: 3,
  firstPauseMs: 500,
  pauseBudgetMs: 60_000,
};

/** What became of a request: an answer, or the failure that no further try was worth. */
export type Outcome<T> = { readonly answer: T } | { readonly failure: Failure };

/** Repeats a request that failed for a passing reason; rejects at once with the signal's reason when aborted. */
export async function withRetries<T>(
  send: () => Promise<Outcome<T>>,
  policy: RetryPolicy,
  signal: AbortSignal,
): Promise<Outcome<T>> {
  let budgetMs = policy.pauseBudgetMs;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await send();
    if ('answer' in outcome || !isTemporary(outcome.failure)) return outcome;
    const { failure } = outcome;
    if (attempt >= attemptsFor(failure, policy)) return outcome;
    const asked = failure.kind === 'http' ? failure.retryAfterMs : null;
    // A model loads for as long as it takes: it is asked every two seconds.
    const doubled = isLoading(failure) ? 4 : 2 ** (attempt - 1);
    const pauseMs = asked ?? policy.firstPauseMs * doubled * (0.75 + Math.random() / 4);
    if (pauseMs > budgetMs) return outcome;
    budgetMs -= pauseMs;
    await pause(pauseMs, signal);
  }
}

function attemptsFor(failure: Failure, { attempts }: RetryPolicy): number {
  // As long as the pauses last.
  if (isLoading(failure)) return Number.POSITIVE_INFINITY;
  // Nobody who waited twice for a whole timeout wants to wait a third time.
  return failure.kind === 'timeout' ? Math.min(2, attempts) : attempts;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
