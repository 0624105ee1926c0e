import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Verb } from '../../src/review/action.ts';
import type { Message } from '../../src/review/message.ts';
import type { MemberRef } from '../../src/review/refs.ts';
import {
  buttonsOf,
  channelThread,
  createFakePlatform,
  type FakePlatform,
  member,
  textOf,
} from './fake-platform.ts';
import { openRoom, panelCritic, type Room, type RoomOptions } from './room.ts';

const DRAFT =
  'The export was fixed by us in the time of the night. A number of reports went out at the hour of noon. Nobody asked.';
const CRITIC = panelCritic({
  'senior-editor': [
    ['in the time of the night', 'last night'],
    ['at the hour of noon', 'at noon'],
  ],
  'line-editor': [['Nobody asked']],
});

let platform: FakePlatform;
const rooms: Room[] = [];

beforeEach(() => {
  platform = createFakePlatform();
});

afterEach(() => {
  for (const room of rooms.splice(0)) room.database.close();
});

async function room(options: Partial<RoomOptions> = {}) {
  const opened = await openRoom({ critic: CRITIC, platform, ...options });
  rooms.push(opened);
  return opened;
}

async function reviewed(options: Partial<RoomOptions> = {}) {
  const opened = await room(options);
  const message = platform.write(DRAFT);
  const outcome = await opened.review(message);
  if (outcome.type !== 'accepted') throw new Error(textOf(outcome.note));
  await opened.workAll();
  const { runId } = outcome;
  /** Clicks the first button of this kind, as it stands in the thread. */
  const press = (verb: Verb, by?: MemberRef) => {
    const button = platform.posts
      .flatMap((each) => buttonsOf(each.message))
      .find(({ action }) => action.verb === verb);
    if (button === undefined) throw new Error(`there is no button for ${verb}`);
    return opened.click(verb, runId, button.action.commentId, by);
  };
  return { ...opened, message, runId, press };
}

const last = (slot: string): Message => {
  const found = platform.posts.filter((each) => each.slot.slot === slot).at(-1);
  if (found === undefined) throw new Error(`nothing was posted as ${slot}`);
  return found.message;
};
const draftShown = () => last('result').parts.find(({ isDraft }) => isDraft)?.markdown;
const says = (message: Message | null) => (message === null ? null : textOf(message));

describe('a click under a post', () => {
  it('accepts a comment and shows it at once, also after a restart', async () => {
    const { press, deps, runId, database } = await reviewed();
    expect(await press('accept')).toBeNull();

    expect(textOf(last('critique/1/line-editor'))).toContain('_Accepted._');
    expect(await deps.decisions.decisions(runId)).toMatchObject([
      { decision: 'accepted', member: member('ada') },
    ]);
    const restarted = await openRoom({ critic: CRITIC, platform, database });
    const [button] = buttonsOf(last('critique/1/line-editor'));
    expect(button?.action.verb).toBe('undo');
    await restarted.click('undo', runId, button?.action.commentId);
    await restarted.click('dismiss', runId, button?.action.commentId);
    expect(textOf(last('critique/1/line-editor'))).toContain('_Dismissed;');
  });

  it('does not bring a dismissed suggestion up again in the channel', async () => {
    const { press, review, workAll } = await reviewed();
    await press('dismiss');
    platform.posts.length = 0;
    await review(platform.write(`${DRAFT} We are sorry.`));
    await workAll();

    expect(platform.posts.map(({ slot }) => slot.slot)).not.toContain('critique/1/line-editor');
    const elsewhere = platform.write(`${DRAFT} We are sorry.`);
    platform.posts.length = 0;
    await review(elsewhere, {}, { channel: 'random' });
    await workAll();
    expect(platform.posts.map(({ slot }) => slot.slot)).toContain('critique/1/line-editor');
  });

  it('undoes one change and leaves the others, then that one too', async () => {
    const { press, click, deps, runId } = await reviewed();
    expect(draftShown()).toContain('last night. A number of reports went out at noon.');

    expect(await press('undo')).toBeNull();
    expect(draftShown()).toBe(DRAFT.replace('at the hour of noon', 'at noon'));
    expect(textOf(last('critique/1/senior-editor'))).toContain('_Undone; your words stand._');
    expect(textOf(last('result'))).toContain('revision 3');

    const changes = buttonsOf(last('critique/1/senior-editor'));
    expect(changes.map(({ label }) => label)).toEqual(['Put it back', 'Undo']);
    await click('undo', runId, changes[1]?.action.commentId);
    expect(draftShown()).toBe(DRAFT);
    expect(changes[0]?.action.verb).toBe('put-back');
    await click('put-back', runId, changes[0]?.action.commentId);
    expect(draftShown()).toBe(DRAFT.replace('in the time of the night', 'last night'));
    const run = await deps.runs.load(runId);
    expect(run?.revisions.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  });

  it('undoes once, and puts back once, however often it is pressed', async () => {
    const { press, click, runId } = await reviewed();
    const [button] = buttonsOf(last('critique/1/senior-editor'));
    const id = button?.action.commentId;
    await press('undo');
    await click('undo', runId, id);
    expect(draftShown()).toBe(DRAFT.replace('at the hour of noon', 'at noon'));

    await Promise.all([click('put-back', runId, id), click('put-back', runId, id)]);
    await click('put-back', runId, id);
    expect(draftShown()).toContain('last night');
  });

  it('undoes both when two people click at the same time', async () => {
    const { click, runId } = await reviewed();
    const ids = buttonsOf(last('critique/1/senior-editor')).map(({ action }) => action.commentId);
    expect(ids).toHaveLength(2);

    await Promise.all(ids.map((id) => click('undo', runId, id)));

    expect(draftShown()).toBe(DRAFT);
  });

  it('shows what changed to who asked alone', async () => {
    const { press } = await reviewed();
    const note = says(await press('changes'));

    expect(note).toContain('~~in the time of the~~ **last**');
    expect(note).toContain('**2 changes**');
    expect(platform.posts).toHaveLength(3);
  });

  it('marks the text that was chosen, for its author alone', async () => {
    const { press, deps, runId } = await reviewed();
    expect(says(await press('use', member('bo')))).toContain('The text is its author’s');
    const note = await press('use');
    expect(note?.parts.find(({ isDraft }) => isDraft)?.markdown).toBe(draftShown());

    expect(textOf(last('result'))).toContain('the chosen text');
    expect(await deps.decisions.decisions(runId)).toMatchObject([
      { subject: 'revision/2', decision: 'used' },
    ]);
  });

  it('goes on from the refined draft with another round', async () => {
    const { press, workAll, deps } = await reviewed();
    expect(await press('refine')).toBeNull();
    expect(says(await press('refine'))).toContain('Already under review');
    await workAll();

    const newest = platform.posts.at(-1)?.slot.runId ?? '';
    const run = await deps.runs.load(newest);
    expect(run?.given).toMatchObject({
      draft: DRAFT.replace('in the time of the night', 'last night').replace(
        'at the hour of noon',
        'at noon',
      ),
    });
  });

  it('shares a private review where it was asked for, once', async () => {
    const opened = await room();
    await opened.request({
      trigger: 'command',
      target: { type: 'draft', text: DRAFT, notRead: [] },
    });
    await opened.workAll();
    const runId = platform.posts[0]?.slot.runId ?? '';
    expect(says(await opened.click('share', runId, undefined, member('bo')))).toContain('Only');
    const preview = await opened.click('share', runId);
    if (preview === null) throw new Error('nothing was previewed');
    expect(says(preview)).toContain('Nobody is notified');
    const previewed = preview.parts.find(({ isDraft }) => isDraft)?.markdown;
    expect(platform.posts.filter(({ thread }) => thread === channelThread)).toEqual([]);

    const [button] = buttonsOf(preview);
    if (button === undefined) throw new Error('there is nothing to click');
    const { commentId } = button.action;
    expect(says(await opened.click('share-now', runId, commentId, member('bo')))).toContain('Only');
    expect(says(await opened.click('share-now', runId, 'revision-1'))).toContain('will see');
    await opened.click('share-now', runId, commentId);
    await opened.click('share-now', runId, commentId);

    const shared = platform.posts.filter(({ thread }) => thread === channelThread);
    expect(shared).toHaveLength(1);
    expect(shared[0]?.message.parts.find(({ isDraft }) => isDraft)?.markdown).toBe(previewed);
  });

  it('is answered kindly when the review is not known any more', async () => {
    const { click } = await room();
    expect(says(await click('accept', 'gone', '1.x.1'))).toContain('no longer know this review');
  });

  it('counts although the post was removed meanwhile', async () => {
    const { press, errors, deps, runId } = await reviewed();
    const action = press('accept');
    platform.messenger.update = () => Promise.reject(new Error('no such post'));
    expect(await action).toBeNull();
    expect(says(await press('dismiss'))).toContain('Dismissed.');

    expect(await deps.decisions.decisions(runId)).toHaveLength(1);
    expect(errors.length).toBeGreaterThan(0);
  });
});

describe('stopping', () => {
  /** A run whose line editor never answers. */
  async function hanging() {
    let reached = () => {};
    const isHanging = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const opened = await room({
      critic: {
        critique: (persona, revision, view, signal) => {
          if (persona.id !== 'line-editor') return CRITIC.critique(persona, revision, view, signal);
          return new Promise(() => reached());
        },
      },
    });
    const message = platform.write(DRAFT);
    const outcome = await opened.review(message, {}, { requester: member('cy') });
    if (outcome.type !== 'accepted') throw new Error('not accepted');
    const working = opened.work(outcome.runId);
    await isHanging;
    while (platform.posts.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    return { ...opened, message, runId: outcome.runId, working };
  }

  it('ends a run in the middle of a question, keeps what was said and says so once', async () => {
    const { click, runId, working, message, deps } = await hanging();
    expect(buttonsOf(last('critique/1/senior-editor')).map(({ label }) => label)).toEqual(['Stop']);

    expect(says(await click('stop', runId))).toContain('Stopped');
    await working;

    expect((await deps.runs.load(runId))?.end?.stopReason).toBe('cancelled');
    expect(platform.posts.map(({ slot }) => slot.slot)).toEqual([
      'critique/1/senior-editor',
      'result',
    ]);
    expect(textOf(last('result'))).toContain('Stopped, as you asked');
    expect(platform.lastStatus(message)).toBe('stopped');
    expect(buttonsOf(last('critique/1/senior-editor')).map(({ label }) => label)).not.toContain(
      'Stop',
    );
    expect(says(await click('stop', runId))).toContain('over already');
  });

  it('is for the requester, the author and admins', async () => {
    const { click, runId, working } = await hanging();

    expect(says(await click('stop', runId, undefined, member('bo')))).toContain('Only the person');
    expect(says(await click('stop', runId, undefined, member('cy')))).toContain('Stopped');
    await working;
  });

  it('ends a run that has not started', async () => {
    const { review, click, workAll, deps } = await room();
    const message = platform.write(DRAFT);
    const outcome = await review(message);
    if (outcome.type !== 'accepted') throw new Error('not accepted');
    await click('stop', outcome.runId);
    await workAll();

    expect((await deps.runs.load(outcome.runId))?.end?.stopReason).toBe('cancelled');
    expect(platform.posts).toEqual([]);
    expect(platform.lastStatus(message)).toBe('stopped');
  });

  it('ends the run of a message that was deleted and posts no more', async () => {
    const { reviews, runId, working, message, deps } = await hanging();
    const before = platform.posts.length;
    platform.remove(message);
    await reviews.sourceDeleted(message);
    await working;

    expect((await deps.runs.load(runId))?.end?.stopReason).toBe('source_deleted');
    expect(platform.posts).toHaveLength(before);
  });

  it('ends a run that takes too long', async () => {
    const opened = await room({
      critic: { critique: () => new Promise(() => {}) },
      maxRunMs: 20,
    });
    const message = platform.write(DRAFT);
    const outcome = await opened.review(message);
    if (outcome.type !== 'accepted') throw new Error('not accepted');
    await opened.workAll();

    expect((await opened.deps.runs.load(outcome.runId))?.end?.stopReason).toBe('deadline');
    expect(platform.lastStatus(message)).toBe('stopped');
    expect(platform.notes).toHaveLength(1);
  });
});
