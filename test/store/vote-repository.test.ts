import { beforeEach, describe, expect, it } from 'vitest';
import type { MemberRef } from '../../src/review/refs.ts';
import type { Choice, VoteStore } from '../../src/review/vote-store.ts';
import { createRunRepository } from '../../src/store/run-repository.ts';
import { createVoteRepository } from '../../src/store/vote-repository.ts';
import { onEveryEngine } from './engines.ts';
import { newRun } from './samples.ts';

const NAME = { runId: 'run', audience: 'team', revision: 2 } as const;
const OPENED = { ...NAME, originalChars: 100, refinedChars: 80, openedAt: 1000, closesAt: 9000 };
const voter = (at: number) => `desk:voter-${at}` as MemberRef;

onEveryEngine((engine) => {
  let votes: VoteStore;
  beforeEach(async () => {
    const database = engine.database();
    await createRunRepository(database).create(newRun({ id: 'run' }));
    votes = createVoteRepository(database);
  });

  describe('a ballot', () => {
    it('keeps the order that was drawn first, whoever opens it', async () => {
      const opened = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          votes.open({ ...OPENED, a: at % 2 === 0 ? 'original' : 'refined', closesAt: 9000 + at }),
        ),
      );

      const [first] = opened;
      expect(new Set(opened.map((ballot) => JSON.stringify(ballot))).size).toBe(1);
      expect(await votes.ballot(NAME)).toEqual(first);
      expect(await votes.ballot({ ...NAME, audience: 'author' })).toBeNull();
    });

    it('counts 100 members who vote at once, each once and by the last word', async () => {
      await votes.open({ ...OPENED, a: 'refined' });
      const vote = (at: number, choice: Choice) => votes.vote(NAME, voter(at), choice);
      // Everybody says B, and more than once; then 63 of them change to A.
      await Promise.all(Array.from({ length: 300 }, (_, at) => vote(at % 100, 'b')));
      await Promise.all(Array.from({ length: 63 }, (_, at) => vote(at, 'a')));
      await votes.close(NAME);

      expect(await votes.tally(NAME)).toEqual({ refined: 63, original: 37 });
    });

    it('counts exactly the votes it took when it is closed in the middle of them', async () => {
      await votes.open({ ...OPENED, a: 'original' });
      const cast = Array.from({ length: 100 }, async (_, at) => {
        if (at === 50) await votes.close(NAME);
        return votes.vote(NAME, voter(at), at % 2 === 0 ? 'a' : 'b');
      });
      // What is counted first is what is counted for good.
      await votes.close(NAME);
      const early = await votes.tally(NAME);
      const taken = await Promise.all(cast);

      const tally = await votes.tally(NAME);
      expect(early).toEqual(tally);
      expect(taken.filter((isTaken) => isTaken)).toHaveLength(
        (tally?.original ?? 0) + (tally?.refined ?? 0),
      );
      expect(await votes.vote(NAME, voter(1), 'a')).toBe(false);
      expect(await votes.tally(NAME)).toEqual(tally);
    });

    it('tells no count while it is open', async () => {
      await votes.open({ ...OPENED, a: 'original' });
      await votes.vote(NAME, voter(1), 'a');

      expect(await votes.tally(NAME)).toBeNull();
      expect(await votes.unrevealed()).toEqual([]);
    });

    it('closes when its time has come, and is shown once', async () => {
      const ballot = await votes.open({ ...OPENED, a: 'original' });
      await votes.open({ ...OPENED, audience: 'author', a: 'original', closesAt: 9001 });
      await votes.closeDue(8999);
      expect(await votes.unrevealed()).toEqual([]);

      await Promise.all([votes.closeDue(9000), votes.closeDue(9000)]);
      expect(await votes.unrevealed()).toEqual([{ ...ballot, closedAt: 9000 }]);
      await votes.close(NAME);
      expect((await votes.ballot(NAME))?.closedAt).toBe(9000);
      await votes.reveal(NAME);
      await votes.reveal({ ...NAME, audience: 'author' });
      expect(await votes.unrevealed()).toEqual([]);
      await votes.closeDue(9001);
      expect(await votes.unrevealed()).toMatchObject([{ audience: 'author' }]);
    });

    it('takes no vote that nobody opened', async () => {
      expect(await votes.vote(NAME, voter(1), 'a')).toBe(false);
      expect(await votes.tally(NAME)).toBeNull();
    });
  });
});
