/*
 * A day in fast motion: 200 members on Slack, on Discord, at a desk and on the command line ask for reviews in
 * every way there is. Meanwhile the model is away, slow and silent, connections break, the programs are updated
 * and crash, settings change, the database is copied, and words are forgotten. The built program is a process of
 * its own; this one is the world around it. At the end it says what was lost, said twice, leaked into a log or
 * kept too long, and how the memory went. Exit code 1 when anything was.
 *
 *   node --import tsx bench/day.ts       the same day each time; SEED=n for another, HOUR_MS=n for its pace,
 *                                        DAYS=n for quiet days after it, BUSIER=n for n times the wishes,
 *                                        TEST_POSTGRES_URL=… and STORE=postgres for several processes' database
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { wishAtTheDesk } from './day/at-the-desk.ts';
import { createDecisions } from './day/decisions.ts';
import {
  backUp,
  crash,
  decide,
  forgetSomebody,
  replace,
  shakeConnections,
  useCommandLine,
} from './day/happenings.ts';
import {
  judgeForgotten,
  judgeLog,
  judgeModel,
  judgeResults,
  judgeRuns,
  judgeSlackCalls,
  readResults,
} from './day/judge.ts';
import { watchMemory } from './day/memory.ts';
import { wishOnDiscord } from './day/on-discord.ts';
import { wishAndRemove, wishOnSlack, wishWithConsent, wishWithoutKeeping } from './day/on-slack.ts';
import { createWishes, type Wish } from './day/wish.ts';
import { type Mood, openWorld, type Program } from './day/world.ts';

const HOUR_MS = Number(process.env.HOUR_MS ?? 6_000);
const DAYS = Number(process.env.DAYS ?? 1);
const BUSIER = Number(process.env.BUSIER ?? 1);
/** Requests in each hour of the day, from midnight: people sleep, and they have lunch. */
const BUSY = [1, 0, 0, 0, 0, 1, 2, 5, 14, 24, 28, 26, 10, 16, 26, 24, 20, 14, 8, 5, 4, 3, 2, 1];
const DEPLOY_AT = 8;
const CRASH_AT = 9;
const MOODS: Readonly<Record<number, Mood>> = { 11: 'away', 13: 'busy', 15: 'silent' };
const SETTLED_WITHIN_MS = 120_000;

const world = await openWorld({
  seed: Number(process.env.SEED ?? 30_11),
  modelMs: Number(process.env.MODEL_MS ?? 300),
  isOnPostgres: process.env.STORE === 'postgres',
});
const { problems } = world;
const programs = [world.programs.chat, world.programs.desk];
const memory = new Map(programs.map((program) => [program, watchMemory(program)]));
const wishes = createWishes();
const decisions = createDecisions(world);
const madeAt = new Map<number, number>();
const begun = performance.now();

/** What happens in an hour of the first day beside what people want. */
const HAPPENINGS: Readonly<Record<number, () => Promise<void>>> = {
  7: () => decide(world),
  [DEPLOY_AT]: () => inTheMiddle(replace),
  [CRASH_AT]: () => inTheMiddle(crash),
  10: () => backUp(world),
  12: () => shakeConnections(world, HOUR_MS / 4),
  16: async () => {
    for (const saysYes of [true, false, true]) await wishWithConsent(world, wishes, saysYes);
    for (let times = 0; times < 3; times += 1) wishWithoutKeeping(world, wishes);
    await wishAndRemove(world, wishes);
  },
  17: () => useCommandLine(world),
};

try {
  for (let day = 1; day <= DAYS; day += 1) {
    for (const [hour, requests] of BUSY.entries()) await live(day, hour, requests * BUSIER);
  }
  await judge();
} catch (error) {
  // What was seen until then is told all the same.
  problems.push(`the day ended early: ${String(error)}`);
} finally {
  await world.close();
}
await finish();

async function live(day: number, hour: number, requests: number): Promise<void> {
  const isFirst = day === 1;
  const madeBefore = wishes.all.length;
  const mood = (isFirst ? MOODS[hour] : undefined) ?? 'well';
  world.model.state.mood = mood;
  const endsAt = performance.now() + HOUR_MS;
  const happening = isFirst ? HAPPENINGS[hour]?.() : undefined;
  for (let number = 0; number < requests; number += 1) {
    await sleep(HOUR_MS / (requests + 1));
    const before = wishes.all.length;
    await request(isFirst && (hour === DEPLOY_AT || hour === CRASH_AT));
    for (const wish of wishes.all.slice(before)) madeAt.set(wish.number, isFirst ? hour : 24);
  }
  await happening;
  await sleep(Math.max(0, endsAt - performance.now()));
  if (requests === 0) return;
  await settle();
  if (mood !== 'well') await recover();
  await decideOnSome(madeBefore);
  for (const each of memory.values()) await each.look(`${day}/${hour}:00`);
}

/** People look at what came of an hour, and decide on some of it at the same time. */
async function decideOnSome(from: number): Promise<void> {
  const seen = await readResults(wishes.all.slice(from));
  const some = seen.filter(({ wish, isReviewed }) => isReviewed && wish.press !== undefined);
  await Promise.all(some.slice(0, 4).map(({ wish }) => decisions.on(wish)));
}

/** One wish; while the program is replaced only those that a platform tells again. */
async function request(isDeploying: boolean): Promise<void> {
  const chance = world.random();
  if (isDeploying || chance < 0.55) await wishOnSlack(world, wishes, { isDeploying });
  else if (chance < 0.85) wishOnDiscord(world, wishes, { isAway: false });
  else await wishAtTheDesk(world, wishes);
}

async function inTheMiddle(work: (program: Program) => Promise<void>): Promise<void> {
  await sleep(HOUR_MS / 3);
  for (const program of programs) {
    await work(program);
    memory.get(program)?.isNew();
  }
}

/** Waits until nobody works any more. */
async function settle(): Promise<void> {
  await world.slack.settled();
  const until = performance.now() + SETTLED_WITHIN_MS;
  for (const { process: service, name } of programs) {
    while ((await queued(service.url)) > 0) {
      if (performance.now() > until)
        return void problems.push(`runs were left in the queue of ${name}`);
      await sleep(100);
    }
  }
}

/** The model is well again: waits until the programs ask it, as they would long before an hour is over. */
async function recover(): Promise<void> {
  world.model.state.mood = 'well';
  const until = performance.now() + SETTLED_WITHIN_MS;
  for (const { process: service, name } of programs) {
    while ((await told(service.url, /^bluepencil_model_up (\d+)$/gm)) === 0) {
      if (performance.now() > until) return void problems.push(`${name} asks the model no more`);
      await sleep(200);
    }
  }
}

function queued(url: string): Promise<number> {
  return told(url, /^bluepencil_queue_runs\{state="\w+"\} (\d+)$/gm);
}

/** The sum of what a process tells of itself. */
async function told(url: string, series: RegExp): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return [...text.matchAll(series)].reduce((sum, [, value]) => sum + Number(value), 0);
}

/** A review may have no result where the model had a bad hour. */
function mayFail({ number }: Wish): boolean {
  // What people undid does not stand there any more.
  if (decisions.numbers.has(number)) return true;
  return MOODS[madeAt.get(number) ?? 0] !== undefined;
}

async function judge(): Promise<void> {
  await settle();
  const results = await readResults(wishes.all);
  problems.push(
    ...(await judgeResults(results, mayFail)),
    ...judgeSlackCalls(world),
    ...judgeModel(world, results),
  );
  const reviewed = results.filter(({ isReviewed }) => isReviewed).length;
  print(`${reviewed} of ${results.length} wishes have their review where it was asked for`);
  const before = problems.length;
  const member = world.slackers.find(({ id }) => wishes.all.some(({ by }) => by === id));
  if (member !== undefined) await forgetSomebody(world, member);
  const forgotten = wishes.all.map((wish) =>
    wish.by === member?.id ? { ...wish, isForgotten: true } : wish,
  );
  problems.push(...(await judgeForgotten(programs, forgotten)));
  if (problems.length === before) print('what was to be forgotten is in no row and no byte');
}

async function finish(): Promise<void> {
  const runs = await judgeRuns(programs, wishes.all);
  const log = judgeLog(world);
  const looked = [...memory.values()].map((each) => each.report());
  for (const part of [runs, log, ...looked]) problems.push(...part.problems);
  const by = (key: 'platform' | 'way') =>
    Object.entries(Object.groupBy(wishes.all, (wish) => wish[key]))
      .map(([name, of]) => `${name} ${of?.length}`)
      .join(', ');
  print(`${wishes.all.length} wishes: ${by('platform')}; ${by('way')}`);
  const pressed = [...decisions.presses].map(([label, times]) => `${label} ${times}`).join(', ');
  print(`decided on ${decisions.numbers.size} reviews: ${pressed || 'nothing'}`);
  problems.push(...decisions.problems);
  print(`model: ${world.model.server.requests.length} requests`);
  for (const part of [runs, log, ...looked]) part.lines.forEach(print);
  await world.remove();
  for (const problem of problems) print(`PROBLEM ${problem}`);
  print(`${((performance.now() - begun) / 1000).toFixed(0)} s`);
  if (problems.length === 0) print('Nothing lost, nothing twice, nothing leaked, memory flat.');
  else process.exitCode = 1;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
