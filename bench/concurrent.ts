/* Two hundred reviews at once with a model that takes two seconds, against one alone: on one SQLite file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSqliteQueue } from '../src/queue/sqlite-queue.ts';
import { formatRef } from '../src/review/refs.ts';
import type { Database } from '../src/store/database.ts';
import { openDatabase } from '../src/store/database.ts';
import { createJobRepository } from '../src/store/job-repository.ts';
import { member } from '../test/review/fake-platform.ts';
import { MIGRATIONS } from '../test/store/open-store.ts';
import { print } from './tools/report.ts';
import { DRAFT, openReviews } from './tools/reviews.ts';

const RUNS = 200;
const MODEL_MS = 2_000;

const folder = mkdtempSync(join(tmpdir(), 'bluepencil-bench-'));
const file = await openDatabase(join(folder, 'bench.db'), {
  migrationsFolder: MIGRATIONS,
  writesApart: true,
});
let commits = 0;
const database: Database = {
  ...file,
  atomic: (build) => {
    commits += 1;
    return file.atomic(build);
  },
};
const queue = createSqliteQueue({
  jobs: createJobRepository(database),
  reportError: (error) => process.stderr.write(`${error}\n`),
});
const { platform, room, end } = await openReviews({
  database,
  queue,
  // The last quarter is for other workspaces.
  concurrency: Math.ceil(RUNS / 0.75),
  around: (ask) => sleep(MODEL_MS).then(ask),
});

let asked = 0;
async function review(): Promise<void> {
  asked += 1;
  const message = platform.write(DRAFT);
  const outcome = await room.review(
    message,
    {},
    {
      channel: `channel-${asked % 100}`,
      requester: member(`m${asked}`),
      thread: formatRef<'thread'>('desk', ['general', message]),
      interactionId: `bench-${asked}`,
    },
  );
  await end(outcome);
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

await review();
const alone = await time(review);
const before = commits;
const usedBefore = process.cpuUsage();
const together = await time(() => Promise.all(Array.from({ length: RUNS }, review)));
const { user, system } = process.cpuUsage(usedBefore);
const about = `${RUNS} reviews at once with a model of ${MODEL_MS} ms`;
print(`${about}, of the time of one alone`, { under: 130 }, [(together / alone) * 100], '%');
print(about, 'no goal', [together]);
print('transactions per run', 'no goal', [(commits - before) / RUNS], 'transactions');
print('processor time of a run', 'no goal', [(user + system) / 1000 / RUNS]);
await queue.stop(0);
file.close();
rmSync(folder, { recursive: true, force: true });
