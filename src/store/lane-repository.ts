/*
 * Who may start, on PostgreSQL: jobs wait in their lane, and a few of each lane at a time are let go to the
 * queue that hands them out over all processes, workspace by workspace. So the number under way in a lane or
 * a workspace is a number of rows, counted and changed under one lock, and holds exactly, whoever dies. A job that was let go carries a mark
 * until somebody works on it; who works on it, writes himself down with the number of his attempt, and only
 * he can end it.
 */
import type { Execute } from './postgres-atomic.ts';
import type { PostgresDatabase } from './postgres-database.ts';
import { PRESENCE } from './postgres-signals.ts';

/** A job that may start now. */
export interface FreedJob {
  readonly runId: string;
  readonly position: number;
}

/** How much may be let go. */
export interface FreeLimits {
  /** How many jobs of a lane, and of a workspace, may be in the queue or under way at once. */
  readonly perLane: number;
  readonly perWorkspace: number;
  /** How many at most; of workspaces with more than `few`, only as many as `roomForAll`. */
  readonly room: number;
  readonly roomForAll: number;
  readonly few: number;
  /** No job waits longer than this: one that seems to was written before the clock was set back. */
  readonly longestDelayMs: number;
}

/** A job in the hands of one worker, as often as it was taken. */
export interface HeldJob {
  readonly runId: string;
  readonly lane: string;
  readonly attempt: number;
}

/** The mark of a job that was let go and not yet begun. */
const FREED = 'queue';

/** Any number, the same in every release: who counts a lane holds the lock of this name. */
const LOCK = 0x6c_61_6e_65;

/** The lanes of one database. */
export type LaneTable = ReturnType<typeof createLaneRepository>;

/** Keeps the lanes of one database; each call is one transaction, and `carry` goes with it. */
export function createLaneRepository({ transaction, schema }: PostgresDatabase) {
  return {
    /** Lets go what may start, of the workspaces with least under way first; `carry` puts it into the queue. */
    free: (
      limits: FreeLimits,
      carry: (execute: Execute, freed: readonly FreedJob[]) => Promise<void>,
    ): Promise<number> =>
      transaction(async (execute) => {
        await execute('SELECT pg_advisory_xact_lock($1, hashtext($2))', [LOCK, schema]);
        const rows = await execute(FREE, [
          limits.perLane,
          limits.longestDelayMs,
          FREED,
          limits.perWorkspace,
          limits.few,
          limits.roomForAll,
          limits.room,
        ]);
        const freed = rows
          .map((row) => ({ runId: String(row.run_id), position: Number(row.position) }))
          .sort((a, b) => a.position - b.position || (a.runId < b.runId ? -1 : 1));
        if (freed.length > 0) await carry(execute, freed);
        return freed.length;
      }),

    /** Begins an attempt; null when the job is not there any more. */
    begin: (runId: string, holder: string): Promise<HeldJob | null> =>
      transaction(async (execute) => {
        const [row] = await execute(
          `UPDATE jobs SET holder = $2, attempts = attempts + 1, lease_until = now()
           WHERE run_id = $1 RETURNING lane, attempts`,
          [runId, holder],
        );
        if (row === undefined) return null;
        return { runId, lane: String(row.lane), attempt: Number(row.attempts) };
      }),

    /** Removes a job that is done, unless somebody else took it over; `carry` removes it from the queue. */
    complete: (
      { runId, attempt }: HeldJob,
      holder: string,
      carry: (execute: Execute) => Promise<void>,
    ): Promise<void> =>
      transaction(async (execute) => {
        const [row] = await execute(
          'DELETE FROM jobs WHERE run_id = $1 AND holder = $2 AND attempts = $3 RETURNING run_id',
          [runId, holder, attempt],
        );
        if (row !== undefined) await carry(execute);
      }),

    /** Gives a job back for later, unless somebody else took it over; `isTry` false: as if it had not been taken. */
    release: (
      { runId, attempt }: HeldJob,
      holder: string,
      back: {
        readonly delayMs: number;
        readonly isTry: boolean;
        readonly carry: (execute: Execute) => Promise<void>;
      },
    ): Promise<void> =>
      transaction(async (execute) => {
        const [row] = await execute(
          `UPDATE jobs SET holder = NULL, lease_until = NULL, attempts = attempts - $4,
             available_at = now() + $5 * interval '1 millisecond'
           WHERE run_id = $1 AND holder = $2 AND attempts = $3 RETURNING run_id`,
          [runId, holder, attempt, back.isTry ? 0 : 1, back.delayMs],
        );
        if (row !== undefined) await back.carry(execute);
      }),

    /** Lets jobs wait again that were let go and are in no queue; `queued` are those that are in one. */
    recall: (queued: (execute: Execute) => Promise<readonly string[]>): Promise<void> =>
      transaction(async (execute) => {
        await execute('SELECT pg_advisory_xact_lock($1, hashtext($2))', [LOCK, schema]);
        await execute(
          `UPDATE jobs SET holder = NULL, lease_until = NULL
           WHERE holder IS NOT NULL AND NOT run_id = ANY($1)`,
          [await queued(execute)],
        );
      }),

    /** The jobs in the hands of processes that are not there any more, with the name of each. */
    orphans: (self: string): Promise<readonly Orphan[]> =>
      transaction(async (execute) => {
        const rows = await execute(ORPHANS, [FREED, self, PRESENCE]);
        return rows.map((row) => ({ runId: String(row.run_id), holder: String(row.holder) }));
      }),

    /** Takes a job out of the hands of a process that is gone; `carry` makes it somebody else's. */
    inherit: (
      { runId, holder }: Orphan,
      carry: (execute: Execute) => Promise<void>,
    ): Promise<void> =>
      transaction(async (execute) => {
        const [row] = await execute(
          'UPDATE jobs SET holder = $3 WHERE run_id = $1 AND holder = $2 RETURNING run_id',
          [runId, holder, FREED],
        );
        if (row !== undefined) await carry(execute);
      }),

    /** Those that wait, and those that somebody works on. */
    async counts(): Promise<{ readonly waiting: number; readonly active: number }> {
      const [row] = await transaction((execute) =>
        execute(
          `SELECT count(*) AS total, count(*) FILTER (WHERE holder <> $1) AS active FROM jobs`,
          [FREED],
        ),
      );
      const active = Number(row?.active ?? 0);
      return { waiting: Number(row?.total ?? 0) - active, active };
    },
  };
}

/** A job and the process that had it. */
export interface Orphan {
  readonly runId: string;
  readonly holder: string;
}

const ORPHANS = `
  SELECT run_id, holder FROM jobs
  WHERE holder <> $1 AND holder <> $2 AND NOT EXISTS (
    SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
    WHERE datname = current_database() AND locktype = 'advisory' AND granted
      AND classid = $3 AND objid::text = jobs.holder
  )`;

/** A job that seems to wait for longer than any does was written before a clock was set back. */
const FREE = `
  WITH held AS (
    SELECT lane, workspace, count(*) AS count FROM jobs WHERE holder IS NOT NULL GROUP BY lane, workspace
  ), busy AS (
    SELECT workspace, sum(count) AS count FROM held GROUP BY workspace
  ), next AS (
    SELECT waiting.run_id, waiting.workspace, waiting.position,
      coalesce(held.count, 0) +
        row_number() OVER (PARTITION BY waiting.lane ORDER BY waiting.position, waiting.run_id) AS place
    FROM jobs AS waiting LEFT JOIN held ON held.lane = waiting.lane AND held.workspace = waiting.workspace
    WHERE waiting.holder IS NULL AND (waiting.available_at <= now()
      OR waiting.available_at > now() + $2 * interval '1 millisecond')
  ), shared AS (
    SELECT next.run_id, next.position,
      coalesce(busy.count, 0) +
        row_number() OVER (PARTITION BY next.workspace ORDER BY next.position, next.run_id) AS share
    FROM next LEFT JOIN busy ON busy.workspace = next.workspace
    WHERE next.place <= $1
  ), chosen AS (
    SELECT run_id, share, row_number() OVER (ORDER BY share, position, run_id) AS turn
    FROM shared WHERE share <= $4
  )
  UPDATE jobs SET holder = $3 FROM chosen
  WHERE jobs.run_id = chosen.run_id AND chosen.turn <= CASE WHEN chosen.share <= $5 THEN $7::bigint ELSE $6::bigint END
  RETURNING jobs.run_id, jobs.position`;
