import { describe, expect, it } from 'vitest';
import { createJobRepository } from '../../src/store/job-repository.ts';
import { createRunRepository } from '../../src/store/run-repository.ts';
import { runEnd } from '../store/samples.ts';
import { setUpQueues, until } from './queue-setup.ts';

const { database, openQueue, enqueue } = setUpQueues();

describe('the embedded queue', () => {
  it('takes over at its start what a server that died was working on', async () => {
    const table = createJobRepository(database());
    const { queue } = openQueue();
    await enqueue(queue, 'a');
    const now = Date.now();
    await table.take('the dead', { now, leaseUntil: now + 3_600_000, perLane: 2, perWorkspace: 9 });
    const attempts: number[] = [];
    await queue.work(
      async ({ attempt }) => {
        attempts.push(attempt);
      },
      { concurrency: 1 },
    );

    await until(() => attempts.length === 1);
    expect(attempts).toEqual([2]);
  });

  it('puts an unfinished run that lost its job back, and no finished one', async () => {
    const lost = openQueue();
    await enqueue(lost.queue, 'open');
    await enqueue(lost.queue, 'ended');
    await createRunRepository(database()).finish('ended', runEnd());
    const table = createJobRepository(database());
    for (const id of ['open', 'ended']) {
      const now = Date.now();
      await table.take('x', { now, leaseUntil: now + 1000, perLane: 9, perWorkspace: 9 });
      await table.complete(id, 'x');
    }
    const seen: string[] = [];
    await lost.queue.work(
      async ({ runId }) => {
        seen.push(runId);
      },
      { concurrency: 1 },
    );

    await until(() => seen.length === 1);
    expect(seen).toEqual(['open']);
  });

  it('does not remove a job that somebody else took over meanwhile', async () => {
    const table = createJobRepository(database());
    const { queue } = openQueue();
    await enqueue(queue, 'a');
    await table.take('slow', { now: 0 + Date.now(), leaseUntil: 1, perLane: 2, perWorkspace: 9 });
    await table.take('quick', {
      now: Date.now(),
      leaseUntil: Date.now() + 9000,
      perLane: 2,
      perWorkspace: 9,
    });

    await table.complete('a', 'slow');

    expect(await queue.stats()).toEqual({ waiting: 0, active: 1 });
  });
});
