import { and, eq, isNull, notLike } from 'drizzle-orm';
import type { RunEnd, RunStore } from '../review/run-store.ts';
import type { StepStore, StepVersions } from '../review/step-store.ts';
import type { Statement, StatementBuilder } from './atomic.ts';
import type { Database } from './database.ts';
import { createRelatedRuns } from './related-runs.ts';
import { endColumns, insertRecords, insertTexts, runRow } from './run-rows.ts';
import { assembleRun } from './stored-run.ts';
import { keepForgotten, selectText, textOwner } from './texts.ts';

/** Keeps runs, with their steps, in a database. */
export function createRunRepository(
  database: Database,
  { now = Date.now }: { readonly now?: () => number } = {},
): RunStore & StepStore {
  const { atomic, prepareRead, prepareAtomic, tables } = database;
  const { comments, critiques, events, revisions, runSteps, runs, texts } = tables;
  const readRows = prepareRead((db, { runId }: { runId: string }) => [
    db.select().from(runs).where(eq(runs.id, runId)),
    db.select().from(events).where(eq(events.runId, runId)).orderBy(events.number),
    db.select().from(revisions).where(eq(revisions.runId, runId)).orderBy(revisions.number),
    db
      .select()
      .from(critiques)
      .where(eq(critiques.runId, runId))
      .orderBy(critiques.event, critiques.position),
    db
      .select()
      .from(comments)
      .where(eq(comments.runId, runId))
      .orderBy(comments.event, comments.position),
    // Prompts that were kept are for people who look into a call, not for the run.
    db
      .select()
      .from(texts)
      .where(and(eq(texts.runId, runId), notLike(texts.owner, `${textOwner.call('')}%`))),
  ]);
  const readEvent = prepareRead((db, of: { runId: string; number: number }) => [
    db
      .select({ number: events.number })
      .from(events)
      .where(and(eq(events.runId, of.runId), eq(events.number, of.number))),
  ]);
  const readText = prepareRead((db, { runId, owner }: { runId: string; owner: string }) => [
    selectText(db, runId, owner),
  ]);
  const addStep = prepareAtomic((db, step: NewStep) => [
    db
      .insert(runSteps)
      .values({
        runId: step.runId,
        key: step.key,
        versions: step.versions,
        savedAt: step.savedAt,
      })
      .onConflictDoNothing(),
    db
      .insert(texts)
      .values({ runId: step.runId, owner: step.owner, body: step.json })
      .onConflictDoNothing(),
    selectText(db, step.runId, step.owner),
    keepForgotten(db, step.runId),
  ]);
  return {
    async create(run) {
      await atomic((db) => [
        db.insert(runs).values(runRow(run)),
        ...insertTexts(db, run.id, run.given === null ? [] : [[textOwner.given, run.given]]),
      ]);
    },

    async append(runId, event, records = {}) {
      const [known] = await readEvent({ runId, number: event.number });
      if (known.length > 0) return;
      const { number, type } = event;
      await atomic((db) => [
        db
          .insert(events)
          .values({ runId, number, type, savedAt: new Date(now()) })
          .onConflictDoNothing(),
        ...insertTexts(db, runId, [[textOwner.event(number), event]]),
        ...insertRecords(db, runId, number, records),
        ...(records.end === undefined ? [] : endRun(db, runId, records.end)),
        keepForgotten(db, runId),
      ]);
    },

    async finish(runId, end) {
      await atomic((db) => [...endRun(db, runId, end), keepForgotten(db, runId)]);
    },

    async load(runId) {
      return assembleRun(await readRows({ runId }));
    },

    related: createRelatedRuns(database),

    async recallStep(runId, key) {
      const [[found]] = await readText({ runId, owner: textOwner.step(key) });
      return found?.body ?? null;
    },

    async saveStep(runId, { key, json, versions }) {
      const [, , [saved]] = await addStep({
        ...{ runId, key, json, versions },
        owner: textOwner.step(key),
        savedAt: new Date(now()),
      });
      return saved?.body ?? json;
    },
  };
}

/** A step as it is kept: what it is, and its answer under the name of its owner. */
interface NewStep {
  readonly runId: string;
  readonly key: string;
  readonly versions: StepVersions;
  readonly savedAt: Date;
  readonly owner: string;
  readonly json: string;
}

function endRun(db: StatementBuilder, runId: string, end: RunEnd): Statement[] {
  const { runs, setAside } = db.tables;
  const facts = end.receipt?.facts;
  return [
    db
      .update(runs)
      .set(endColumns(end))
      .where(and(eq(runs.id, runId), isNull(runs.finishedAt))),
    ...insertTexts(db, runId, facts === undefined ? [] : [[textOwner.facts, facts]]),
    db.delete(setAside).where(eq(setAside.runId, runId)),
  ];
}
