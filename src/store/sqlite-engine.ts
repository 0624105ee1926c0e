import type { Database as Connection, Statement } from 'better-sqlite3';

/** One statement as SQLite takes it. */
export interface Query {
  readonly sql: string;
  readonly params: readonly unknown[];
  /** `run`: it gives no rows. */
  readonly method: 'run' | 'all' | 'get' | 'values';
}

/** What one request of a batch came to: a result for each statement, or why none of them stands. */
export type Outcome = { readonly results: readonly unknown[] } | { readonly error: unknown };

/** Runs statements on one SQLite connection: rows come as arrays of columns. */
export interface Engine {
  /** Runs the statements on one snapshot. */
  read(queries: readonly Query[]): readonly unknown[];
  /**
   * Runs requests in one transaction, so that all wait for the disk once. Each stands or falls alone;
   * throws when all of them failed together.
   */
  write(batch: readonly (readonly Query[])[]): readonly Outcome[];
}

/** Statements kept ready at once; lists of many lengths make many. */
const MAX_STATEMENTS = 400;

/** An engine over a connection that nobody else uses meanwhile. */
export function createEngine(connection: Connection): Engine {
  const prepare = rememberStatements(connection);
  const run = ({ sql, params, method }: Query): unknown => {
    const statement = prepare(sql);
    return method === 'run' ? statement.run(...params) : { rows: statement.raw().all(...params) };
  };
  // No await inside: an open transaction on a shared connection would take in other callers' statements.
  const runEach = (queries: readonly Query[]) => queries.map(run);
  const runAll = connection.transaction(runEach);
  const runBatch = connection.transaction((batch: readonly (readonly Query[])[]) =>
    batch.map((queries): Outcome => {
      try {
        return { results: runAll(queries) };
      } catch (error) {
        // What SQLite gave up as a whole is over for everybody.
        if (!connection.inTransaction) throw error;
        return { error };
      }
    }),
  );
  return {
    // One statement sees one snapshot by itself.
    read: (queries) => (queries.length > 1 ? runAll.deferred(queries) : runEach(queries)),
    // A transaction that begins as a reader cannot wait for its turn to write.
    write: (batch) => runBatch.immediate(batch),
  };
}

/** Compiles each text once: that takes several times as long as running most statements here does. */
function rememberStatements(connection: Connection): (sql: string) => Statement {
  const known = new Map<string, Statement>();
  return (sql) => {
    const kept = known.get(sql);
    if (kept !== undefined) return kept;
    const made = connection.prepare(sql);
    const [oldest] = known.size < MAX_STATEMENTS ? [] : known.keys();
    if (oldest !== undefined) known.delete(oldest);
    known.set(sql, made);
    return made;
  };
}
