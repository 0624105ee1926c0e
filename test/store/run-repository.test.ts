import { getTableColumns, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RunStore } from '../../src/review/run-store.ts';
import type { StepStore } from '../../src/review/step-store.ts';
import type { Database } from '../../src/store/database.ts';
import { createRunRepository } from '../../src/store/run-repository.ts';
import type { Tables } from '../../src/store/tables.ts';
import { onEveryEngine } from './engines.ts';
import {
  comment,
  critique,
  FIRST_REVISION,
  newRun,
  runEnd,
  SECOND_REVISION,
  SECRET,
} from './samples.ts';

const RUN = newRun();

onEveryEngine((engine) => {
  let database: Database;
  let tables: Tables;
  let store: RunStore & StepStore;

  beforeEach(async () => {
    database = engine.database();
    tables = database.tables;
    store = createRunRepository(database, { now: () => 1_760_000_001_000 });
    await store.create(RUN);
  });

  async function saveEverything() {
    await store.append(
      RUN.id,
      { number: 1, type: 'revision_created' },
      { revisions: [FIRST_REVISION] },
    );
    await store.append(
      RUN.id,
      { number: 2, type: 'critique_received' },
      { critiques: [critique()], comments: [{ revision: 1, comment: comment() }] },
    );
    await store.append(
      RUN.id,
      { number: 3, type: 'revision_refined' },
      { revisions: [SECOND_REVISION] },
    );
    await store.saveStep(RUN.id, { key: 'refine/0', json: `"${SECRET}"`, versions: {} });
    await store.finish(RUN.id, runEnd());
  }

  describe('a run', () => {
    it('comes back as a whole, word for word', async () => {
      await saveEverything();

      const { strengths, comments, limits, ...counts } = critique();
      const { id, raisedBy, kind, severity, status } = comment();
      expect(await store.load(RUN.id)).toEqual({
        ...RUN,
        status: 'finished',
        attempt: 0,
        end: runEnd(),
        events: [
          { number: 1, type: 'revision_created', event: { number: 1, type: 'revision_created' } },
          { number: 2, type: 'critique_received', event: { number: 2, type: 'critique_received' } },
          { number: 3, type: 'revision_refined', event: { number: 3, type: 'revision_refined' } },
        ],
        revisions: [FIRST_REVISION, SECOND_REVISION].map(({ number, parent, text }) => ({
          number,
          parent,
          text,
          chars: text.length,
        })),
        critiques: [{ ...counts, words: { strengths, comments, limits } }],
        comments: [{ id, raisedBy, kind, severity, status, revision: 1, comment: comment() }],
      });
    });

    it('is null when nobody saved it', async () => {
      expect(await store.load('unknown')).toBeNull();
    });

    it('starts without words, events or an end', async () => {
      await store.create(newRun({ id: 'bare', given: null, status: 'queued' }));

      expect(await store.load('bare')).toEqual({
        ...newRun({ id: 'bare', given: null }),
        status: 'queued',
        attempt: 0,
        end: null,
        events: [],
        revisions: [],
        critiques: [],
        comments: [],
      });
    });

    it('is not saved over another one of the same id', async () => {
      await expect(store.create(newRun({ workspace: 'another' }))).rejects.toThrow(
        /UNIQUE|duplicate key/,
      );
      expect(await store.load(RUN.id)).toMatchObject({
        workspace: RUN.workspace,
        given: RUN.given,
      });
    });

    it('keeps its first end', async () => {
      await store.finish(RUN.id, runEnd({ stopReason: 'cancelled', receipt: null }));
      await store.finish(RUN.id, runEnd({ stopReason: 'satisfied' }));

      expect((await store.load(RUN.id))?.end).toEqual(
        runEnd({ stopReason: 'cancelled', receipt: null }),
      );
    });

    it('keeps text that is not well-formed, has no characters or holds NUL', async () => {
      const texts = ['\ud83d lone \udc00', '', 'a\u0000b', '\ufeff\u2028\r\n\t'];
      await store.append(
        RUN.id,
        { number: 1, type: 'any' },
        {
          revisions: texts.map((text, at) => ({ ...FIRST_REVISION, number: at + 1, text })),
        },
      );

      expect((await store.load(RUN.id))?.revisions.map(({ text }) => text)).toEqual(texts);
    });
  });

  describe('an event', () => {
    it('is saved once under its number, with what it brought the first time', async () => {
      const event = { number: 1, type: 'revision_created', detail: 'first' };
      const other = { ...event, detail: 'second' };
      await store.append(RUN.id, event, { revisions: [FIRST_REVISION] });
      await store.append(RUN.id, other, {
        revisions: [SECOND_REVISION],
        comments: [{ revision: 1, comment: comment() }],
      });

      const run = await store.load(RUN.id);
      expect(run?.events).toEqual([{ number: 1, type: 'revision_created', event }]);
      expect(run?.revisions).toHaveLength(1);
      expect(run?.comments).toEqual([]);
    });

    it('is not saved without what it brings', async () => {
      const broken = { ...critique(), verdict: null } as unknown as ReturnType<typeof critique>;
      const append = store.append(
        RUN.id,
        { number: 1, type: 'critique_received' },
        { revisions: [FIRST_REVISION], critiques: [broken] },
      );

      await expect(append).rejects.toThrow(/NOT NULL|not-null/);
      expect(await store.load(RUN.id)).toMatchObject({ events: [], revisions: [] });
      expect(await database.read((db) => [db.select().from(tables.texts)])).toMatchObject([
        [{ owner: 'given' }],
      ]);
    });

    it('belongs to a run that exists', async () => {
      await expect(store.append('unknown', { number: 1, type: 'any' })).rejects.toThrow(
        /FOREIGN KEY|foreign key/,
      );
    });

    it('comes back in the order of its number, whenever it was saved', async () => {
      for (const number of [10, 9, 2, 1]) await store.append(RUN.id, { number, type: 'any' });

      expect((await store.load(RUN.id))?.events.map(({ number }) => number)).toEqual([1, 2, 9, 10]);
    });
  });

  describe('comments', () => {
    it('take on their new state and keep their place', async () => {
      const [first, second] = [comment({ id: '0.b.1' }), comment({ id: '0.a.1' })];
      await store.append(
        RUN.id,
        { number: 1, type: 'revision_assessed' },
        { comments: [first, second].map((each) => ({ revision: 1, comment: each })) },
      );
      const resolved = { ...second, status: 'resolved' as const };
      await store.append(
        RUN.id,
        { number: 2, type: 'finished' },
        { comments: [{ revision: 2, comment: resolved }] },
      );

      expect((await store.load(RUN.id))?.comments).toMatchObject([
        { id: '0.b.1', revision: 1, status: 'open', comment: first },
        { id: '0.a.1', revision: 1, status: 'resolved', comment: resolved },
      ]);
    });

    it('are saved in any number', async () => {
      const many = Array.from({ length: 4_000 }, (_, at) => comment({ id: `0.rule.${at}` }));
      await store.append(
        RUN.id,
        { number: 1, type: 'revision_assessed' },
        { comments: many.map((each) => ({ revision: 1, comment: each })) },
      );

      expect((await store.load(RUN.id))?.comments.map((row) => row.comment)).toEqual(many);
    });
  });

  describe('a step', () => {
    it('is recalled with its answer, and null before it has one', async () => {
      expect(await store.recallStep(RUN.id, 'generate')).toBeNull();
      await store.saveStep(RUN.id, { key: 'generate', json: 'null', versions: { persona: '3' } });

      expect(await store.recallStep(RUN.id, 'generate')).toBe('null');
      expect(await database.read((db) => [db.select().from(tables.runSteps)])).toMatchObject([
        [{ key: 'generate', versions: { persona: '3' } }],
      ]);
    });

    it('keeps its first answer and returns that one', async () => {
      const save = (json: string) =>
        store.saveStep(RUN.id, { key: 'critique/0/a', json, versions: {} });

      expect(await save('1')).toBe('1');
      expect(await save('2')).toBe('1');
      expect(await store.recallStep(RUN.id, 'critique/0/a')).toBe('1');
    });

    it('belongs to one run', async () => {
      await store.create(newRun({ id: 'another' }));
      await store.saveStep(RUN.id, { key: 'generate', json: '1', versions: {} });

      expect(await store.recallStep('another', 'generate')).toBeNull();
    });
  });

  describe('forgetting', () => {
    it('takes one statement, leaves no word in any column and keeps the counts', async () => {
      await saveEverything();
      expect(await dump()).toContain(SECRET);

      await database.atomic((db) => [db.delete(tables.texts)]);

      expect(await dump()).not.toContain(SECRET);
      const { strengths, comments, limits, ...counts } = critique();
      expect(await store.load(RUN.id)).toMatchObject({
        given: null,
        end: { ...runEnd(), receipt: { calls: 3, facts: null } },
        events: [{ event: null }, { event: null }, { event: null }],
        revisions: [
          { number: 1, text: null, chars: FIRST_REVISION.text.length },
          { number: 2, text: null },
        ],
        critiques: [{ ...counts, words: null }],
        comments: [{ kind: 'rule', severity: 'minor', comment: null }],
      });
    });

    it('lets a step that has lost its answer have a new one', async () => {
      const step = { key: 'generate', json: '1', versions: {} };
      await store.saveStep(RUN.id, step);
      await database.atomic((db) => [db.delete(tables.texts)]);

      expect(await store.recallStep(RUN.id, 'generate')).toBeNull();
      expect(await store.saveStep(RUN.id, { ...step, json: '2' })).toBe('2');
      expect(await store.recallStep(RUN.id, 'generate')).toBe('2');
    });

    async function dump(): Promise<string> {
      const all = await database.read((db) =>
        Object.values(tables).map((table) => {
          const columns = Object.values(getTableColumns(table));
          return db
            .select({ row: sql<string>`concat_ws(' | ', ${sql.join(columns, sql`, `)})` })
            .from(table);
        }),
      );
      return JSON.stringify(all);
    }
  });
});
