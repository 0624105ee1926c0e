import { expect, it } from 'vitest';
import { open } from '../store/open-store.ts';
import { createFakePlatform } from './fake-platform.ts';
import { openRoom, panelCritic } from './room.ts';

const DRAFT = 'Hi all, the export was fixed in the time of the night, we think.';
const CRITIC = panelCritic({ 'senior-editor': [['in the time of the night', 'last night']] });

it.each([2, 3, 4, 5, 6])(
  'keeps no event after one that could not be kept (the %i. fails), and says all in the next attempt',
  async (failing) => {
    const platform = createFakePlatform();
    const database = await open(':memory:');
    const room = await openRoom({ platform, database, critic: CRITIC });
    const { append } = room.deps.runs;
    let isFull = true;
    const saved: number[] = [];
    room.deps.runs.append = async (runId, event, records) => {
      if (isFull && event.number === failing) throw new Error('the disk is full');
      await append(runId, event, records);
      saved.push(event.number);
    };
    const outcome = await room.review(platform.write(DRAFT));
    if (outcome.type !== 'accepted') throw new Error('not accepted');

    await expect(room.work(outcome.runId)).rejects.toThrow('the disk is full');
    expect(saved).toEqual(Array.from({ length: failing - 1 }, (_, at) => at + 1));

    isFull = false;
    await room.work(outcome.runId, 2);
    const run = await room.deps.runs.load(outcome.runId);
    expect(run?.status).toBe('finished');
    expect(run?.events.map(({ number }) => number)).toEqual(run?.events.map((_, at) => at + 1));
    expect(platform.posts.map(({ slot }) => slot.slot)).toEqual([
      'critique/1/senior-editor',
      'result',
    ]);
    await database.close();
  },
);

it('asks the writer while a post is still under way, and shows everything in order', async () => {
  const platform = createFakePlatform();
  let letGo = () => {};
  const isSlow = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const { post } = platform.messenger;
  const slow = {
    ...platform,
    messenger: {
      ...platform.messenger,
      async post(...args: Parameters<typeof post>) {
        await isSlow;
        return post(...args);
      },
    },
  };
  let critiques = 0;
  const room = await openRoom({
    platform: slow,
    critic: {
      critique(...args) {
        critiques += 1;
        // The closing critiques come after the writer.
        if (critiques === 4) letGo();
        return CRITIC.critique(...args);
      },
    },
  });
  const outcome = await room.review(platform.write(DRAFT));
  if (outcome.type !== 'accepted') throw new Error('not accepted');
  await room.work(outcome.runId);

  expect(platform.posts.map(({ slot }) => slot.slot)).toEqual([
    'critique/1/senior-editor',
    'result',
  ]);
});
