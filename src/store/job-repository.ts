import {
  and,
  asc,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  ne,
  notInArray,
  or,
  sql,
} from 'drizzle-orm';
import type { RunJob, Statement, TakenJob } from '../review/job-queue.ts';
import { describeStatement } from './carried-statement.ts';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

/** The table of jobs: each is held by one worker at a time, for as long as its lease runs. */
export interface JobTable {
  /**
   * Describes the insertion of a job for a run that is in the store; otherwise it does nothing. `written`
   * is called once it is on disk.
   */
  insertion(job: RunJob, availableAt: number, written?: () => void): Statement;
  /**
   * Frees every job that somebody else holds: for the only server of a file, when it starts. Resolves to
   * the runs that were tried more than once, any of which may be what ended the server before.
   */
  reclaim(holder: string): Promise<readonly string[]>;
  /** Takes the next job that has room, of the workspace that holds fewest; null when there is none. */
  take(holder: string, lease: Lease): Promise<TakenJob | null>;
  /** Keeps some of a holder's jobs until then. */
  renew(holder: string, runIds: readonly string[], leaseUntil: number): Promise<void>;
  /** Removes a finished job, unless somebody else took it over. */
  complete(runId: string, holder: string): Promise<void>;
  /** Gives a job back for later; `isTry` false: as if it had not been taken. */
  release(
    runId: string,
    holder: string,
    back: { readonly availableAt: number; readonly isTry: boolean },
  ): Promise<void>;
  /** Puts requested runs that are unfinished and have no job back into the queue, oldest first. */
  refill(availableAt: number): Promise<void>;
  /** How many jobs of its lane stand before a job; null when the job is not there any more. */
  ahead(runId: string): Promise<number | null>;
  counts(now: number): Promise<{ readonly waiting: number; readonly active: number }>;
}

export interface Lease {
  readonly now: number;
  readonly leaseUntil: number;
  /** How many jobs of one lane may be held at once. */
  readonly perLane: number;
  /** How many jobs of one workspace may be held at once. */
  readonly perWorkspace: number;
  /** No job waits longer than this: one that seems to was written before the clock was set back. */
  readonly longestDelayMs?: number;
  /** Runs that must not be taken now. */
  readonly barred?: readonly string[];
}

type Jobs = Tables['jobs'];

/** The last moment both databases and JavaScript can write down. */
const LATEST = Date.UTC(9999, 0);

const lastPosition = (jobs: Jobs) => sql`(SELECT coalesce(max(position), 0) FROM ${jobs})`;

function unheld(jobs: Jobs, availableAt: number) {
  return {
    attempts: sql<number>`0`.as('attempts'),
    availableAt: sql<Date>`${sql.param(new Date(availableAt), jobs.availableAt)}`.as(
      'available_at',
    ),
    holder: sql<null>`NULL`.as('holder'),
    leaseUntil: sql<null>`NULL`.as('lease_until'),
  };
}

/** Keeps jobs in the runs' own database; a run's lane is its workspace and channel. */
export function createJobRepository({ read, atomic, tables }: Database): JobTable {
  const { jobs, requests, runs } = tables;
  const isHeldBy = (runId: string, holder: string) =>
    and(eq(jobs.runId, runId), eq(jobs.holder, holder));
  return {
    insertion: ({ runId, lane, workspace }, availableAt, written) =>
      describeStatement(
        (db) =>
          db
            .insert(jobs)
            .select(
              db
                .select({
                  runId: runs.id,
                  lane: sql<string>`${lane}`.as('lane'),
                  position: sql<number>`${lastPosition(jobs)} + 1`.as('position'),
                  ...unheld(jobs, availableAt),
                  workspace: sql<string>`${workspace}`.as('workspace'),
                })
                .from(runs)
                .where(eq(runs.id, runId)),
            )
            .onConflictDoNothing(),
        written,
      ),

    async reclaim(holder) {
      const [, suspects] = await atomic((db) => [
        db.update(jobs).set({ holder: null, leaseUntil: null }).where(ne(jobs.holder, holder)),
        db.select({ runId: jobs.runId }).from(jobs).where(gt(jobs.attempts, 1)),
      ]);
      return suspects.map(({ runId }) => runId);
    },

    async take(holder, lease) {
      const { now, leaseUntil, perLane, perWorkspace } = lease;
      const { longestDelayMs = LATEST, barred = [] } = lease;
      const at = new Date(now);
      const [[taken]] = await atomic((db) => {
        const busy = db
          .select({ lane: jobs.lane })
          .from(jobs)
          .where(gt(jobs.leaseUntil, at))
          .groupBy(jobs.lane)
          .having(gte(sql`count(*)`, perLane));
        const held = db
          .select({ workspace: jobs.workspace, count: sql<number>`count(*)`.as('count') })
          .from(jobs)
          .where(gt(jobs.leaseUntil, at))
          .groupBy(jobs.workspace)
          .as('held');
        const share = sql<number>`coalesce(${held.count}, 0)`;
        const next = db
          .select({ runId: jobs.runId })
          .from(jobs)
          .leftJoin(held, eq(held.workspace, jobs.workspace))
          .where(
            and(
              or(
                lte(jobs.availableAt, at),
                gt(jobs.availableAt, new Date(Math.min(now + longestDelayMs, LATEST))),
              ),
              or(isNull(jobs.leaseUntil), lte(jobs.leaseUntil, at)),
              notInArray(jobs.lane, busy),
              notInArray(jobs.runId, [...barred]),
              lt(share, perWorkspace),
            ),
          )
          .orderBy(asc(share), asc(jobs.position))
          .limit(1);
        return [
          db
            .update(jobs)
            .set({ holder, leaseUntil: new Date(leaseUntil), attempts: sql`${jobs.attempts} + 1` })
            .where(eq(jobs.runId, sql`(${next})`))
            .returning({ runId: jobs.runId, lane: jobs.lane, attempt: jobs.attempts }),
        ];
      });
      return taken ?? null;
    },

    async renew(holder, runIds, leaseUntil) {
      if (runIds.length === 0) return;
      await atomic((db) => [
        db
          .update(jobs)
          .set({ leaseUntil: new Date(leaseUntil) })
          .where(and(eq(jobs.holder, holder), inArray(jobs.runId, [...runIds]))),
      ]);
    },

    async complete(runId, holder) {
      await atomic((db) => [db.delete(jobs).where(isHeldBy(runId, holder))]);
    },

    async release(runId, holder, { availableAt, isTry }) {
      await atomic((db) => [
        db
          .update(jobs)
          .set({
            holder: null,
            leaseUntil: null,
            availableAt: new Date(availableAt),
            attempts: isTry ? jobs.attempts : sql`${jobs.attempts} - 1`,
          })
          .where(isHeldBy(runId, holder)),
      ]);
    },

    async refill(availableAt) {
      await atomic((db) => [
        db
          .insert(jobs)
          .select(
            db
              .select({
                runId: runs.id,
                lane: sql<string>`${requests.workspace} || '/' || ${requests.channel}`.as('lane'),
                position:
                  sql<number>`${lastPosition(jobs)} + row_number() OVER (ORDER BY ${runs.createdAt}, ${runs.id})`.as(
                    'position',
                  ),
                ...unheld(jobs, availableAt),
                workspace: requests.workspace,
              })
              .from(runs)
              .innerJoin(requests, eq(requests.runId, runs.id))
              .where(ne(runs.status, 'finished')),
          )
          .onConflictDoNothing(),
      ]);
    },

    async ahead(runId) {
      const [[own], [before]] = await read((db) => {
        const self = db
          .select({ lane: jobs.lane, position: jobs.position })
          .from(jobs)
          .where(eq(jobs.runId, runId));
        const sameLane = sql`${jobs.lane} = (SELECT own.lane FROM ${jobs} AS own WHERE own.run_id = ${runId})`;
        const earlier = sql`${jobs.position} < (SELECT own.position FROM ${jobs} AS own WHERE own.run_id = ${runId})`;
        return [
          self,
          db.select({ count: sql<number>`count(*)` }).from(jobs).where(and(sameLane, earlier)),
        ];
      });
      return own === undefined ? null : Number(before?.count ?? 0);
    },

    async counts(now) {
      const isActive = gt(jobs.leaseUntil, new Date(now));
      const [[all], [active]] = await read((db) => [
        db.select({ count: sql<number>`count(*)` }).from(jobs),
        db.select({ count: sql<number>`count(*)` }).from(jobs).where(isActive),
      ]);
      const held = Number(active?.count ?? 0);
      return { waiting: Number(all?.count ?? 0) - held, active: held };
    },
  };
}
