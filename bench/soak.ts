/*
 * Ten thousand reviews with a model that takes no time, in one process on one file: what grows? Memory after
 * collecting garbage, rows that should be gone, open files and timers. `SOAK_RUNS` asks for fewer.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createSqliteQueue } from '../src/queue/sqlite-queue.ts';
import { openDatabase } from '../src/store/database.ts';
import { createJobRepository } from '../src/store/job-repository.ts';
import { member } from '../test/review/fake-platform.ts';
import { MIGRATIONS } from '../test/store/open-store.ts';
import { print } from './tools/report.ts';
import { DRAFT, openReviews } from './tools/reviews.ts';

const RUNS = Number(process.env.SOAK_RUNS ?? 10_000);
const STEP = RUNS / 10;
/** So many are asked for before the first of them has ended. */
const AT_ONCE = 40;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const folder = mkdtempSync(join(tmpdir(), 'bluepencil-bench-'));
const database = await openDatabase(join(folder, 'soak.db'), {
  migrationsFolder: MIGRATIONS,
  writesApart: true,
});
const queue = createSqliteQueue({
  jobs: createJobRepository(database),
  reportError: (error) => process.stderr.write(`${error}\n`),
});
const { room, end, clear } = await openReviews({ database, queue, concurrency: 8 });

interface Sample {
  readonly runs: number;
  readonly heapMb: number;
  readonly residentMb: number;
  readonly files: number;
  readonly timers: number;
}

const samples: Sample[] = [];
const startedAt = performance.now();
let posts = 0;
for (let done = 0; done < RUNS; ) {
  const wave = Math.min(AT_ONCE, STEP - (done % STEP), RUNS - done);
  await Promise.all(Array.from({ length: wave }, (_, at) => review(done + at)));
  done += wave;
  posts += clear();
  if (done % STEP === 0) await measure(done);
}

async function review(number: number): Promise<void> {
  const outcome = await room.request({
    target: { type: 'draft', text: `${DRAFT} ${number}`, notRead: [] },
    channel: `channel-${number % 20}`,
    requester: member(`m${number % 1000}`),
    choices: { delivery: 'thread' },
    interactionId: `soak-${number}`,
  });
  await end(outcome);
}

async function measure(runs: number): Promise<void> {
  while ((await queue.stats()).active > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  const sample = {
    runs,
    heapMb: (heapUsed + external) / 1e6,
    residentMb: rss / 1e6,
    files: readdirSync('/proc/self/fd').length,
    timers: process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length,
  };
  samples.push(sample);
  const { heapMb, residentMb, files, timers } = sample;
  const figures = `${heapMb.toFixed(1)} MB in use, ${residentMb.toFixed(0)} MB resident`;
  process.stdout.write(`${runs} runs: ${figures}, ${files} files, ${timers} timers\n`);
}

/** Least squares, in megabytes a thousand runs; the first measurements still warm up. */
function slope(value: (sample: Sample) => number): number {
  const settled = samples.slice(2);
  const mean = (of: (sample: Sample) => number) =>
    settled.reduce((sum, sample) => sum + of(sample), 0) / settled.length;
  const [runs, values] = [mean((sample) => sample.runs), mean(value)];
  const product = settled.reduce((sum, s) => sum + (s.runs - runs) * (value(s) - values), 0);
  const square = settled.reduce((sum, s) => sum + (s.runs - runs) ** 2, 0);
  return (product / square) * 1000;
}

const { jobs, runs, setAside } = database.tables;
const [left, aside, unfinished] = await database.read((db) => [
  db.select().from(jobs),
  db.select().from(setAside),
  db.select({ status: runs.status }).from(runs),
]);
const open = unfinished.filter(({ status }) => status !== 'finished').length;
const seconds = (performance.now() - startedAt) / 1000;
const growth = 'grows by, a thousand runs';
print(`memory in use ${growth}`, { under: 1 }, [slope(({ heapMb }) => heapMb)], 'MB');
print(`resident memory ${growth}`, 'no goal', [slope(({ residentMb }) => residentMb)], 'MB');
print(
  'jobs, attempts set aside and open runs left behind',
  { atMost: 0 },
  [left.length + aside.length + open],
  `of ${unfinished.length}`,
);
print('errors', { atMost: 0 }, [room.errors.length], `in ${posts} posts`);
print('reviews', 'no goal', [RUNS / seconds], 'a second');
await queue.stop(0);
database.close();
rmSync(folder, { recursive: true, force: true });
