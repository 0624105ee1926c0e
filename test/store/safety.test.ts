import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRunRepository } from '../../src/store/run-repository.ts';
import { MIGRATIONS, open } from './open-store.ts';
import { newRun } from './samples.ts';
import { makeTempFolder } from './temp-folder.ts';

let folder: ReturnType<typeof makeTempFolder>;
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => folder.remove());

describe('a database that is open', () => {
  it.each(['deleted', 'replaced'])('promises nothing more once its file was %s', async (how) => {
    const path = folder.file('runs.db');
    const database = await open(path);
    const store = createRunRepository(database);
    await store.create(newRun({ id: 'before' }));
    rmSync(path);
    if (how === 'replaced') (await open(folder.file('other.db'))).close();
    if (how === 'replaced') cpSync(folder.file('other.db'), path);

    await expect(store.create(newRun({ id: 'after' }))).rejects.toThrow(
      /runs\.db was deleted or replaced while it was open/,
    );
    database.close();
  });
});

describe('a database of an older version', () => {
  /** The shipped migrations up to the n-th. */
  function olderMigrations(count: number): string {
    const older = folder.file('older');
    cpSync(MIGRATIONS, older, { recursive: true });
    const journal = join(older, 'meta/_journal.json');
    const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8')) as {
      entries: unknown[];
    };
    mkdirSync(join(older, 'meta'), { recursive: true });
    writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.slice(0, count) }));
    return older;
  }

  it('is copied beside itself before it is changed, and a new one is not', async () => {
    const path = folder.file('runs.db');
    const older = await open(path, { migrationsFolder: olderMigrations(1) });
    older.close();
    const before = new Sqlite(path);
    before.exec(
      "INSERT INTO runs VALUES ('kept','w','p','command',NULL,'queued',1,0,'{}',NULL,NULL,NULL,1,NULL)",
    );
    before.close();
    expect(readdirSync(folder.path).filter((name) => name.includes('backup'))).toEqual([]);

    (await open(path)).close();

    expect(readdirSync(folder.path).filter((name) => name.includes('backup'))).toEqual([
      'runs.db.backup-1',
    ]);
    const copy = new Sqlite(folder.file('runs.db.backup-1'), { readonly: true });
    expect(copy.prepare('SELECT id FROM runs').pluck().all()).toEqual(['kept']);
    expect(
      copy.prepare("SELECT count(*) FROM sqlite_schema WHERE name = 'jobs'").pluck().get(),
    ).toBe(0);
    copy.close();
  });
});
