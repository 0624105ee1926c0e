import { statSync } from 'node:fs';
import { UserError } from '../user-error.ts';

/**
 * Makes a check that a database file is still the one that was opened; it throws a `UserError` when it
 * is not. A file that was deleted or replaced can still be written to, and nobody would ever read it again.
 */
export function createPresenceCheck(path: string): () => void {
  const opened = identify(path);
  return () => {
    if (identify(path) === opened) return;
    throw new UserError(
      `The database ${path} was deleted or replaced while it was open; put it back, or start again.`,
      { code: 'database_gone' },
    );
  };
}

function identify(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev}/${found.ino}`;
}
