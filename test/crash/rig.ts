/*
 * Kills a review at a chosen point, starts the process again as an operator's supervisor would, has the
 * platform deliver the same trigger once more, and tells what stands in the thread in the end.
 */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MemberRef, MessageRef } from '../../src/review/refs.ts';
import { member } from '../review/fake-platform.ts';
import { makeTempFolder } from '../store/temp-folder.ts';
import { bundleChild, type Life, startLife } from './life.ts';
import { openMemoryStage } from './memory-stage.ts';
import { killOneOfTwo } from './pair.ts';
import type { ChildOptions } from './protocol.ts';
import { DRAFT, POISON, POISONED } from './script.ts';
import type { OpenStage, Seen } from './stage.ts';

/** Where a life ends: at its n-th boundary, after some time, or n boundaries after it was asked to stop. */
export type Death =
  | { readonly type: 'boundary'; readonly at: number }
  | { readonly type: 'moment'; readonly afterMs: number }
  | { readonly type: 'shutdown'; readonly at: number; readonly later: number }
  | { readonly type: 'stop'; readonly at: number; readonly later: number };

export interface Outcome extends Seen {
  /** The last thing that was heard of the life that ended; null when it was not killed. */
  readonly killedAt: string | null;
  /** Model calls that were made again after their answer was saved. */
  readonly repeated: readonly string[];
  /** What the second life complained about. */
  readonly errors: readonly string[];
  /** What the first life ended with; null when it was killed or lives on. */
  readonly exitCode: number | null;
  /** Every boundary of the first life. */
  readonly path: readonly string[];
}

/** For a life that is asked to end and is not killed. */
export const NEVER = Number.POSITIVE_INFINITY;

/** A life that says nothing for so long hangs. */
const PATIENCE_MS = 30_000;

export type Rig = Awaited<ReturnType<typeof openRig>>;

/** What is known of the review under way. */
export interface Watch {
  path: string[];
  saved: Set<string>;
  repeated: string[];
  runId: string | null;
  requester: MemberRef;
  /** Who was heard of last. */
  life: Life | null;
  /** Decides at each boundary whether the life goes on. */
  mayPass: (name: string, count: number) => boolean;
}

/** Opens a platform, a database and the process to be killed. */
export async function openRig(
  more: Partial<ChildOptions> = {},
  openStage: OpenStage = openMemoryStage,
) {
  const folder = makeTempFolder();
  const watch: Watch = {
    path: [],
    saved: new Set(),
    repeated: [],
    runId: null,
    requester: member('nobody'),
    life: null,
    mayPass: () => true,
  };
  const stage = await openStage(async (name) => {
    if (!pass(watch, `accepted ${name}`)) await new Promise(() => undefined);
  });
  const file = await bundleChild(stage.child);
  const settings = { modelMs: 3, graceMs: 50, isPoisoned: false, ...more };
  let life: Life | null = null;
  const pair: Life[] = [];
  // A database may know the events of another rig.
  const rigId = randomUUID();
  let asked = 0;

  async function live(isStepping: boolean, change: Partial<ChildOptions> = {}): Promise<Life> {
    const options = {
      ...settings,
      ...change,
      isStepping,
      platform: stage.reach,
      database: settings.database ?? folder.file('runs.db'),
    };
    const started = startLife(file, options, (name, letGo) => {
      watch.life = started;
      if (pass(watch, name)) letGo();
    });
    await Promise.race([started.hear('ready'), started.ended]);
    return started;
  }

  async function finish(source: MessageRef, current: Life, review: () => void): Promise<Seen> {
    const accepted = current.hear('accepted').then(({ runId }) => {
      watch.runId = runId;
    });
    review();
    await Promise.race([accepted, current.ended, giveUp('no answer to the request', current)]);
    const settled = current.hear('settled');
    current.send({ type: 'settle' });
    await Promise.race([
      settled,
      current.ended.then((code) => fail(`it ended with ${code}`)),
      giveUp('it never came to rest', current),
    ]);
    return stage.see(source, watch.runId);
  }

  async function giveUp(what: string, { errors }: Life): Promise<never> {
    await sleep(PATIENCE_MS, undefined, { ref: false });
    return fail(`${what}: ${errors.join(', ')}; ${watch.path.slice(-8).join(', ')}`);
  }

  /** Begins a new story: somebody writes a message; what is returned asks for its review. */
  async function begin() {
    watch.mayPass = () => true;
    asked += 1;
    const source = await stage.write(DRAFT);
    Object.assign(watch, { path: [], saved: new Set(), repeated: [], runId: null, life: null });
    const place = { interactionId: `${rigId}-${asked}`, ...stage.placeOf(source, `m${asked}`) };
    watch.requester = place.requester;
    return (current: Life) =>
      finish(source, current, () => current.send({ type: 'review', source, place }));
  }

  return {
    /** One review with a death in it; `null` leaves it alone. */
    async review(death: Death | null, change: Partial<ChildOptions> = {}): Promise<Outcome> {
      const isStepping = death?.type !== 'moment';
      if (life !== null && death?.type === 'moment') life = await end(life);
      life ??= await live(isStepping, change);
      const finishIn = await begin();

      const first = life;
      const done = await dieOrFinish(first, death, { watch, finish: () => finishIn(first) });
      watch.mayPass = () => true;
      // It outlived its death, and may still be on its way out.
      if (done !== null && death !== null) life = await end(first);
      const path = [...watch.path];
      const common = { repeated: watch.repeated, path };
      if (done !== null)
        return { ...done, ...common, errors: first.errors, killedAt: null, exitCode: null };
      const exitCode = await first.ended;
      const second = await live(true);
      life = second;
      const seen = await finishIn(second);
      return {
        ...seen,
        ...common,
        errors: second.errors,
        killedAt: path.at(-1) ?? 'start',
        exitCode,
      };
    },
    /** The same over two processes on one database: the one that does not die goes on. */
    async reviewOnTwo(death: Death | null): Promise<Outcome> {
      watch.mayPass = () => true;
      while (pair.length < 2) pair.push(await live(true));
      return killOneOfTwo({ lives: pair, watch, finishIn: await begin() }, death);
    },
    /** A review whose every attempt ends the process, and one after it in the same channel. */
    async poison() {
      const [bad, good] = [await stage.write(POISON), await stage.write(DRAFT)];
      const ask = (current: Life, source: MessageRef, name: string) => {
        const place = { interactionId: name, ...stage.placeOf(source, name), channel: 'poisoned' };
        current.send({ type: 'review', source, place });
      };
      let deaths = 0;
      for (; ; deaths += 1) {
        const current = await live(false, { isPoisoned: true });
        ask(current, bad, 'bad');
        await Promise.race([current.hear('accepted'), current.ended]);
        const settled = current.hear('settled');
        ask(current, good, 'good');
        current.send({ type: 'settle' });
        if ((await Promise.race([settled, current.ended])) === POISONED) continue;
        life = current;
        const poisoned = await stage.see(bad, null);
        return { poisoned, sound: await stage.see(good, null), deaths };
      }
    },
    async close() {
      if (life !== null) await end(life);
      for (const each of pair) await end(each);
      await stage.close();
      folder.remove();
      rmSync(dirname(file), { recursive: true, force: true });
    },
  };
}

/** Lets a review go its way until its life ends; null when it did. */
async function dieOrFinish(
  life: Life,
  death: Death | null,
  { watch, finish }: { readonly watch: Watch; readonly finish: () => Promise<Seen> },
): Promise<Seen | null> {
  if (death === null) return finish();
  const dead = new Promise<null>((resolve) => {
    const kill = () => void life.kill().then(() => resolve(null));
    if (death.type === 'moment') {
      void sleep(death.afterMs).then(kill);
      return;
    }
    const dyingAt = death.type === 'boundary' ? death.at : death.at + death.later;
    watch.mayPass = (name, count) => {
      if (count === death.at) ask(life, death, watch);
      const lives = count < dyingAt && (name !== 'after stop' || dyingAt === NEVER);
      if (!lives) kill();
      return lives;
    };
  });
  // A life that is asked to stop may end by itself before it is killed.
  const left = life.ended.then(() => null);
  const seen = await Promise.race([
    finish().catch((error: unknown) => (life.isOver() ? dead : Promise.reject(error))),
    dead,
    left,
  ]);
  return seen;
}

/** What is asked of a life before it is killed. */
function ask(life: Life, { type }: Death, { runId, requester: by }: Watch): void {
  if (type === 'shutdown') life.terminate();
  if (type === 'stop' && runId !== null) life.send({ type: 'stop', runId, by });
}

function pass(watch: Watch, name: string): boolean {
  watch.path.push(name);
  const [kind, what, key] = name.split(' ');
  if (kind === 'after' && what === 'saveStep' && key !== undefined) watch.saved.add(key);
  if (kind === 'model' && what !== undefined && watch.saved.has(what)) watch.repeated.push(what);
  return watch.mayPass(name, watch.path.length);
}

async function end(life: Life): Promise<null> {
  await life.kill();
  return null;
}

function fail(message: string): never {
  throw new Error(message);
}
