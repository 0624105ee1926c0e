import { existsSync, renameSync, rmSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { UserError } from '../user-error.ts';
import { explainDatabaseError } from './database-error.ts';
import { createPrivately } from './private-file.ts';

/**
 * Copies a database file while others work on it: what was finished when the copy began is in it, whole.
 * Writers do not wait. Throws a `UserError` when there is nothing to copy, or nowhere to copy it to.
 */
export function backUpDatabase(path: string, target: string): void {
  if (!existsSync(path)) {
    throw new UserError(`There is no database ${path}; check the path.`, {
      code: 'database_missing',
    });
  }
  if (existsSync(target)) {
    throw new UserError(`${target} is there already; name another file for the copy.`, {
      code: 'backup_exists',
    });
  }
  const draft = `${target}.${process.pid}`;
  try {
    const connection = new Sqlite(path, { readonly: true, timeout: 5_000 });
    try {
      createPrivately(draft);
      connection.prepare('VACUUM INTO ?').run(draft);
    } finally {
      connection.close();
    }
    const copy = new Sqlite(draft, { readonly: true });
    const verdict = copy.pragma('integrity_check', { simple: true });
    copy.close();
    if (verdict !== 'ok') {
      throw new UserError(`The database ${path} is damaged; restore it from a backup.`, {
        code: 'database_damaged',
      });
    }
    // Only a whole copy gets the name.
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    throw explainDatabaseError(error, target);
  }
}
