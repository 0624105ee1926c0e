import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { PoolClient } from 'pg';
import { UserError } from '../user-error.ts';

const TABLE = 'bluepencil_migrations';

/** Any number, the same in every release: whoever migrates holds the lock of this name. */
const LOCK = 0x62_6c_75_65;

/**
 * Brings a schema to the newest version, creating it when it is missing; several processes may do so at
 * once. All in one transaction: a process that dies in the middle leaves nothing behind. Rejects with a
 * `UserError` for a schema it must not touch.
 */
export async function migratePostgres(
  client: PoolClient,
  options: { readonly migrationsFolder: string; readonly schema: string; readonly place: string },
): Promise<void> {
  const { schema, place } = options;
  const migrations = readMigrationFiles(options);
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [LOCK, schema]);
    const applied = new Set(await readApplied(client, schema, place));
    const known = new Set(migrations.map(({ folderMillis }) => folderMillis));
    if ([...applied].some((id) => !known.has(id))) {
      const message = `The database ${place} is from a newer version of Bluepencil; update Bluepencil, or name another one.`;
      throw new UserError(message, { code: 'database_newer' });
    }
    for (const { folderMillis, hash, sql } of migrations) {
      if (applied.has(folderMillis)) continue;
      // Generated for the schema everybody shares; ours is the one the connection looks in.
      for (const statement of sql) await client.query(statement.replaceAll('"public".', ''));
      await client.query(`INSERT INTO ${TABLE} (id, hash) VALUES ($1, $2)`, [folderMillis, hash]);
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** The migrations a schema has; creates the schema and its list of them when there is neither. */
async function readApplied(client: PoolClient, schema: string, place: string): Promise<number[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = $1',
    [schema],
  );
  const names = tables.map(({ name }) => name);
  if (!names.includes(TABLE)) {
    if (names.includes('runs')) {
      const message = `The schema ${schema} of the database ${place} holds another program's tables; name another one with ?schema= in DATABASE_URL.`;
      throw new UserError(message, { code: 'database_foreign' });
    }
    const { rowCount } = await client.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [
      schema,
    ]);
    if (rowCount === 0) await client.query(`CREATE SCHEMA "${schema}"`);
    await client.query(`CREATE TABLE ${TABLE} (id bigint PRIMARY KEY, hash text NOT NULL)`);
    return [];
  }
  const { rows } = await client.query<{ id: string }>(`SELECT id FROM ${TABLE}`);
  return rows.map(({ id }) => Number(id));
}
