import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { type SQL, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backUpDatabase } from '../../src/store/backup.ts';
import type { Database } from '../../src/store/database.ts';
import { createRunRepository } from '../../src/store/run-repository.ts';
import { texts } from '../../src/store/schema.sqlite.ts';
import { runChild } from './child.ts';
import { open } from './open-store.ts';
import { newRun, SECRET } from './samples.ts';
import { makeTempFolder } from './temp-folder.ts';

let folder: ReturnType<typeof makeTempFolder>;

beforeEach(() => {
  folder = makeTempFolder();
});

afterEach(() => {
  folder.remove();
});

/** A refusal in one sentence that names the thing and ends with what to do. */
function refusal(code: string, thing: string, nextStep: RegExp) {
  return expect.objectContaining({
    name: 'UserError',
    code,
    message: expect.toSatisfy(
      (message: string) =>
        /^[^\n]+[^.]\.$/.test(message) && message.includes(thing) && nextStep.test(message),
      'one sentence with the thing and the next step',
    ),
  });
}

async function pragma(database: Database, name: string, column = name) {
  const [[row]] = await database.read((db) => [
    db.select({ value: sql<unknown>`${sql.identifier(column)}` }).from(pragmaTable(name)),
  ]);
  return row?.value;
}

function pragmaTable(name: string): SQL {
  return sql`${sql.identifier(`pragma_${name}`)}`;
}

describe('openDatabase', () => {
  it('creates a database that a second opening finds as it was left', async () => {
    const path = folder.file('new.db');
    const database = await open(path);
    await createRunRepository(database).create(newRun());
    database.close();

    const again = await open(path);
    expect(await createRunRepository(again).load(newRun().id)).toMatchObject(newRun());
    again.close();
  });

  it('writes ahead, flushes every commit, holds foreign keys and overwrites what is deleted', async () => {
    const database = await open(folder.file('pragmas.db'));

    expect(await pragma(database, 'journal_mode')).toBe('wal');
    expect(await pragma(database, 'synchronous')).toBe(2);
    expect(await pragma(database, 'foreign_keys')).toBe(1);
    expect(await pragma(database, 'secure_delete')).toBe(1);
    expect(await pragma(database, 'busy_timeout', 'timeout')).toBeLessThanOrEqual(100);
    database.close();
  });

  it('leaves one file behind when it is closed, even twice and beside a reader', async () => {
    const path = folder.file('closed.db');
    const database = await open(path);
    const reader = await open(path, { readonly: true });
    await createRunRepository(database).create(newRun());
    database.close();
    database.close();

    expect(statSync(`${path}-wal`).size).toBe(0);
    reader.close();
  });

  it('leaves no trace of forgotten words in the file', async () => {
    const path = folder.file('forgotten.db');
    const database = await open(path);
    const store = createRunRepository(database);
    for (let at = 0; at < 40; at += 1) {
      await store.create(newRun({ id: `run-${at}`, given: { draft: SECRET.repeat(100) } }));
    }

    await database.atomic((db) => [db.delete(texts)]);
    database.close();

    expect(readFileSync(path).toString('latin1')).not.toContain(SECRET);
  });

  it('opens one in memory', async () => {
    const database = await open(':memory:');
    await createRunRepository(database).create(newRun());

    expect(await createRunRepository(database).load(newRun().id)).not.toBeNull();
    database.close();
  });

  it('makes files that no other account can read, and leaves the rights of those that are there', async () => {
    const path = folder.file('private.db');
    const database = await open(path);
    await createRunRepository(database).create(newRun({ id: 'one' }));
    const rights = (of: string) => (statSync(of).mode & 0o777).toString(8);
    expect(['', '-wal', '-shm'].map((end) => rights(path + end))).toEqual(['600', '600', '600']);
    backUpDatabase(path, folder.file('copy.db'));
    expect(rights(folder.file('copy.db'))).toBe('600');
    database.close();
    chmodSync(path, 0o640);
    (await open(path)).close();
    expect(rights(path)).toBe('640');
  });

  it('lets several processes create and fill one file at once', async () => {
    const path = folder.file('shared.db');
    const ids = ['one', 'two', 'three'];

    await Promise.all(ids.map((id) => runChild('create', path, id)));

    const database = await open(path);
    const runs = createRunRepository(database);
    for (const id of ids) expect(await runs.load(id)).toMatchObject({ id });
    database.close();
  });

  describe('for reading only', () => {
    it('reads what is there and writes nothing', async () => {
      const path = folder.file('readonly.db');
      const writer = await open(path);
      await createRunRepository(writer).create(newRun());
      const reader = createRunRepository(await open(path, { readonly: true }));

      expect(await reader.load(newRun().id)).not.toBeNull();
      await expect(reader.create(newRun({ id: 'another' }))).rejects.toEqual(
        refusal('database_not_writable', path, /give this account the right/),
      );
      writer.close();
    });

    it('does not create a missing file', async () => {
      const path = folder.file('missing.db');

      await expect(open(path, { readonly: true })).rejects.toEqual(
        refusal('database_missing', path, /check the path/),
      );
      expect(existsSync(path)).toBe(false);
    });
  });

  describe('refuses in one sentence with the next step', () => {
    it('a file that is no database', async () => {
      const path = folder.file('draft.md');
      writeFileSync(path, '# A draft, not a database\n'.repeat(100));
      const before = readFileSync(path);

      await expect(open(path)).rejects.toEqual(
        refusal('database_foreign', path, /name another file/),
      );
      expect(readFileSync(path)).toEqual(before);
    });

    it("another program's database, which stays as it was", async () => {
      const path = folder.file('bookmarks.db');
      const foreign = new Sqlite(path);
      foreign.exec('CREATE TABLE bookmarks (url TEXT)');
      foreign.close();
      const before = readFileSync(path);

      await expect(open(path)).rejects.toEqual(
        refusal('database_foreign', path, /name another file/),
      );
      expect(readFileSync(path)).toEqual(before);
    });

    it('a folder in place of the file', async () => {
      await expect(open(folder.path)).rejects.toEqual(
        refusal('database_is_folder', folder.path, /name a file in it/),
      );
    });

    it('no name at all', async () => {
      await expect(open(' ')).rejects.toEqual(
        refusal('database_unnamed', 'database', /name a file/),
      );
    });

    it('a file in a missing folder, and creates no folder', async () => {
      const path = folder.file('typo/bluepencil.db');

      await expect(open(path)).rejects.toEqual(
        refusal('folder_missing', folder.file('typo'), /create it, or name another file/),
      );
      expect(existsSync(folder.file('typo'))).toBe(false);
    });

    it('a folder below a file', async () => {
      writeFileSync(folder.file('note'), '');

      await expect(
        open(folder.file('note/data/bluepencil.db'), { createFolder: true }),
      ).rejects.toEqual(
        refusal('folder_not_writable', folder.file('note/data'), /name another file/),
      );
    });

    it.runIf(process.platform === 'linux')('a folder that cannot be written to', async () => {
      // Not even root can create files here.
      await expect(open('/proc/bluepencil.db')).rejects.toEqual(
        expect.objectContaining({
          name: 'UserError',
          code: expect.stringMatching(/not_writable$/),
          message: expect.stringContaining('/proc'),
        }),
      );
    });

    it.runIf(process.getuid?.() !== 0)('a folder without the right to write', async () => {
      const path = folder.file('locked');
      mkdirSync(path, { mode: 0o555 });

      await expect(open(`${path}/bluepencil.db`)).rejects.toEqual(
        refusal('folder_not_writable', path, /give this account the right/),
      );
    });

    it('a damaged database', async () => {
      const path = folder.file('damaged.db');
      (await open(path)).close();
      const bytes = readFileSync(path);
      bytes.fill(0x5a, 100, 3_000);
      writeFileSync(path, bytes);

      await expect(open(path)).rejects.toEqual(refusal('database_damaged', path, /backup/));
    });

    it('a file that another program holds for longer than the budget', async () => {
      const path = folder.file('held.db');
      const holder = new Sqlite(path);
      holder.exec('BEGIN EXCLUSIVE');

      await expect(open(path, { busyBudgetMs: 60 })).rejects.toEqual(
        refusal('database_busy', path, /close it, or try again/),
      );
      holder.close();
    });
  });

  it('waits for a program that holds the file for a moment', async () => {
    const path = folder.file('held.db');
    const holder = new Sqlite(path);
    holder.exec('BEGIN EXCLUSIVE');
    setTimeout(() => holder.close(), 300);

    const database = await open(path);

    expect(await pragma(database, 'journal_mode')).toBe('wal');
    database.close();
  });

  it('creates the folder of the default place when asked to', async () => {
    const path = folder.file('data/deep/bluepencil.db');

    (await open(path, { createFolder: true })).close();

    expect(existsSync(path)).toBe(true);
  });
});
