import { createHash } from 'node:crypto';
import type { Db, PgBoss } from 'pg-boss';
import type { Execute } from '../store/postgres-atomic.ts';
import type { PostgresDatabase } from '../store/postgres-database.ts';

/** The queue of runs that may start. */
export const RUNS = 'runs';

/** A process that has been silent for so long has died, and its runs go to others; no less is allowed. */
const HEARTBEAT_SECONDS = 10;

/** How often to look for the dead, over all processes. */
const LOOK_FOR_DEAD_SECONDS = 2;

/** Longer than any run may take. */
const LONGEST_RUN_SECONDS = 3600;

/** How long a tick of a schedule is remembered, so that no process does it again. */
export const REMEMBER_TICK_SECONDS = 24 * 3600;

/** Starts pg-boss beside the tables, in a schema of its own. */
export async function startBoss(
  database: Pick<PostgresDatabase, 'connection' | 'schema'>,
  { isWorker, reportError }: { readonly isWorker: boolean; reportError(error: unknown): void },
): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss');
  const boss = new PgBoss({
    connectionString: database.connection.connectionString,
    application_name: database.connection.application_name,
    schema: `${database.schema}_queue`,
    max: 3,
    // Ticks are shared out by ourselves: to the second, and over clocks that differ.
    schedule: false,
    supervise: isWorker,
    superviseIntervalSeconds: LOOK_FOR_DEAD_SECONDS,
    monitorIntervalSeconds: LOOK_FOR_DEAD_SECONDS,
  });
  boss.on('error', reportError);
  await boss.start();
  await boss.createQueue(RUNS, {
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: LONGEST_RUN_SECONDS,
    // How often a run is tried is counted in its lane; here only the dead are replaced.
    retryLimit: 10_000,
    retryDelay: 0,
  });
  return boss;
}

/** Lets pg-boss work inside a transaction of ours. */
export function within(execute: Execute): Db {
  return { executeSql: async (text, values) => ({ rows: [...(await execute(text, values))] }) };
}

/** The same id for the same name, so that what is put into a queue twice is there once. */
export function idOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return [8, 12, 16, 20, 32].map((end, at) => hex.slice([0, 8, 12, 16, 20][at], end)).join('-');
}
