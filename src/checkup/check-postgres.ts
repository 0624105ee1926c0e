import { readPostgresState } from '../store/postgres-state.ts';
import { UserError } from '../user-error.ts';
import { type Check, fail, ok, warn } from './finding.ts';

/** Looks at a PostgreSQL database without changing it: reachable, and at which version its tables are. */
export function checkPostgres(url: string, migrationsFolder: string): Check {
  return async () => {
    try {
      const { place, server, missing, isNew } = await readPostgresState(url, migrationsFolder);
      if (isNew) {
        return [ok('Database', `${place} (${server}) is empty; the first start makes its tables.`)];
      }
      if (missing > 0) {
        const says = `${place} (${server}) is from an older version of Bluepencil.`;
        return [
          warn('Database', says, 'Back it up, then start Bluepencil: it updates the tables.'),
        ];
      }
      return [ok('Database', `${place} (${server}) answers and is up to date.`)];
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return [fail('Database', error.message, 'Correct DATABASE_URL, or start the server.')];
    }
  };
}
