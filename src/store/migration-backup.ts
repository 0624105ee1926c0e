import { existsSync, renameSync, rmSync } from 'node:fs';
import type { Database as Connection } from 'better-sqlite3';
import { createPrivately } from './private-file.ts';

/**
 * Copies a database beside itself before it is changed for good, as `FILE.backup-N` where N migrations had
 * been applied. A copy that is there stays: it is from the first try.
 */
export function backUp(connection: Connection, applied: number): void {
  const target = `${connection.name}.backup-${applied}`;
  if (connection.memory || existsSync(target)) return;
  const draft = `${target}.${process.pid}`;
  rmSync(draft, { force: true });
  createPrivately(draft);
  connection.prepare('VACUUM INTO ?').run(draft);
  // Only a whole copy gets the name.
  renameSync(draft, target);
}
