import { describe, expect, it } from 'vitest';
import { createRunRepository } from '../../src/store/run-repository.ts';
import { onEveryEngine } from '../store/engines.ts';
import { runEnd } from '../store/samples.ts';
import { gate, setUpQueuesOn, until } from './queue-setup.ts';

onEveryEngine((store) => {
  const { database, openQueue, enqueue } = setUpQueuesOn(store);

  describe('the queue', () => {
    it('hands out each job once and forgets it when it is done', async () => {
      const { queue } = await openQueue();
      const seen: string[] = [];
      await enqueue(queue, 'a');
      await queue.work(
        async ({ runId }) => {
          seen.push(runId);
        },
        { concurrency: 4 },
      );
      await enqueue(queue, 'b');

      await until(async () => seen.length === 2 && (await queue.stats()).active === 0);
      expect(seen).toEqual(['a', 'b']);
      expect(await queue.stats()).toEqual({ waiting: 0, active: 0 });
    });

    it('lets no busy channel starve another, and starts the runs of one in order', async () => {
      const { queue } = await openQueue({ perLane: 2 });
      const gates = new Map(['a1', 'a2', 'a3', 'b1'].map((id) => [id, gate()]));
      const started: string[] = [];
      for (const id of ['a1', 'a2', 'a3']) await enqueue(queue, id, 'busy');
      await enqueue(queue, 'b1', 'calm');
      await queue.work(
        async ({ runId }) => {
          started.push(runId);
          await gates.get(runId)?.passed;
        },
        { concurrency: 10 },
      );

      await until(() => started.length === 3);
      expect(started).toEqual(['a1', 'a2', 'b1']);
      expect(await queue.stats()).toEqual({ waiting: 1, active: 3 });
      gates.get('a2')?.open();
      await until(() => started.length === 4);
      expect(started.at(-1)).toBe('a3');
      for (const each of gates.values()) each.open();
    });

    it('gives a job that failed out again, counting the attempts', async () => {
      const { queue, errors } = await openQueue();
      const attempts: number[] = [];
      await enqueue(queue, 'a');
      await queue.work(
        async ({ attempt }) => {
          attempts.push(attempt);
          if (attempt < 3) throw new Error('not yet');
        },
        { concurrency: 1 },
      );

      await until(() => attempts.length === 3);
      expect(attempts).toEqual([1, 2, 3]);
      expect(errors).toHaveLength(2);
    });

    it('keeps a failed job waiting for its delay while others go on', async () => {
      const { queue } = await openQueue({ retryDelayMs: () => 60_000 });
      const seen: string[] = [];
      await enqueue(queue, 'poisoned');
      await enqueue(queue, 'sound');
      await queue.work(
        async ({ runId }) => {
          seen.push(runId);
          if (runId === 'poisoned') throw new Error('always');
        },
        { concurrency: 1 },
      );

      await until(() => seen.includes('sound'));
      await until(async () => (await queue.stats()).active === 0);
      expect(seen).toEqual(['poisoned', 'sound']);
      expect(await queue.stats()).toEqual({ waiting: 1, active: 0 });
    });

    it('hands its jobs back when it stops, without counting the attempt', async () => {
      const first = await openQueue();
      await enqueue(first.queue, 'a');
      let started = false;
      await first.queue.work(
        (_job, signal) => {
          started = true;
          return new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason));
          });
        },
        { concurrency: 1 },
      );
      await until(() => started);
      await first.queue.stop(1);

      const second = await openQueue();
      const attempts: number[] = [];
      await second.queue.work(
        async ({ attempt }) => {
          attempts.push(attempt);
        },
        { concurrency: 1 },
      );
      await until(() => attempts.length === 1);
      expect(attempts).toEqual([1]);
      expect(first.errors).toEqual([]);
    });

    it('lets a job that is nearly done finish within the grace period', async () => {
      const { queue } = await openQueue();
      const { open: finish, passed } = gate();
      await enqueue(queue, 'a');
      let started = false;
      await queue.work(
        async () => {
          started = true;
          await passed;
        },
        { concurrency: 1 },
      );
      await until(() => started);
      const stopped = queue.stop(60_000);
      finish();
      await stopped;

      expect(await queue.stats()).toEqual({ waiting: 0, active: 0 });
    });

    it('puts an unfinished run that lost its job back, and no finished one', async () => {
      const { queue } = await openQueue({ refillMs: 20 });
      for (const id of ['open', 'ended']) await enqueue(queue, id);
      await createRunRepository(database()).finish('ended', runEnd());
      const { jobs } = database().tables;
      await database().atomic((db) => [db.delete(jobs)]);
      const seen: string[] = [];
      await queue.work(
        async ({ runId }) => {
          seen.push(runId);
          await createRunRepository(database()).finish(runId, runEnd());
        },
        { concurrency: 1 },
      );
      await until(() => seen.length === 1);
      await database().atomic((db) => [db.delete(jobs)]);
      await enqueue(queue, 'later');
      await until(() => seen.length === 2);
      expect(seen).toEqual(['open', 'later']);
    });

    it('says how many stand before a run that has to wait, and nothing of one that need not', async () => {
      const { queue } = await openQueue({ perLane: 2 });
      for (const id of ['a1', 'a2', 'a3', 'a4']) await enqueue(queue, id, 'busy');
      await enqueue(queue, 'b1', 'calm');

      const ahead = ['a1', 'a2', 'a3', 'a4', 'b1', 'unknown'].map((id) => queue.ahead(id));
      expect(await Promise.all(ahead)).toEqual([0, 0, 2, 3, 0, 0]);
    });

    it('starts a run in a calm channel at once, whatever waits in a busy one', async () => {
      const { queue } = await openQueue({ perLane: 2 });
      for (let at = 0; at < 60; at += 1) await enqueue(queue, `busy-${at}`, 'busy');
      await enqueue(queue, 'calm', 'calm');
      const begun: string[] = [];
      await queue.work(
        async ({ runId }) => {
          begun.push(runId);
          await new Promise((resolve) => setTimeout(resolve, 1));
        },
        { concurrency: 8 },
      );

      await until(() => begun.length === 61);
      expect(begun.indexOf('calm')).toBeLessThan(10);
      const busy = begun.filter((id) => id !== 'calm').map((id) => Number(id.slice(5)));
      // Two at a time may pass each other, by one place at most.
      for (const [at, number] of busy.entries())
        expect(Math.abs(at - number)).toBeLessThanOrEqual(1);
    });

    it('keeps a place for a workspace that has little under way, however busy another one is', async () => {
      const { queue } = await openQueue();
      const { open: finish, passed } = gate();
      const begun: string[] = [];
      for (let at = 0; at < 12; at += 1) await enqueue(queue, `busy-${at}`, `c${at}`, 'busy');
      await queue.work(
        async ({ runId }) => {
          begun.push(runId);
          await passed;
        },
        { concurrency: 8 },
      );
      await until(() => begun.length >= 6);
      for (const id of ['calm-1', 'calm-2', 'calm-3']) await enqueue(queue, id, id, 'calm');

      await until(() => begun.length === 8);
      expect(begun.slice(6)).toEqual(['calm-1', 'calm-2']);
      expect(await queue.stats()).toEqual({ waiting: 7, active: 8 });
      finish();
      await until(() => begun.length === 15);
    });

    it('gives what gets free to the workspace that has least under way', async () => {
      const { queue } = await openQueue();
      const gates = new Map<string, ReturnType<typeof gate>>();
      const begun: string[] = [];
      for (let at = 0; at < 6; at += 1) await enqueue(queue, `busy-${at}`, `c${at}`, 'busy');
      await queue.work(
        async ({ runId }) => {
          const own = gate();
          gates.set(runId, own);
          begun.push(runId);
          await own.passed;
        },
        { concurrency: 3 },
      );
      await until(() => begun.length === 3);
      for (const id of ['calm-1', 'calm-2']) await enqueue(queue, id, id, 'calm');
      gates.get('busy-0')?.open();
      await until(() => begun.length === 4);
      gates.get('busy-1')?.open();
      await until(() => begun.length === 5);
      expect(begun).toEqual(['busy-0', 'busy-1', 'busy-2', 'calm-1', 'busy-3']);
      gates.get('calm-1')?.open();
      await until(() => begun.length === 6);
      expect(begun.at(-1)).toBe('calm-2');
      await until(async () => {
        for (const each of gates.values()) each.open();
        // One that has just become free to start is not under way yet.
        const { waiting, active } = await queue.stats();
        return waiting + active === 0;
      });
    });

    it('never has more of a workspace under way than is allowed', async () => {
      const { queue } = await openQueue({ perWorkspace: 3 });
      const { open: finish, passed } = gate();
      let now = 0;
      let most = 0;
      let done = 0;
      for (let at = 0; at < 12; at += 1) await enqueue(queue, `run-${at}`, `c${at}`);
      await queue.work(
        async () => {
          now += 1;
          most = Math.max(most, now);
          await passed;
          now -= 1;
          done += 1;
        },
        { concurrency: 8 },
      );
      await until(() => now === 3);
      expect(await queue.stats()).toEqual({ waiting: 9, active: 3 });
      finish();
      await until(() => done === 12);
      expect(most).toBe(3);
    });

    it('does the work of a tick', async () => {
      const { queue } = await openQueue();
      let ticks = 0;
      await queue.schedule('count', '* * * * * *', async () => {
        ticks += 1;
      });
      await until(() => ticks > 0);
      expect(ticks).toBeGreaterThan(0);
    });
  });
});
