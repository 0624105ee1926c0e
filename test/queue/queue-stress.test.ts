import { describe, expect, it } from 'vitest';
import { createJobRepository } from '../../src/store/job-repository.ts';
import { createRunRepository } from '../../src/store/run-repository.ts';
import { runEnd } from '../store/samples.ts';
import { setUpQueues, until } from './queue-setup.ts';

const { database, openQueue, enqueue } = setUpQueues();

describe('the embedded queue under stress', () => {
  it('says how many stand before a run that has to wait, and nothing of one that need not', async () => {
    const { queue } = openQueue({ perLane: 2 });
    for (const id of ['a1', 'a2', 'a3', 'a4']) await enqueue(queue, id, 'busy');
    await enqueue(queue, 'b1', 'calm');

    const ahead = ['a1', 'a2', 'a3', 'a4', 'b1', 'unknown'].map((id) => queue.ahead(id));
    expect(await Promise.all(ahead)).toEqual([0, 0, 2, 3, 0, 0]);
  });

  it('starts a run in a calm channel at once, whatever waits in a busy one', async () => {
    const { queue } = openQueue({ perLane: 2 });
    for (let at = 0; at < 200; at += 1) await enqueue(queue, `busy-${at}`, 'busy');
    await enqueue(queue, 'calm', 'calm');
    const begun: string[] = [];
    await queue.work(
      async ({ runId }) => {
        // How long a pause really is, is the machine's affair: the order of the beginnings is ours.
        begun.push(runId);
        await new Promise((resolve) => setTimeout(resolve, 1));
      },
      { concurrency: 8 },
    );

    await until(() => begun.length === 201);
    expect(begun.indexOf('calm')).toBeLessThan(10);
    const busy = begun.filter((id) => id !== 'calm').map((id) => Number(id.slice(5)));
    // Those at work at the same time may pass each other; nobody else is passed.
    for (const [at, number] of busy.entries()) expect(Math.abs(at - number)).toBeLessThan(8);
  });

  it('goes on when the clock is set back by an hour', async () => {
    let now = Date.now();
    const { queue } = openQueue({}, { now: () => now });
    await enqueue(queue, 'a');
    await enqueue(queue, 'b');
    const seen: string[] = [];
    await queue.work(
      async ({ runId, attempt }) => {
        now -= 3_600_000;
        if (attempt === 1) throw new Error('again');
        seen.push(runId);
      },
      { concurrency: 1 },
    );

    await until(async () => seen.length === 2 && (await queue.stats()).active === 0);
    expect(await queue.stats()).toEqual({ waiting: 0, active: 0 });
  });

  it('takes a job up again that it could not let go', async () => {
    const table = createJobRepository(database());
    let isFull = true;
    const complete: typeof table.complete = async (...args) => {
      if (isFull) throw new Error('the disk is full');
      return table.complete(...args);
    };
    const { queue, errors } = openQueue({ leaseMs: 500 }, { jobs: { ...table, complete } });
    await enqueue(queue, 'a');
    let times = 0;
    await queue.work(
      async () => {
        times += 1;
        isFull = times < 2;
      },
      { concurrency: 1 },
    );

    await until(async () => times === 2 && (await queue.stats()).active === 0);
    expect(errors.map(String)).toEqual(['Error: the disk is full']);
    expect(await queue.stats()).toEqual({ waiting: 0, active: 0 });
  });

  it('finds an unfinished run that lost its job while it works', async () => {
    const { queue } = openQueue({ refillMs: 5 });
    const table = createJobRepository(database());
    const seen: string[] = [];
    await queue.work(
      async ({ runId }) => {
        seen.push(runId);
        await createRunRepository(database()).finish(runId, runEnd());
      },
      { concurrency: 1 },
    );
    // A job that is written for another run than the one that is asked for.
    const elsewhere = () =>
      table.insertion({ runId: 'nobody', lane: 'local/general', workspace: 'local' }, 0);
    await enqueue({ enqueue: elsewhere }, 'lost');

    await until(() => seen.length === 1);
    expect(seen).toEqual(['lost']);
  });
});
