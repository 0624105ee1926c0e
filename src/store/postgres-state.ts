import { readMigrationFiles } from 'drizzle-orm/migrator';
import { UserError } from '../user-error.ts';
import { readAddress } from './postgres-database.ts';
import { explainPostgresError } from './postgres-error.ts';

/** How a PostgreSQL database stands. */
export interface PostgresState {
  /** Where it is, for messages to people: no account, no password. */
  readonly place: string;
  /** The server and its version. */
  readonly server: string;
  /** True when the schema holds nothing of ours yet. */
  readonly isNew: boolean;
  /** How many migrations its tables lack. */
  readonly missing: number;
}

/** Looks at a database without changing it. Rejects with a `UserError` when it cannot be had or is a newer one. */
export async function readPostgresState(
  url: string,
  migrationsFolder: string,
): Promise<PostgresState> {
  const { connection, schema, place } = readAddress(url);
  const { default: pg } = await import('pg');
  const client = new pg.Client(connection);
  try {
    await client.connect();
    const { rows } = await client.query<{ server: string; list: string | null }>(
      `SELECT 'PostgreSQL ' || split_part(current_setting('server_version'), ' ', 1) AS server,
        to_regclass($1)::text AS list`,
      [`${schema}.bluepencil_migrations`],
    );
    const { server = 'PostgreSQL', list = null } = rows[0] ?? {};
    const migrations = readMigrationFiles({ migrationsFolder });
    if (list === null) return { place, server, isNew: true, missing: migrations.length };
    const { rows: applied } = await client.query<{ id: string }>(
      'SELECT id FROM bluepencil_migrations',
    );
    const known = new Set(migrations.map(({ folderMillis }) => folderMillis));
    if (applied.some(({ id }) => !known.has(Number(id)))) {
      const message = `The database ${place} is from a newer version of Bluepencil; update Bluepencil, or name another one.`;
      throw new UserError(message, { code: 'database_newer' });
    }
    return { place, server, isNew: false, missing: migrations.length - applied.length };
  } catch (error) {
    throw explainPostgresError(error, place);
  } finally {
    await client.end().catch(() => undefined);
  }
}
