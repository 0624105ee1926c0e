import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DatabaseFile } from '../../src/store/database.ts';
import { createRunRepository } from '../../src/store/run-repository.ts';
import { startWriter } from '../../src/store/writer.ts';
import { open } from './open-store.ts';
import { newRun } from './samples.ts';
import { makeTempFolder } from './temp-folder.ts';

let folder: ReturnType<typeof makeTempFolder>;
let database: DatabaseFile;

beforeEach(async () => {
  folder = makeTempFolder();
  database = await open(folder.file('apart.db'), { writesApart: true });
});

afterEach(() => {
  database.close();
  folder.remove();
});

it('shows what was written as soon as the write has resolved', async () => {
  const runs = createRunRepository(database);

  for (let number = 0; number < 20; number += 1) {
    await runs.create({ ...newRun(), id: `run-${number}` });
    expect((await runs.load(`run-${number}`))?.id).toBe(`run-${number}`);
  }
});

it('lets each of many writes that come together stand or fall alone', async () => {
  const runs = createRunRepository(database);
  await runs.create({ ...newRun(), id: 'run-3' });

  const written = await Promise.allSettled(
    Array.from({ length: 8 }, (_, number) => runs.create({ ...newRun(), id: `run-${number}` })),
  );

  expect(written.map(({ status }) => status)).toEqual(
    written.map((_, number) => (number === 3 ? 'rejected' : 'fulfilled')),
  );
  expect((written[3] as PromiseRejectedResult).reason.code).toBe('SQLITE_CONSTRAINT_PRIMARYKEY');
});

it('gives back rows and counts as a connection of its own would', async () => {
  const { runs } = database.tables;
  const { createdAt, given: _given, ...rest } = newRun();
  const values = { ...rest, attempt: 0, createdAt: new Date(createdAt) };

  const [inserted, [row], [counted]] = await database.atomic((db) => [
    db.insert(runs).values(values),
    db.update(runs).set({ attempt: 2 }).returning(),
    db.select({ count: sql<number>`count(*)` }).from(runs),
  ]);

  expect(inserted).toMatchObject({ changes: 1 });
  expect(row).toMatchObject({ attempt: 2, createdAt: new Date(createdAt) });
  expect(counted).toEqual({ count: 1 });
});

it('has written what was asked for before it lets the file go, and writes nothing afterwards', async () => {
  const runs = createRunRepository(database);
  const writing = runs.create({ ...newRun(), id: 'last' });
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  database.close();
  await writing;
  await expect(runs.create({ ...newRun(), id: 'late' })).rejects.toThrow('closed');

  database = await open(folder.file('apart.db'), { writesApart: true });
  const again = createRunRepository(database);
  expect(await again.load('last')).not.toBeNull();
  expect(await again.load('late')).toBeNull();
});

it('fails what is asked for when its thread has died', async () => {
  const writer = startWriter(folder.file('missing.db'), 100);

  await expect(writer.write([])).rejects.toThrow();
  await expect(writer.write([])).rejects.toThrow();
  writer.close();
});
