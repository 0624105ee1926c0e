import { randomInt } from 'node:crypto';
import type { Client } from 'pg';
import type { Execute } from './postgres-atomic.ts';
import type { PostgresDatabase } from './postgres-database.ts';

/** What processes on one database tell each other at once; who was away learns it from the tables. */
export interface Signals {
  /**
   * The name of this process among those of the database. As long as it lives it holds the lock of that
   * name, and the server lets go of it the moment the process is gone, however it went.
   */
  readonly self: string;
  /**
   * Tells every process, this one too, at the end of the transaction `execute` belongs to. Nothing is kept
   * for those who are not there.
   */
  send(topic: string, payload: string, execute?: Execute): Promise<void>;
  /** Hears what is told; `payload` is null after an interruption, when things may have been missed. */
  hear(topic: string, listener: (payload: string | null) => void): () => void;
  /** How many processes are there now, this one included. */
  present(): Promise<number>;
  close(): Promise<void>;
}

/** How long to wait before a connection that broke is tried again. */
const RETRY_MS = 500;

/** The kind of lock that says a process is there; any number, the same in every release. */
export const PRESENCE = 0x70_65_65_72;

/** PostgreSQL refuses longer ones. */
const LONGEST_PAYLOAD = 7_900;

/** The connections of one schema go by its name; a lock says that the process behind one lives. */
const PRESENT = `
  SELECT count(DISTINCT pg_locks.objid) AS count
  FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE locktype = 'advisory' AND granted AND classid = $1 AND application_name = left($2, 63)`;

/** Opens the wire between the processes of one schema. */
export async function openSignals(
  database: Pick<PostgresDatabase, 'connection' | 'schema' | 'transaction'>,
  reportError: (error: unknown) => void,
): Promise<Signals> {
  const { default: pg } = await import('pg');
  const channel = `bluepencil_${database.schema}`;
  const self = String(randomInt(1, 2 ** 31));
  const listeners = new Map<string, Set<(payload: string | null) => void>>();
  let client: Client | null = null;
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;

  const tellAll = () => {
    for (const each of listeners.values()) for (const listener of each) listener(null);
  };

  async function connect(): Promise<void> {
    const next = new pg.Client({ ...database.connection, application_name: channel });
    next.on('error', (error) => lose(next, error));
    next.on('end', () => lose(next, null));
    next.on('notification', ({ payload = '' }) => {
      const at = payload.indexOf(' ');
      for (const listener of listeners.get(payload.slice(0, at)) ?? []) {
        listener(payload.slice(at + 1));
      }
    });
    client = next;
    await next.connect();
    await next.query('SELECT pg_advisory_lock($1, $2)', [PRESENCE, Number(self)]);
    await next.query(`LISTEN ${channel}`);
  }

  function lose(lost: Client, error: unknown): void {
    if (client !== lost) return;
    client = null;
    if (isClosed) return;
    if (error !== null) reportError(error);
    void lost.end().catch(() => undefined);
    retry = setTimeout(() => {
      connect().then(tellAll, (failure: unknown) => {
        if (client !== null) lose(client, failure);
      });
    }, RETRY_MS).unref();
  }

  await connect();
  return {
    self,

    async send(topic, payload, within) {
      const text = `${topic} ${payload}`.slice(0, LONGEST_PAYLOAD);
      const notify = (execute: Execute) => execute('SELECT pg_notify($1, $2)', [channel, text]);
      await (within === undefined ? database.transaction(notify) : notify(within));
    },
    hear(topic, listener) {
      const all = listeners.get(topic) ?? new Set();
      listeners.set(topic, all.add(listener));
      return () => all.delete(listener);
    },
    async present() {
      const [row] = await database.transaction((execute) => execute(PRESENT, [PRESENCE, channel]));
      return Number(row?.count ?? 1);
    },
    async close() {
      isClosed = true;
      clearTimeout(retry);
      const last = client;
      client = null;
      await last?.end();
    },
  };
}
