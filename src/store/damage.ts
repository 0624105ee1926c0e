import Sqlite, { type Database as Connection } from 'better-sqlite3';

/**
 * What is wrong with a database file, in SQLite's words; null when it is whole. Reads the file once: about a
 * second for a gigabyte that the system has in memory. Throws what else SQLite says, that it is locked say.
 */
export function findDamage(connection: Connection): string | null {
  try {
    const answer = connection.pragma('quick_check(1)', { simple: true });
    // The first line may only name the part of the database.
    return answer === 'ok'
      ? null
      : String(answer)
          .replace(/^\*\*\*.*\n/, '')
          .replace(/\.$/, '');
  } catch (error) {
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_CORRUPT')) {
      return error.message;
    }
    throw error;
  }
}
