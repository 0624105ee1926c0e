/*
 * Moves everything from a database file to PostgreSQL: all rows or none, compared before they stand. The
 * queue is left behind: it is made anew from the runs.
 */
import { createHash } from 'node:crypto';
import { type AnyColumn, asc, count, getTableColumns } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/sqlite-core';
import { UserError } from '../user-error.ts';
import type { StatementBuilder } from './atomic.ts';
import type { Database } from './database.ts';
import type { OpenTransaction } from './postgres-atomic.ts';
import type { PostgresDatabase } from './postgres-database.ts';
import { type Tables, tables } from './tables.ts';

/** What was moved of one table. */
export interface MovedTable {
  readonly table: string;
  readonly rows: number;
  /** Over all values of all rows, whatever their order; the same on both sides. */
  readonly checksum: string;
}

type Name = Exclude<keyof Tables, 'jobs'>;
type Row = Readonly<Record<string, unknown>>;

const PAGE = 200;

/** Parents first: rows point at their run. */
const NAMES = (Object.keys(tables) as (keyof Tables)[])
  .filter((name): name is Name => name !== 'jobs')
  .sort((a, b) => Number(b === 'runs') - Number(a === 'runs'));

/**
 * Copies every row and resolves to what was copied, by table. Rejects with a `UserError` when the target
 * is not empty or would not hold the same; then nothing of it stays there.
 */
export async function moveData(from: Database, to: PostgresDatabase): Promise<MovedTable[]> {
  return to.transaction(async (_execute, { db, run }) => {
    await assertEmpty({ db, run }, to.place);
    const moved: MovedTable[] = [];
    for (const name of NAMES) {
      const table = getTableConfig(tables[name]).name;
      const sent = createSum();
      const source = async (page: number) => (await from.read((at) => [pageOf(at, name, page)]))[0];
      for await (const rows of allPages(source)) {
        for (const row of rows) sent.add(row);
        await run(db.insert(db.tables[name]).values(rows as never));
      }
      const kept = createSum();
      for await (const rows of allPages((page) => run(pageOf(db, name, page)))) {
        for (const row of rows) kept.add(row);
      }
      if (sent.checksum() !== kept.checksum() || sent.rows() !== kept.rows()) {
        const message = `The table ${table} would differ in ${to.place}, ${kept.rows()} rows for ${sent.rows()}; nothing was moved. Try again, and report it if it stays so.`;
        throw new UserError(message, { code: 'move_differs' });
      }
      moved.push({ table, rows: sent.rows(), checksum: sent.checksum() });
    }
    return moved;
  });
}

async function assertEmpty({ db, run }: OpenTransaction, place: string): Promise<void> {
  const full: string[] = [];
  for (const name of NAMES) {
    const [counted] = await run(db.select({ rows: count() }).from(db.tables[name]));
    if (Number(counted?.rows ?? 0) > 0) full.push(getTableConfig(tables[name]).name);
  }
  if (full.length === 0) return;
  const message = `The database ${place} is not empty: ${full.join(', ')}. Name another one, or another schema with ?schema=name.`;
  throw new UserError(message, { code: 'target_not_empty' });
}

function pageOf(db: Pick<StatementBuilder, 'select' | 'tables'>, name: Name, page: number) {
  const table = db.tables[name];
  const columns: Record<string, AnyColumn> = getTableColumns(table);
  const order = keyOf(name).flatMap((key) => columns[key] ?? []);
  return db
    .select()
    .from(table as Tables['runs'])
    .orderBy(...order.map((column) => asc(column)))
    .limit(PAGE)
    .offset(page * PAGE);
}

/** The names of the columns that tell rows apart: pages in any other order could miss rows. */
function keyOf(name: Name): readonly string[] {
  const { primaryKeys } = getTableConfig(tables[name]);
  const own = Object.entries<AnyColumn>(getTableColumns(tables[name]));
  const together = primaryKeys.flatMap(({ columns }) => columns.map((column) => column.name));
  return own
    .filter(([, column]) => column.primary || together.includes(column.name))
    .map(([key]) => key);
}

async function* allPages(
  select: (page: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let page = 0; ; page += 1) {
    const rows = await select(page);
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) return;
  }
}

/** Adds rows up so that their order does not matter. */
function createSum() {
  let total = 0n;
  let rows = 0;
  return {
    add(row: Row): void {
      const text = JSON.stringify(row, (_key, value: unknown) =>
        // What PostgreSQL cannot keep, and keeps as a sign for it.
        typeof value === 'string' ? value.replaceAll('\0', '\ufffd').toWellFormed() : value,
      );
      const digest = createHash('sha256').update(text).digest('hex');
      total = BigInt.asUintN(256, total + BigInt(`0x${digest}`));
      rows += 1;
    },
    rows: () => rows,
    checksum: () => total.toString(16).padStart(64, '0'),
  };
}
