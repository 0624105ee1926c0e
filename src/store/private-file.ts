import { closeSync, openSync } from 'node:fs';

/**
 * Creates a file that this account alone can read, before SQLite would create one that everybody can; what stands
 * beside a database has the rights of the file itself. One that is there keeps its own. Where none can be created
 * nothing happens: SQLite then says why, better than the system does.
 */
export function createPrivately(path: string): void {
  if (path === ':memory:' || path === '') return;
  try {
    closeSync(openSync(path, 'ax', 0o600));
  } catch {
    // There already, or not to be had.
  }
}
