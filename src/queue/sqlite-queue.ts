/*
 * The embedded queue: jobs stand in the runs' own database, so a run and its job are written in one
 * transaction. One server works on a file at a time: at its start every lease of a process before it is
 * free. A worker that stops renewing its leases loses them, and a job it finished late is not removed
 * from under the one that took it over.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobQueue, TakenJob } from '../review/job-queue.ts';
import type { JobTable } from '../store/job-repository.ts';
import { coalesce } from './coalesce.ts';
import { FEW, placesForAll } from './places.ts';

export interface SqliteQueueDeps {
  readonly jobs: JobTable;
  /** Hears of failures the queue survives; must not throw. */
  readonly reportError: (error: unknown, job: TakenJob | null) => void;
  readonly now?: () => number;
}

export interface SqliteQueueOptions {
  /** How many runs of one channel may be under way at once. */
  readonly perLane?: number;
  /** How many runs of one workspace may be under way at once; absent: as many as there is room for. */
  readonly perWorkspace?: number;
  /** How long a job stays with a worker that no longer renews it. */
  readonly leaseMs?: number;
  /** How often to look for jobs nobody announced: returned ones, expired leases. */
  readonly pollMs?: number;
  /** How often to look for unfinished runs that have no job. */
  readonly refillMs?: number;
  /** How long a job that failed for the n-th time waits; at most a minute. */
  readonly retryDelayMs?: (attempt: number) => number;
}

/** A job that waits for longer was written by a clock that was set back since. */
const LONGEST_DELAY_MS = 60_000;

/** A queue over the jobs table of one SQLite file. */
export function createSqliteQueue(
  { jobs, reportError, now = Date.now }: SqliteQueueDeps,
  {
    perLane = 2,
    perWorkspace = Number.MAX_SAFE_INTEGER,
    leaseMs = 30_000,
    pollMs = 500,
    refillMs = 60_000,
    retryDelayMs = (attempt) => Math.min(1000 * 4 ** (attempt - 1), LONGEST_DELAY_MS),
  }: SqliteQueueOptions = {},
): JobQueue {
  const holder = randomUUID();
  const underWay = new Map<string, Promise<void>>();
  const suspects = new Set<string>();
  const timers: NodeJS.Timeout[] = [];
  const chores = new Set<Promise<void>>();
  const handBack = new AbortController();
  let handler: Parameters<JobQueue['work']>[0] | null = null;
  let concurrency = 0;

  // Of the runs that may have ended the process before, one at a time: the others must not share its end.
  const isSuspectUnderWay = () => [...underWay.keys()].some((runId) => suspects.has(runId));

  /** Takes jobs as long as there is room. */
  const look = coalesce(async () => {
    while (handler !== null && underWay.size < concurrency) {
      const at = now();
      const isForAll = underWay.size < placesForAll(concurrency);
      const job = await jobs.take(holder, {
        now: at,
        leaseUntil: at + leaseMs,
        perLane,
        perWorkspace: isForAll ? perWorkspace : Math.min(perWorkspace, FEW),
        longestDelayMs: LONGEST_DELAY_MS,
        barred: isSuspectUnderWay() ? [...suspects] : [],
      });
      if (job === null) return;
      // Stopped while it was being taken.
      if (handler === null) await giveBack(job);
      else start(job, handler);
    }
  });
  const lookSoon = () => {
    look().catch((error: unknown) => reportError(error, null));
  };

  function start(job: TakenJob, work: NonNullable<typeof handler>): void {
    const done = carryOut(job, work)
      .catch((error: unknown) => reportError(error, job))
      .finally(() => {
        if (underWay.get(job.runId) === done) underWay.delete(job.runId);
        // It came to some end without taking the process with it.
        suspects.delete(job.runId);
        lookSoon();
      });
    underWay.set(job.runId, done);
  }

  async function carryOut(job: TakenJob, work: NonNullable<typeof handler>): Promise<void> {
    try {
      await work(job, handBack.signal);
    } catch (error) {
      if (handBack.signal.aborted) return giveBack(job);
      reportError(error, job);
      const availableAt = now() + retryDelayMs(job.attempt);
      return jobs.release(job.runId, holder, { availableAt, isTry: true });
    }
    await jobs.complete(job.runId, holder);
  }

  const giveBack = (job: TakenJob) =>
    jobs.release(job.runId, holder, { availableAt: now(), isTry: false });

  function every(ms: number, work: () => Promise<void>): void {
    const timer = setInterval(() => {
      const done: Promise<void> = work()
        .catch((error: unknown) => reportError(error, null))
        .finally(() => chores.delete(done));
      chores.add(done);
    }, ms);
    timers.push(timer.unref());
  }

  return {
    enqueue(job) {
      // The transaction that carries the job runs before the next turn; a later one is found by polling.
      setImmediate(lookSoon);
      return jobs.insertion(job, now());
    },

    async work(newHandler, options) {
      handler = newHandler;
      concurrency = options.concurrency;
      for (const runId of await jobs.reclaim(holder)) suspects.add(runId);
      await jobs.refill(now());
      // Only what is worked on: a job that could not be let go, say on a full disk, comes free by itself.
      every(leaseMs / 3, () => jobs.renew(holder, [...underWay.keys()], now() + leaseMs));
      every(refillMs, () => jobs.refill(now()));
      every(pollMs, look);
      await look();
    },

    async ahead(runId) {
      const before = (await jobs.ahead(runId)) ?? 0;
      return before < perLane ? 0 : before;
    },

    async schedule(_name, cron, work) {
      const { Cron } = await import('croner');
      const job = new Cron(cron, { protect: true, unref: true }, () =>
        work().catch((error: unknown) => reportError(error, null)),
      );
      handBack.signal.addEventListener('abort', () => job.stop(), { once: true });
    },

    async stop(graceMs) {
      handler = null;
      const settled = () => Promise.allSettled(underWay.values());
      const grace = new AbortController();
      await Promise.race([
        settled(),
        sleep(graceMs, undefined, { signal: grace.signal }).catch(() => undefined),
      ]);
      grace.abort();
      handBack.abort(new Error('the server is stopping'));
      await settled();
      for (const timer of timers) clearInterval(timer);
      // Whoever stops the queue closes the database next.
      await Promise.allSettled([look(), ...chores]);
    },

    stats: () => jobs.counts(now()),
  };
}
