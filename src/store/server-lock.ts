import Sqlite from 'better-sqlite3';
import { UserError } from '../user-error.ts';
import { explainDatabaseError, isBusy } from './database-error.ts';

/** The right to be the one server of a database. */
export interface ServerLock {
  /** Gives it back; twice does nothing. */
  release(): void;
}

/**
 * Makes this process the one server of a database file, until it releases the lock or ends, however it
 * ends: the lock is the operating system's, on a small database beside the file. Throws a `UserError`
 * when another server has it.
 */
export function lockDatabase(path: string): ServerLock {
  if (path === ':memory:') return { release: () => {} };
  const lockPath = `${path}.lock`;
  try {
    const connection = new Sqlite(lockPath, { timeout: 0 });
    try {
      // Without a journal file nothing is left behind that a later start would have to clear away.
      connection.pragma('journal_mode = MEMORY');
      connection.exec('BEGIN EXCLUSIVE');
    } catch (error) {
      connection.close();
      throw error;
    }
    return { release: () => connection.close() };
  } catch (error) {
    if (isBusy(error)) {
      throw new UserError(
        `Another Bluepencil server is running on ${path}; stop it, or name another file with DATABASE_URL.`,
        { code: 'database_locked', cause: error },
      );
    }
    // The driver's own error for a folder that is not there.
    if (error instanceof TypeError) {
      const message = `The folder of ${path} does not exist; create it, or name another file with DATABASE_URL.`;
      throw new UserError(message, { code: 'folder_missing', cause: error });
    }
    throw explainDatabaseError(error, lockPath);
  }
}
