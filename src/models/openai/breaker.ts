import { type Failure, isBroken } from './failure.ts';

/** How a model server has been doing, for people and for the next request. */
export interface ServerState {
  /** `open`: it failed too often in a row and is left alone for a while. */
  readonly state: 'closed' | 'open' | 'trying';
  /** Failures in a row. */
  readonly failures: number;
  /** Milliseconds until it is asked again; 0 unless open. */
  readonly retryInMs: number;
}

export interface BreakerPolicy {
  /** Failures in a row after which the server is left alone. */
  readonly failures: number;
  readonly pauseMs: number;
}

export const BREAKER_POLICY: BreakerPolicy = { failures: 6, pauseMs: 30_000 };

/** Leaves a server alone that keeps failing, so that every review does not wait for it in vain. */
export interface Breaker {
  /** Null when a request may be sent; else how long to wait. While the server is tried again, one may. */
  refuse(): number | null;
  /** While one request tries the server again: resolves when it has found out. Null at all other times. */
  trial(): Promise<void> | null;
  /** To be told what became of every request that was let through. */
  succeeded(): void;
  failed(failure: Failure): void;
  /** A request that was let through was given up before it came to anything. */
  abandoned(): void;
  state(): ServerState;
}

/** Creates a breaker; `now` is a clock in milliseconds. */
export function createBreaker(policy: BreakerPolicy, now: () => number): Breaker {
  let failures = 0;
  let openUntil = 0;
  let trying: PromiseWithResolvers<void> | null = null;
  const endTrial = () => {
    trying?.resolve();
    trying = null;
  };
  const isOpen = () => failures >= policy.failures;
  return {
    refuse() {
      if (!isOpen()) return null;
      const left = openUntil - now();
      if (left > 0) return left;
      if (trying !== null) return policy.pauseMs;
      trying = Promise.withResolvers<void>();
      return null;
    },
    trial: () => trying?.promise ?? null,
    succeeded() {
      failures = 0;
      endTrial();
    },
    failed(failure) {
      endTrial();
      if (!isOutage(failure)) {
        failures = 0;
        return;
      }
      failures += 1;
      if (isOpen()) openUntil = now() + policy.pauseMs;
    },
    abandoned: endTrial,
    state() {
      if (!isOpen()) return { state: 'closed', failures, retryInMs: 0 };
      const retryInMs = Math.max(0, openUntil - now());
      return { state: retryInMs > 0 ? 'open' : 'trying', failures, retryInMs };
    },
  };
}

/** The server is down or out of reach. One that says no, even "too many requests", is up. */
function isOutage(failure: Failure): boolean {
  if (failure.kind === 'paused') return false;
  return failure.kind !== 'http' || isBroken(failure);
}
