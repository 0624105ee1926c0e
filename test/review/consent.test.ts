import { describe, expect, it } from 'vitest';
import type { Verb } from '../../src/review/action.ts';
import { settleConsents } from '../../src/review/consent.ts';
import type { Message } from '../../src/review/message.ts';
import type { MemberRef, MessageRef } from '../../src/review/refs.ts';
import type { Settings } from '../../src/settings/settings.ts';
import {
  buttonsOf,
  createFakePlatform,
  type FakeNote,
  type FakePlatform,
  member,
  textOf,
} from './fake-platform.ts';
import { openRoom, panelCritic, type Room } from './room.ts';

const ADA = member('ada');
const BO = member('bo');
const CY = member('cy');
const DRAFT = 'This is a very very long story about the lift.';
const HOUR = 3_600_000;

async function openScene(consent: Settings['consent'], settings: Partial<Settings> = {}) {
  const clock = { now: Date.now() };
  const platform = createFakePlatform();
  const room = await openRoom({
    platform,
    critic: panelCritic({ 'line-editor': [['very very', 'very']] }),
    settings: { consent, ...settings },
    now: () => clock.now,
  });
  const message = platform.write(DRAFT, { author: ADA });
  return { clock, platform, room, message };
}

/** Bo asks for a review of Ada's message. */
async function asked(room: Room, message: MessageRef, requester = BO, persona = 'line-editor') {
  const outcome = await room.review(message, { personas: [persona] }, { requester });
  await room.workAll();
  return outcome;
}

/** Clicks one of the buttons of a question. */
async function answer(room: Room, question: FakeNote, label: string, by = ADA) {
  const button = buttonsOf(question.message).find((each) => each.label === label);
  if (button === undefined) throw new Error(`there is no button ${label}`);
  const note = await room.click(button.action.verb as Verb, button.action.runId, undefined, by);
  await room.workAll();
  return note === null ? '' : textOf(note);
}

const said = (notes: readonly FakeNote[], to = BO) =>
  notes.filter((note) => note.to === to).map(({ message }) => textOf(message));
const question = ({ letters }: FakePlatform) => {
  const [first] = letters;
  if (first === undefined) throw new Error('nobody was asked');
  return first;
};

describe('consent to a review of somebody else’s words', () => {
  it('is nobody’s to give where anyone may ask', async () => {
    const { room, platform, message } = await openScene('anyone');
    await asked(room, message);
    expect(platform.posts).not.toEqual([]);
    expect(platform.letters).toEqual([]);
  });

  it('is never given by others where only authors ask, and leaves no mark', async () => {
    const { room, platform, message } = await openScene('author-only');
    await asked(room, message);
    expect(said(platform.notes)).toEqual([
      'Here only authors ask for reviews of their own messages, so I have left this one alone.',
    ]);
    expect(platform.posts).toEqual([]);
    expect(platform.statuses).toEqual([]);
    expect(platform.letters).toEqual([]);

    await asked(room, message, ADA);
    expect(platform.posts).not.toEqual([]);
    expect(platform.lastStatus(message)).toBe('done');
  });

  it('is asked for privately and reviews in the thread once it is given', async () => {
    const { room, platform, message } = await openScene('ask-author');
    await asked(room, message);

    expect(platform.posts).toEqual([]);
    expect(platform.statuses).toEqual([]);
    const { to, message: letter } = question(platform);
    expect(to).toBe(ADA);
    expect(textOf(letter)).toContain('bo would like the editors to read your message');
    expect(buttonsOf(letter).map(({ label }) => label)).toEqual([
      'Review in thread',
      'Only for me',
      'No, thanks',
    ]);
    expect(said(platform.notes).join()).toContain('I ask its author first');

    expect(await answer(room, question(platform), 'Review in thread')).toMatch(/^Thank you/);
    expect(platform.posts).not.toEqual([]);
    expect(new Set(platform.posts.map(({ thread }) => thread))).toEqual(new Set(['desk:general']));
    expect(platform.posts.map(({ message: { identity } }) => identity?.name)).toContain(
      'Line editor',
    );
    expect(platform.lastStatus(message)).toBe('done');
    expect(said(platform.letters).join()).toContain('The author agreed');
  });

  it('is asked for once a message, whoever asks for what', async () => {
    const { room, platform, message } = await openScene('ask-author');
    await asked(room, message);
    await asked(room, message, CY, 'fact-checker');
    await asked(room, message);
    expect(platform.letters).toHaveLength(1);
    expect(said(platform.notes, CY).join()).toContain('I ask its author first');

    await answer(room, question(platform), 'Review in thread');
    const before = platform.posts.length;
    await asked(room, message, CY, 'senior-editor');
    expect(platform.posts.length).toBeGreaterThan(before);
    expect(said(platform.letters, ADA)).toHaveLength(1);
  });

  it('for the author alone shows nothing to anybody else, not even that there is a review', async () => {
    const { room, platform, message } = await openScene('ask-author');
    await asked(room, message);
    expect(await answer(room, question(platform), 'Only for me')).toContain('only you will see');

    expect(platform.posts).not.toEqual([]);
    expect(new Set(platform.posts.map(({ thread }) => thread))).toEqual(
      new Set(['desk:private:desk%3Aada']),
    );
    expect(platform.statuses).toEqual([]);
    expect(said(platform.letters)).toEqual([expect.stringContaining('would rather not')]);

    // Whoever asks after that hears the same as after a no.
    await asked(room, message, CY);
    expect(said(platform.notes, CY)).toEqual([expect.stringContaining('would rather not')]);
  });

  it('is refused with a no, for every later wish, and its author may still ask', async () => {
    const { room, platform, message } = await openScene('ask-author');
    await asked(room, message);
    await answer(room, question(platform), 'No, thanks');
    expect(said(platform.letters)).toEqual([expect.stringContaining('would rather not')]);

    await asked(room, message, CY);
    expect(said(platform.notes, CY)).toEqual([expect.stringContaining('would rather not')]);
    expect(platform.posts).toEqual([]);

    await asked(room, message, ADA);
    expect(platform.posts).not.toEqual([]);
  });

  it('is the author’s alone to give, and the first answer counts', async () => {
    const { room, platform, message } = await openScene('ask-author');
    await asked(room, message);
    expect(await answer(room, question(platform), 'Review in thread', BO)).toContain(
      'Only the author',
    );
    expect(platform.posts).toEqual([]);

    await answer(room, question(platform), 'No, thanks');
    expect(await answer(room, question(platform), 'Review in thread')).toContain(
      'answered this before',
    );
    await answer(room, question(platform), 'No, thanks');
    expect(platform.posts).toEqual([]);
    expect(said(platform.letters)).toHaveLength(1);
  });

  it('begins one review, however often it is given', async () => {
    const { room, platform, message } = await openScene('ask-author');
    await asked(room, message);
    await Promise.all([
      answer(room, question(platform), 'Review in thread'),
      answer(room, question(platform), 'Review in thread'),
    ]);
    await answer(room, question(platform), 'Review in thread');
    const slots = platform.posts.map(({ slot }) => `${slot.runId}/${slot.slot}`);
    expect(new Set(slots).size).toBe(slots.length);
    expect(new Set(platform.posts.map(({ slot }) => slot.runId)).size).toBe(1);
    expect(said(platform.letters)).toHaveLength(1);
  });

  it('may be given before the run that asked for it is taken back', async () => {
    const { room, platform, message } = await openScene('ask-author');
    const { tellDirectly } = platform.messenger;
    const notes: (Message | null)[] = [];
    Object.assign(platform.messenger, {
      async tellDirectly(to: MemberRef, words: Message) {
        const sent = await tellDirectly(to, words);
        const [button] = buttonsOf(words);
        if (to === ADA && button !== undefined) {
          notes.push(
            await room.click(button.action.verb as Verb, button.action.runId, undefined, to),
          );
        }
        return sent;
      },
    });
    await asked(room, message);
    await room.workAll();

    expect(notes.map((note) => note && textOf(note))).toEqual([
      expect.stringMatching(/^Thank you/),
    ]);
    expect(platform.posts.map(({ message: { identity } }) => identity?.name)).toContain(
      'Line editor',
    );
    expect(new Set(platform.posts.map(({ slot }) => slot.runId)).size).toBe(1);
    expect(said(platform.letters)).toEqual([expect.stringContaining('The author agreed')]);
  });

  it('is refused by three days of silence', async () => {
    const { room, platform, message, clock } = await openScene('ask-author');
    await asked(room, message);
    clock.now += 71 * HOUR;
    await settleConsents(room.deps);
    expect(said(platform.letters)).toEqual([]);

    clock.now += 2 * HOUR;
    await settleConsents(room.deps);
    await settleConsents(room.deps);
    expect(said(platform.letters)).toEqual([
      expect.stringContaining('has not answered in three days'),
    ]);
    expect(await answer(room, question(platform), 'Review in thread')).toContain(
      'answered this before',
    );
    expect(platform.posts).toEqual([]);
  });

  it('is refused where the author cannot be reached', async () => {
    const { room, platform, message } = await openScene('ask-author');
    platform.deaf.add(ADA);
    await asked(room, message);
    expect(said(platform.notes)).toEqual([expect.stringContaining('could not reach its author')]);
    expect(platform.statuses).toEqual([]);

    platform.deaf.clear();
    await asked(room, message, CY);
    expect(platform.letters).toEqual([]);
    expect(platform.posts).toEqual([]);
  });

  it('is the requester’s where an app posted', async () => {
    const { room, platform } = await openScene('ask-author');
    const source = {
      ...platform.source,
      read: async (...args: Parameters<typeof platform.source.read>) => {
        const read = await platform.source.read(...args);
        return read === null ? null : { ...read, author: null };
      },
    };
    const appRoom = await openRoom({
      platform: { ...platform, source },
      critic: panelCritic({ 'line-editor': [['very very', 'very']] }),
      settings: { consent: 'ask-author' },
    });
    await asked(appRoom, platform.write(DRAFT, { author: ADA }));
    expect(platform.posts).not.toEqual([]);
    expect(platform.letters).toEqual([]);
    expect(room.errors).toEqual([]);
  });

  it('is not asked for about what could not be reviewed', async () => {
    const { room, platform } = await openScene('ask-author');
    await asked(room, platform.write('   ', { author: ADA }));
    expect(platform.letters).toEqual([]);
    expect(said(platform.notes).join()).toContain('no text in this');
  });

  it('is carried out after a crash between the answer and its review', async () => {
    const { room, platform, message, clock } = await openScene('ask-author');
    await asked(room, message);
    const id = buttonsOf(question(platform).message)[0]?.action.runId ?? '';
    await room.deps.consents.answer(id, 'thread', clock.now);
    await settleConsents(room.deps);
    await room.workAll();
    expect(platform.posts).toEqual([]);

    clock.now += HOUR;
    await settleConsents(room.deps);
    await room.workAll();
    expect(platform.posts).not.toEqual([]);
    expect(said(platform.letters)).toHaveLength(1);
  });

  it('is the author’s to give also where words came with the request', async () => {
    const { room, platform } = await openScene('ask-author');
    const outcome = await room.request({
      requester: BO,
      target: { type: 'draft', text: DRAFT, notRead: [], author: ADA },
    });
    expect(outcome.type).toBe('note');
    const own = await room.request({
      requester: ADA,
      target: { type: 'draft', text: DRAFT, notRead: [], author: ADA },
    });
    expect(own.type).toBe('accepted');
    expect(platform.letters).toEqual([]);
  });

  it('says what happened to a question nobody knows any more', async () => {
    const { room } = await openScene('ask-author');
    const note = await room.click('consent-thread', 'unknown', undefined, ADA);
    expect(note === null ? '' : textOf(note)).toContain('no longer open');
  });
});
