import { expect, it } from 'vitest';
import type { Messenger } from '../../src/review/messenger.ts';
import type { PostStore } from '../../src/review/post-store.ts';
import { readRun } from '../../src/review/thread-reader.ts';
import { drawThread } from '../../src/review/thread-view.ts';
import { onEveryEngine, type TestStore } from '../store/engines.ts';
import { createFakePlatform, member, textOf } from './fake-platform.ts';
import { LIFT } from './lift.ts';
import { openRoom, panelCritic, type RoomOptions } from './room.ts';

/** A finished review, and two processes on its database that hear of what people do. */
async function reviewedBy(two: TestStore, through?: RoomOptions['through']) {
  const platform = createFakePlatform();
  const critic = panelCritic({
    'line-editor': [['very very', 'very']],
    'skeptical-reader': [['a very long story']],
    'senior-editor': [['It opens on 5 May']],
  });
  const here = await openRoom({ critic, platform, database: two.database() });
  const there = await openRoom({
    ...{ critic, platform, database: await two.openAnother() },
    ...(through === undefined ? {} : { through }),
  });
  const message = platform.write(LIFT.draft, { author: member('ada') });
  const outcome = await here.review(message, {}, { requester: member('cy') });
  if (outcome.type !== 'accepted') throw new Error('not accepted');
  await here.workAll();
  return { here, there, platform, runId: outcome.runId };
}

onEveryEngine((engine) => {
  it('two people who click opposite buttons in two processes come to one state', async () => {
    const { here, there, platform, runId } = await reviewedBy(engine);
    const open = await readRun(here.deps, runId);
    const id = [...(open?.thread?.state.comments.keys() ?? [])].find((each) =>
      each.includes('senior'),
    );
    for (let round = 0; round < 5; round += 1) {
      const notes = await Promise.all([
        here.click('accept', runId, id, member('ada')),
        there.click('dismiss', runId, id, member('cy')),
      ]);
      expect(notes[0]).toBeNull();
      const decided = await here.deps.decisions.decisions(runId);
      expect(decided.filter(({ subject }) => subject === id)).toHaveLength(1);
      await here.settler.now(runId);
      await there.settler.now(runId);
      const seen = [await readRun(here.deps, runId), await readRun(there.deps, runId)];
      const drawn = seen.map((known) => (known?.thread ? drawThread(known.thread) : []));
      expect(drawn[0]).toEqual(drawn[1]);
      // The next who draws the posts puts right what the slower of the two left.
      await here.click('undo', runId, id, member('ada'));
      await here.settler.now(runId);
    }
    const known = await readRun(there.deps, runId);
    const posts = known?.thread ? drawThread(known.thread) : [];
    expect(posts.map(({ message }) => textOf(message))).toEqual(
      posts.map(({ slot }) => {
        const post = platform.posts.find((each) => each.slot.slot === slot);
        return post === undefined ? '' : textOf(post.message);
      }),
    );
    expect(here.errors.concat(there.errors)).toEqual([]);
  });

  it('a hundred members who vote at once in two processes are counted once each', async () => {
    const { here, there, platform, runId } = await reviewedBy(engine);
    await Promise.all([
      here.click('vote-team', runId, undefined, member('ada')),
      there.click('vote-team', runId, undefined, member('cy')),
    ]);
    const votes = platform.posts.filter(({ slot }) => slot.slot === 'vote/2');
    expect(votes).toHaveLength(1);
    const crowd = Array.from({ length: 100 }, (_, at) => member(`m${at}`));
    await Promise.all(
      crowd.flatMap((by, at) => [
        (at % 2 === 0 ? here : there).click('vote-a', runId, 'team-2', by),
        ...(at % 4 === 0 ? [here.click('vote-a', runId, 'team-2', by)] : []),
      ]),
    );
    await here.click('vote-close', runId, 'team-2', member('ada'));

    const tally = await there.deps.votes.tally({ runId, audience: 'team', revision: 2 });
    expect((tally?.original ?? 0) + (tally?.refined ?? 0)).toBe(100);
    expect(textOf(votes[0]?.message ?? { identity: null, parts: [] })).toContain(
      '100 of 100 votes',
    );
    expect(here.errors.concat(there.errors)).toEqual([]);
  });

  it('what two processes post for two clicks at once is one post, however slow the platform', async () => {
    const looked = Promise.withResolvers<void>();
    // The other process looks what stands there already while this one is still sending.
    const { here, there, platform, runId } = await reviewedBy(engine, (part) => {
      const looking = <Asked extends readonly unknown[], Found>(
        look: (...asked: Asked) => Promise<Found>,
      ) => {
        return async (...asked: Asked) => {
          const found = await look(...asked);
          looked.resolve();
          return found;
        };
      };
      const { sent, find } = part as Partial<PostStore & Messenger>;
      return {
        ...part,
        ...(sent === undefined ? {} : { sent: looking(sent) }),
        ...(find === undefined ? {} : { find: looking(find) }),
      };
    });
    const { post } = platform.messenger;
    const sending = Promise.withResolvers<void>();
    platform.messenger.post = async (...given) => {
      sending.resolve();
      await looked.promise;
      return post(...given);
    };
    const first = here.click('post-now', runId, 'revision-2');
    await sending.promise;
    const notes = [await there.click('post-now', runId, 'revision-2'), await first];

    for (const note of notes) expect(note === null ? '' : textOf(note)).toContain('Posted in');
    expect(platform.posts.filter(({ slot }) => slot.slot === 'post/2')).toHaveLength(1);
  });
});
