/* What durability costs on one SQLite file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSqliteQueue } from '../src/queue/sqlite-queue.ts';
import { openDatabase } from '../src/store/database.ts';
import { createJobRepository } from '../src/store/job-repository.ts';
import { MIGRATIONS } from '../test/store/open-store.ts';
import { measureDurable } from './tools/durable.ts';

const folder = mkdtempSync(join(tmpdir(), 'bluepencil-bench-'));
const database = await openDatabase(join(folder, 'bench.db'), {
  migrationsFolder: MIGRATIONS,
  writesApart: true,
});
const queue = createSqliteQueue({
  jobs: createJobRepository(database),
  reportError: (error) => process.stderr.write(`${error}\n`),
});
await measureDurable(
  { database, queue },
  {
    first: { under: 20 },
    between: { under: 5 },
    rate: { atLeast: 20 },
  },
);
database.close();
rmSync(folder, { recursive: true, force: true });
