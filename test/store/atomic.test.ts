import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { eq, sql } from 'drizzle-orm';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTransactions } from '../../src/store/atomic.ts';
import { makeTempFolder } from './temp-folder.ts';

const words = sqliteTable('words', {
  word: text('word').primaryKey(),
  count: integer('count').notNull(),
});

let folder: ReturnType<typeof makeTempFolder>;
let connection: Sqlite.Database;

beforeEach(() => {
  folder = makeTempFolder();
  connection = connect();
  connection.pragma('journal_mode = WAL');
  connection.exec('CREATE TABLE words (word TEXT PRIMARY KEY, count INTEGER NOT NULL)');
});

afterEach(() => {
  connection.close();
  folder.remove();
});

function connect() {
  return new Sqlite(folder.file('atomic.db'), { timeout: 10 });
}

function open(options: { budgetMs?: number } = {}) {
  return createTransactions(connection, { path: 'atomic.db', ...options });
}

function storedWords() {
  return connection.prepare('SELECT word FROM words ORDER BY word').pluck().all();
}

describe('a prepared list', () => {
  const count = sql`${words.count} + excluded.count`;
  const prepareBoth = ({ prepareAtomic, prepareRead }: ReturnType<typeof open>) => ({
    add: prepareAtomic((db, word: { readonly word: string; readonly count: number }) => [
      db
        .insert(words)
        .values({ word: word.word, count: word.count })
        .onConflictDoUpdate({ target: words.word, set: { count } }),
      db.select().from(words).where(eq(words.word, word.word)),
    ]),
    find: prepareRead((db, { word }: { readonly word: string }) => [
      db.select({ count: words.count }).from(words).where(eq(words.word, word)),
    ]),
  });

  it('is written once and run with the values of each time', async () => {
    const { add, find } = prepareBoth(open());

    const added = await Promise.all([
      add({ word: 'may', count: 1 }),
      add({ word: 'did', count: 2 }),
      add({ word: 'may', count: 3 }),
    ]);

    expect(added.map(([, rows]) => rows)).toEqual([
      [{ word: 'may', count: 1 }],
      [{ word: 'did', count: 2 }],
      [{ word: 'may', count: 4 }],
    ]);
    expect(await Promise.all([find({ word: 'did' }), find({ word: 'not' })])).toEqual([
      [[{ count: 2 }]],
      [[]],
    ]);
  });

  it('stands or falls as a whole', async () => {
    const transactions = open();
    const addTwice = transactions.prepareAtomic((db, { word }: { readonly word: string }) => [
      db.insert(words).values({ word, count: 1 }),
      db.insert(words).values({ word, count: 2 }),
    ]);

    await expect(addTwice({ word: 'one' })).rejects.toMatchObject({
      code: 'SQLITE_CONSTRAINT_PRIMARYKEY',
    });
    expect(storedWords()).toEqual([]);
  });
});

describe('atomic', () => {
  it('resolves to the result of each statement in order', async () => {
    const { atomic } = open();

    const [, [row], all] = await atomic((db) => [
      db.insert(words).values({ word: 'may', count: 1 }),
      db
        .insert(words)
        .values({ word: 'may', count: 1 })
        .onConflictDoUpdate({ target: words.word, set: { count: sql`${words.count} + 1` } })
        .returning(),
      db.select().from(words),
    ]);

    expect(row).toEqual({ word: 'may', count: 2 });
    expect(all).toEqual([{ word: 'may', count: 2 }]);
  });

  it('puts on disk together what was asked for in one turn, each standing or falling alone', async () => {
    const { atomic } = open();
    const seen: string[][] = [];
    const insert = (...all: readonly string[]) =>
      atomic((db) => all.map((word) => db.insert(words).values({ word, count: 1 }))).then(() => {
        // What another connection sees is on disk.
        const other = connect();
        seen.push(other.prepare<[], string>('SELECT word FROM words').pluck().all());
        other.close();
      });

    const asked = [insert('may'), insert('did', 'may'), insert('not')];
    const outcomes = await Promise.allSettled(asked);

    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(storedWords()).toEqual(['may', 'not']);
    expect(seen[0]).toEqual(['may', 'not']);
  });

  it('undoes every statement when one fails', async () => {
    const { atomic } = open();

    const failing = atomic((db) => [
      db.insert(words).values({ word: 'one', count: 1 }),
      db.insert(words).values({ word: 'one', count: 2 }),
    ]);

    await expect(failing).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_PRIMARYKEY' });
    expect(storedWords()).toEqual([]);
    expect(connection.inTransaction).toBe(false);
  });

  it('loses no row of interleaved callers when some of them fail', async () => {
    const { atomic } = open();
    const names = Array.from({ length: 200 }, (_, at) => `w${at}`);

    const settled = await Promise.allSettled(
      names.map(async (word, at) => {
        await sleep(at % 3);
        await atomic((db) => [db.insert(words).values({ word: `${word}a`, count: at })]);
        await atomic((db) => [
          db.insert(words).values({ word: `${word}b`, count: at }),
          // Every fourth repeats a word, so that its whole call is undone.
          db.insert(words).values({ word: at % 4 === 0 ? `${word}a` : `${word}c`, count: at }),
        ]);
      }),
    );

    expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(50);
    const expected = names.flatMap((word, at) =>
      at % 4 === 0 ? [`${word}a`] : [`${word}a`, `${word}b`, `${word}c`],
    );
    expect(storedWords()).toEqual(expected.sort());
  });

  it('waits for a foreign write lock without blocking the event loop', async () => {
    const { atomic } = open();
    const foreign = connect();
    foreign.exec('BEGIN IMMEDIATE');

    // The lock is released by a timer of this very process: a wait that blocks would never see it.
    let ticks = 0;
    const ticking = setInterval(() => {
      ticks += 1;
    }, 20);
    const released = sleep(1_500).then(() => foreign.exec('COMMIT'));
    await atomic((db) => [db.insert(words).values({ word: 'kept', count: 1 })]);
    clearInterval(ticking);
    await released;
    foreign.close();

    expect(storedWords()).toEqual(['kept']);
    expect(ticks).toBeGreaterThan(5);
  });

  it('gives up in words for people when the lock outlasts the budget', async () => {
    const { atomic } = open({ budgetMs: 50 });
    const foreign = connect();
    foreign.exec('BEGIN IMMEDIATE');

    const stuck = atomic((db) => [db.insert(words).values({ word: 'lost', count: 1 })]);

    await expect(stuck).rejects.toMatchObject({
      name: 'UserError',
      code: 'database_busy',
      message: expect.stringContaining('atomic.db is in use by another program'),
    });
    foreign.close();
  });

  it('says that the disk is full, and keeps what was there', async () => {
    const { atomic } = open();
    await atomic((db) => [db.insert(words).values({ word: 'first', count: 1 })]);
    connection.pragma('max_page_count = 1');

    const full = atomic((db) => [
      db.insert(words).values({ word: 'long'.repeat(100_000), count: 1 }),
    ]);

    await expect(full).rejects.toMatchObject({ name: 'UserError', code: 'disk_full' });
    expect(storedWords()).toEqual(['first']);
  });
});

describe('read', () => {
  it('sees one state of the data in all its selects', async () => {
    const { read } = open();
    const other = connect();
    const insert = other.prepare('INSERT INTO words VALUES (?, 1)');
    connection.function('write_elsewhere', () => insert.run('elsewhere').changes);

    const [first, second] = await read((db) => [
      db.select({ written: sql<number>`write_elsewhere()`, seen: countOfWords }).from(one),
      db.select().from(words).where(eq(words.count, 1)),
    ]);
    other.close();

    expect(first).toEqual([{ written: 1, seen: 0 }]);
    expect(second).toEqual([]);
    expect(storedWords()).toEqual(['elsewhere']);
  });
});

const one = sql`(SELECT 1)`;
const countOfWords = sql<number>`(SELECT count(*) FROM words)`;
