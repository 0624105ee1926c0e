/*
 * Every table, written once for both databases: the column module decides the dialect.
 *
 * People's words (drafts, briefs, model answers, quotes, suggestions) live in one column of the whole
 * database, `texts.body`, always as JSON text. Everything else is ids, numbers and words from closed
 * lists. So what retention and `forget` remove is one statement, `DELETE FROM texts WHERE …`, and the
 * counts survive it. Hashes of people's words can be guessed back and count as words; what remains of a
 * lesson is hashed with a key (`lesson_marks`).
 *
 * Nothing cascades: a migration that rebuilds a table must not empty the tables that point at it.
 */
import type { CommentStatus, Kind, Severity } from '../loop/comment.ts';
import type { Critique } from '../loop/critique.ts';
import type { Receipt } from '../loop/receipt.ts';
import type { StopReason } from '../loop/stop.ts';
import type { MemberRef } from '../review/refs.ts';
import type { RunStatus, Trigger } from '../review/run-store.ts';
import type { StepVersions } from '../review/step-store.ts';
import { defineCallTables } from './call-schema.ts';
import { defineContactTables } from './contact-schema.ts';
import { defineEvidenceTables } from './evidence-schema.ts';
import { defineInstallationTable } from './installation-schema.ts';
import { defineLessonTables } from './lesson-schema.ts';
import { definePassTable } from './pass-schema.ts';
import { defineRequestTables } from './request-schema.ts';
import { defineSettingTables } from './settings-schema.ts';

type Columns = typeof import('./columns.sqlite.ts');

/** Builds every table from one dialect's columns. */
export function defineTables(columns: Columns) {
  const { table, text, integer, real, json, timestamp, index, primaryKey } = columns;

  const runs = table(
    'runs',
    {
      id: text('id').primaryKey(),
      workspace: text('workspace').notNull(),
      platform: text('platform').notNull(),
      trigger: text('trigger').notNull().$type<Trigger>(),
      requester: text('requester').$type<MemberRef>(),
      status: text('status').notNull().$type<RunStatus>(),
      planVersion: integer('plan_version').notNull(),
      attempt: integer('attempt').notNull(),
      options: json<unknown>('options').notNull(),
      stopReason: text('stop_reason').$type<StopReason>(),
      bestRevision: integer('best_revision'),
      receipt: json<Omit<Receipt, 'facts'>>('receipt'),
      createdAt: timestamp('created_at').notNull(),
      finishedAt: timestamp('finished_at'),
      /** Since then its words are gone, and none come back. */
      forgottenAt: timestamp('forgotten_at'),
    },
    (run) => [
      index('runs_by_status').on(run.status, run.createdAt),
      index('runs_by_end').on(run.finishedAt),
      index('runs_by_requester').on(run.requester, run.createdAt),
      index('runs_by_words').on(run.forgottenAt, run.finishedAt),
    ],
  );
  const runId = () =>
    text('run_id')
      .notNull()
      .references(() => runs.id);
  /** The event that brought a row, and its place there: the order rows came about in. */
  const cameWith = () => ({
    event: integer('event').notNull(),
    position: integer('position').notNull(),
  });

  /** What each model call answered, by its stable key. The answer is in `texts`. */
  const runSteps = table(
    'run_steps',
    {
      runId: runId(),
      key: text('key').notNull(),
      versions: json<StepVersions>('versions').notNull(),
      savedAt: timestamp('saved_at').notNull(),
    },
    (step) => [primaryKey({ columns: [step.runId, step.key] })],
  );

  /** What the loop said, in its own numbering. */
  const events = table(
    'events',
    {
      runId: runId(),
      number: integer('number').notNull(),
      type: text('type').notNull(),
      savedAt: timestamp('saved_at').notNull(),
    },
    (event) => [primaryKey({ columns: [event.runId, event.number] })],
  );

  const revisions = table(
    'revisions',
    {
      runId: runId(),
      number: integer('number').notNull(),
      parent: integer('parent'),
      chars: integer('chars').notNull(),
    },
    (revision) => [primaryKey({ columns: [revision.runId, revision.number] })],
  );

  /** One persona's answer on one revision. Its strengths, comments and limits are in `texts`. */
  const critiques = table(
    'critiques',
    {
      runId: runId(),
      revision: integer('revision').notNull(),
      persona: text('persona').notNull(),
      personaVersion: text('persona_version').notNull(),
      verdict: text('verdict').notNull().$type<Critique['verdict']>(),
      checks: json<Critique['checks']>('checks').notNull(),
      criteria: json<Critique['criteria']>('criteria').notNull(),
      score: real('score'),
      rawCommentCount: integer('raw_comment_count').notNull(),
      dropped: json<Critique['dropped']>('dropped').notNull(),
      ...cameWith(),
    },
    (critique) => [primaryKey({ columns: [critique.runId, critique.revision, critique.persona] })],
  );

  /** What may be counted about a comment. Its words, anchor and fingerprint are in `texts`. */
  const comments = table(
    'comments',
    {
      runId: runId(),
      id: text('id').notNull(),
      revision: integer('revision').notNull(),
      raisedBy: json<readonly string[]>('raised_by').notNull(),
      kind: text('kind').notNull().$type<Kind>(),
      severity: text('severity').notNull().$type<Severity>(),
      status: text('status').notNull().$type<CommentStatus>(),
      ...cameWith(),
    },
    (comment) => [primaryKey({ columns: [comment.runId, comment.id] })],
  );

  /** The only place with people's words: JSON text by run and by the row it belongs to, e.g. `revision/2`. */
  const texts = table(
    'texts',
    {
      runId: runId(),
      owner: text('owner').notNull(),
      body: text('body').notNull(),
    },
    (part) => [primaryKey({ columns: [part.runId, part.owner] })],
  );

  const around = defineRequestTables(columns, runId);
  const calls = defineCallTables(columns);
  const core = { runs, runSteps, events, revisions, critiques, comments, texts };
  return {
    ...core,
    ...around,
    ...calls,
    ...defineEvidenceTables(columns, runId),
    ...defineLessonTables(columns, runId),
    ...defineSettingTables(columns),
    ...defineInstallationTable(columns),
    ...definePassTable(columns),
    ...defineContactTables(columns),
  };
}
