/*
 * The storage's half of the composition root: it turns `DATABASE_URL` into a database, a queue over it and
 * whatever processes on it need to know of each other. One file belongs to one server; PostgreSQL to any
 * number.
 */
import { resolve } from 'node:path';
import type { Config } from './config.ts';
import { pathTo } from './package-root.ts';
import { createSqliteQueue } from './queue/sqlite-queue.ts';
import type { IntakeStore } from './review/intake-store.ts';
import type { JobQueue, TakenJob } from './review/job-queue.ts';
import type { RunsUnderWay } from './review/runs-under-way.ts';
import { type Database, openDatabase } from './store/database.ts';
import { createIntakeFile } from './store/intake-file.ts';
import { createJobRepository } from './store/job-repository.ts';
import { createPresenceCheck } from './store/presence.ts';
import { lockDatabase } from './store/server-lock.ts';
import { watchWrites } from './store/write-watch.ts';
import { UserError } from './user-error.ts';

/** Tells other processes, and hears what they tell. */
export interface Wire {
  tell(payload: string): void;
  hear(listener: (payload: string) => void): void;
}

/** Where everything is kept, and who hands it out. */
export interface Storage {
  readonly database: Database;
  readonly queue: JobQueue;
  /** Lets a run be stopped and told from every process. */
  readonly shareRuns: (local: RunsUnderWay) => RunsUnderWay;
  /** Where requests wait while the file is held up; null where that cannot be. */
  readonly intake: {
    readonly store: IntakeStore;
    readonly hearHoldUp: (listener: () => void) => () => void;
  } | null;
  /** For what is shown live in every process; null where there is only one. */
  readonly wire: Wire | null;
  /** The name of this process, and how many work on this database. */
  instances(): Promise<{ readonly self: string; readonly count: number }>;
  /** In one word why nothing can be kept just now, as its error is called; null while all is well. */
  trouble(): Promise<string | null>;
  close(): Promise<void>;
}

interface StorageOptions {
  readonly cwd: string;
  readonly reportError: (error: unknown, job: TakenJob | null) => void;
}

/** True when an address means PostgreSQL. */
export function isPostgresUrl(url: string): boolean {
  return /^postgres(ql)?:\/\//.test(url);
}

/** The file an address like `file:./data/bluepencil.db` names. */
export function databaseFile(url: string, cwd: string): string {
  return resolve(cwd, url.replace(/^file:/, ''));
}

/** Opens the storage of a service. Rejects with a `UserError` when it cannot be had. */
export async function openStorage(config: Config, options: StorageOptions): Promise<Storage> {
  if (isPostgresUrl(config.databaseUrl)) return openShared(config, options);
  if (config.role !== 'all') {
    const message = `ROLE is ${config.role}, and a database file has one server that does everything; set DATABASE_URL to PostgreSQL, or leave ROLE out.`;
    throw new UserError(message, { code: 'bad_config' });
  }
  const file = databaseFile(config.databaseUrl, options.cwd);
  const opened = await openDatabase(file, {
    migrationsFolder: pathTo('migrations/sqlite'),
    createFolder: true,
    writesApart: true,
    refuseDamaged: true,
  });
  const watched = watchWrites(opened);
  const { database } = watched;
  try {
    const lock = lockDatabase(file);
    const isThere = createPresenceCheck(file);
    const store = createIntakeFile(file);
    const { holdUps } = database;
    return {
      database,
      queue: createSqliteQueue(
        { jobs: createJobRepository(database), reportError: options.reportError },
        sharesOf(config),
      ),
      shareRuns: (local) => local,
      intake: holdUps === undefined ? null : { store, hearHoldUp: holdUps.hear },
      wire: null,
      // One file has one server.
      instances: async () => ({ self: String(process.pid), count: 1 }),
      // A file that was deleted can still be read; nothing that is written to it would be found again.
      trouble: () =>
        findTrouble(async () => {
          isThere();
          await watched.probe();
        }),
      async close() {
        lock.release();
        store.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

function sharesOf({ runsPerWorkspace }: Config) {
  return runsPerWorkspace === null ? {} : { perWorkspace: runsPerWorkspace };
}

async function openShared(config: Config, { reportError }: StorageOptions): Promise<Storage> {
  const report = (error: unknown) => reportError(error, null);
  const [{ openPostgres }, { openSignals }, { openPgBossQueue }, { shareRuns, createWire }] =
    await Promise.all([
      import('./store/postgres-database.ts'),
      import('./store/postgres-signals.ts'),
      import('./queue/pg-boss-queue.ts'),
      import('./queue/peers.ts'),
    ]);
  const opened = await openPostgres(config.databaseUrl, {
    migrationsFolder: pathTo('migrations/postgres'),
    reportError: report,
  });
  const watched = watchWrites(opened);
  const { database } = watched;
  const closers: (() => Promise<void>)[] = [() => database.close()];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const signals = await openSignals(database, report);
    closers.push(() => signals.close());
    const queue = await openPgBossQueue(
      { database, jobs: createJobRepository(database), signals, reportError },
      { isWorker: config.role !== 'ingest', ...sharesOf(config) },
    );
    closers.push(() => queue.close());
    return {
      database,
      queue,
      shareRuns: (local) => shareRuns(local, signals, report),
      // A server that locks nobody out needs no place beside it.
      intake: null,
      wire: createWire(signals, report),
      instances: async () => ({ self: signals.self, count: await signals.present() }),
      trouble: () => findTrouble(watched.probe),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function findTrouble(probe: () => Promise<void>): Promise<string | null> {
  try {
    await probe();
    return null;
  } catch (error) {
    return error instanceof UserError ? error.code : 'database_unreachable';
  }
}
