import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RequestOutcome } from '../../src/review/reviews.ts';
import { modelCall } from '../store/samples.ts';
import {
  buttonsOf,
  createFakePlatform,
  type FakePlatform,
  member,
  textOf,
} from './fake-platform.ts';
import { openRoom, panelCritic, type Room, type RoomOptions } from './room.ts';

const DRAFT =
  'The export was fixed by us in the time of the night, and a number of reports went out.';
const CRITIC = panelCritic({ 'line-editor': [['in the time of the night', 'last night']] });

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

function accepted(outcome: RequestOutcome): string {
  if (outcome.type !== 'accepted') throw new Error(`not accepted: ${textOf(outcome.note)}`);
  return outcome.runId;
}

function noteOf(outcome: RequestOutcome): string {
  if (outcome.type !== 'note') throw new Error('accepted');
  return textOf(outcome.note);
}

describe('asking for a review', () => {
  it('begins one run however many ask at once, and tells the others where it is', async () => {
    const { review, workAll } = await room();
    const message = platform.write(DRAFT);
    const people = ['ada', 'bo', 'cy', 'di', 'eve'];

    const outcomes = await Promise.all(
      people.map((name) => review(message, {}, { requester: member(name) })),
    );
    await workAll();

    expect(outcomes.filter(({ type }) => type === 'accepted')).toHaveLength(1);
    const notes = outcomes.filter(({ type }) => type === 'note').map(noteOf);
    expect(notes).toHaveLength(4);
    for (const text of notes) expect(text).toMatch(/^Already under review since a moment ago: \[/);
    expect(platform.posts.map(({ slot }) => slot.slot)).toEqual([
      'critique/1/line-editor',
      'result',
    ]);
  });

  it('answers a redelivery with the run it began, however late and whatever the limits say', async () => {
    const { review, workAll } = await room({
      settings: { budget: { ...FREE, reviewsPerMember: 1 } },
    });
    const message = platform.write(DRAFT);
    const event = { interactionId: 'event-x' };
    const first = accepted(await review(message, {}, event));
    expect(accepted(await review(message, {}, event))).toBe(first);
    await workAll();

    expect(accepted(await review(message, {}, event))).toBe(first);
    await workAll();
    expect(platform.posts).toHaveLength(2);
  });

  it('says that unchanged words were reviewed, and runs again on request', async () => {
    const { review, workAll, click } = await room();
    const message = platform.write(DRAFT);
    const first = accepted(await review(message));
    await workAll();
    const dropped = accepted(await review(message, {}, { requester: member('bo') }));
    await workAll();

    expect(platform.posts).toHaveLength(2);
    const [told] = platform.notes;
    expect(told?.to).toBe(member('bo'));
    const buttons = told === undefined ? [] : buttonsOf(told.message);
    expect(buttons.map(({ action }) => action)).toEqual([{ verb: 'again', runId: first }]);
    expect(platform.lastStatus(message)).toBe('done');
    expect(dropped).not.toBe(first);

    expect(await click('again', first)).toBeNull();
    expect(textOf((await click('again', first)) ?? { parts: [], identity: null })).toContain(
      'Already under review',
    );
    await workAll();
    expect(platform.posts).toHaveLength(4);
  });

  it('does not take a review that was broken off for an answer', async () => {
    const { review, workAll, click } = await room();
    const message = platform.write(DRAFT);
    await click('stop', accepted(await review(message)));
    await workAll();
    const broken = await room({ critic: { critique: () => Promise.reject(new Error('down')) } });
    await broken.review(message);
    await broken.workAll();
    const whole = await openRoom({ critic: CRITIC, platform, database: broken.database });
    await whole.review(message, {}, { interactionId: 'later' });
    await whole.workAll();

    expect(platform.posts.map(({ slot }) => slot.slot)).toEqual([
      'critique/1/line-editor',
      'result',
    ]);
  });

  it('reviews edited words anew', async () => {
    const { review, workAll } = await room();
    const message = platform.write(DRAFT);
    await review(message);
    await workAll();
    platform.edit(message, `${DRAFT} We are sorry.`);
    await review(message);
    await workAll();

    expect(platform.posts).toHaveLength(4);
    expect(platform.notes).toEqual([]);
  });

  it('takes a preset and a persona on one message for two reviews', async () => {
    const { review } = await room();
    const message = platform.write(DRAFT);

    const first = accepted(await review(message));
    const second = accepted(await review(message, { personas: ['line-editor'] }));

    expect(second).not.toBe(first);
  });

  it.each([
    ['nothing', ''],
    ['white space that cannot be seen', ' \u200B\n\t'],
    ['emoji', ':tada: :tada: 🎉'],
  ])('RC-028: answers %s with one private sentence and no run', async (_name, text) => {
    let asked = 0;
    const { review, request, workAll, deps } = await room({
      critic: {
        critique: (...args) => {
          asked += 1;
          return CRITIC.critique(...args);
        },
      },
    });
    const given = await request({ target: { type: 'draft', text, notRead: [] } });
    expect(noteOf(given)).toContain('no text in this to review');

    const message = platform.write(text, { notRead: ['a picture'] });
    const runId = accepted(await review(message));
    await workAll();

    expect(asked).toBe(0);
    expect(platform.posts).toEqual([]);
    expect(platform.notes.map((each) => textOf(each.message))).toEqual([
      expect.stringMatching(/no text in this to review.* Not read: a picture\.$/),
    ]);
    expect(platform.lastStatus(message)).toBe('stopped');
    expect(await deps.runs.load(runId)).toBeNull();
  });

  it('refuses an over-long draft with its size, and takes a long file', async () => {
    const { request, review, workAll } = await room();
    const long = 'word '.repeat(6000);
    const tooLong = await request({ target: { type: 'draft', text: long, notRead: [] } });
    expect(noteOf(tooLong)).toContain('30,000 characters; I read up to 24,000');
    const file = { type: 'draft', text: long, notRead: [], fromFile: true } as const;
    accepted(await request({ target: file }));

    await review(platform.write(long));
    await workAll();
    expect(platform.notes.map((each) => textOf(each.message))).toEqual([
      expect.stringContaining('30,000 characters'),
    ]);
  });

  it('names what is unknown, with the nearest that exists', async () => {
    const { review } = await room();
    const message = platform.write(DRAFT);

    expect(noteOf(await review(message, { preset: 'anouncement' }))).toContain(
      'Did you mean “announcement”?',
    );
    expect(noteOf(await review(message, { personas: ['Line editr'] }))).toContain(
      'Did you mean “Line editor”?',
    );
    expect(noteOf(await review(message, { rounds: 7 }))).toContain('1 to 4');
    expect(noteOf(await review(message, { preset: '<@U1> *x*' }))).not.toContain('<@');
  });

  it('keeps to the reviews of a member and the tokens of a channel per day', async () => {
    const { review, workAll, deps } = await room({
      settings: { budget: { ...FREE, reviewsPerMember: 2, tokensPerChannel: 300 } },
    });
    accepted(await review(platform.write(DRAFT)));
    accepted(await review(platform.write(DRAFT)));
    expect(noteOf(await review(platform.write(DRAFT)))).toContain('2 reviews today');
    await workAll();
    await deps.spending.record(modelCall({ inputTokens: 280, outputTokens: 20, at: deps.now() }));

    const other = await review(platform.write(DRAFT), {}, { requester: member('bo') });
    expect(noteOf(other)).toContain('300 tokens for today');
  });

  it('keeps to the tokens of a member per day, whatever the channel', async () => {
    const { review, deps } = await room({
      settings: { budget: { ...FREE, tokensPerMember: 300 } },
    });
    const spent = { inputTokens: 280, outputTokens: 20, at: deps.now(), channel: 'elsewhere' };
    await deps.spending.record(modelCall({ ...spent, member: member('bo') }));

    const refused = await review(platform.write(DRAFT), {}, { requester: member('bo') });
    expect(noteOf(refused)).toContain('Your reviews have used their 300 tokens');
    accepted(await review(platform.write(DRAFT), {}, { requester: member('ada') }));
  });

  it('tells who asked when the message is gone by the time it is read', async () => {
    const { review, workAll, deps } = await room();
    const message = platform.write(DRAFT);
    const runId = accepted(await review(message));
    platform.remove(message);
    await workAll();

    expect(platform.posts).toEqual([]);
    expect(platform.notes).toHaveLength(1);
    expect(await deps.runs.load(runId)).toBeNull();
  });

  it('tells who asked, once and alone, that others come before', async () => {
    const { review, workAll } = await room({ ahead: 3 });
    await review(platform.write(DRAFT), {}, { requester: member('bo') });
    await workAll();

    expect(platform.notes.map(({ to }) => to)).toEqual([member('bo')]);
    expect(platform.notes.map(({ message }) => textOf(message))).toEqual([
      'Queued, 3 before you in this channel. I’ll start by myself.',
    ]);
    expect(platform.posts.map(({ slot }) => slot.slot)).toEqual([
      'critique/1/line-editor',
      'result',
    ]);
  });

  it('leaves nothing of a request that found the message taken', async () => {
    const { review, deps } = await room();
    const message = platform.write(DRAFT);
    const runId = accepted(await review(message));
    await review(message);

    expect(await deps.requests.unfinished(message)).toEqual([runId]);
    expect(await deps.requests.recent(member('ada'), 9)).toHaveLength(1);
  });
});

const FREE = {
  tokensPerRun: null,
  reviewsPerMember: null,
  tokensPerMember: null,
  tokensPerChannel: null,
  tokensPerWorkspace: null,
  costPerWorkspace: null,
};
