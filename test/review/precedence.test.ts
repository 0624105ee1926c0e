import { describe, expect, it } from 'vitest';
import { createPrecedence } from '../../src/review/precedence.ts';
import { createFakePlatform } from './fake-platform.ts';
import { openRoom, panelCritic } from './room.ts';

const NEVER = 2 ** 30;

describe('who waits for an answer', () => {
  it('goes before work that nobody waits for', async () => {
    const { ahead, turn } = createPrecedence({ longestWaitMs: NEVER });
    const done: string[] = [];
    const answer = Promise.withResolvers<void>();
    const asked = ahead(async () => {
      await answer.promise;
      done.push('answered');
    });
    const work = turn().then(() => done.push('worked'));
    await oneTurnOfTheLoop();
    expect(done).toEqual([]);

    answer.resolve();
    await Promise.all([asked, work]);
    expect(done).toEqual(['answered', 'worked']);
  });

  it('goes between two pieces of such work, also when it comes after both were ready', async () => {
    const { ahead, turn } = createPrecedence({ longestWaitMs: NEVER });
    const done: string[] = [];
    const first = turn().then(() => {
      done.push('first piece');
      return ahead(async () => {
        await oneTurnOfTheLoop();
        done.push('answered');
      });
    });
    const second = turn().then(() => done.push('second piece'));
    await Promise.all([first, second]);
    expect(done).toEqual(['first piece', 'answered', 'second piece']);
  });

  it('holds nothing up for longer than a while, in the order it came', async () => {
    const { ahead, turn } = createPrecedence({ longestWaitMs: 1 });
    const answer = Promise.withResolvers<void>();
    const asked = ahead(() => answer.promise);
    const done: number[] = [];
    await Promise.all([1, 2, 3].map((number) => turn().then(() => done.push(number))));
    expect(done).toEqual([1, 2, 3]);
    answer.resolve();
    await asked;
  });

  it('lets work go on after an answer that failed', async () => {
    const { ahead, turn } = createPrecedence({ longestWaitMs: NEVER });
    const asked = ahead(() => Promise.reject(new Error('no')));
    const work = turn();
    await expect(asked).rejects.toThrow('no');
    await work;
  });
});

it('a review begins each of its pieces only when it is its turn', async () => {
  const panel = panelCritic({ 'senior-editor': [['in the time of the night', 'last night']] });
  let critiques = 0;
  let turns = 0;
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const platform = createFakePlatform();
  const room = await openRoom({
    platform,
    critic: {
      critique: (...asked) => {
        critiques += 1;
        return panel.critique(...asked);
      },
    },
    turn: () => {
      turns += 1;
      begun.resolve();
      return held.promise;
    },
  });
  const outcome = await room.review(
    platform.write('The export was fixed in the time of the night.'),
  );
  if (outcome.type !== 'accepted') throw new Error('not accepted');
  const work = room.work(outcome.runId);
  await begun.promise;
  expect({ critiques, turns }).toEqual({ critiques: 0, turns: 1 });

  held.resolve();
  await work;
  const run = await room.deps.runs.load(outcome.runId);
  expect(run?.status).toBe('finished');
  // Between events, after steps and before posts.
  expect(turns).toBeGreaterThan((run?.events.length ?? 0) + critiques);
});

function oneTurnOfTheLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
