import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { createForgetting } from '../../src/review/forget.ts';
import type { ForgetScope } from '../../src/review/forget-store.ts';
import { keepRetention } from '../../src/review/retention.ts';
import { openStorage, type Storage } from '../../src/storage.ts';
import { createInstallationRepository } from '../../src/store/installation-repository.ts';
import { createSchema, onPostgres, type TestSchema } from '../store/engines.ts';
import { createFakePlatform, member } from './fake-platform.ts';
import { describeForgetting } from './forgetting-contract.ts';
import { plant, plantedIn } from './planted.ts';
import { PLANTED } from './planted-words.ts';

const LOCAL = { workspace: 'local' };
const DAY_MS = 86_400_000;
const SERVER_PROGRAMS = '/usr/lib/postgresql';

/** The newest `pg_dump` of this machine, or the one on its path. */
const PG_DUMP = findDump();
const dumpMissing =
  'pg_dump is not on this machine: what PostgreSQL would write out is not searched.';
if (PG_DUMP === null) process.stdout.write(`${dumpMissing}\n`);

type Planted = Awaited<ReturnType<typeof plant>>;

/** Every way in which words go, and whose words are left after it. */
const WAYS: readonly {
  readonly name: string;
  readonly left: readonly string[];
  readonly take: (planted: Planted, storage: Storage) => Promise<unknown>;
}[] = [
  { name: 'the workspace', left: [], take: forget(() => LOCAL) },
  {
    name: 'the channel',
    left: [PLANTED.typed],
    take: forget(() => ({ ...LOCAL, channel: 'general' })),
  },
  {
    name: 'a member’s own',
    left: Object.values(PLANTED).filter((word) => word !== PLANTED.given),
    take: forget(() => ({ ...LOCAL, member: member('cy') })),
  },
  {
    name: 'one thread',
    left: [PLANTED.typed],
    take: forget(async ({ room, runId }) => {
      const request = await room.deps.requests.request(runId);
      return { ...LOCAL, ...(request === null ? {} : { thread: request.thread }) };
    }),
  },
  {
    name: 'retention',
    left: [],
    take: ({ room }) => keepRetention({ ...room.deps, now: () => Date.now() + 31 * DAY_MS }),
  },
  {
    name: 'an app that was removed',
    left: [],
    async take({ room }, { database }) {
      const now = Date.now();
      await createInstallationRepository(database).remove('desk', 'local', now);
      await keepRetention({ ...room.deps, now: () => now + 8 * DAY_MS });
    },
  },
  {
    name: 'a deleted message',
    left: Object.values(PLANTED).filter(
      (word) => word !== PLANTED.context && word !== PLANTED.remark,
    ),
    take: ({ room, message }) => room.reviews.sourceDeleted(message),
  },
];

function forget(scope: (planted: Planted) => ForgetScope | Promise<ForgetScope>) {
  return async (planted: Planted) =>
    createForgetting(planted.room.deps).forget(await scope(planted), { posts: true });
}

onPostgres(() => {
  describe.skipIf(PG_DUMP === null)('what pg_dump writes of the tables and of the queue', () => {
    let schema: TestSchema;
    let storage: Storage;
    const errors: unknown[] = [];
    beforeEach(async () => {
      schema = await createSchema();
      storage = await openStorage(readConfig({ DATABASE_URL: schema.url }), {
        cwd: '.',
        reportError: (error) => errors.push(error),
      });
    });
    afterEach(async () => {
      await storage.queue.stop(1_000);
      await storage.close();
      expect(errors.splice(0)).toEqual([]);
      await schema.drop();
    });

    it.each(WAYS)('holds no word that went with $name', async ({ left, take }) => {
      const planted = await plantThrough(storage);
      expect(plantedIn(await dump(schema))).toEqual(Object.values(PLANTED));

      await take(planted, storage);

      expect(plantedIn(await dump(schema))).toEqual(
        Object.values(PLANTED).filter((word) => left.includes(word)),
      );
    });
  });
});

/** As `plant`, with one more review, which pg-boss handed out. */
async function plantThrough({ database, queue }: Storage): Promise<Planted> {
  const platform = createFakePlatform();
  const planted = await plant(database, platform);
  const { room } = planted;
  await room.review(platform.write(`The ${PLANTED.draft} once more.`));
  await queue.schedule('retention', '* * * * *', async () => {});
  await queue.work(({ runId, attempt }, signal) => room.work(runId, attempt, signal), {
    concurrency: 1,
  });
  for (;;) {
    const { waiting, active } = await queue.stats();
    if (waiting + active === 0) return planted;
    await new Promise((go) => setTimeout(go, 20));
  }
}

/** All rows of a schema and of its queue, as a backup has them. */
async function dump({ url, name }: TestSchema): Promise<string> {
  const server = new URL(url);
  server.search = '';
  const { stdout } = await promisify(execFile)(
    PG_DUMP ?? '',
    ['--data-only', `--schema=${name}`, `--schema=${name}_queue`, `--dbname=${server.href}`],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  expect(stdout).toContain(`COPY ${name}.runs`);
  expect(stdout).toContain(`COPY ${name}_queue.job`);
  return stdout;
}

function findDump(): string | null {
  const versions = existsSync(SERVER_PROGRAMS) ? readdirSync(SERVER_PROGRAMS) : [];
  const found = versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(SERVER_PROGRAMS, version, 'bin', 'pg_dump'));
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'pg_dump'));
  return [...found, ...onPath].find((program) => existsSync(program)) ?? null;
}

onPostgres(({ database }) => describeForgetting(database));
