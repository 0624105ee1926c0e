import { pathTo } from '../package-root.ts';
import type { Database } from '../store/database.ts';

/** Opens the database of the installation, whichever it is, for short work that may be done beside a running service. */
export async function openAnyDatabase(url: string, cwd: string): Promise<Database> {
  const { databaseFile, isPostgresUrl } = await import('../storage.ts');
  if (isPostgresUrl(url)) {
    const { openPostgres } = await import('../store/postgres-database.ts');
    return openPostgres(url, { migrationsFolder: pathTo('migrations/postgres') });
  }
  const { openDatabase } = await import('../store/database.ts');
  return openDatabase(databaseFile(url, cwd), {
    migrationsFolder: pathTo('migrations/sqlite'),
    createFolder: true,
  });
}
