import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakePlatform, type FakePlatform, textOf } from './fake-platform.ts';
import { openRoom, panelCritic, type Room, type RoomOptions } from './room.ts';

const DRAFT =
  'Hi all, the export was fixed by us in the time of the night. A number of reports may have been sent twice.';
const CRITIC = panelCritic({
  'senior-editor': [['in the time of the night', 'last night']],
  'line-editor': [['A number of reports']],
});

let platform: FakePlatform;
let rooms: Room[];
beforeEach(() => {
  platform = createFakePlatform();
  rooms = [];
});
afterEach(() => {
  rooms[0]?.database.close();
});

/** A process on the one database of a test. */
async function room(options: Partial<RoomOptions> = {}) {
  const database = rooms[0]?.database;
  const opened = await openRoom({
    platform,
    critic: CRITIC,
    ...(database === undefined ? {} : { database }),
    ...options,
  });
  rooms.push(opened);
  return opened;
}

/** A run whose process died in the middle of a question, after others were answered. */
async function brokenOff(at: 'line-editor' | 'second round', options: Partial<RoomOptions> = {}) {
  let reached = () => {};
  const isThere = new Promise<void>((resolve) => {
    reached = resolve;
  });
  let underWay = 0;
  const opened = await room({
    ...options,
    through: (part) =>
      watched(part, (by) => {
        underWay += by;
      }),
    critic: {
      critique(persona, revision, view, signal) {
        const isIt = at === 'line-editor' ? persona.id === at : view.round === 2;
        if (!isIt) return CRITIC.critique(persona, revision, view, signal);
        return new Promise(() => reached());
      },
    },
  });
  const message = platform.write(DRAFT);
  const outcome = await opened.review(message);
  if (outcome.type !== 'accepted') throw new Error('not accepted');
  const { runId } = outcome;
  void opened.work(runId);
  await isThere;
  // It dies at rest: nothing of what it had begun is still on its way when the next process looks.
  for (
    let still = 0;
    still < 5 || platform.posts.length === 0;
    still = underWay === 0 ? still + 1 : 0
  ) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return { opened, runId, message };
}

/** The same part; `count` hears of each call that begins (1) and ends (-1). */
function watched<T extends object>(part: T, count: (by: 1 | -1) => void): T {
  return new Proxy(part, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return async (...args: unknown[]) => {
        count(1);
        try {
          return await Reflect.apply(member, target, args);
        } finally {
          count(-1);
        }
      };
    },
  });
}

const slots = () => platform.posts.map(({ slot }) => slot.slot);
const unasked = { critique: () => Promise.reject(new Error('nobody is to be asked any more')) };

describe('a run that was stopped just before its process died', () => {
  it.each(['line-editor', 'second round'] as const)(
    'ends as stopped, keeps what was said and asks nobody any more: %s',
    async (at) => {
      const { opened, runId, message } = await brokenOff(at);
      const said = slots();
      await opened.deps.runs.saveStep(runId, { key: 'end', json: '"cancelled"', versions: {} });

      const next = await room({ critic: unasked });
      await next.work(runId, 2);

      const run = await next.deps.runs.load(runId);
      expect(run?.end?.stopReason).toBe('cancelled');
      expect(slots()).toEqual([...said, 'result']);
      expect(textOf(platform.posts.at(-1)?.message ?? { identity: null, parts: [] })).toContain(
        'Stopped, as you asked',
      );
      expect(platform.lastStatus(message)).toBe('stopped');
      const buttons = platform.posts.flatMap((post) =>
        post.message.parts.flatMap((part) => part.buttons.map(({ label }) => label)),
      );
      expect(buttons).not.toContain('Stop');
      expect(next.errors).toEqual([]);
    },
  );

  it('says nothing when it had said nothing', async () => {
    const opened = await room({ critic: unasked });
    const message = platform.write(DRAFT);
    const outcome = await opened.review(message);
    if (outcome.type !== 'accepted') throw new Error('not accepted');
    const { runId } = outcome;
    await opened.deps.runs.saveStep(runId, { key: 'end', json: '"cancelled"', versions: {} });
    await opened.work(runId);

    expect((await opened.deps.runs.load(runId))?.end?.stopReason).toBe('cancelled');
    expect(platform.posts).toEqual([]);
    expect(platform.lastStatus(message)).toBe('stopped');
  });

  it('shows at once that it is stopped, whatever a post still takes', async () => {
    const post = platform.messenger.post;
    let letPost = () => {};
    const opened = await room();
    platform.messenger.post = async (...args) => {
      await new Promise<void>((resolve) => {
        letPost = resolve;
      });
      return post(...args);
    };
    const message = platform.write(DRAFT);
    const outcome = await opened.review(message);
    if (outcome.type !== 'accepted') throw new Error('not accepted');
    const working = opened.work(outcome.runId);
    while (platform.lastStatus(message) !== 'working') {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await opened.click('stop', outcome.runId);
    while (platform.lastStatus(message) !== 'stopped') {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect(platform.posts).toEqual([]);
    platform.messenger.post = post;
    letPost();
    await working;

    expect((await opened.deps.runs.load(outcome.runId))?.end?.stopReason).toBe('cancelled');
  });

  it('does not wait for words that nobody hands over', async () => {
    const opened = await room({
      through: (part) =>
        'read' in part ? { ...part, read: () => new Promise(() => undefined) } : part,
    });
    const message = platform.write(DRAFT);
    const outcome = await opened.review(message);
    if (outcome.type !== 'accepted') throw new Error('not accepted');
    const working = opened.work(outcome.runId);
    while (platform.lastStatus(message) !== 'working') {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await opened.click('stop', outcome.runId);
    await working;

    expect((await opened.deps.runs.load(outcome.runId))?.end?.stopReason).toBe('cancelled');
    expect(platform.lastStatus(message)).toBe('stopped');
  });
});

describe('a run that lay still', () => {
  it('says how it ended when its time is over before it is taken up again', async () => {
    let now = 1_760_000_000_000;
    const { runId, message } = await brokenOff('second round', { now: () => now });
    const said = slots();
    now += 3_600_000;
    const next = await room({ critic: unasked, now: () => now });
    await next.work(runId, 2);

    const run = await next.deps.runs.load(runId);
    expect(run?.end?.stopReason).toBe('deadline');
    expect(run?.events.map(({ number }) => number)).toEqual(run?.events.map((_, at) => at + 1));
    expect(run?.events.at(-1)?.type).toBe('finished');
    expect(slots()).toEqual([...said, 'result']);
    expect(platform.lastStatus(message)).toBe('stopped');
  });

  it('counts its time from its first start', async () => {
    let now = 1_760_000_000_000;
    const { runId } = await brokenOff('second round', { now: () => now });
    now += 300_000;
    const next = await room({ now: () => now });
    await next.work(runId, 2);

    const run = await next.deps.runs.load(runId);
    expect(run?.end?.stopReason).toBe('needs_author');
    expect(run?.end?.receipt?.durationMs).toBe(300_000);
  });

  it('goes on with the time it has left when the clock was set back', async () => {
    let now = 1_760_000_000_000;
    const { runId, message } = await brokenOff('second round', { now: () => now });
    now -= 3_600_000;
    const next = await room({ now: () => now });
    await next.work(runId, 2);

    const run = await next.deps.runs.load(runId);
    expect(run?.end?.stopReason).toBe('needs_author');
    expect(run?.end?.receipt?.durationMs).toBe(0);
    expect(platform.lastStatus(message)).toBe('done');
  });
});
