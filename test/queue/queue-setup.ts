import { afterEach, beforeEach } from 'vitest';
import { openPgBossQueue, type PgBossQueue } from '../../src/queue/pg-boss-queue.ts';
import { createSqliteQueue, type SqliteQueueOptions } from '../../src/queue/sqlite-queue.ts';
import type { JobQueue } from '../../src/review/job-queue.ts';
import type { ThreadRef } from '../../src/review/refs.ts';
import type { Database } from '../../src/store/database.ts';
import { createJobRepository, type JobTable } from '../../src/store/job-repository.ts';
import type { PostgresDatabase } from '../../src/store/postgres-database.ts';
import { openSignals, type Signals } from '../../src/store/postgres-signals.ts';
import { createRequestRepository } from '../../src/store/request-repository.ts';
import { keepErrors } from '../logs/keep-errors.ts';
import type { TestStore } from '../store/engines.ts';
import { open } from '../store/open-store.ts';
import { newRun } from '../store/samples.ts';
import { makeTempFolder } from '../store/temp-folder.ts';

/** Asks for a run in a channel. */
export async function enqueueIn(
  database: Database,
  {
    queue,
    id,
    channel = 'general',
    workspace = 'local',
  }: { queue: Pick<JobQueue, 'enqueue'>; id: string; channel?: string; workspace?: string },
) {
  await createRequestRepository(database).claim({
    run: newRun({ id, status: 'queued', given: null }),
    workspace,
    channel,
    thread: `desk:${channel}` as ThreadRef,
    source: null,
    scope: null,
    origin: null,
    claim: id,
    interaction: id,
    job: queue.enqueue({ runId: id, lane: `${workspace}/${channel}`, workspace }),
    limit: null,
  });
}

/** What both queues understand. */
type CommonOptions = Pick<
  SqliteQueueOptions,
  'perLane' | 'perWorkspace' | 'pollMs' | 'refillMs' | 'retryDelayMs'
>;

/** Queues over a store of either kind, each like one process; they end with the test. */
export function setUpQueuesOn(store: TestStore) {
  const queues: (JobQueue & Partial<PgBossQueue>)[] = [];
  const wires: Signals[] = [];
  afterEach(async () => {
    for (const queue of queues.splice(0)) {
      await queue.stop(0);
      await queue.close?.();
    }
    for (const wire of wires.splice(0)) await wire.close();
  });

  return {
    database: store.database,
    async openQueue(options: CommonOptions = {}) {
      const errors = keepErrors();
      const reportError = (error: unknown) => errors.push(error);
      const database = store.database();
      const jobs = createJobRepository(database);
      const common = { pollMs: 20, retryDelayMs: () => 0, ...options };
      if (store.engine === 'SQLite') {
        const queue = createSqliteQueue({ jobs, reportError }, common);
        queues.push(queue);
        return { queue, errors };
      }
      const postgres = database as PostgresDatabase;
      const signals = await openSignals(postgres, reportError);
      wires.push(signals);
      const queue = await openPgBossQueue(
        { database: postgres, jobs, signals, reportError },
        common,
      );
      queues.push(queue);
      return { queue, errors };
    },
    enqueue: (
      queue: Pick<JobQueue, 'enqueue'>,
      id: string,
      channel = 'general',
      workspace = 'local',
    ) => enqueueIn(store.database(), { queue, id, channel, workspace }),
  };
}

/** A database file for each test of the file that calls this, and queues over it that end with the test. */
export function setUpQueues() {
  let folder: ReturnType<typeof makeTempFolder>;
  let database: Database;
  const queues: JobQueue[] = [];

  beforeEach(async () => {
    folder = makeTempFolder();
    database = await open(folder.file('queue.db'));
  });
  afterEach(async () => {
    await Promise.all(queues.splice(0).map((queue) => queue.stop(0)));
    await database.close();
    folder.remove();
  });

  return {
    database: () => database,
    openQueue(
      options: SqliteQueueOptions = {},
      deps: { readonly jobs?: JobTable; readonly now?: () => number } = {},
    ) {
      const errors = keepErrors();
      const queue = createSqliteQueue(
        {
          jobs: createJobRepository(database),
          reportError: (error) => errors.push(error),
          ...deps,
        },
        { pollMs: 5, retryDelayMs: () => 0, ...options },
      );
      queues.push(queue);
      return { queue, errors };
    },
    enqueue: (queue: Pick<JobQueue, 'enqueue'>, id: string, channel = 'general') =>
      enqueueIn(database, { queue, id, channel }),
  };
}

export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 2));
}

/** Something that waits until it is opened. */
export function gate() {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, passed };
}
