import { expect, it } from 'vitest';
import type { Message } from '../../src/review/message.ts';
import { readRun } from '../../src/review/thread-reader.ts';
import { drawThread } from '../../src/review/thread-view.ts';
import { fc } from '../fast-check.ts';
import { createFakePlatform, member, textOf } from './fake-platform.ts';
import { openRoom, panelCritic } from './room.ts';

const DRAFT =
  'The export was fixed by us in the time of the night. A number of reports went out at the hour of noon. Nobody asked for that, really.';
const CRITIC = panelCritic({
  'senior-editor': [
    ['in the time of the night', 'last night'],
    ['at the hour of noon', 'at noon'],
  ],
  'line-editor': [['Nobody asked'], ['of the night', 'of night'], ['that, really', 'it']],
  'skeptical-reader': [['A number of reports', 'Some reports']],
});

type Click = {
  readonly verb: 'accept' | 'dismiss' | 'undo' | 'refine-accepted';
  readonly at: number;
};
type Deed = Click | 'quiet' | 'restart' | 'deleted post' | { readonly say: string };

const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      verb: fc.constantFrom('accept', 'dismiss', 'undo', 'refine-accepted'),
      at: fc.nat(5),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom('quiet', 'restart', 'deleted post') },
  { weight: 1, arbitrary: fc.record({ say: fc.constantFrom('shorter', 'keep the joke', '') }) },
);

it('whatever people click, say, remove and restart: nothing is posted twice, and every comment has a next step', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(deed, { maxLength: 12 }),
      fc.constantFrom('auto' as const, 'guided' as const),
      async (deeds, mode) => {
        const platform = createFakePlatform();
        const setup = { critic: CRITIC, platform, settings: { mode } };
        let room = await openRoom(setup);
        const { database } = room;
        const outcome = await room.review(platform.write(DRAFT));
        if (outcome.type !== 'accepted') throw new Error('not accepted');
        const { runId } = outcome;
        await room.workAll();
        const first = await readRun(room.deps, runId);
        const ids = [...(first?.thread?.state.comments.keys() ?? [])];

        let said = 0;
        for (const each of deeds) {
          if (each === 'quiet') await room.settler.now(runId);
          else if (each === 'restart') {
            room.settler.close();
            room = await openRoom({ ...setup, database });
            await room.settler.recover();
          } else if (each === 'deleted post')
            platform.messenger.update = () => Promise.reject(new Error('gone'));
          else if ('say' in each) {
            said += 1;
            const words = { runId, text: each.say, id: `said-${said}` };
            await room.reviews.say(words, member('ada'), 'local');
            await room.workAll();
          } else await room.click(each.verb, runId, ids[each.at % ids.length]);
        }
        await room.settler.now(runId, { all: true });
        await room.workAll();

        const known = await readRun(room.deps, runId);
        if (known?.thread == null) throw new Error('the run is gone');
        const { thread } = known;
        const slots = platform.posts.map(({ slot }) => `${slot.runId}/${slot.slot}`);
        expect(new Set(slots).size).toBe(slots.length);
        expect(await room.deps.decisions.unsettled()).toEqual([]);
        // Deciding once more, in any process, changes nothing.
        const before = thread.state.current?.sha;
        await room.settler.now(runId, { all: true });
        expect((await readRun(room.deps, runId))?.thread?.state.current?.sha).toBe(before);
        for (const { message } of drawThread(thread)) expectNextSteps(message);
        room.settler.close();
        await database.close();
      },
    ),
    { numRuns: 30 },
  );
});

/** A comment says what became of it, or what can be done about it. */
function expectNextSteps(message: Message): void {
  expect(textOf(message)).not.toBe('');
  for (const { markdown, buttons } of message.parts) {
    if (!markdown.includes('\n→ ')) continue;
    const isSettled = /_(?:Done|Accepted|Dismissed|Undone)/.test(markdown);
    expect(isSettled || buttons.length > 0, markdown).toBe(true);
  }
}
