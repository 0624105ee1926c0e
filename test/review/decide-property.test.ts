import { expect, it } from 'vitest';
import type { Message } from '../../src/review/message.ts';
import { readRun } from '../../src/review/thread-reader.ts';
import { drawThread } from '../../src/review/thread-view.ts';
import { closeDueVotes } from '../../src/review/vote.ts';
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
  readonly verb: 'accept' | 'dismiss' | 'undo' | 'put-back' | 'refine-accepted';
  readonly at: number;
};
interface Vote {
  readonly vote: 'vote-team' | 'vote-a' | 'vote-b' | 'vote-close' | 'vote-me';
  readonly by: 'ada' | 'bo' | 'cy';
}
const DEEDS = [
  ...['quiet', 'restart', 'deleted post', 'taken up again', 'a day passes'],
  ...['used', 'posted', 'edited', 'asked again', 'endorsed', 'source deleted'],
  ...['another round', 'run again', 'stopped while it reads', 'stopped late'],
  ...['another preset', 'shared', 'judged', 'said why'],
] as const;
type Deed = Click | Vote | (typeof DEEDS)[number] | { readonly say: string };

const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      verb: fc.constantFrom('accept', 'dismiss', 'undo', 'put-back', 'refine-accepted'),
      at: fc.nat(5),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      vote: fc.constantFrom('vote-team', 'vote-a', 'vote-b', 'vote-close', 'vote-me'),
      by: fc.constantFrom('ada', 'bo', 'cy'),
    }),
  },
  { weight: 4, arbitrary: fc.constantFrom(...DEEDS) },
  { weight: 1, arbitrary: fc.record({ say: fc.constantFrom('shorter', 'keep the joke', '') }) },
);

const DAY = 24 * 3_600_000;

it('whatever people click, say, vote, edit, remove and restart: nothing is posted twice, and everything has a next step', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(deed, { maxLength: 14 }),
      fc.constantFrom('auto' as const, 'guided' as const, 'critique-only' as const),
      fc.constantFrom('thread' as const, 'private' as const),
      async (deeds, mode, delivery) => {
        const platform = createFakePlatform();
        let at = 1_760_000_000_000;
        // No two things happen at the same moment.
        const now = () => (at += 1);
        const setup = { critic: CRITIC, platform, settings: { mode, delivery }, now };
        let room = await openRoom(setup);
        const { database } = room;
        const message = platform.write(DRAFT);
        const outcome = await room.review(message);
        if (outcome.type !== 'accepted') throw new Error('not accepted');
        const { runId } = outcome;
        await room.workAll();
        const first = await readRun(room.deps, runId);
        const ids = [...(first?.thread?.state.comments.keys() ?? [])];
        const aside = platform.write('Say it shorter.', { author: member('bo'), in: message });
        const lastRun = async () => {
          const [newest] = await room.deps.requests.recent(member('ada'), 1);
          return newest?.runId ?? runId;
        };
        const latest = async () => {
          const now = await readRun(room.deps, runId);
          return `revision-${now?.thread?.state.current?.number ?? 1}`;
        };

        let done = 0;
        let isBroken = false;
        const carryOut: Record<(typeof DEEDS)[number], () => Promise<unknown>> = {
          quiet: () => room.settler.now(runId),
          restart: async () => {
            room.settler.close();
            room = await openRoom({ ...setup, database });
            await room.settler.recover();
            await closeDueVotes(room.deps);
          },
          'deleted post': async () => {
            isBroken = true;
            platform.messenger.update = () => Promise.reject(new Error('gone'));
          },
          'taken up again': () => room.work(runId, 2 + done),
          'a day passes': async () => {
            at += DAY;
            await closeDueVotes(room.deps);
          },
          used: () => room.click('use', runId),
          'another round': async () => {
            await room.click('refine', await lastRun());
            await room.workAll();
          },
          'run again': async () => {
            await room.click('again', await lastRun());
            await room.workAll();
          },
          'stopped while it reads': async () => {
            await room.click('refine', runId);
            await room.click('stop', await lastRun(), undefined, member('ada'));
            await room.workAll();
          },
          'stopped late': () => room.click('stop', runId),
          'another preset': async () => {
            await room.review(message, { preset: 'announcement' }, { requester: member('cy') });
            await room.workAll();
          },
          shared: async () => room.click('share-now', runId, await latest()),
          judged: () => room.click('not-useful', runId, ids[0], member('bo')),
          'said why': () => room.click('why-taste', runId, ids[0]),
          posted: async () => room.click('post-now', runId, await latest()),
          edited: async () => platform.edit(message, `${DRAFT} And that is all, ${done}.`),
          'asked again': async () => {
            await room.review(message);
            await room.workAll();
          },
          endorsed: async () => {
            const words = { runId, message: aside, text: 'Say it shorter.', saidBy: member('bo') };
            await room.reviews.endorse(words, member('ada'), 'local');
            await room.workAll();
          },
          'source deleted': async () => {
            platform.remove(message);
            await room.reviews.sourceDeleted(message);
          },
        };
        for (const each of deeds) {
          done += 1;
          if (typeof each === 'string') await carryOut[each]();
          else if ('vote' in each) {
            const isAsking = each.vote === 'vote-me' || each.vote === 'vote-team';
            const subject = isAsking ? undefined : 'team-2';
            await room.click(each.vote, runId, subject, member(each.by));
          } else if ('say' in each) {
            const words = { runId, text: each.say, id: `said-${done}` };
            await room.reviews.say(words, member('ada'), 'local');
            await room.workAll();
          } else await room.click(each.verb, runId, ids[each.at % ids.length]);
        }
        await room.settler.now(runId, { all: true });
        await room.workAll();
        at += DAY;
        await closeDueVotes(room.deps);

        const slots = platform.posts.map(({ slot }) => `${slot.runId}/${slot.slot}`);
        expect(new Set(slots).size).toBe(slots.length);
        expect(await room.deps.requests.unfinished(message)).toEqual([]);
        if (delivery === 'thread') {
          const numbers = platform.posts.flatMap(
            ({ message: post }) => /raft\*\* · revision (\d+)/.exec(textOf(post))?.[1] ?? [],
          );
          expect(new Set(numbers).size).toBe(numbers.length);
        }
        expect(await room.deps.votes.unrevealed()).toEqual([]);
        if (!isBroken) {
          for (const { slot, message: vote } of platform.posts) {
            if (slot.slot.startsWith('vote/')) expect(textOf(vote)).toContain('is closed');
          }
        }
        const known = await readRun(room.deps, runId);
        if (known === null) throw new Error('the run is gone');
        const { thread } = known;
        if (thread === null) {
          // With its message its words went, and every button says so.
          expect(deeds).toContain('source deleted');
          const note = await room.click('accept', runId, ids[0]);
          expect(note === null ? '' : textOf(note)).toContain('Ask for a new review');
        } else {
          expect(await room.deps.decisions.unsettled()).toEqual([]);
          // Deciding once more, in any process, changes nothing.
          const before = thread.state.current?.sha;
          await room.settler.now(runId, { all: true });
          expect((await readRun(room.deps, runId))?.thread?.state.current?.sha).toBe(before);
          for (const { message: post } of drawThread(thread)) expectNextSteps(post);
        }
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
