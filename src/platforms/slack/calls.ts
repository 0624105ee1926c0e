/*
 * How we call Slack. The client of the SDK retries ten times over half an hour and lets one limited method
 * stall all others; here a call is tried a few times, and a limit holds for the method and channel it was
 * given for. What must not happen twice is never retried blindly.
 * https://docs.slack.dev/apis/web-api/rate-limits
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { webApi } from '@slack/bolt';
import { createSdkLogger } from './sdk-logger.ts';
import { rateLimitMs } from './slack-errors.ts';

/** One request gets this long. */
const TIMEOUT_MS = 15_000;
/** How often Slack may put a call off before it counts as failed. */
const MAX_PUT_OFFS = 20;
const LONGEST_PUT_OFF_MS = 120_000;

export interface Calls {
  /** For calls that may safely be made twice. */
  readonly client: webApi.WebClient;
  /** For calls that say something: a lost answer is an error, never a second post. */
  readonly speaker: webApi.WebClient;
  /**
   * Makes a call when Slack allows it. `key` names what a rate limit holds for; calls with one key that are
   * `inOrder` wait for each other.
   */
  whenAllowed<Result>(
    key: string,
    work: () => Promise<Result>,
    options?: { readonly inOrder?: boolean },
  ): Promise<Result>;
}

/** How Slack is reached. */
export interface Reach {
  /** Ends with a slash. */
  readonly apiUrl: string;
  /** Aborts when the process stops: nobody waits for Slack any longer. */
  readonly signal: AbortSignal;
  /** Hears each time Slack wants to be left alone for a while. */
  readonly rateLimited: () => void;
}

export interface CallsOptions extends Reach {
  readonly token: string;
}

/** The options of every client: two tries more, a timeout, and limits that are ours to keep. */
export function clientOptions(apiUrl: string): webApi.WebClientOptions {
  return {
    slackApiUrl: apiUrl,
    timeout: TIMEOUT_MS,
    rejectRateLimitedCalls: true,
    retryConfig: { retries: 2, minTimeout: 200, factor: 3 },
    logger: createSdkLogger(),
    allowAbsoluteUrls: false,
  };
}

/** Opens the way to one workspace. */
export function createCalls({ apiUrl, token, signal, rateLimited }: CallsOptions): Calls {
  const pausedUntil = new Map<string, number>();
  const tails = new Map<string, Promise<unknown>>();

  const persist = async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    for (let putOffs = 0; ; putOffs += 1) {
      const waitMs = (pausedUntil.get(key) ?? 0) - Date.now();
      if (waitMs > 0) await sleep(waitMs, undefined, { signal });
      try {
        const result = await work();
        pausedUntil.delete(key);
        return result;
      } catch (error) {
        const limitMs = rateLimitMs(error);
        if (limitMs === null || putOffs >= MAX_PUT_OFFS) throw error;
        rateLimited();
        const until = Date.now() + Math.min(limitMs, LONGEST_PUT_OFF_MS);
        pausedUntil.set(key, Math.max(until, pausedUntil.get(key) ?? 0));
      }
    }
  };

  return {
    client: new webApi.WebClient(token, clientOptions(apiUrl)),
    speaker: new webApi.WebClient(token, { ...clientOptions(apiUrl), retryConfig: { retries: 0 } }),
    whenAllowed(key, work, { inOrder = false } = {}) {
      if (!inOrder) return persist(key, work);
      const before = tails.get(key) ?? Promise.resolve();
      const mine = before.then(() => persist(key, work));
      const tail = mine.catch(() => undefined);
      tails.set(key, tail);
      void tail.then(() => {
        if (tails.get(key) === tail) tails.delete(key);
      });
      return mine;
    },
  };
}
