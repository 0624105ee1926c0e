import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { UserError } from '../user-error.ts';

/** True when another connection holds the lock that was needed. */
export function isBusy(error: unknown): boolean {
  return codeOf(error).startsWith('SQLITE_BUSY');
}

/** True when a row with the same key was there already. */
export function isDuplicate(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  return code === 'SQLITE_CONSTRAINT_PRIMARYKEY' || code === '23505' || isDuplicate(error.cause);
}

/** Turns what SQLite says about a database file into a sentence for people; anything else comes back as it is. */
export function explainDatabaseError(error: unknown, path: string): unknown {
  const code = isOutOfRoom(error, path) ? 'SQLITE_FULL' : codeOf(error);
  const match = EXPLANATIONS.find(([prefix]) => code.startsWith(prefix));
  if (!match) return error;
  const [, name, explain] = match;
  return new UserError(explain(path), { code: name, cause: error });
}

/** Files beside the database for which there is no room fail like a broken disk. */
function isOutOfRoom(error: unknown, path: string): boolean {
  if (!codeOf(error).startsWith('SQLITE_IOERR')) return false;
  try {
    return statfsSync(dirname(path)).bavail === 0;
  } catch {
    return false;
  }
}

const EXPLANATIONS: readonly (readonly [string, string, (path: string) => string])[] = [
  [
    'SQLITE_BUSY',
    'database_busy',
    (path) =>
      `The database ${path} is in use by another program; close it, or try again in a moment.`,
  ],
  [
    'SQLITE_FULL',
    'disk_full',
    (path) => `The disk with the database ${path} is full; free some space and try again.`,
  ],
  [
    'SQLITE_NOTADB',
    'database_foreign',
    (path) =>
      `The file ${path} is not a Bluepencil database; name another file, or move this one away.`,
  ],
  ['SQLITE_CORRUPT', 'database_damaged', sayDamaged],
  [
    'SQLITE_READONLY',
    'database_not_writable',
    (path) =>
      `The database ${path} cannot be written to; give this account the right to write to it and its folder.`,
  ],
  [
    'SQLITE_CANTOPEN',
    'database_not_writable',
    (path) =>
      `The database ${path} cannot be opened; give this account the right to read and write it and its folder.`,
  ],
  [
    'SQLITE_IOERR',
    'database_unreachable',
    (path) =>
      `The database ${path} can no longer be read or written; check that its disk and folder are still there.`,
  ],
];

function sayDamaged(path: string): string {
  return `The database ${path} is damaged; restore it from a backup.`;
}

/** The refusal of a file in which damage was found. */
export function damagedError(path: string, damage: string): UserError {
  return new UserError(sayDamaged(path), { code: 'database_damaged', cause: new Error(damage) });
}

function codeOf(error: unknown): string {
  return error instanceof Sqlite.SqliteError ? error.code : '';
}
