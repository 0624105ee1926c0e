/*
 * What stands around a run: who asked where, which request holds a message, what was posted, what people
 * decided, and the run's place in the queue. No words of people: ids, refs and words of closed lists.
 */
import type { Decision } from '../review/decision-store.ts';
import type { MemberRef, MessageRef, ThreadRef } from '../review/refs.ts';
import type { CaptureScope } from '../review/source.ts';

type Columns = typeof import('./columns.sqlite.ts');
type RunId = ReturnType<ReturnType<Columns['text']>['notNull']>;

/** Builds the tables around `runs` from one dialect's columns; `runId` points at a run. */
export function defineRequestTables(columns: Columns, runId: () => RunId) {
  const { table, text, integer, timestamp, index, primaryKey } = columns;

  /** Where each run was asked for and where its answer goes. */
  const requests = table(
    'requests',
    {
      runId: runId().primaryKey(),
      workspace: text('workspace').notNull(),
      channel: text('channel').notNull(),
      thread: text('thread').notNull().$type<ThreadRef>(),
      /** Null when the words came with the request. */
      source: text('source').$type<MessageRef>(),
      scope: text('scope').$type<CaptureScope>(),
      claim: text('claim').notNull(),
      /** The message its words come from, also of a run that goes on from another; see `source` where it is null. */
      origin: text('origin').$type<MessageRef>(),
    },
    (request) => [
      index('requests_by_channel').on(request.workspace, request.channel),
      index('requests_by_source').on(request.source),
      index('requests_by_origin').on(request.origin),
      index('requests_by_claim').on(request.claim),
    ],
  );

  /** Which run answers a thing that happened, or holds a message until it has finished. */
  const claims = table(
    'claims',
    { key: text('key').primaryKey(), runId: runId(), claimedAt: timestamp('claimed_at').notNull() },
    (claim) => [index('claims_by_run').on(claim.runId)],
  );

  /** Every post of a run, written down before it is sent and again once the platform has it. */
  const posts = table(
    'posts',
    {
      runId: runId(),
      slot: text('slot').notNull(),
      state: text('state').notNull().$type<'sending' | 'sent'>(),
      message: text('message').$type<MessageRef>(),
    },
    (post) => [primaryKey({ columns: [post.runId, post.slot] })],
  );

  /** What people decided about a comment or a revision; the last word counts. */
  const decisions = table(
    'decisions',
    {
      runId: runId(),
      /** A comment's id, or `revision/N`. */
      subject: text('subject').notNull(),
      decision: text('decision').notNull().$type<Decision>(),
      member: text('member').notNull().$type<MemberRef>(),
      decidedAt: timestamp('decided_at').notNull(),
    },
    (decision) => [primaryKey({ columns: [decision.runId, decision.subject] })],
  );

  /** Runs that are queued or under way; `runs` is the truth, and this can be built from it again. */
  const jobs = table(
    'jobs',
    {
      runId: text('run_id').primaryKey(),
      lane: text('lane').notNull(),
      position: integer('position').notNull(),
      attempts: integer('attempts').notNull(),
      availableAt: timestamp('available_at').notNull(),
      /** Who works on it; null while it waits. */
      holder: text('holder'),
      leaseUntil: timestamp('lease_until'),
      /** Set by whoever puts the job in; the default is for releases that do not know it. */
      workspace: text('workspace').notNull().default(''),
    },
    (job) => [index('jobs_by_position').on(job.position), index('jobs_by_lane').on(job.lane)],
  );

  return { requests, claims, posts, decisions, jobs };
}
