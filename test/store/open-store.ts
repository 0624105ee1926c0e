import { resolve } from 'node:path';
import { type OpenOptions, openDatabase } from '../../src/store/database.ts';

export const MIGRATIONS = resolve(import.meta.dirname, '../../migrations/sqlite');

/** Opens a database with the shipped migrations. */
export function open(path: string, options: Partial<OpenOptions> = {}) {
  return openDatabase(path, { migrationsFolder: MIGRATIONS, ...options });
}
