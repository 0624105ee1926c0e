/*
 * The queue over many processes: jobs wait in their lanes in the runs' own database (`lane-repository.ts`),
 * a worker that has room lets go what may start, and pg-boss hands it out, notices processes that died and
 * gives their jobs to others. A run and its job are written in one transaction; between that and the queue a
 * process may die, so every worker looks from time to time for what has room in its lane.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Job } from 'pg-boss';
import type { JobQueue, TakenJob } from '../review/job-queue.ts';
import type { JobTable } from '../store/job-repository.ts';
import { createLaneRepository, type FreedJob, type LaneTable } from '../store/lane-repository.ts';
import type { Execute } from '../store/postgres-atomic.ts';
import type { PostgresDatabase } from '../store/postgres-database.ts';
import type { Signals } from '../store/postgres-signals.ts';
import { idOf, RUNS, startBoss, within } from './boss.ts';
import { coalesce } from './coalesce.ts';
import { FEW, placesForAll } from './places.ts';
import { createTicks } from './ticks.ts';

export interface PgBossQueueDeps {
  readonly database: PostgresDatabase;
  readonly jobs: JobTable;
  readonly signals: Signals;
  /** The lanes of the database, unless somebody stands in between. */
  readonly lanes?: LaneTable;
  /** Hears of failures the queue survives; must not throw. */
  readonly reportError: (error: unknown, job: TakenJob | null) => void;
}

export interface PgBossQueueOptions {
  /** False for a process that only takes requests in. */
  readonly isWorker?: boolean;
  /** How many runs of one channel may be under way at once, over all processes. */
  readonly perLane?: number;
  /** How many runs of one workspace may be under way at once, over all processes; absent: as many as there is room for. */
  readonly perWorkspace?: number;
  /** How often to look for jobs nobody announced. */
  readonly pollMs?: number;
  /** How often to look for processes that died; one that is missing twice is given up. */
  readonly deathMs?: number;
  /** How often to look for unfinished runs that have no job, and jobs that are in no queue. */
  readonly refillMs?: number;
  /** How long a job that failed for the n-th time waits; at most a minute. */
  readonly retryDelayMs?: (attempt: number) => number;
}

/** A queue that can be let go of. */
export interface PgBossQueue extends JobQueue {
  /** Lets the database go, once it has stopped. */
  close(): Promise<void>;
}

type BossJob = Job<{ readonly runId: string }>;

const LONGEST_DELAY_MS = 60_000;
const TOUCH_MS = 3_000;
const PAGE = 1_000;

/** Opens a queue over the jobs of one PostgreSQL database. */
export async function openPgBossQueue(
  { database, jobs, signals, reportError, ...deps }: PgBossQueueDeps,
  {
    isWorker = true,
    perLane = 2,
    perWorkspace = Number.MAX_SAFE_INTEGER,
    pollMs = 500,
    deathMs = 1_000,
    refillMs = 60_000,
    retryDelayMs = (attempt) => Math.min(1000 * 4 ** (attempt - 1), LONGEST_DELAY_MS),
  }: PgBossQueueOptions = {},
): Promise<PgBossQueue> {
  const report = (error: unknown) => reportError(error, null);
  const boss = await startBoss(database, { isWorker, reportError: report });
  const lanes = deps.lanes ?? createLaneRepository(database);
  const holder = signals.self;
  const underWay = new Map<BossJob, Promise<void>>();
  const timers: NodeJS.Timeout[] = [];
  const handBack = new AbortController();
  let handler: Parameters<JobQueue['work']>[0] | null = null;
  let concurrency = 0;
  let suspects: Promise<void> = Promise.resolve();
  let begun: Promise<unknown> = Promise.resolve();

  const queue = async (execute: Execute, freed: readonly FreedJob[]) => {
    const inserts = freed.map(({ runId, position }) => ({
      id: idOf(runId),
      data: { runId },
      // What is let go in one breath is handed out in its order.
      priority: -position,
    }));
    await boss.insert(RUNS, inserts, { db: within(execute) });
  };
  const leave = (job: BossJob) => async (execute: Execute) => {
    await boss.deleteJob(RUNS, job.id, { db: within(execute) });
  };

  /** Lets go what may start as long as there is room here, and takes what was let go. */
  const look = coalesce(async () => {
    while (handler !== null && underWay.size < concurrency) {
      const room = concurrency - underWay.size;
      const freed = await lanes.free(
        {
          ...{ room, perLane, perWorkspace, few: FEW, longestDelayMs: LONGEST_DELAY_MS },
          roomForAll: Math.max(0, placesForAll(concurrency) - underWay.size),
        },
        queue,
      );
      const found = await boss.fetch<BossJob['data']>(RUNS, {
        batchSize: room,
        includeMetadata: true,
      });
      const inOrder = found.sort((a, b) => b.priority - a.priority);
      for (const job of inOrder) start(job, handler);
      // Others may have taken some of what was let go, and have left room here.
      if (found.length < room && found.length >= freed) return;
    }
  });
  const lookSoon = () => void look().catch(report);

  /** Something may start: here, or where others have room. */
  const wake = coalesce(async () => {
    await look();
    if (handler === null || underWay.size >= concurrency) await signals.send('freed', '');
  });
  const wakeSoon = () => void wake().catch(report);

  function start(job: BossJob, work: NonNullable<typeof handler>): void {
    const done = takeTurn(job, () => carryOut(job, work))
      .catch((error: unknown) => reportError(error, null))
      .finally(() => {
        underWay.delete(job);
        wakeSoon();
      });
    underWay.set(job, done);
  }

  /** Of the runs that may have ended a process before, one at a time: the others must not share its end. */
  function takeTurn(job: BossJob, work: () => Promise<void>): Promise<void> {
    if (job.retryCount === 0) return work();
    const turn = suspects.then(work);
    suspects = turn.catch(() => undefined);
    return turn;
  }

  async function carryOut(job: BossJob, work: NonNullable<typeof handler>): Promise<void> {
    const { runId } = job.data;
    const beginning = begun.then(() => (handler === null ? null : lanes.begin(runId, holder)));
    begun = beginning.catch(() => undefined);
    const held = await beginning;
    // Stopped while it was being taken, or done by somebody else.
    if (held === null) return giveUp(job);
    try {
      await work(held, handBack.signal);
    } catch (error) {
      const isTry = !handBack.signal.aborted;
      if (isTry) reportError(error, held);
      const delayMs = isTry ? retryDelayMs(held.attempt) : 0;
      await lanes.release(held, holder, { delayMs, isTry, carry: leave(job) });
      return comeBack(delayMs);
    }
    await lanes.complete(held, holder, leave(job));
  }

  /** A job nobody began goes to the next who asks; one whose run has ended is gone for good. */
  async function giveUp(job: BossJob): Promise<void> {
    if (handler === null) await boss.fail(RUNS, job.id);
    else await boss.deleteJob(RUNS, job.id);
  }

  function comeBack(delayMs: number): void {
    timers.push(setTimeout(wakeSoon, delayMs).unref());
  }

  /** Brings lanes and queue in line with the runs, whatever was lost. */
  async function refill(): Promise<void> {
    await jobs.refill(0);
    await boss.deleteStoredJobs(RUNS);
    await lanes.recall(async (execute) => {
      const queued: string[] = [];
      for (let after: string | undefined; ; ) {
        const page = { limit: PAGE, ...(after === undefined ? {} : { after }) };
        const found = await boss.findJobs<{ runId: string }>(RUNS, {
          db: within(execute),
          ...page,
        });
        queued.push(...found.map(({ data }) => data.runId));
        if (found.length < PAGE) return queued;
        after = found.at(-1)?.id;
      }
    });
    await wake();
  }

  let missing = new Set<string>();
  /** Gives the jobs of processes that are gone to others: long before the queue would miss them. */
  async function buryDead(): Promise<void> {
    const orphans = await lanes.orphans(holder);
    // Who only lost his connection for a moment is back by the second look.
    const dead = orphans.filter((orphan) => missing.has(orphan.holder));
    missing = new Set(orphans.map((orphan) => orphan.holder));
    for (const orphan of dead) {
      await lanes.inherit(orphan, async (execute) => {
        await boss.fail(RUNS, idOf(orphan.runId), null, { db: within(execute) });
        await signals.send('freed', '', execute);
      });
    }
  }

  function every(ms: number, work: () => Promise<unknown>): void {
    const timer = setInterval(() => void work().catch(report), ms);
    timers.push(timer.unref());
  }

  const touch = async () => {
    const ids = [...underWay.keys()].map(({ id, retryCount }) => ({ id, retryCount }));
    if (ids.length > 0) await boss.touch(RUNS, ids);
  };
  const deaf = signals.hear('freed', lookSoon);
  const ticks = createTicks({ boss, reportError: report, stopped: handBack.signal });

  return {
    enqueue(job) {
      return jobs.insertion(job, 0, wakeSoon);
    },

    async work(newHandler, options) {
      await refill();
      handler = newHandler;
      concurrency = options.concurrency;
      every(TOUCH_MS, touch);
      every(refillMs, refill);
      every(deathMs, buryDead);
      every(pollMs, look);
      await look();
    },

    async ahead(runId) {
      const before = (await jobs.ahead(runId)) ?? 0;
      return before < perLane ? 0 : before;
    },

    schedule: (name, cron, work) => ticks.schedule(name, cron, work),

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
      deaf();
      for (const timer of timers) clearInterval(timer);
      // What was handed back can start elsewhere at once.
      await signals.send('freed', '').catch(report);
    },

    stats: () => lanes.counts(),

    close: () => boss.stop({ graceful: false }),
  };
}
