/* A process of its own that asks for a workspace's token when it is told to, and says which it got. */
import { once } from 'node:events';
import { resolve } from 'node:path';
import { openInstalledWorkspaces } from '../../../src/platforms/slack/installed-workspaces.ts';
import { createSealer } from '../../../src/seal.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { createInstallationRepository } from '../../../src/store/installation-repository.ts';
import { openPostgres } from '../../../src/store/postgres-database.ts';
import { MIGRATIONS } from '../../store/open-store.ts';

/** Not from the engines of the tests: those want a test around them. */
const POSTGRES_MIGRATIONS = resolve(import.meta.dirname, '../../../migrations/postgres');
const [url = '', apiUrl = '', clientId = '', clientSecret = '', workspace = ''] =
  process.argv.slice(2);
const database = url.startsWith('postgres')
  ? await openPostgres(url, { migrationsFolder: POSTGRES_MIGRATIONS })
  : await openDatabase(url, { migrationsFolder: MIGRATIONS });
const workspaces = openInstalledWorkspaces({
  installations: createInstallationRepository(database),
  sealer: createSealer([Buffer.alloc(32, 7)]),
  clientId,
  clientSecret,
  reach: { apiUrl, signal: new AbortController().signal, rateLimited: () => undefined },
  log: () => undefined,
  onInstalled: () => undefined,
});
process.stdout.write('ready\n');
await once(process.stdin, 'data');
const found = await workspaces.find(workspace);
process.stdout.write(`${found?.token ?? 'none'}\n`);
await database.close();
process.exit(0);
