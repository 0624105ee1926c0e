import { expect, it } from 'vitest';
import { openPgBossQueue } from '../../src/queue/pg-boss-queue.ts';
import { createJobRepository } from '../../src/store/job-repository.ts';
import { openPostgres } from '../../src/store/postgres-database.ts';
import { openSignals } from '../../src/store/postgres-signals.ts';
import { createFakePlatform, member } from '../review/fake-platform.ts';
import { openRoom, panelCritic } from '../review/room.ts';
import { POSTGRES_MIGRATIONS, POSTGRES_URL } from '../store/engines.ts';
import { POSTGRES_BIN, startOwnPostgres } from './own-postgres.ts';
import { gate, until } from './queue-setup.ts';

const CRITIC = panelCritic({ 'senior-editor': [['in the time of the night', 'last night']] });
const DRAFT = 'Hi all, the export was fixed in the time of the night, we think.';

it.skipIf(POSTGRES_BIN === null || POSTGRES_URL === '')(
  'a review goes on after its PostgreSQL server went down in the middle of it, and says nothing twice',
  async () => {
    const server = await startOwnPostgres(POSTGRES_BIN ?? '');
    const errors: unknown[] = [];
    const reportError = (error: unknown) => errors.push(error);
    const database = await openPostgres(server.url, {
      migrationsFolder: POSTGRES_MIGRATIONS,
      reportError,
      busyBudgetMs: 1_000,
    });
    const signals = await openSignals(database, reportError);
    const jobs = createJobRepository(database);
    const queue = await openPgBossQueue(
      { database, jobs, signals, reportError },
      { pollMs: 50, retryDelayMs: () => 50 },
    );
    const asked = gate();
    const answer = gate();
    const platform = createFakePlatform();
    const room = await openRoom({
      platform,
      database,
      critic: {
        async critique(persona, ...rest) {
          asked.open();
          await answer.passed;
          return CRITIC.critique(persona, ...rest);
        },
      },
    });
    room.deps.queue.enqueue = queue.enqueue;
    await queue.work(({ runId, attempt }, signal) => room.work(runId, attempt, signal), {
      concurrency: 4,
    });
    const message = platform.write(DRAFT);
    const outcome = await room.review(message);
    if (outcome.type !== 'accepted') throw new Error('not accepted');
    await asked.passed;

    server.stop();
    // Its answers come while nothing can be kept, and a request is refused with the cause.
    answer.open();
    const meanwhile = platform.write(DRAFT);
    const place = { requester: member('bo'), interactionId: 'meanwhile' };
    await expect(room.review(meanwhile, {}, place)).rejects.toMatchObject({
      code: 'database_unreachable',
    });
    server.start();

    // The platform delivers it again.
    const again = await room.review(meanwhile, {}, place);
    if (again.type !== 'accepted') throw new Error('not accepted');
    for (const { runId } of [outcome, again]) {
      await until(async () => {
        const run = await room.deps.runs.load(runId).catch(() => null);
        return run?.status === 'finished';
      });
    }
    await until(async () => {
      const { waiting, active } = await queue.stats();
      return waiting + active === 0;
    });
    for (const { runId } of [outcome, again]) {
      const slots = platform.posts.filter(({ slot }) => slot.runId === runId);
      expect(slots.map(({ slot }) => slot.slot)).toEqual(['critique/1/senior-editor', 'result']);
    }
    expect(platform.lastStatus(message)).toBe('done');
    expect(errors.length).toBeGreaterThan(0);
    await queue.stop(0);
    await queue.close();
    await signals.close();
    await database.close();
    server.close();
  },
  180_000,
);
