import { afterEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/store/database.ts';
import { UserError } from '../../src/user-error.ts';
import { createFakePlatform, type FakePlatform, member, textOf } from './fake-platform.ts';
import { openRoom, panelCritic, type Room, type RoomOptions } from './room.ts';

const DRAFT =
  'Hi all, the export was fixed by us in the time of the night. A number of reports may have been sent twice.';
const SCRIPT = panelCritic({
  'senior-editor': [['in the time of the night', 'last night']],
  'line-editor': [['A number of reports']],
});

/** These only look; dying before or after them is dying after the last thing that was done. */
const READS = [
  'load recallStep request answered previous decisions lessons unfinished',
  'tokensSince reviewsSince sent find read',
]
  .join(' ')
  .split(' ');

/** Dies right after the n-th thing that was done outside: it is done, and nobody here knows. */
function createMortality(dieAt: number) {
  let things = 0;
  let isDead = false;
  const through = <T extends object>(part: T): T =>
    new Proxy(part, {
      get(target, name, receiver) {
        const method = Reflect.get(target, name, receiver);
        if (typeof method !== 'function') return method;
        return async (...args: unknown[]) => {
          if (isDead) throw new Error('dead');
          const result = await method.apply(target, args);
          if (!READS.includes(String(name))) things += 1;
          isDead ||= things === dieAt;
          if (isDead) throw new Error('killed');
          return result;
        };
      },
    });
  return { through, died: () => isDead };
}

const AWAY = new UserError('The database does not answer.', { code: 'database_unreachable' });

/** Lets the n-th call of a method fail as a database does that is away for a moment. */
function failOnce(part: object, method: string, failAt: number) {
  const original: (...args: unknown[]) => Promise<unknown> = Reflect.get(part, method);
  let calls = 0;
  Object.assign(part, {
    [method]: async (...args: unknown[]) => {
      calls += 1;
      if (calls === failAt) throw AWAY;
      return original(...args);
    },
  });
  return { hasFailed: () => calls >= failAt };
}

function threadOf(platform: FakePlatform) {
  return platform.posts.map(({ slot, thread, message }) => ({
    slot: slot.slot,
    thread,
    text: textOf(message),
    buttons: message.parts.map(({ buttons }) => buttons.map(({ label }) => label)),
  }));
}

const rooms: Room[] = [];
afterEach(() => {
  for (const room of rooms.splice(0)) room.database.close();
});

async function room(options: RoomOptions) {
  const opened = await openRoom(options);
  rooms.push(opened);
  return opened;
}

/** Begins a run, dies at one point, and carries it on in a new process on the same database. */
async function reviewAndDie(
  database: Database,
  dieAt: number,
  { asked = [], draft = DRAFT }: { asked?: string[]; draft?: string } = {},
) {
  const platform = createFakePlatform();
  const mortality = createMortality(dieAt);
  const critic = {
    critique: (...args: Parameters<typeof SCRIPT.critique>) => {
      asked.push(args[0].id);
      return SCRIPT.critique(...args);
    },
  };
  const healthy = await openRoom({ platform, critic, database });
  const message = platform.write(draft);
  const place = {
    workspace: `w${dieAt}`,
    interactionId: `kill-${dieAt}`,
    requester: member(`m${dieAt}`),
  };
  const outcome = await healthy.review(message, {}, place);
  if (outcome.type !== 'accepted') throw new Error('not accepted');
  const { runId } = outcome;
  const mortal = await openRoom({ platform, critic, database, through: mortality.through });
  await mortal.work(runId, 1).catch(() => undefined);
  const died = mortality.died();
  // What the dead process had begun can no longer do anything.
  const next = await openRoom({ platform, critic, database });
  await next.work(runId, 2);
  return { platform, message, died, runId, errors: next.errors };
}

describe('a run that is killed', () => {
  it('comes to the same thread wherever it was killed, and asks no finished question again', async () => {
    const whole: string[] = [];
    const { database } = await room({ platform: createFakePlatform(), critic: SCRIPT });
    const undisturbed = await reviewAndDie(database, Number.POSITIVE_INFINITY, { asked: whole });
    const wanted = threadOf(undisturbed.platform);
    expect(wanted.map(({ slot }) => slot)).toEqual([
      'critique/1/senior-editor',
      'critique/1/line-editor',
      'result',
    ]);

    let deaths = 0;
    for (let dieAt = 1; ; dieAt += 1) {
      const asked: string[] = [];
      const { platform, message, died, errors } = await reviewAndDie(database, dieAt, { asked });
      if (!died) break;
      deaths += 1;
      expect(errors, `killed at ${dieAt}`).toEqual([]);
      expect(threadOf(platform), `killed at ${dieAt}`).toEqual(wanted);
      expect(platform.lastStatus(message), `killed at ${dieAt}`).toBe('done');
      expect(platform.notes, `killed at ${dieAt}`).toEqual([]);
      // Only questions under way when it died may be asked a second time.
      expect(asked.length - whole.length, `killed at ${dieAt}`).toBeLessThanOrEqual(3);
    }
    expect(deaths).toBeGreaterThan(30);
  }, 60_000);

  it.each(['recallStep', 'saveStep', 'reserve'] as const)(
    'goes on with the same thread when the database was away for any one %s, and blames no editor',
    async (method) => {
      const { database } = await room({ platform: createFakePlatform(), critic: SCRIPT });
      const { platform: whole } = await reviewAndDie(database, Number.POSITIVE_INFINITY);
      for (let failAt = 1; ; failAt += 1) {
        const platform = createFakePlatform();
        const opened = await openRoom({ platform, critic: SCRIPT, database });
        const part = method === 'reserve' ? opened.deps.spending : opened.deps.runs;
        const away = failOnce(part, method, failAt);
        const name = `${method}-${failAt}`;
        const place = { workspace: name, interactionId: name, requester: member(name) };
        const message = platform.write(DRAFT);
        const outcome = await opened.review(message, {}, place);
        if (outcome.type !== 'accepted') throw new Error('not accepted');
        await opened.work(outcome.runId, 1).catch((error: unknown) => {
          expect(error).toBe(AWAY);
        });
        if (!away.hasFailed()) {
          expect(failAt).toBeGreaterThan(1);
          break;
        }
        await opened.work(outcome.runId, 2);
        expect(threadOf(platform), `${failAt}`).toEqual(threadOf(whole));
        expect(platform.lastStatus(message), `${failAt}`).toBe('done');
      }
    },
  );

  it('tells at most once that there is nothing to review, and the status ends', async () => {
    const { database, deps } = await room({ platform: createFakePlatform(), critic: SCRIPT });
    for (let dieAt = 1; ; dieAt += 1) {
      const { platform, message, died, runId } = await reviewAndDie(database, dieAt, {
        draft: ':tada:',
      });
      expect(platform.notes.length, `killed at ${dieAt}`).toBeLessThanOrEqual(1);
      expect(platform.posts, `killed at ${dieAt}`).toEqual([]);
      expect(platform.lastStatus(message), `killed at ${dieAt}`).toBe('stopped');
      expect(await deps.runs.load(runId), `killed at ${dieAt}`).toBeNull();
      if (!died) break;
    }
  });

  it('goes on after the server handed it back, as if nothing had been', async () => {
    const platform = createFakePlatform();
    const handBack = new AbortController();
    const opened = await room({
      platform,
      critic: {
        critique: async (...args) => {
          if (args[0].id === 'skeptical-reader' && !handBack.signal.aborted) {
            handBack.abort(new Error('the server is stopping'));
            await new Promise(() => {});
          }
          return SCRIPT.critique(...args);
        },
      },
    });
    const outcome = await opened.review(platform.write(DRAFT));
    if (outcome.type !== 'accepted') throw new Error('not accepted');
    await expect(opened.work(outcome.runId, 1, handBack.signal)).rejects.toThrow('stopping');
    expect((await opened.deps.runs.load(outcome.runId))?.status).toBe('running');
    await opened.work(outcome.runId, 1);

    expect(platform.posts.map(({ slot }) => slot.slot)).toEqual([
      'critique/1/senior-editor',
      'critique/1/line-editor',
      'result',
    ]);
    expect((await opened.deps.runs.load(outcome.runId))?.end?.stopReason).toBe('needs_author');
  });

  it('says nothing more once a later attempt works on it', async () => {
    const platform = createFakePlatform();
    const opened = await room({
      platform,
      critic: {
        critique: async (...args) => {
          // Another process has taken the run over meanwhile.
          if (args[0].id === 'senior-editor') await opened.deps.posts.begin(runId);
          return SCRIPT.critique(...args);
        },
      },
    });
    const outcome = await opened.review(platform.write(DRAFT));
    if (outcome.type !== 'accepted') throw new Error('not accepted');
    const { runId } = outcome;
    await opened.work(runId);

    expect(platform.posts).toEqual([]);
  });

  it('ends as stopped when it fails at every attempt, and tells the requester', async () => {
    const platform = createFakePlatform();
    platform.messenger.post = () => Promise.reject(new Error('the thread is gone'));
    const opened = await room({ platform, critic: SCRIPT });
    const message = platform.write(DRAFT);
    const outcome = await opened.review(message);
    if (outcome.type !== 'accepted') throw new Error('not accepted');
    for (const attempt of [1, 2, 3, 4]) {
      await expect(opened.work(outcome.runId, attempt)).rejects.toThrow('gone');
    }
    await opened.work(outcome.runId, 5);

    const run = await opened.deps.runs.load(outcome.runId);
    expect(run?.end?.stopReason).toBe('model_error');
    expect(platform.lastStatus(message)).toBe('stopped');
    expect(platform.notes.map((note) => textOf(note.message))).toEqual([
      expect.stringContaining(outcome.runId.slice(0, 8)),
    ]);
  });

  it('ends without another try after it has taken the process down too often', async () => {
    const platform = createFakePlatform();
    const opened = await room({ platform, critic: SCRIPT });
    const message = platform.write(DRAFT);
    const outcome = await opened.review(message);
    if (outcome.type !== 'accepted') throw new Error('not accepted');
    await opened.work(outcome.runId, 6);

    expect(platform.posts).toEqual([]);
    expect(platform.lastStatus(message)).toBe('stopped');
  });
});
