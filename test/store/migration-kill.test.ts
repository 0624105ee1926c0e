import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPostgres } from '../../src/store/postgres-database.ts';
import { createRunRepository } from '../../src/store/run-repository.ts';
import { createSchema, POSTGRES_MIGRATIONS, POSTGRES_URL } from './engines.ts';
import { MIGRATIONS, open } from './open-store.ts';
import { newRun } from './samples.ts';
import { makeTempFolder } from './temp-folder.ts';

let folder: ReturnType<typeof makeTempFolder>;
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => folder.remove());

/** The shipped migrations and the one of a later release. */
function laterRelease(shipped: string, name: string, statements: readonly string[]): string {
  const later = folder.file(name);
  cpSync(shipped, later, { recursive: true });
  const path = join(later, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: { when: number }[] };
  const last = journal.entries.at(-1);
  const entry = { ...last, idx: journal.entries.length, tag: '9999_later' };
  const when = (last?.when ?? 0) + 1;
  const entries = [...journal.entries, { ...entry, when }];
  writeFileSync(path, JSON.stringify({ ...journal, entries }));
  writeFileSync(join(later, '9999_later.sql'), statements.join('--> statement-breakpoint\n'));
  return later;
}

/** Kills a process that migrates, once `isInTheMiddle`. */
async function killInTheMiddle(
  address: string,
  migrationsFolder: string,
  isInTheMiddle: () => boolean | Promise<boolean>,
): Promise<void> {
  const script = join(import.meta.dirname, 'migrate-child.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script, address, migrationsFolder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += String(chunk);
  });
  while (child.exitCode === null && !(await isInTheMiddle())) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
  expect(output).toBe('');
}

describe('a process killed inside a migration', () => {
  it('leaves a file as it was, with its copy, and the next start migrates it', async () => {
    const path = folder.file('runs.db');
    const before = await open(path);
    await createRunRepository(before).create(newRun({ id: 'kept' }));
    before.close();
    const endless = laterRelease(MIGRATIONS, 'endless', [
      'CREATE TABLE later (n integer);',
      'INSERT INTO later WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n FROM c;',
    ]);
    // So much was written already that does not count.
    const isInTheMiddle = () =>
      existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 4_000_000;
    await killInTheMiddle(path, endless, isInTheMiddle);

    const left = new Sqlite(path);
    expect(left.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'later'").all()).toEqual([]);
    left.close();
    const copy = `${path}.backup-${readJournalLength(MIGRATIONS)}`;
    expect(existsSync(copy)).toBe(true);

    const release = laterRelease(MIGRATIONS, 'release', ['CREATE TABLE later (n integer);']);
    const after = await open(path, { migrationsFolder: release });
    expect(await createRunRepository(after).load('kept')).not.toBeNull();
    after.close();
    const migrated = new Sqlite(path);
    expect(migrated.prepare('SELECT count(*) FROM later').pluck().get()).toBe(0);
    migrated.close();
  });

  it.skipIf(POSTGRES_URL === '')('on PostgreSQL leaves the work to the next', async () => {
    const schema = await createSchema();
    const shipped = { migrationsFolder: POSTGRES_MIGRATIONS };
    const before = await openPostgres(schema.url, shipped);
    await createRunRepository(before).create(newRun({ id: 'kept' }));
    await before.close();
    const key = Math.floor(Math.random() * 2 ** 31);
    const release = laterRelease(POSTGRES_MIGRATIONS, 'release', [
      'CREATE TABLE later (n integer);',
      `SELECT pg_advisory_lock(${key});`,
      `SELECT pg_advisory_unlock(${key});`,
      'CREATE TABLE latest (n integer);',
    ]);
    const gate = new pg.Client({ connectionString: POSTGRES_URL });
    await gate.connect();
    await gate.query('SELECT pg_advisory_lock($1)', [key]);
    await killInTheMiddle(schema.url, release, async () => {
      const { rows } = await gate.query(
        `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted`,
        [key],
      );
      return rows.length > 0;
    });
    await gate.query('SELECT pg_advisory_unlock($1)', [key]);

    const after = await openPostgres(schema.url, { migrationsFolder: release });
    expect(await createRunRepository(after).load('kept')).not.toBeNull();
    await after.close();
    const tables = await schema.query(
      `SELECT tablename FROM pg_tables WHERE schemaname = '${schema.name}' AND tablename LIKE 'late%' ORDER BY 1`,
    );
    expect(tables).toEqual([{ tablename: 'later' }, { tablename: 'latest' }]);
    await gate.end();
    await schema.drop();
  });
});

function readJournalLength(migrations: string): number {
  const journal = readFileSync(join(migrations, 'meta/_journal.json'), 'utf8');
  return (JSON.parse(journal) as { entries: unknown[] }).entries.length;
}
