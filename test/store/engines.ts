import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest';
import type { Database } from '../../src/store/database.ts';
import { openPostgres } from '../../src/store/postgres-database.ts';
import { open } from './open-store.ts';
import { makeTempFolder } from './temp-folder.ts';

export const POSTGRES_MIGRATIONS = resolve(import.meta.dirname, '../../migrations/postgres');

/** The server for tests; without one they run on SQLite alone. */
export const POSTGRES_URL = process.env.TEST_POSTGRES_URL ?? '';

export type EngineName = 'SQLite' | 'PostgreSQL';

/** An empty database for each test of the block that calls this. */
export interface TestStore {
  readonly engine: EngineName;
  readonly database: () => Database;
  /** Where it is, for a process of its own: a file's path, or an address. */
  readonly url: () => string;
  /** The same database, as another process has it; closed with the test. */
  readonly openAnother: () => Promise<Database>;
}

/** Runs the same tests on both databases. */
export function onEveryEngine(tests: (store: TestStore) => void): void {
  describe('on SQLite', () => tests(setUpSqlite()));
  onPostgres(tests);
}

/** Runs tests where there is a PostgreSQL server. */
export function onPostgres(tests: (store: TestStore) => void) {
  describe.skipIf(POSTGRES_URL === '')('on PostgreSQL', () => tests(setUpPostgres()));
}

function setUpSqlite(): TestStore {
  let folder: ReturnType<typeof makeTempFolder>;
  let database: Database;
  beforeEach(async () => {
    folder = makeTempFolder();
    database = await open(folder.file('test.db'));
  });
  const others = setUpOthers(() => open(folder.file('test.db')));
  afterEach(async () => {
    await others.close();
    await database.close();
    folder.remove();
  });
  return {
    engine: 'SQLite',
    database: () => database,
    url: () => folder.file('test.db'),
    openAnother: others.open,
  };
}

/** One schema for the block, emptied between its tests: making all tables anew takes longer than a test. */
function setUpPostgres(): TestStore {
  let schema: TestSchema;
  let database: Database;
  beforeAll(async () => {
    schema = await createSchema();
    database = await openPostgres(schema.url, { migrationsFolder: POSTGRES_MIGRATIONS });
  });
  beforeEach(() => schema.empty());
  const others = setUpOthers(() =>
    openPostgres(schema.url, { migrationsFolder: POSTGRES_MIGRATIONS }),
  );
  afterEach(() => others.close());
  afterAll(async () => {
    await database.close();
    await schema.drop();
  });
  return {
    engine: 'PostgreSQL',
    database: () => database,
    openAnother: others.open,
    url: () => schema.url,
  };
}

function setUpOthers(openOne: () => Promise<Database>) {
  const opened: Database[] = [];
  return {
    async open() {
      const database = await openOne();
      opened.push(database);
      return database;
    },
    async close() {
      for (const each of opened.splice(0)) await each.close();
    },
  };
}

export type TestSchema = Awaited<ReturnType<typeof createSchema>>;

/** A schema of its own on the test server. */
export async function createSchema() {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: POSTGRES_URL });
  await admin.connect();
  const url = new URL(POSTGRES_URL);
  url.searchParams.set('schema', name);
  return {
    name,
    url: url.href,
    query: async (text: string) => (await admin.query(text)).rows,
    /** Takes all rows away, those of the queue too. */
    async empty() {
      const { rows } = await admin.query<{ table: string }>(
        `SELECT format('%I.%I', schemaname, tablename) AS table FROM pg_tables
         WHERE schemaname = $1 AND tablename <> 'bluepencil_migrations'`,
        [name],
      );
      if (rows.length > 0) {
        await admin.query(`TRUNCATE ${rows.map(({ table }) => table).join(', ')}`);
      }
    },
    async drop() {
      await admin.query(`DROP SCHEMA IF EXISTS ${name} CASCADE`);
      await admin.query(`DROP SCHEMA IF EXISTS ${name}_queue CASCADE`);
      await admin.end();
    },
  };
}
