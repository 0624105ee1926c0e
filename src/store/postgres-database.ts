import { UserError } from '../user-error.ts';
import type { Database } from './database.ts';
import { createPostgresTransactions, type Transaction } from './postgres-atomic.ts';
import { explainPostgresError } from './postgres-error.ts';
import { migratePostgres } from './postgres-migrations.ts';
import { postgresTables } from './postgres-tables.ts';

/** An open PostgreSQL database. */
export interface PostgresDatabase extends Database {
  readonly transaction: Transaction;
  /** Where its tables are. */
  readonly schema: string;
  /** For connections of one's own, with the tables' schema as their own. */
  readonly connection: ConnectionOptions;
  /** Where it is, for messages to people: no account, no password. */
  readonly place: string;
  close(): Promise<void>;
}

export interface ConnectionOptions {
  readonly connectionString: string;
  readonly options: string;
  readonly application_name: string;
  readonly keepAlive: true;
  readonly connectionTimeoutMillis: number;
}

export interface PostgresOptions {
  readonly migrationsFolder: string;
  /** Hears of connections that broke while nobody used them; must not throw. */
  readonly reportError?: (error: unknown) => void;
  /** How many connections may be open at once. */
  readonly connections?: number;
  /** How long to wait for a server that does not answer, or for others who write the same rows. */
  readonly busyBudgetMs?: number;
}

/** Where the tables go unless `?schema=` in the address says otherwise. */
const DEFAULT_SCHEMA = 'bluepencil';

/**
 * Opens a PostgreSQL database and brings its schema to the newest version. Rejects with a `UserError`
 * when it must not or cannot be used.
 */
export async function openPostgres(
  url: string,
  options: PostgresOptions,
): Promise<PostgresDatabase> {
  const { migrationsFolder, reportError = () => undefined } = options;
  const { connection, schema, place } = readAddress(url);
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    ...connection,
    max: options.connections ?? 10,
    // A transaction is sent as a whole: one way to the server and back, however many statements.
    pipeline: true,
  } as ConstructorParameters<typeof pg.Pool>[0]);
  pool.on('error', reportError);
  // While somebody has a connection, the pool does not hear of its end, and an error nobody hears ends the
  // process. What was under way on it rejects by itself.
  pool.on('connect', (client) => client.on('error', () => undefined));
  let closing: Promise<void> | null = null;
  const close = () => {
    closing ??= pool.end();
    return closing;
  };
  try {
    const client = await pool.connect();
    try {
      await migratePostgres(client, { migrationsFolder, schema, place });
    } finally {
      client.release();
    }
  } catch (error) {
    await close();
    throw explainPostgresError(error, place);
  }
  const budget = options.busyBudgetMs === undefined ? {} : { budgetMs: options.busyBudgetMs };
  return {
    tables: postgresTables,
    ...createPostgresTransactions(pool, { place, ...budget }),
    schema,
    connection,
    place,
    async scrub() {
      try {
        // Outside a transaction; every process may do it, one after the other.
        for (const table of WITH_WORDS) await pool.query(`VACUUM ${table}`);
      } catch (error) {
        throw explainPostgresError(error, place);
      }
    },
    close,
  };
}

/** The tables whose rows held words of people. */
const WITH_WORDS = ['texts', 'form_drafts', 'desk_messages', 'desk_files'] as const;

/** What the address of a database says. Throws a `UserError` for one that cannot be used. */
export function readAddress(address: string) {
  if (!URL.canParse(address)) {
    const message =
      'DATABASE_URL is no address; write it like postgres://name:password@host:5432/database.';
    throw new UserError(message, { code: 'bad_config' });
  }
  const url = new URL(address);
  const schema = url.searchParams.get('schema') ?? DEFAULT_SCHEMA;
  // It stands in statements as it is, and another one is derived from it.
  if (!/^[a-z_][a-z0-9_]{0,50}$/.test(schema)) {
    const message = `The schema ${schema} in DATABASE_URL cannot be used; take small letters, digits and _, at most 51.`;
    throw new UserError(message, { code: 'bad_config' });
  }
  url.searchParams.delete('schema');
  const connection: ConnectionOptions = {
    connectionString: url.href,
    options: `-c search_path=${schema}`,
    application_name: 'bluepencil',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  };
  return { connection, schema, place: `${url.host}${url.pathname}` };
}
