import { beforeEach, describe, expect, it } from 'vitest';
import type { Decision } from '../../src/review/decision-store.ts';
import type { Usefulness } from '../../src/review/feedback-store.ts';
import type { MemberRef } from '../../src/review/refs.ts';
import { onEveryEngine } from './engines.ts';
import { ADA, type ClaimOptions, claimIn, openParts, type Parts, SOURCE } from './parts.ts';
import { comment, critique, runEnd } from './samples.ts';

const MESSAGE = {
  channel: 'general',
  root: null,
  author: 'ada',
  kind: 'message' as const,
  privateTo: null,
  text: 'a\u0000b \u{1f469}\u{1f3fd}\u200d\u{1f680} \ud83d',
  identity: null,
  parts: null,
  createdAt: 1_760_000_000_001,
  editedAt: null,
  deletedAt: null,
};

// What the review itself does with each of these is told by the tests of the review; here they have to
// do the same on both databases, also when many ask at once.
onEveryEngine((engine) => {
  let parts: Parts;
  const claim = (id: string, more?: ClaimOptions) => claimIn(parts, id, more);
  beforeEach(() => {
    parts = openParts(engine.database());
  });

  describe('a claim', () => {
    it('is won by one of many who ask at once; the others hear of that one', async () => {
      const ids = Array.from({ length: 12 }, (_, at) => `run-${at}`);
      const outcomes = await Promise.all(ids.map((id) => claim(id, { claim: 'message' })));

      const winners = ids.filter((_, at) => outcomes[at]?.type === 'won');
      expect(winners).toHaveLength(1);
      for (const outcome of outcomes) {
        if (outcome.type !== 'won')
          expect(outcome).toMatchObject({ type: 'taken', runId: winners[0] });
      }
      for (const id of ids) {
        const isWinner = id === winners[0];
        expect((await parts.runs.load(id)) !== null).toBe(isWinner);
        expect((await parts.jobs.ahead(id)) !== null).toBe(isWinner);
      }
    });

    it('gives one thing that happened one run, however often it is told at once', async () => {
      const ids = Array.from({ length: 8 }, (_, at) => `run-${at}`);
      const outcomes = await Promise.all(ids.map((id) => claim(id, { interaction: 'event' })));

      const won = ids.filter((_, at) => outcomes[at]?.type === 'won');
      expect(won).toHaveLength(1);
      for (const outcome of outcomes) {
        if (outcome.type !== 'won') expect(outcome).toEqual({ type: 'repeated', runId: won[0] });
      }
      expect(await parts.requests.answered('desk', 'event')).toBe(won[0]);
    });

    it('is free again once its run has finished, and knows the run before', async () => {
      await claim('first', { claim: 'message' });
      await parts.runs.finish('first', runEnd());
      expect(await claim('second', { claim: 'message' })).toEqual({ type: 'won' });
      expect(await parts.requests.previous('second')).toBe('first');
      expect(await parts.requests.unfinished(SOURCE)).toEqual(['second']);

      await parts.runs.finish(
        'second',
        runEnd({ stopReason: 'awaiting_author', finishedAt: 5_000 }),
      );
      const waiting = (after: number, by: number) => parts.requests.waitingForAuthor({ after, by });
      expect(await waiting(4_999, 5_000)).toEqual(['second']);
      expect(await waiting(5_000, 9_000)).toEqual([]);
      expect(await waiting(0, 4_999)).toEqual([]);

      await parts.requests.drop('second', 'first');
      expect(await parts.runs.load('second')).toBeNull();
      expect(await parts.requests.answered('desk', 'second')).toBe('first');
    });
  });

  describe('a post', () => {
    it('is new once, unsure until it is confirmed, and then known with what it says', async () => {
      await claim('run');
      const attempt = await parts.posts.begin('run');
      const states = await Promise.all(
        Array.from({ length: 6 }, () => parts.posts.reserve('run', 'result', attempt)),
      );
      expect(states.filter(({ type }) => type === 'new')).toHaveLength(1);
      expect(states.filter(({ type }) => type === 'unsure')).toHaveLength(5);

      await parts.posts.confirm('run', { slot: 'result', message: SOURCE, digest: 'd' });
      const sent = { type: 'sent', message: SOURCE, digest: 'd' };
      expect(await parts.posts.reserve('run', 'result', attempt)).toEqual(sent);
      expect(await parts.posts.sent('run')).toEqual([
        { slot: 'result', message: SOURCE, digest: 'd' },
      ]);
    });

    it('is refused to an attempt that is not the last', async () => {
      await claim('run');
      const attempts = [await parts.posts.begin('run'), await parts.posts.begin('run')];
      expect(attempts).toEqual([0, 1]);
      expect(await parts.posts.reserve('run', 'result', 0)).toEqual({ type: 'superseded' });
      expect(await parts.posts.reserve('run', 'result', 1)).toEqual({ type: 'new' });
    });
  });

  it('remembers the last decision, and what a channel dismissed', async () => {
    await claim('run');
    const event = { number: 1, type: 'any' };
    await parts.runs.append('run', event, { comments: [{ revision: 1, comment: comment() }] });
    const subject = comment().id;
    await parts.decisions.decide('run', { subject, decision: 'accepted', member: ADA });
    await parts.decisions.decide('run', { subject, decision: 'dismissed', member: ADA });

    expect(await parts.decisions.decisions('run')).toEqual([
      { subject, decision: 'dismissed', member: ADA },
    ]);
    const markOf = await parts.dismissals.marker('local');
    const [dismissed, ...more] = await parts.dismissals.dismissals('local', ['general'], 9);
    const mark = markOf(comment().fingerprint);
    // Nothing is known of how the review was delivered, so nobody else is shown it.
    expect(dismissed).toMatchObject({ comment: subject, mark, isPrivate: true });
    expect(more).toEqual([]);
  });

  it('tells what people made of remarks, and leaves out what gave way to another one', async () => {
    await claim('run');
    await claim('elsewhere', { channel: 'hiring' });
    await claim('private');
    const ids = ['0.line-editor.1', '0.line-editor.2', '0.line-editor.3', '0.line-editor.4'];
    const comments = ids.map((id) => ({ revision: 1, comment: comment({ id, kind: 'tone' }) }));
    for (const runId of ['run', 'elsewhere', 'private']) {
      const event = { number: 1, type: 'any' };
      await parts.runs.append(runId, event, { comments, critiques: [critique()] });
    }
    const [first = '', second = '', third = ''] = ids;
    const decide = (subject: string, decision: Decision, runId = 'run') =>
      parts.decisions.decide(runId, { subject, decision, member: ADA });
    await decide(first, 'dismissed');
    await decide(`why/${first}`, 'taste');
    await decide(second, 'dismissed');
    await decide(`why/${second}`, 'rival');
    await decide(third, 'applied');
    await decide(first, 'dismissed', 'elsewhere');
    const { dismissals } = parts;
    // What is not known to be public counts for nobody.
    expect(await dismissals.verdicts('local', ['general'], 0)).toEqual([]);
    await parts.stats.countAs('run', { preset: null, isPrivate: false });
    expect(await dismissals.verdicts('local', ['general'], 0)).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'tone', isDismissed: true }),
        expect.objectContaining({ kind: 'tone', isDismissed: false }),
      ]),
    );
    expect(await dismissals.verdicts('local', ['general'], 0)).toHaveLength(2);
    expect(await dismissals.verdicts('local', ['general'], Date.now() + 60_000)).toEqual([]);
    expect(await dismissals.verdicts('local', [], 0)).toEqual([]);
    await parts.stats.countAs('private', { preset: null, isPrivate: true });
    await parts.stats.countAs('elsewhere', { preset: null, isPrivate: false });
    const give = (runId: string, name: string, usefulness: Usefulness, slot = 'line-editor') =>
      parts.feedback.give(runId, {
        slot: `critique/1/${slot}`,
        member: `desk:${name}` as MemberRef,
        usefulness,
      });
    await give('elsewhere', 'bo', 'not-useful');
    await give('elsewhere', 'cy', 'useful');
    await give('elsewhere', 'cy', 'useful', 'senior-editor');
    await give('private', 'bo', 'not-useful');
    const standing = (version: string, since = 0, workspace = 'local') =>
      dismissals.standing(workspace, { id: 'line-editor', version }, since);
    expect(await standing('3')).toEqual({ useful: 1, notUseful: 1 });
    const none = { useful: 0, notUseful: 0 };
    expect(await standing('4')).toEqual(none);
    expect(await standing('3', Date.now() + 60_000)).toEqual(none);
    expect(await standing('3', 0, 'other')).toEqual(none);

    const all = await dismissals.dismissals('local', null, 9);
    expect(all).toHaveLength(3);
    expect(new Set(all.map(({ id }) => id)).size).toBe(3);
    expect(all.find(({ reason }) => reason === 'taste')).toMatchObject({
      channel: 'general',
      by: ADA,
      kind: 'tone',
      raisedBy: ['line-editor', 'copy-editor'],
      isPrivate: false,
    });
    expect(all.filter(({ channel }) => channel === 'hiring')).toMatchObject([{ isPrivate: false }]);
    expect(await dismissals.dismissals('local', ['general'], 1)).toHaveLength(1);
    expect(await dismissals.dismissals('other', null, 9)).toEqual([]);
  });

  it('saves one answer of a step for all who had it at once', async () => {
    await claim('run');
    const save = (at: number) =>
      parts.runs.saveStep('run', { key: 'critique/0/a', json: String(at), versions: {} });
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(save));
    expect(new Set(answers).size).toBe(1);
  });

  it('keeps one word of each member about a post, and counts those about public reviews', async () => {
    await claim('open', { channel: 'general' });
    await claim('other', { channel: 'random' });
    await claim('private', { channel: 'general' });
    await parts.stats.countAs('open', { preset: 'general', isPrivate: false });
    await parts.stats.countAs('open', { preset: 'later', isPrivate: true });
    await parts.stats.countAs('other', { preset: null, isPrivate: false });
    await parts.stats.countAs('private', { preset: 'general', isPrivate: true });
    const [slot, BO] = ['critique/1/line-editor', 'desk:bo' as MemberRef];
    const before = Date.now();
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        parts.feedback.give('open', {
          slot,
          member: ADA,
          usefulness: at % 2 === 0 ? 'useful' : 'not-useful',
        }),
      ),
    );
    await parts.feedback.give('open', { slot, member: ADA, usefulness: 'not-useful' });
    for (const runId of ['open', 'other', 'private']) {
      await parts.feedback.give(runId, { slot, member: BO, usefulness: 'useful' });
    }

    expect(await parts.feedback.feedback('open')).toEqual([
      { slot, member: ADA, usefulness: 'not-useful' },
      { slot, member: BO, usefulness: 'useful' },
    ]);
    const count = (place: { workspace: string; channel?: string }, since: number) =>
      parts.feedback.countBySlot(place, since).then((counts) => counts.get(slot));
    expect(await count({ workspace: 'local' }, before - 1)).toEqual({ useful: 2, notUseful: 1 });
    expect(await count({ workspace: 'local', channel: 'general' }, before - 1)).toEqual({
      useful: 1,
      notUseful: 1,
    });
    expect(await count({ workspace: 'elsewhere' }, before - 1)).toBeUndefined();
    expect(await count({ workspace: 'local' }, before + 3_600_000)).toBeUndefined();
  });

  describe('the desk', () => {
    it('gives messages back as they were written, newest page first, with their marks', async () => {
      const { messages, marks, files } = parts.desk;
      await files.save({ id: 'f1', name: 'draft.md', text: 'Draft' }, 1);
      // Ids are ordered by their characters, capitals before small letters.
      for (const id of ['0B', '0a', '0c']) await messages.say({ ...MESSAGE, id }, ['f1']);
      await messages.add({ ...MESSAGE, id: '0d', root: '0B' });
      await marks.react('0B', '✏️', 'bo', 5);
      await marks.react('0B', '✏️', 'cy', 6);

      const page = await messages.page('general', { viewer: 'bo', limit: 2 });
      expect(page.messages.map(({ id }) => id)).toEqual(['0a', '0c']);
      expect(page.hasEarlier).toBe(true);
      expect(await messages.find('0B')).toMatchObject({
        createdAt: MESSAGE.createdAt,
        files: [{ id: 'f1', name: 'draft.md', text: 'Draft' }],
        reactions: [{ emoji: '✏️', members: ['bo', 'cy'] }],
        replies: { count: 1, lastAt: MESSAGE.createdAt },
      });
      expect((await messages.find('0a'))?.text).toContain('👩🏽‍🚀');
      expect((await marks.unread('bo')).get('general')).toBe(3);
      await marks.markRead('bo', 'general', '0a');
      await marks.markRead('bo', 'general', '0B');
      expect((await marks.unread('bo')).get('general')).toBe(1);
    });

    it('makes one post of a slot, however many try at once', async () => {
      const { messages } = parts.desk;
      const slot = { runId: 'run', slot: 'result' };
      const ids = await Promise.all(
        ['p1', 'p2', 'p3'].map((id) => messages.addPost(slot, [{ ...MESSAGE, id, kind: 'post' }])),
      );
      expect(new Set(ids).size).toBe(1);
      expect(await messages.findPost(slot)).toEqual([ids[0]]);
      expect(await messages.isUntouched()).toBe(false);
    });

    it('opens a private thread once and lets it go', async () => {
      const { messages, directory } = parts.desk;
      await directory.add({ members: [{ id: 'ada', name: 'Ada', title: '' }] });
      await directory.add({ members: [{ id: 'ada', name: 'Other', title: '' }] });
      expect(await directory.members()).toEqual([{ id: 'ada', name: 'Ada', title: '' }]);
      const root = { ...MESSAGE, id: 'r', privateTo: 'ada' };
      expect(await messages.openPrivateThread('desk:general', root)).toBe('r');
      expect(await messages.openPrivateThread('desk:general', { ...root, id: 's' })).toBe('r');
      await messages.withdraw('r');
      expect(await messages.privateThread('ada', 'desk:general')).toBeNull();
    });
  });
});
