import type { Database as Connection } from 'better-sqlite3';

/** SQLite waits this long by itself, which blocks the thread; the rest is waited for asynchronously. */
export const BUSY_TIMEOUT_MS = 10;

/** Settings that a connection that writes has for itself: they are not kept in the file. */
export function preparePragmas(connection: Connection): void {
  connection.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  connection.pragma('synchronous = FULL');
  // What is forgotten is overwritten, not only unlinked.
  connection.pragma('secure_delete = ON');
}
