import { openPgBossQueue } from '../../src/queue/pg-boss-queue.ts';
import { createSqliteQueue } from '../../src/queue/sqlite-queue.ts';
import type { JobQueue } from '../../src/review/job-queue.ts';
import type { Database } from '../../src/store/database.ts';
import { openDatabase } from '../../src/store/database.ts';
import { createJobRepository } from '../../src/store/job-repository.ts';
import { createLaneRepository } from '../../src/store/lane-repository.ts';
import { openPostgres } from '../../src/store/postgres-database.ts';
import { openSignals } from '../../src/store/postgres-signals.ts';
import type { ChildOptions } from './protocol.ts';

/** What a life works on: one server on a file, or one of several processes on PostgreSQL. */
export async function openLifeStorage(
  { database: address, migrationsFolder }: Pick<ChildOptions, 'database' | 'migrationsFolder'>,
  through: <T extends object>(part: T) => T,
  reportError: (error: unknown) => void,
): Promise<{ database: Database; queue: JobQueue; close(): Promise<void> }> {
  if (!address.startsWith('postgres:')) {
    const database = await openDatabase(address, { migrationsFolder, writesApart: true });
    const jobs = through(createJobRepository(database));
    const queue = createSqliteQueue({ jobs, reportError }, { pollMs: 5, retryDelayMs: () => 0 });
    return { database, queue, close: async () => database.close() };
  }
  const database = await openPostgres(address, { migrationsFolder, connections: 4 });
  const signals = await openSignals(database, reportError);
  const jobs = createJobRepository(database);
  const lanes = through(createLaneRepository(database));
  const queue = await openPgBossQueue(
    { database, jobs, lanes, signals, reportError },
    { pollMs: 50, deathMs: 30, retryDelayMs: () => 0 },
  );
  return {
    database,
    queue,
    async close() {
      await queue.close();
      await signals.close();
      await database.close();
    },
  };
}
