import { expect, it } from 'vitest';
import { createForgetting } from '../../src/review/forget.ts';
import { openPostgres } from '../../src/store/postgres-database.ts';
import { createSchema, onPostgres, POSTGRES_MIGRATIONS } from '../store/engines.ts';
import { createFakePlatform } from './fake-platform.ts';
import { describeForgetting } from './forgetting-contract.ts';
import { PLANTED, plant, plantedIn } from './planted.ts';

const EVERYTHING = { workspace: 'local' };
const _DAY_MS = 86_400_000;

onPostgres(() => {
  it('every table of PostgreSQL holds no planted word after they are forgotten', async () => {
    const schema = await createSchema();
    const database = await openPostgres(schema.url, { migrationsFolder: POSTGRES_MIGRATIONS });
    try {
      const { room } = await plant(database, createFakePlatform());
      expect(plantedIn(await dump())).toContain(PLANTED.draft);

      await createForgetting(room.deps).forget(EVERYTHING, { posts: false });

      expect(plantedIn(await dump())).toEqual([]);
    } finally {
      await database.close();
      await schema.drop();
    }

    async function dump(): Promise<string> {
      const tables = await schema.query(
        `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname LIKE '${schema.name}%'`,
      );
      const rows = [];
      for (const { name } of tables) rows.push(await schema.query(`SELECT t::text FROM ${name} t`));
      return JSON.stringify(rows);
    }
  });
});

onPostgres(({ database }) => describeForgetting(database));
