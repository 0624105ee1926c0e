import Sqlite, { type Database as Connection } from 'better-sqlite3';
import { retryWhenBusy } from './retry-when-busy.ts';

/** How much is written anew: the log beside the file, or the file as well. */
export type Scrub = 'log' | 'all';

/** Leaves nothing of what was deleted in a database file and its log; waits for those who use them. */
export async function scrubFile(
  connection: Connection,
  how: Scrub,
  budgetMs?: number,
): Promise<void> {
  // Deleted cells are overwritten, but pages that were put together anew may keep copies in their gaps.
  if (how === 'all') await retryWhenBusy(() => connection.exec('VACUUM'), budgetMs);
  await retryWhenBusy(() => emptyLog(connection), budgetMs);
}

function emptyLog(connection: Connection): void {
  const [outcome] = connection.pragma('wal_checkpoint(TRUNCATE)') as { readonly busy: number }[];
  // Told by a value and no error: somebody still reads what is in the log.
  if (outcome?.busy === 1) throw new Sqlite.SqliteError('the log is in use', 'SQLITE_BUSY');
}
