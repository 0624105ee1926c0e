import { expect, it } from 'vitest';
import type { PostgresDatabase } from '../../src/store/postgres-database.ts';
import { onPostgres } from '../store/engines.ts';
import { gate, setUpQueuesOn, until } from './queue-setup.ts';

onPostgres((store) => {
  const { database, openQueue, enqueue } = setUpQueuesOn(store);

  it('shares the runs of a channel out over processes, each once and never more than two at a time', async () => {
    const opened = [await openQueue(), await openQueue()];
    const done: string[] = [];
    const by = new Set<number>();
    const running = new Map<string, number>();
    let most = 0;
    for (const [at, { queue }] of opened.entries()) {
      await queue.work(
        async ({ runId, lane }) => {
          running.set(lane, (running.get(lane) ?? 0) + 1);
          most = Math.max(most, ...running.values());
          // Long enough for the others to be begun meanwhile.
          await new Promise((resolve) => setTimeout(resolve, 150));
          running.set(lane, (running.get(lane) ?? 0) - 1);
          done.push(runId);
          by.add(at);
        },
        { concurrency: 8 },
      );
    }
    const ids = Array.from({ length: 40 }, (_, at) => `run-${at}`);
    await Promise.all(
      ids.map((id, at) => {
        const { queue } = opened[at % 2] as (typeof opened)[number];
        return enqueue(queue, id, `channel-${at % 2}`);
      }),
    );

    await until(() => done.length === ids.length);
    expect(done.toSorted()).toEqual(ids.toSorted());
    expect(most).toBe(2);
    expect(by.size).toBe(2);
    expect(opened.flatMap(({ errors }) => errors)).toEqual([]);
  });

  it('keeps the limit of a workspace over all processes', async () => {
    const opened = [await openQueue({ perWorkspace: 3 }), await openQueue({ perWorkspace: 3 })];
    const { open: finish, passed } = gate();
    let now = 0;
    let most = 0;
    let done = 0;
    for (const { queue } of opened) {
      await queue.work(
        async () => {
          now += 1;
          most = Math.max(most, now);
          await passed;
          now -= 1;
          done += 1;
        },
        { concurrency: 4 },
      );
    }
    await Promise.all(
      Array.from({ length: 12 }, (_, at) => {
        const { queue } = opened[at % 2] as (typeof opened)[number];
        return enqueue(queue, `run-${at}`, `channel-${at}`);
      }),
    );
    await until(() => now === 3);
    const [{ queue }] = opened as [(typeof opened)[number]];
    expect(await queue.stats()).toEqual({ waiting: 9, active: 3 });
    finish();
    await until(() => done === 12);
    expect(most).toBe(3);
  });

  it('does the work of a tick once over all processes', async () => {
    const opened = [await openQueue(), await openQueue(), await openQueue()];
    const ticks: number[] = [];
    for (const { queue } of opened) {
      await queue.schedule('count', '* * * * * *', async () => {
        ticks.push(Date.now());
      });
    }
    const startedAt = Date.now();
    await until(() => Date.now() - startedAt > 3_000 && ticks.length > 0);
    // One a second at most, though three processes announce each; the first may come at once.
    expect(ticks.length).toBeLessThanOrEqual(Math.ceil((Date.now() - startedAt) / 1000) + 1);
  });

  it('finds a job again that the queue has lost', async () => {
    const { transaction } = database() as PostgresDatabase;
    const { queue } = await openQueue({ refillMs: 30 });
    const seen: string[] = [];
    await enqueue(queue, 'lost', 'general');
    // It was let go by a process that died with it: the queue does not know it.
    await transaction((execute) => execute(`UPDATE jobs SET holder = 'queue'`));
    await queue.work(
      async ({ runId }) => {
        seen.push(runId);
      },
      { concurrency: 1 },
    );

    await until(() => seen.length > 0);
    expect(seen[0]).toBe('lost');
  });
});
