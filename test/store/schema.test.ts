import { getTableConfig as getPostgresConfig, type PgTable } from 'drizzle-orm/pg-core';
import { getTableConfig as getSqliteConfig } from 'drizzle-orm/sqlite-core';
import { describe, expect, expectTypeOf, it } from 'vitest';
import * as postgres from '../../src/store/columns.postgres.ts';
import * as sqlite from '../../src/store/columns.sqlite.ts';
import { postgresTables } from '../../src/store/postgres-tables.ts';
import { tables } from '../../src/store/tables.ts';

type ColumnName = Exclude<keyof typeof sqlite, 'table' | 'index' | 'primaryKey'>;

const sqliteRow = sqlite.table('sample', {
  text: sqlite.text('text').notNull(),
  integer: sqlite.integer('integer'),
  real: sqlite.real('real'),
  boolean: sqlite.boolean('boolean').notNull(),
  json: sqlite.json<{ a: 1 }>('json').notNull(),
  timestamp: sqlite.timestamp('timestamp'),
} satisfies Record<ColumnName, unknown>);

const postgresRow = postgres.table('sample', {
  text: postgres.text('text').notNull(),
  integer: postgres.integer('integer'),
  real: postgres.real('real'),
  boolean: postgres.boolean('boolean').notNull(),
  json: postgres.json<{ a: 1 }>('json').notNull(),
  timestamp: postgres.timestamp('timestamp'),
} satisfies Record<ColumnName, unknown>);

describe('the two column modules', () => {
  it('export the same names and give the same row types', () => {
    expect(Object.keys(postgres).sort()).toEqual(Object.keys(sqlite).sort());

    expectTypeOf<typeof postgresRow.$inferSelect>().toEqualTypeOf<typeof sqliteRow.$inferSelect>();
    expectTypeOf<typeof postgresRow.$inferInsert>().toEqualTypeOf<typeof sqliteRow.$inferInsert>();
    expectTypeOf<typeof sqliteRow.$inferSelect>().toEqualTypeOf<{
      text: string;
      integer: number | null;
      real: number | null;
      boolean: boolean;
      json: { a: 1 };
      timestamp: Date | null;
    }>();
  });

  it('give the same tables from one schema', () => {
    const sqliteTables = Object.entries(tables);
    expect(Object.keys(postgresTables)).toEqual(Object.keys(tables));

    const shape = (config: {
      name: string;
      columns: readonly { name: string; notNull: boolean; dataType: string }[];
      primaryKeys: readonly { columns: readonly { name: string }[] }[];
      foreignKeys: readonly unknown[];
      indexes: readonly unknown[];
    }) => ({
      name: config.name,
      columns: config.columns.map(({ name, notNull, dataType }) => ({
        name,
        notNull,
        // PostgreSQL's text is a type of our own: it says in which order it is sorted.
        dataType: dataType === 'custom' ? 'string' : dataType,
      })),
      keys: config.primaryKeys.map(({ columns }) => columns.map(({ name }) => name)),
      references: config.foreignKeys.length,
      indexes: config.indexes.length,
    });
    for (const [name, table] of sqliteTables) {
      const twin = postgresTables[name as keyof typeof postgresTables] as unknown as PgTable;
      expect(shape(getPostgresConfig(twin))).toEqual(shape(getSqliteConfig(table)));
    }
    expect(sqliteTables.length).toBeGreaterThan(0);
  });
});
