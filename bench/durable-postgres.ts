/* What durability costs on one process with PostgreSQL; the server is the one of the tests. */
import { openPgBossQueue } from '../src/queue/pg-boss-queue.ts';
import { createJobRepository } from '../src/store/job-repository.ts';
import { openPostgres } from '../src/store/postgres-database.ts';
import { openSignals } from '../src/store/postgres-signals.ts';
import { createSchema, POSTGRES_MIGRATIONS, POSTGRES_URL } from '../test/store/engines.ts';
import { measureDurable } from './tools/durable.ts';

if (POSTGRES_URL === '') {
  process.stdout.write('left out: TEST_POSTGRES_URL names no server\n');
} else {
  const reportError = (error: unknown) => process.stderr.write(`${error}\n`);
  const schema = await createSchema();
  const database = await openPostgres(schema.url, { migrationsFolder: POSTGRES_MIGRATIONS });
  const signals = await openSignals(database, reportError);
  const jobs = createJobRepository(database);
  const queue = await openPgBossQueue({ database, jobs, signals, reportError });
  await measureDurable(
    { database, queue },
    {
      first: { under: 600 },
      between: { under: 15 },
      rate: { atLeast: 10 },
    },
  );
  await queue.close();
  await signals.close();
  await database.close();
  await schema.drop();
}
