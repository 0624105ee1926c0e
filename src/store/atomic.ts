import type { Database as Connection } from 'better-sqlite3';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { drizzle } from 'drizzle-orm/sqlite-proxy';
import { explainDatabaseError } from './database-error.ts';
import { retryWhenBusy } from './retry-when-busy.ts';
import { createEngine, type Outcome, type Query } from './sqlite-engine.ts';
import { type Tables, tables } from './tables.ts';

/** What statements are built with. Nothing here runs by being called. */
export type StatementBuilder = Pick<
  BetterSQLite3Database,
  'select' | 'insert' | 'update' | 'delete'
> & {
  /** The tables in the dialect of the database; their rows have the same types in each. */
  readonly tables: Tables;
};

/** One built statement that has not run; only the database that gave the builder can run it. */
export interface Statement {
  readonly _: { readonly result: unknown };
}

type Results<Statements extends readonly Statement[]> = {
  [At in keyof Statements]: Statements[At]['_']['result'];
};

/**
 * Runs the statements in one transaction, in order, and resolves to their results: all of them are
 * on disk, or none. All are built before the first runs, so decisions belong into SQL
 * (`ON CONFLICT`, a conditional `UPDATE … RETURNING`). Waits for other writers without blocking.
 */
export type Atomic = <const Statements extends readonly Statement[]>(
  build: (db: StatementBuilder) => Statements,
) => Promise<Results<Statements>>;

/** Runs the selects on one snapshot of the data and resolves to their results. */
export type Read = <const Statements extends readonly Statement[]>(
  build: (db: Pick<StatementBuilder, 'select' | 'tables'>) => Statements,
) => Promise<Results<Statements>>;

/** Carries out the writes of one turn; see `Engine.write`. */
export type WriteBatch = (batch: readonly (readonly Query[])[]) => Promise<readonly Outcome[]>;

export interface TransactionOptions {
  /** The database's name in messages to people. */
  readonly path: string;
  readonly budgetMs?: number;
  /** Throws when what is written would go nowhere. */
  readonly assertPresent?: () => void;
  /** Who writes; absent: the same connection, here and now. */
  readonly write?: WriteBatch;
}

/** Makes `read` and `atomic` for one SQLite connection. */
export function createTransactions(
  connection: Connection,
  { path, budgetMs, assertPresent = () => undefined, ...options }: TransactionOptions,
): { readonly read: Read; readonly atomic: Atomic } {
  const engine = createEngine(connection);
  const write: WriteBatch =
    options.write ?? ((batch) => retryWhenBusy(() => engine.write(batch), budgetMs));
  const explain = (error: unknown) => explainDatabaseError(error, path);
  let waiting: Request[] = [];

  // One wait for the disk for everything that was asked for meanwhile.
  async function flush(): Promise<void> {
    const batch = waiting;
    waiting = [];
    try {
      assertPresent();
      const outcomes = await write(batch.map(({ statements }) => statements.map(toQuery)));
      for (const [at, { statements, resolve, reject }] of batch.entries()) {
        const outcome = outcomes[at];
        if (outcome !== undefined && 'results' in outcome) {
          resolve(readResults(statements, outcome.results));
        } else reject(explain(outcome?.error));
      }
    } catch (error) {
      for (const { reject } of batch) reject(explain(error));
    }
  }

  return {
    async read(build) {
      try {
        const statements = build(builder).map(prepare);
        const queries = statements.map(toQuery);
        const results = await retryWhenBusy(() => engine.read(queries), budgetMs);
        return readResults(statements, results) as never;
      } catch (error) {
        throw explain(error);
      }
    },

    atomic: (build) =>
      new Promise((resolve, reject) => {
        const statements = build(builder).map(prepare);
        waiting.push({ statements, resolve: (results) => resolve(results as never), reject });
        // The turn's other requests join; a later turn's are a batch of their own.
        if (waiting.length === 1) setImmediate(() => void flush());
      }),
  };
}

/** Writes SQL and reads rows; nothing is ever run through it. */
const builder: StatementBuilder = Object.assign(
  drizzle(() => Promise.reject(new Error('Statements are run by the database.'))),
  { tables },
) as never;

/** A statement as the library has it ready, with its way to read the rows it gives. */
interface Prepared {
  getQuery(): Query;
  mapResult(result: unknown, isFromBatch: true): unknown;
}

function prepare(statement: Statement): Prepared {
  return (statement as Statement & { prepare(): Prepared }).prepare();
}

function toQuery(statement: Prepared): Query {
  const { sql, params, method } = statement.getQuery();
  return { sql, params, method };
}

function readResults(statements: readonly Prepared[], results: readonly unknown[]): unknown[] {
  return statements.map((statement, at) => statement.mapResult(results[at], true));
}

interface Request {
  readonly statements: readonly Prepared[];
  readonly resolve: (results: readonly unknown[]) => void;
  readonly reject: (error: unknown) => void;
}
