import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { expect, it } from 'vitest';
import * as deskTables from '../../src/store/desk-schema.postgres.ts';
import { openPostgres } from '../../src/store/postgres-database.ts';
import * as coreTables from '../../src/store/schema.postgres.ts';
import { createSchema, onPostgres, POSTGRES_MIGRATIONS } from './engines.ts';

it('the shipped migrations make exactly the tables of the schema', async () => {
  const last = readdirSync(join(POSTGRES_MIGRATIONS, 'meta'))
    .filter((name) => name.endsWith('_snapshot.json'))
    .sort()
    .at(-1);
  const snapshot = JSON.parse(readFileSync(join(POSTGRES_MIGRATIONS, 'meta', last ?? ''), 'utf8'));
  const now = generateDrizzleJson({ ...coreTables, ...deskTables }, snapshot.id);
  const missing = await generateMigration(snapshot, now);
  expect(missing, 'run `npx drizzle-kit generate --config drizzle.postgres.config.ts`').toEqual([]);
});

onPostgres(() => {
  it('several processes create one schema at once, and a later start finds it', async () => {
    const schema = await createSchema();
    const open = () => openPostgres(schema.url, { migrationsFolder: POSTGRES_MIGRATIONS });
    const opened = await Promise.all([open(), open(), open()]);
    for (const database of opened) await database.close();
    await (await open()).close();

    const [{ count }] = (await schema.query(
      `SELECT count(*)::int AS count FROM ${schema.name}.bluepencil_migrations`,
    )) as [{ count: number }];
    expect(count).toBe(readdirSync(POSTGRES_MIGRATIONS).filter((f) => f.endsWith('.sql')).length);
    await schema.drop();
  });

  it.each([
    ['is from a newer version', 'INSERT INTO bluepencil_migrations VALUES (9000000000000, $$x$$)'],
    ["holds another program's tables", 'DROP TABLE bluepencil_migrations'],
  ])('refuses a schema that %s', async (words, change) => {
    const schema = await createSchema();
    const open = () => openPostgres(schema.url, { migrationsFolder: POSTGRES_MIGRATIONS });
    await (await open()).close();
    await schema.query(`SET search_path = ${schema.name}; ${change}`);
    await expect(open()).rejects.toMatchObject({
      name: 'UserError',
      message: expect.stringContaining(words),
    });
    await schema.drop();
  });

  it.each([
    ['postgres://nobody:secret@127.0.0.1:1/x', 'does not answer'],
    ['postgres://127.0.0.1/x?schema=Bad-Name', 'cannot be used'],
  ])('says what is wrong with %s, and no password', async (url, words) => {
    const opening = openPostgres(url, { migrationsFolder: POSTGRES_MIGRATIONS });
    await expect(opening).rejects.toMatchObject({
      name: 'UserError',
      message: expect.stringContaining(words),
    });
    await expect(opening).rejects.not.toThrow('secret');
  });
});
