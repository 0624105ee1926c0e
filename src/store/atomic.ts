import type { Database as Connection } from 'better-sqlite3';
import { fillPlaceholders, sql } from 'drizzle-orm';
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

/** What a list of statements gives. */
export type Results<Statements extends readonly Statement[]> = {
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

/** The values a prepared list of statements is run with; in building it stands for them and may only be passed on. */
type Build<Values, Db, Statements> = (db: Db, values: Readonly<Values>) => Statements;

/**
 * Like `read`, for selects that are run often: their text is written once, since that takes longer than most
 * of them take to run. `build` may compare and insert the values, never look at them.
 */
export type PrepareRead = <Values extends object, const Statements extends readonly Statement[]>(
  build: Build<Values, Pick<StatementBuilder, 'select' | 'tables'>, Statements>,
) => (values: Values) => Promise<Results<Statements>>;

/** Like `atomic`, in the same way. */
export type PrepareAtomic = <Values extends object, const Statements extends readonly Statement[]>(
  build: Build<Values, StatementBuilder, Statements>,
) => (values: Values) => Promise<Results<Statements>>;

/** How statements are run. */
export interface Transactions {
  readonly read: Read;
  readonly atomic: Atomic;
  readonly prepareRead: PrepareRead;
  readonly prepareAtomic: PrepareAtomic;
}

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

/** Makes the ways to run statements on one SQLite connection. */
export function createTransactions(
  connection: Connection,
  { path, budgetMs, assertPresent = () => undefined, ...options }: TransactionOptions,
): Transactions {
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
      const outcomes = await write(batch.map(({ queries }) => queries));
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

  async function read(prepared: () => Ready): Promise<readonly unknown[]> {
    try {
      const { statements, queries } = prepared();
      const results = await retryWhenBusy(() => engine.read(queries), budgetMs);
      return readResults(statements, results);
    } catch (error) {
      throw explain(error);
    }
  }

  const atomic = (prepared: () => Ready) =>
    new Promise<readonly unknown[]>((resolve, reject) => {
      waiting.push({ ...prepared(), resolve, reject });
      // The turn's other requests join; a later turn's are a batch of their own.
      if (waiting.length === 1) setImmediate(() => void flush());
    });

  return {
    read: (build) => read(() => makeReady(build(builder).map(prepare))) as never,
    atomic: (build) => atomic(() => makeReady(build(builder).map(prepare))) as never,
    prepareRead(build) {
      const ready = buildOnce(() => build(builder, SLOTS as never));
      return (values) => read(() => ready(values)) as never;
    },
    prepareAtomic(build) {
      const ready = buildOnce(() => build(builder, SLOTS as never));
      return (values) => atomic(() => ready(values)) as never;
    },
  };
}

/** Statements with the queries they come to. */
interface Ready {
  readonly statements: readonly Prepared[];
  readonly queries: readonly Query[];
}

function makeReady(statements: readonly Prepared[]): Ready {
  return { statements, queries: statements.map(toQuery) };
}

/** Builds once, when first needed; after that only the values are filled in. */
function buildOnce(build: () => readonly Statement[]): (values: object) => Ready {
  let made: Ready | null = null;
  return (values) => {
    made ??= makeReady(build().map(prepare));
    const { statements, queries } = made;
    const fill = (query: Query) => ({
      ...query,
      params: fillPlaceholders([...query.params], { ...values }),
    });
    return { statements, queries: queries.map(fill) };
  };
}

/** In the place of each value the name it is filled in by. */
const SLOTS = new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) });

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

interface Request extends Ready {
  readonly resolve: (results: readonly unknown[]) => void;
  readonly reject: (error: unknown) => void;
}
