/* What durability costs: the time around model calls, with models that take none. */
import type { JobQueue } from '../../src/review/job-queue.ts';
import { formatRef } from '../../src/review/refs.ts';
import type { Database } from '../../src/store/database.ts';
import { member } from '../../test/review/fake-platform.ts';
import { type Goal, print } from './report.ts';
import { DRAFT, openReviews } from './reviews.ts';

const RUNS = 100;

/** Measures one storage and prints the figures beside their goals. */
export async function measureDurable(
  storage: { readonly database: Database; readonly queue: JobQueue },
  goals: { readonly first: Goal; readonly between: Goal; readonly rate: Goal },
): Promise<void> {
  let commits = 0;
  const database: Database = {
    ...storage.database,
    atomic: (build) => {
      commits += 1;
      return storage.database.atomic(build);
    },
  };

  /** When each model call of a run began and ended, by the run's thread. */
  let calls: { readonly beganAt: number; endedAt: number }[] = [];
  const timed = async <T>(work: () => Promise<T>): Promise<T> => {
    const call = { beganAt: performance.now(), endedAt: 0 };
    calls.push(call);
    const answer = await work();
    call.endedAt = performance.now();
    return answer;
  };
  const { queue } = storage;
  const { platform, room, end } = await openReviews({
    ...{ database, queue, concurrency: 8, around: timed },
  });

  let asked = 0;
  async function ask() {
    asked += 1;
    const message = platform.write(DRAFT);
    const outcome = await room.review(
      message,
      {},
      {
        channel: `channel-${asked % 8}`,
        requester: member(`m${asked}`),
        thread: formatRef<'thread'>('desk', ['general', message]),
        interactionId: `bench-${asked}`,
      },
    );
    return { message, done: end(outcome) };
  }

  const first: number[] = [];
  const between: number[] = [];
  for (let at = 0; at < 40; at += 1) {
    calls = [];
    const { done } = await ask();
    const acknowledgedAt = performance.now();
    await done;
    first.push((calls[0]?.beganAt ?? Number.NaN) - acknowledgedAt);
    between.push(...gaps(calls));
  }
  print('acknowledged trigger to first model call', goals.first, first);
  print('ours between two model calls of a run', goals.between, between);

  const rates: number[] = [];
  const perRun: number[] = [];
  const cpu: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const before = commits;
    const startedAt = performance.now();
    const usedBefore = process.cpuUsage();
    const runs = [];
    for (let at = 0; at < RUNS; at += 1) runs.push((await ask()).done);
    await Promise.all(runs);
    rates.push((RUNS * 1000) / (performance.now() - startedAt));
    perRun.push((commits - before) / RUNS);
    const { user, system } = process.cpuUsage(usedBefore);
    cpu.push((user + system) / 1000 / RUNS);
  }
  print('three-persona runs with instant models', goals.rate, rates, 'runs/s');
  print('processor time of a run', 'no goal; steadier than its rate on a busy machine', cpu);
  print('transactions per run', 'no goal', perRun, 'transactions');

  await queue.stop(0);
  const { message } = await ask();
  const duplicates: number[] = [];
  for (let at = 0; at < 200; at += 1) {
    const startedAt = performance.now();
    await room.review(message, {}, { requester: member(`d${at}`), interactionId: `again-${at}` });
    duplicates.push(performance.now() - startedAt);
  }
  print('claim of a duplicate', { under: 5 }, duplicates);
}

/** From the end of the last call of a stage to the beginning of the next stage's first. */
function gaps(calls: readonly { readonly beganAt: number; readonly endedAt: number }[]): number[] {
  const found: number[] = [];
  let endedAt = Number.POSITIVE_INFINITY;
  for (const call of calls) {
    if (call.beganAt > endedAt) found.push(call.beganAt - endedAt);
    endedAt = endedAt === Number.POSITIVE_INFINITY ? call.endedAt : Math.max(endedAt, call.endedAt);
  }
  return found;
}
