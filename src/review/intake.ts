/*
 * Requests while the database is held up. Nobody is answered before what he asked for is on disk, and a lock
 * that another program holds on the database may last longer than a chat platform waits. Then the request itself
 * is written down beside the database, and goes its ordinary way as soon as the lock is gone, or at the next start.
 * It goes there under the name of what happened, so that going twice begins nothing twice.
 */
import { abortable } from '../loop/run.ts';
import type { IntakeStore, WaitingRequest } from './intake-store.ts';
import { NOTES } from './notes.ts';
import type { Platform } from './platform.ts';
import type { RequestOutcome, ReviewRequest, WaitingOutcome } from './reviews.ts';
import { isStorageTrouble } from './storage-trouble.ts';

export interface IntakeDeps {
  /** The ordinary way. */
  readonly begin: (request: ReviewRequest) => Promise<RequestOutcome>;
  readonly store: IntakeStore;
  /** Calls when the database is held up: at once, or as soon as it is; the result ends the listening. */
  readonly hearHoldUp: (listener: () => void) => () => void;
  /** The platform of a name; null for one that is not switched on. */
  readonly platform: (name: string) => Platform | null;
  readonly reportError: (error: unknown, about: { readonly doing: string }) => void;
  /** How long to wait after the database could not be had. */
  readonly retryAfterMs?: number;
}

/** Takes requests in, whatever holds the database up. */
export interface Intake {
  request(request: ReviewRequest): Promise<RequestOutcome | WaitingOutcome>;
  /** Sends on their way the requests an earlier process left; resolves once they are through. */
  recover(): Promise<void>;
  /** Ends the waiting; what is not through stays for the next start. */
  close(): void;
}

/** Held up or not, a request that only reads is answered within this. */
const GRACE_MS = 30;
const RETRY_AFTER_MS = 1_000;

/** Opens the intake of a process. */
export function createIntake(deps: IntakeDeps): Intake {
  const { begin, store, hearHoldUp, reportError, retryAfterMs = RETRY_AFTER_MS } = deps;
  const closing = new AbortController();

  /** Sees a request through, as often as it takes. */
  async function seeThrough(
    { id, request }: WaitingRequest,
    first: Promise<RequestOutcome>,
  ): Promise<RequestOutcome> {
    for (let asked = first; ; asked = begin(request)) {
      try {
        return await settle({ id, request }, await asked);
      } catch (error) {
        if (closing.signal.aborted) throw error;
        if (!isStorageTrouble(error)) {
          // What fails for another reason would fail again.
          reportError(error, { doing: 'begin a review that waited' });
          return settle({ id, request }, { type: 'note', note: NOTES.notBegun() });
        }
      }
      await abortable(closing.signal, () => pause(retryAfterMs));
    }
  }

  /** Nothing of it waits any more, and its requester knows what has to be known. */
  async function settle(
    { id, request }: WaitingRequest,
    outcome: RequestOutcome,
  ): Promise<RequestOutcome> {
    const { platform, requester, thread } = request;
    try {
      // Before it is told: a private note is sent at most once.
      store.remove(id);
      if (outcome.type !== 'note') return outcome;
      await deps.platform(platform)?.messenger.whisper(requester, thread, outcome.note);
    } catch (error) {
      reportError(error, { doing: 'settle a request that waited' });
    }
    return outcome;
  }

  /** True when the database is held up and the answer is not there in a moment. */
  function isHeldUp(asked: Promise<unknown>): Promise<boolean> {
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const deaf = hearHoldUp(() => {
        timer ??= setTimeout(() => resolve(true), GRACE_MS);
      });
      const answered = () => {
        deaf();
        clearTimeout(timer);
        resolve(false);
      };
      asked.then(answered, answered);
    });
  }

  return {
    async request(request) {
      const asked = begin(request);
      if (!(await isHeldUp(asked))) return asked;
      let waiting: WaitingRequest;
      try {
        waiting = store.keep(request);
      } catch (error) {
        reportError(error, { doing: 'write a request down beside the database' });
        return asked;
      }
      const later = seeThrough(waiting, asked);
      // What is cut off by the end of the process is taken up by the next one.
      later.catch(() => undefined);
      return { type: 'waiting', later };
    },

    async recover() {
      try {
        for (const waiting of store.all()) {
          await seeThrough(waiting, begin(waiting.request));
        }
      } catch (error) {
        if (!closing.signal.aborted) reportError(error, { doing: 'take up requests that waited' });
      }
    },

    close: () => closing.abort(),
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
