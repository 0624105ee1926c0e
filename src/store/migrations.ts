import type { Database as Connection } from 'better-sqlite3';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { UserError } from '../user-error.ts';
import { backUp } from './migration-backup.ts';

/*
 * Forward migrations from the files drizzle-kit writes. drizzle's own `migrate` reads what was applied
 * before it takes the lock, so two processes would both apply the same file; and it leaves foreign
 * keys on, so a generated table rebuild would touch child rows. Hence: keys off, lock, look, apply,
 * check the keys, commit.
 */

const TABLE = 'bluepencil_migrations';

/** Brings a database to the newest version; does nothing when it is there. Throws a `UserError` for one it must not touch. */
export function migrate(connection: Connection, options: MigrationOptions): void {
  const migrations = readMigrationFiles(options);
  const missing = pending(connection, migrations, options.path).length;
  if (missing === 0) return;
  const applied = migrations.length - missing;
  if (applied > 0) backUp(connection, applied);
  // Has no effect inside a transaction.
  connection.pragma('foreign_keys = OFF');
  try {
    connection
      .transaction(() => {
        const missing = pending(connection, migrations, options.path);
        for (const migration of missing) apply(connection, migration);
        if (missing.length > 0) assertKeysHold(connection);
      })
      .immediate();
  } finally {
    connection.pragma('foreign_keys = ON');
  }
}

/** Throws a `UserError` unless the database is at exactly the newest version. */
export function assertMigrated(connection: Connection, options: MigrationOptions): void {
  if (pending(connection, readMigrationFiles(options), options.path).length === 0) return;
  throw new UserError(
    `The database ${options.path} is from an older version of Bluepencil and is open for reading only; run \`bluepencil migrate\` first.`,
    { code: 'database_older' },
  );
}

export interface MigrationOptions {
  readonly migrationsFolder: string;
  /** The database file, for messages to people. */
  readonly path: string;
}

type Migration = ReturnType<typeof readMigrationFiles>[number];

/** The migrations a database still lacks. */
function pending(connection: Connection, migrations: readonly Migration[], path: string) {
  const applied = new Set(readApplied(connection, path));
  const known = new Set(migrations.map((migration) => migration.folderMillis));
  if ([...applied].some((id) => !known.has(id))) {
    throw new UserError(
      `The database ${path} is from a newer version of Bluepencil; update Bluepencil, or name another file.`,
      { code: 'database_newer' },
    );
  }
  return migrations.filter((migration) => !applied.has(migration.folderMillis));
}

function readApplied(connection: Connection, path: string): number[] {
  const tables = connection
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .pluck()
    .all();
  if (tables.includes(TABLE)) {
    return connection.prepare<[], number>(`SELECT id FROM ${TABLE}`).pluck().all();
  }
  if (tables.length > 0) {
    throw new UserError(
      `The file ${path} is another program's database; name another file for Bluepencil.`,
      { code: 'database_foreign' },
    );
  }
  return [];
}

function apply(connection: Connection, migration: Migration): void {
  connection.exec(
    `CREATE TABLE IF NOT EXISTS ${TABLE} (id INTEGER PRIMARY KEY, hash TEXT NOT NULL)`,
  );
  for (const statement of migration.sql) connection.exec(statement);
  connection
    .prepare(`INSERT INTO ${TABLE} (id, hash) VALUES (?, ?)`)
    .run(migration.folderMillis, migration.hash);
}

function assertKeysHold(connection: Connection): void {
  const broken = connection.pragma('foreign_key_check') as unknown[];
  if (broken.length > 0)
    throw new Error(`A migration left ${broken.length} rows without a parent.`);
}
