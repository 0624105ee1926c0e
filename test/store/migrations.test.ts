import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from 'drizzle-kit/api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as deskTables from '../../src/store/desk-schema.sqlite.ts';
import { assertMigrated, migrate } from '../../src/store/migrations.ts';
import * as coreTables from '../../src/store/schema.sqlite.ts';
import { MIGRATIONS } from './open-store.ts';
import { makeTempFolder } from './temp-folder.ts';

interface Journal {
  readonly entries: readonly {
    readonly idx: number;
    readonly when: number;
    readonly tag: string;
  }[];
}

const SHIPPED = readJournal(MIGRATIONS).entries.map(({ tag }) => tag);

let folder: ReturnType<typeof makeTempFolder>;
let connection: Sqlite.Database;

beforeEach(() => {
  folder = makeTempFolder();
  connection = new Sqlite(folder.file('migrated.db'));
});

afterEach(() => {
  connection.close();
  folder.remove();
});

function readJournal(migrationsFolder: string): Journal {
  return JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8'));
}

/** A copy of the shipped migrations as a release with only the first `count` of them had it. */
function shippedUpTo(count: number): string {
  const path = folder.file(`first-${count}`);
  cpSync(MIGRATIONS, path, { recursive: true });
  const journal = readJournal(path);
  const entries = journal.entries.slice(0, count);
  writeFileSync(join(path, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
  return path;
}

/** The shipped migrations and one more with this SQL, as a later release might bring it. */
function shippedAnd(sql: string): string {
  const path = shippedUpTo(SHIPPED.length);
  const journal = readJournal(path);
  const next = { idx: SHIPPED.length, when: 9_000_000_000_000, tag: 'next', breakpoints: true };
  const entries = [...journal.entries, next];
  writeFileSync(join(path, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
  writeFileSync(join(path, 'next.sql'), sql);
  return path;
}

function bring(migrationsFolder: string, to = connection) {
  migrate(to, { migrationsFolder, path: 'migrated.db' });
}

function tableNames(): string[] {
  return connection
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .pluck()
    .all();
}

/** Puts two rows into every table, whatever its columns are in this version. */
function fill() {
  connection.pragma('foreign_keys = OFF');
  for (const table of ownTables()) {
    const columns = connection.pragma(`table_info(${table})`) as { name: string; type: string }[];
    const insert = connection.prepare(
      `INSERT INTO ${table} VALUES (${columns.map(() => '?').join(', ')})`,
    );
    for (const row of [1, 2]) {
      insert.run(columns.map(({ name, type }) => sample(name, type, row)));
    }
  }
  connection.pragma('foreign_keys = ON');
  expect(connection.pragma('foreign_key_check')).toEqual([]);
}

function sample(name: string, type: string, row: number): string | number {
  if (type.toLowerCase() !== 'text') return row;
  const isReference = name === 'run_id' || name === 'id';
  return isReference ? `run-${row}` : `"${name} ${row}"`;
}

function ownTables(): string[] {
  return tableNames().filter((name) => name !== 'bluepencil_migrations');
}

function countRows(): Record<string, unknown> {
  return Object.fromEntries(
    ownTables().map((table) => [
      table,
      connection.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
    ]),
  );
}

describe('the shipped migrations', () => {
  it('make exactly the tables of the schema', async () => {
    bring(MIGRATIONS);

    const last = String(SHIPPED.length - 1).padStart(4, '0');
    const snapshot = JSON.parse(
      readFileSync(join(MIGRATIONS, `meta/${last}_snapshot.json`), 'utf8'),
    );
    const missing = await generateSQLiteMigration(
      snapshot,
      await generateSQLiteDrizzleJson({ ...coreTables, ...deskTables }, snapshot.id),
    );
    expect(missing).toEqual([]);
    const columns = (table: string) =>
      (connection.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name);
    expect(Object.fromEntries(ownTables().map((table) => [table, columns(table)]))).toEqual(
      Object.fromEntries(
        Object.values<{ name: string; columns: object }>(snapshot.tables).map((table) => [
          table.name,
          Object.keys(table.columns),
        ]),
      ),
    );
  });

  it.each(SHIPPED.map((tag, at) => ({ tag, earlier: at + 1 })))(
    'keep every row of a filled database from the release with $tag',
    ({ earlier }) => {
      bring(shippedUpTo(earlier));
      fill();
      const before = countRows();

      bring(MIGRATIONS);

      expect(countRows()).toMatchObject(before);
      expect(connection.pragma('foreign_key_check')).toEqual([]);
      expect(connection.pragma('integrity_check', { simple: true })).toBe('ok');
    },
  );

  it('change nothing the second time', () => {
    bring(MIGRATIONS);
    fill();
    const before = connection.serialize();

    bring(MIGRATIONS);

    expect(connection.serialize().equals(before)).toBe(true);
  });
});

describe('migrate', () => {
  it('brings a filled database forward', () => {
    bring(MIGRATIONS);
    fill();

    bring(shippedAnd('ALTER TABLE runs ADD COLUMN mood TEXT'));

    expect(connection.prepare('SELECT id, mood FROM runs').all()).toEqual([
      { id: 'run-1', mood: null },
      { id: 'run-2', mood: null },
    ]);
  });

  it('rebuilds a table without touching the rows that point at it', () => {
    bring(MIGRATIONS);
    fill();
    connection.exec(`
      CREATE TABLE notes (run_id TEXT REFERENCES runs (id) ON DELETE CASCADE);
      INSERT INTO notes VALUES ('run-1');
    `);

    bring(
      shippedAnd(`PRAGMA foreign_keys=OFF;
--> statement-breakpoint
CREATE TABLE rebuilt AS SELECT * FROM runs;
--> statement-breakpoint
DROP TABLE runs;
--> statement-breakpoint
CREATE TABLE runs (id TEXT PRIMARY KEY, status TEXT);
--> statement-breakpoint
INSERT INTO runs SELECT id, status FROM rebuilt;
--> statement-breakpoint
DROP TABLE rebuilt;`),
    );

    expect(countRows()).toMatchObject({ runs: 2, events: 2, notes: 1 });
    expect(connection.pragma('foreign_keys', { simple: true })).toBe(1);
  });

  it('undoes a migration that fails half-way or leaves rows without a parent', () => {
    bring(MIGRATIONS);
    fill();
    const before = countRows();

    const halfWay = shippedAnd('DROP TABLE texts;\n--> statement-breakpoint\nDROP TABLE missing;');
    expect(() => bring(halfWay)).toThrow(/no such table/);
    const orphans = shippedAnd("DELETE FROM runs WHERE id = 'run-1';");
    expect(() => bring(orphans)).toThrow(/without a parent/);

    expect(countRows()).toEqual(before);
    expect(connection.pragma('foreign_keys', { simple: true })).toBe(1);
  });

  it('applies a migration once when another process is faster', () => {
    const faster = new Sqlite(folder.file('migrated.db'));
    const pragma = connection.pragma.bind(connection);
    // Between this process's first look and its lock, the other one does all the work.
    connection.pragma = (source, options) => {
      if (source === 'foreign_keys = OFF') bring(MIGRATIONS, faster);
      return pragma(source, options);
    };

    bring(MIGRATIONS);

    expect(connection.prepare('SELECT count(*) FROM bluepencil_migrations').pluck().get()).toBe(
      SHIPPED.length,
    );
    faster.close();
  });

  it('refuses a database from a newer version and leaves it as it was', () => {
    bring(shippedAnd('ALTER TABLE runs ADD COLUMN mood TEXT'));
    const before = connection.serialize();

    expect(() => bring(MIGRATIONS)).toThrow(
      expect.objectContaining({
        name: 'UserError',
        code: 'database_newer',
        message:
          'The database migrated.db is from a newer version of Bluepencil; update Bluepencil, or name another file.',
      }),
    );
    expect(connection.serialize().equals(before)).toBe(true);
  });
});

describe('assertMigrated', () => {
  const check = (migrationsFolder: string) => () =>
    assertMigrated(connection, { migrationsFolder, path: 'migrated.db' });

  it('accepts the newest version only', () => {
    const later = shippedAnd('ALTER TABLE runs ADD COLUMN mood TEXT');
    bring(MIGRATIONS);

    expect(check(MIGRATIONS)).not.toThrow();
    expect(check(later)).toThrow(
      expect.objectContaining({
        code: 'database_older',
        message: expect.stringContaining('bluepencil migrate'),
      }),
    );
    bring(later);
    expect(check(MIGRATIONS)).toThrow(expect.objectContaining({ code: 'database_newer' }));
  });
});
