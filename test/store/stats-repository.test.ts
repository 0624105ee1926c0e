import { beforeEach, describe, expect, it } from 'vitest';
import { createRevision } from '../../src/loop/revision.ts';
import type { MemberRef } from '../../src/review/refs.ts';
import { onEveryEngine } from './engines.ts';
import { ADA, claimIn, openParts, type Parts } from './parts.ts';
import { comment, critique, newRun, runEnd, SECRET } from './samples.ts';

const BALLOT = { runId: 'done', audience: 'team', revision: 2 } as const;
const CHARS = { originalChars: 100, refinedChars: 80 };
const SLOT = 'critique/1/line-editor';

onEveryEngine((engine) => {
  let parts: Parts;
  beforeEach(() => {
    parts = openParts(engine.database());
  });

  /** A finished review with one critique. */
  async function finished(id: string) {
    await claimIn(parts, id);
    await parts.runs.append(
      id,
      { number: 1, type: 'critique_received' },
      { critiques: [critique()], comments: [{ revision: 1, comment: comment() }] },
    );
    await parts.runs.finish(id, runEnd());
  }

  describe('what is exported', () => {
    const SECRET_ID = comment().id;

    async function decidedIn(id: string, channel: string, isPrivate: boolean) {
      await claimIn(parts, id, { channel });
      await parts.runs.append(
        id,
        { number: 1, type: 'critique_received' },
        {
          comments: [{ revision: 1, comment: comment() }],
          revisions: [
            createRevision(1, `before ${SECRET}`, null),
            createRevision(2, `after ${SECRET}`, 1),
          ],
        },
      );
      await parts.runs.finish(id, runEnd());
      await parts.stats.countAs(id, { preset: 'general', isPrivate });
      await parts.decisions.decide(
        id,
        { subject: SECRET_ID, decision: 'dismissed', member: ADA },
        { subject: `why/${SECRET_ID}`, decision: 'taste', member: ADA },
      );
      const ballot = { ...BALLOT, runId: id };
      await parts.votes.open({ ...ballot, ...CHARS, a: 'refined', openedAt: 1, closesAt: 2 });
      await parts.votes.vote(ballot, ADA, 'a');
      await parts.votes.close(ballot);
    }

    it('holds words of the channels that opted in, and of no other', async () => {
      await decidedIn('shown', 'open', false);
      await decidedIn('kept', 'general', false);
      await decidedIn('private', 'open', true);
      expect(await parts.stats.channels('local')).toEqual(['general', 'open']);

      const decided = await parts.stats.decided('local', ['open']);
      const voted = await parts.stats.voted('local', ['open']);
      const byId = <Row extends { readonly runId: string }>(rows: readonly Row[]) =>
        new Map(rows.map((row) => [row.runId, row]));
      expect([...byId(decided).keys()].toSorted()).toEqual(['kept', 'shown']);
      expect([...byId(voted).keys()].toSorted()).toEqual(['kept', 'shown']);
      expect(byId(decided).get('shown')).toMatchObject({
        ...{ decision: 'dismissed', reason: 'taste', preset: 'general' },
        comment: comment(),
      });
      expect(byId(voted).get('shown')).toMatchObject({
        ...{ original: 0, refined: 1, audience: 'team' },
        texts: { original: `before ${SECRET}`, refined: `after ${SECRET}` },
      });
      expect(JSON.stringify([byId(decided).get('kept'), byId(voted).get('kept')])).not.toContain(
        SECRET,
      );

      const without = [
        await parts.stats.decided('local', []),
        await parts.stats.voted('local', []),
      ];
      expect(without.map((rows) => rows.length)).toEqual([2, 2]);
      expect(JSON.stringify(without)).not.toContain(SECRET);
      expect(JSON.stringify([decided, voted, without])).not.toContain('desk:');
      expect(await parts.stats.decided('elsewhere', ['open'])).toEqual([]);
      expect(await parts.stats.voted('elsewhere', ['open'])).toEqual([]);
    });

    it('holds no vote that is open', async () => {
      await decidedIn('shown', 'open', false);
      const open = { ...BALLOT, runId: 'shown', audience: 'author' } as const;
      await parts.votes.open({ ...open, ...CHARS, a: 'original', openedAt: 1, closesAt: 2 });
      await parts.votes.vote(open, ADA, 'a');

      expect((await parts.stats.voted('local', [])).map(({ audience }) => audience)).toEqual([
        'team',
      ]);
    });
  });

  describe('what is counted', () => {
    it('is a finished review with all that was said of it', async () => {
      await finished('done');
      await claimIn(parts, 'under-way');
      await parts.stats.countAs('done', { preset: 'general', isPrivate: false });
      await parts.stats.countAs('done', { preset: 'later', isPrivate: true });
      const { id: subject } = comment();
      await parts.decisions.decide(
        'done',
        { subject, decision: 'applied', member: ADA },
        { subject: 'revision/2', decision: 'used', member: ADA },
      );
      await parts.feedback.give('done', { slot: SLOT, member: ADA, usefulness: 'useful' });
      const times = { openedAt: 1, closesAt: 2 };
      await parts.votes.open({ ...BALLOT, ...CHARS, ...times, a: 'refined' });
      for (const [name, choice] of [
        ['ada', 'a'],
        ['bo', 'a'],
        ['cy', 'b'],
      ] as const) {
        await parts.votes.vote(BALLOT, `desk:${name}` as MemberRef, choice);
      }
      // One that is open tells nothing yet.
      const open = { ...BALLOT, audience: 'author' } as const;
      await parts.votes.open({ ...open, ...CHARS, ...times, a: 'refined' });
      await parts.votes.vote(open, ADA, 'a');
      await parts.votes.close(BALLOT);

      const [done, ...rest] = await parts.stats.counted('local', newRun().createdAt);
      expect(rest).toEqual([]);
      expect(done).toMatchObject({
        ...{ runId: 'done', requester: ADA, preset: 'general', isPrivate: false },
        stopReason: runEnd().stopReason,
        personas: ['line-editor'],
        decisions: [{ raisedBy: comment().raisedBy, isAccepted: true }],
        feedback: [{ slot: SLOT, usefulness: 'useful' }],
        votes: [{ ...CHARS, original: 1, refined: 2 }],
      });
      expect(done?.receipt?.rounds).toBe(runEnd().receipt?.rounds);
      expect(done?.firstCritiqueAt).toBeGreaterThan(0);
    });

    it('is private when nobody wrote down that it was not', async () => {
      await finished('done');

      expect(await parts.stats.counted('local', 0)).toMatchObject([
        { runId: 'done', isPrivate: true, preset: null, feedback: [], votes: [] },
      ]);
    });

    it('is of one workspace and of the time that is asked for', async () => {
      await finished('done');
      const { createdAt } = newRun();

      expect(await parts.stats.counted('local', createdAt)).toHaveLength(1);
      expect(await parts.stats.counted('local', createdAt + 1)).toEqual([]);
      expect(await parts.stats.counted('elsewhere', 0)).toEqual([]);
    });
  });
});
