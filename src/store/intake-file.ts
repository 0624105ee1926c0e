/*
 * Requests that were answered while the database could not take them: a small file beside it, which is there
 * only as long as something waits in it.
 */
import { existsSync, rmSync } from 'node:fs';
import Sqlite, { type Database as Connection } from 'better-sqlite3';
import type { IntakeStore } from '../review/intake-store.ts';
import type { ReviewRequest } from '../review/reviews.ts';
import { explainDatabaseError } from './database-error.ts';
import { createPrivately } from './private-file.ts';

/** Where the requests of a database wait. */
export function intakePath(database: string): string {
  return `${database}.intake`;
}

/** How many requests wait beside a database; it need not be there. Throws a `UserError` when that cannot be read. */
export function countWaiting(database: string): number {
  const path = intakePath(database);
  if (!existsSync(path)) return 0;
  return explained(path, () => {
    const connection = new Sqlite(path, { readonly: true, timeout: 1_000 });
    try {
      const isNew = connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'waiting'").all();
      if (isNew.length === 0) return 0;
      return Number(connection.prepare('SELECT count(*) FROM waiting').pluck().get());
    } finally {
      connection.close();
    }
  });
}

/** The requests that wait beside a database, for its one server. */
export interface IntakeFile extends IntakeStore {
  /** Lets the file go; what waits in it stays. */
  close(): void;
}

/** Opens nothing before it is needed. */
export function createIntakeFile(database: string): IntakeFile {
  const path = intakePath(database);
  let connection: Connection | null = null;

  function open(): Connection {
    connection ??= prepare(path);
    return connection;
  }

  function close(): void {
    connection?.close();
    connection = null;
  }

  return {
    keep: (request) =>
      explained(path, () => {
        const { platform, interactionId } = request;
        const kept = open()
          .prepare(
            `INSERT INTO waiting (name, request) VALUES (?, ?)
             ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING id`,
          )
          .pluck()
          .get(`${platform}/${interactionId}`, JSON.stringify(request));
        return { id: Number(kept), request };
      }),

    remove: (id) =>
      explained(path, () => {
        if (!existsSync(path)) return;
        const file = open();
        file.prepare('DELETE FROM waiting WHERE id = ?').run(id);
        if (file.prepare('SELECT 1 FROM waiting LIMIT 1').get() !== undefined) return;
        // Nothing of what people wrote is to stay in it.
        close();
        rmSync(path);
      }),

    all: () =>
      explained(path, () => {
        if (!existsSync(path)) return [];
        const rows = open().prepare('SELECT id, request FROM waiting ORDER BY id').all();
        return (rows as { id: number; request: string }[]).map(({ id, request }) => ({
          id,
          request: JSON.parse(request) as ReviewRequest,
        }));
      }),

    close,
  };
}

function prepare(path: string): Connection {
  createPrivately(path);
  const connection = new Sqlite(path, { timeout: 100 });
  try {
    connection.pragma('journal_mode = DELETE');
    // Also that its journal is gone is on disk: what was removed must not come back.
    connection.pragma('synchronous = EXTRA');
    connection.pragma('secure_delete = ON');
    connection.exec(
      'CREATE TABLE IF NOT EXISTS waiting (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, request TEXT NOT NULL)',
    );
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

function explained<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw explainDatabaseError(error, path);
  }
}
