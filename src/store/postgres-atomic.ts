import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool, PoolClient } from 'pg';
import type { Atomic, Read, Statement, StatementBuilder, Transactions } from './atomic.ts';
import {
  explainPostgresError,
  isCollision,
  isLostConnection,
  isNotAnswering,
  unwrapDatabaseError,
} from './postgres-error.ts';
import { postgresTables } from './postgres-tables.ts';
import { BUSY_BUDGET_MS } from './retry-when-busy.ts';

/** Runs SQL text inside a transaction and resolves to its rows. */
export type Execute = (
  text: string,
  values?: readonly unknown[],
) => Promise<readonly Record<string, unknown>[]>;

/** A transaction for statements that depend on what the ones before them gave. */
export interface OpenTransaction {
  readonly db: StatementBuilder;
  /** Runs a statement that was built with `db`. */
  run<Built extends Statement>(statement: Built): Promise<Built['_']['result']>;
}

/** Runs `work` in one transaction that is committed when it resolves; run again when it met another one. */
export type Transaction = <T>(
  work: (execute: Execute, open: OpenTransaction) => Promise<T>,
) => Promise<T>;

/** Whether a transaction may still come to nothing; once it asks to commit, a lost answer leaves that open. */
interface Fate {
  isOpen: boolean;
}

const FIRST_PAUSE_MS = 3;
const LONGEST_PAUSE_MS = 200;

/** One state of the data in all statements, as on SQLite; who meets another writer is run again. */
const BEGIN = 'BEGIN ISOLATION LEVEL REPEATABLE READ';

/** Makes the ways to run statements on one PostgreSQL database; `place` is for messages to people. */
export function createPostgresTransactions(
  pool: Pool,
  { place, budgetMs = BUSY_BUDGET_MS }: { readonly place: string; readonly budgetMs?: number },
): Transactions & { readonly transaction: Transaction } {
  const builders = new WeakMap<PoolClient, StatementBuilder>();

  function builderFor(client: PoolClient): StatementBuilder {
    const known = builders.get(client);
    if (known !== undefined) return known;
    // The calls both dialects share have the same shape; `tables` decides what they mean.
    const db = drizzle(client) as unknown as Omit<StatementBuilder, 'tables'>;
    const builder: StatementBuilder = Object.assign(db, { tables: postgresTables });
    builders.set(client, builder);
    return builder;
  }

  /** Lends a connection; one that failed in a way nobody knows is thrown away. */
  async function borrow<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    let failure: Error | undefined;
    try {
      return await work(client);
    } catch (error) {
      const reason = unwrapDatabaseError(error);
      // The server answered: the connection is sound, whatever it said.
      if (!(reason instanceof Error && 'severity' in reason && reason.severity === 'ERROR')) {
        failure = reason instanceof Error ? reason : new Error(String(reason));
      }
      throw reason;
    } finally {
      client.release(failure);
    }
  }

  /** Runs work again while nothing of it can have happened: until it asks to commit, or always where it only reads. */
  async function repeatedly<T>(work: (client: PoolClient, fate: Fate) => Promise<T>): Promise<T> {
    const deadline = performance.now() + budgetMs;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      const fate: Fate = { isOpen: true };
      try {
        return await borrow((client) => work(client, fate));
      } catch (error) {
        const isAway = isNotAnswering(error) || isLostConnection(error);
        const mayRepeat = isCollision(error) || (fate.isOpen && isAway);
        if (!mayRepeat || performance.now() >= deadline) throw explainPostgresError(error, place);
      }
      await sleep(pauseMs * (0.5 + Math.random() / 2));
    }
  }

  async function runAll(
    client: PoolClient,
    begin: string,
    statements: readonly Statement[],
    fate: Fate,
  ) {
    const running = [client.query(begin), ...statements.map(execute)];
    // Everything is under way by now; the connection keeps the order and needs no answer in between.
    const settled = await Promise.allSettled(running);
    const failed = settled.find((each) => each.status === 'rejected');
    if (failed !== undefined) {
      await client.query('ROLLBACK').catch(() => undefined);
      throw failed.reason;
    }
    fate.isOpen = false;
    await client.query('COMMIT');
    return settled.slice(1).map((each) => (each.status === 'fulfilled' ? each.value : undefined));
  }

  const read: Read = (build) =>
    repeatedly(async (client) => {
      const statements = build(builderFor(client));
      const [first] = statements;
      // One statement sees one state of the data by itself.
      if (statements.length === 1 && first !== undefined) return [await execute(first)] as never;
      return (await runAll(client, `${BEGIN} READ ONLY`, statements, { isOpen: true })) as never;
    });

  const atomic: Atomic = (build) =>
    repeatedly(
      async (client, fate) =>
        (await runAll(client, BEGIN, build(builderFor(client)), fate)) as never,
    );

  return {
    read,
    atomic,
    // The way to the server takes so much longer that nothing is gained by keeping the text.
    prepareRead: (build) => (values) => read((db) => build(db, values)),
    prepareAtomic: (build) => (values) => atomic((db) => build(db, values)),

    transaction: (work) =>
      repeatedly(async (client, fate) => {
        await client.query('BEGIN');
        try {
          const open = {
            db: builderFor(client),
            run: (statement: Statement) => execute(statement),
          };
          const result = await work(async (text, values) => {
            const { rows } = await client.query(
              text,
              values === undefined ? undefined : [...values],
            );
            return rows as Record<string, unknown>[];
          }, open as OpenTransaction);
          fate.isOpen = false;
          await client.query('COMMIT');
          return result;
        } catch (error) {
          await client.query('ROLLBACK').catch(() => undefined);
          throw error;
        }
      }),
  };
}

function execute(statement: Statement): Promise<unknown> {
  return (statement as Statement & { execute(): Promise<unknown> }).execute();
}
