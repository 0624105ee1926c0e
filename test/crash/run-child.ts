/*
 * The process that is killed: reviews, worker and queue over a real database file, speaking to a platform
 * that lives elsewhere. Between any two things it does it tells the one outside and waits for
 * leave to go on, so it can be killed at exactly that point.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createScriptedCritic } from '../../src/models/scripted.ts';
import type { Platform } from '../../src/review/platform.ts';
import { applyingWriter } from '../loop/harness.ts';
import { openRoom } from '../review/room.ts';
import type { ChildOptions, FromChild, ToChild } from './protocol.ts';
import { answerOf, POISON, POISONED } from './script.ts';
import { openLifeStorage } from './storage.ts';

/** Dying before or after these is dying after the last thing that was done. */
const READS = new Set(
  'load recallStep request answered previous decisions lessons unfinished tokensSince reviewsSince sent find read counts renew insertion take stats free recall orphans'.split(
    ' ',
  ),
);

/** Lives one life on a platform; `name` is what its refs begin with. */
export async function runChild(
  name: string,
  open: (options: ChildOptions) => Platform | Promise<Platform>,
): Promise<void> {
  const options = JSON.parse(process.argv[2] ?? '') as ChildOptions;
  const tell = (message: FromChild) => process.send?.(message);
  const platform = await open(options);

  const leaves = new Map<number, () => void>();
  let asked = 0;

  /** Tells where the process is; in stepping mode it goes on when it is let. */
  async function boundary(name: string): Promise<void> {
    asked += 1;
    const id = asked;
    tell({ type: 'boundary', id, name });
    if (options.isStepping) await new Promise<void>((resolve) => leaves.set(id, resolve));
  }

  function through<T extends object>(part: T): T {
    return new Proxy(part, {
      get(target, name, receiver) {
        const method = Reflect.get(target, name, receiver);
        if (typeof method !== 'function' || READS.has(String(name))) return method;
        return async (...args: unknown[]) => {
          const key = String((args[1] as { key?: string } | undefined)?.key ?? '');
          await boundary(`before ${String(name)} ${key}`.trim());
          const result = await method.apply(target, args);
          await boundary(`after ${String(name)} ${key}`.trim());
          return result;
        };
      },
    });
  }

  const { database, queue, close } = await openLifeStorage(options, through, (error) =>
    tell({ type: 'error', text: String(error) }),
  );
  const critic = createScriptedCritic(async ({ persona, revision, view }) => {
    await boundary(`model critique/${view.round}/${persona.id}`);
    await sleep(options.modelMs);
    if (options.isPoisoned && revision.text === POISON) process.exit(POISONED);
    return answerOf(persona.id);
  });
  const writer = applyingWriter();
  const room = await openRoom({
    platform,
    name,
    critic,
    database,
    through,
    writer: {
      generate: writer.generate,
      async refine(best, plan, view, signal) {
        await boundary(`model refine/${view.round}`);
        await sleep(options.modelMs);
        return writer.refine(best, plan, view, signal);
      },
    },
  });
  // Whoever writes a job down also tells the queue of it.
  room.deps.queue.enqueue = queue.enqueue;

  async function settle(): Promise<void> {
    for (;;) {
      const { waiting, active } = await queue.stats();
      if (waiting + active === 0) break;
      await sleep(2);
    }
    // Marks on the message are not waited for by the run.
    await sleep(5);
    for (const error of room.errors) tell({ type: 'error', text: String(error) });
    tell({ type: 'settled' });
  }

  async function shutDown(): Promise<void> {
    await boundary('before stop');
    await queue.stop(options.graceMs);
    await boundary('after stop');
    await close();
    process.exit(0);
  }

  const ACTIONS: { readonly [Type in ToChild['type']]: (message: ToChild) => Promise<void> } = {
    go: async (message) => {
      if (message.type === 'go') leaves.get(message.id)?.();
    },
    review: async (message) => {
      if (message.type !== 'review') return;
      const outcome = await room.review(message.source, {}, message.place);
      if (outcome.type === 'accepted') tell({ type: 'accepted', runId: outcome.runId });
      else tell({ type: 'error', text: 'the review was answered with a note' });
    },
    stop: async (message) => {
      if (message.type !== 'stop') return;
      await room.click('stop', message.runId, undefined, message.by);
      tell({ type: 'stopped' });
    },
    settle,
  };

  process.on('message', (message: ToChild) => {
    ACTIONS[message.type](message).catch((error: unknown) =>
      tell({ type: 'error', text: String(error) }),
    );
  });
  process.on('SIGTERM', () => void shutDown());
  process.on('disconnect', () => process.exit(1));
  tell({ type: 'ready' });
  await queue.work(({ runId, attempt }, signal) => room.work(runId, attempt, signal), {
    concurrency: 4,
  });
}
