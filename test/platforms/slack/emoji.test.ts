import { describe, expect, it } from 'vitest';
import { memberRef } from '../../../src/platforms/slack/places.ts';
import type { Posted } from '../../fakes/slack/people.ts';
import { DRAFT, type SlackRigOptions } from './rig.ts';
import { setUpRigs } from './rigs.ts';

const openRig = setUpRigs();

async function open(options: SlackRigOptions = {}) {
  const rig = await openRig(options);
  const { acme, channel, decided, ines, slack } = rig;
  const by = {
    member: memberRef(acme.id, ines.id),
    isAdmin: true,
    roles: [],
    isExternal: false,
    via: 'slack',
  };
  const place = { workspace: acme.id, channel: channel.id };
  /** Fills in the form that gives an emoji something to start. */
  const add = async (emoji: string) => {
    const form = await decided.door.show('emoji/all/add', by, place);
    if (form.type !== 'form') throw new Error(`a form, not ${JSON.stringify(form)}`);
    const values = { emoji, preset: '', persona: 'line-editor' };
    const answer = await decided.door.submit(form.address, values, by, place);
    if (answer.type === 'form') return { problems: answer.problems.map(({ message }) => message) };
    return { said: answer.type === 'note' ? answer.markdown : '' };
  };
  /** What was told of the emoji has been taken in. */
  const known = async (name: string) =>
    expect(await rig.app.findEmojiTrouble(acme.id, name)).toBeNull();
  /** A reaction with a name starts a review. */
  const starts = async (name: string, words: string): Promise<Posted> => {
    const draft = ines.post(channel, words);
    rig.tomek.react(draft, name);
    await slack.until(() => channel.message(draft)?.reactions.white_check_mark, `${name} to start`);
    return draft;
  };
  return { ...rig, add, known, starts, by, place };
}

describe('the emoji of a workspace', () => {
  it('RC-010 is taken by its own name, refused when it is none, and known under its other names', async () => {
    const { acme, add, known, starts } = await open();
    acme.addEmoji('refine-it');
    acme.addEmoji('white_tick', 'alias:refine-it');
    await known('white_tick');

    expect(await add('no_such_emoji')).toEqual({
      problems: [expect.stringContaining('no emoji :no_such_emoji:')],
    });
    expect(await add(':refine-it:')).toEqual({ said: expect.stringContaining('Saved') });
    await starts('refine-it', DRAFT);
    await starts('white_tick', `${DRAFT} Again.`);
  });

  it('RC-010 another name of a standard emoji is that emoji', async () => {
    const { acme, known, starts } = await open();
    acme.addEmoji('our_pencil', 'alias:pencil2');
    await known('our_pencil');
    await starts('our_pencil', DRAFT);
  });

  it('RC-010 keeps starting what it started when it gets another name, in channels as well', async () => {
    const { acme, add, channel, decided, by, place, starts, slack } = await open();
    acme.addEmoji('refine-it');
    await slack.settled();
    expect(await add('refine-it')).toHaveProperty('said');
    const form = await decided.door.show('emoji/here/add', by, place);
    if (form.type !== 'form') throw new Error('a form');
    // A channel's own list begins as what it inherits.
    const values = { emoji: 'rocket', preset: 'announcement', persona: '' };
    await decided.door.submit(form.address, values, by, place);

    acme.renameEmoji('refine-it', 'polish-it');
    await slack.settled();
    const inChannel = (await decided.settings(place)).triggerEmoji.value;
    const elsewhere = (await decided.settings({ workspace: acme.id })).triggerEmoji.value;
    expect(inChannel).toMatchObject({ 'polish-it': expect.anything() });
    expect(elsewhere).toMatchObject({ 'polish-it': { persona: 'line-editor' } });
    expect({ ...inChannel, ...elsewhere }).not.toHaveProperty('refine-it');
    await starts('polish-it', DRAFT);
    expect(channel.messages().every(({ notified }) => notified.length === 0)).toBe(true);
  });

  it('RC-010 is saved with a warning where the list may not be read', async () => {
    const rig = await openRig({
      slack: {
        app: { scopes: ['chat:write', 'channels:history', 'reactions:read', 'users:read'] },
      },
    });
    const trouble = await rig.app.findEmojiTrouble(rig.acme.id, 'refine-it');
    expect(trouble).toEqual({ isRefused: false, sentence: expect.stringContaining('check') });
    expect(await rig.app.findEmojiTrouble(rig.acme.id, 'rocket')).toBeNull();
    expect(rig.slack.callsOf('emoji.list')).toEqual([]);
  });

  it('RC-010 costs nothing when it starts nothing', async () => {
    const { acme, channel, ines, known, tomek, slack } = await open();
    acme.addEmoji('party-cat');
    await known('party-cat');
    await slack.settled();
    const draft = ines.post(channel, DRAFT);
    await slack.settled();
    const before = slack.calls.length;
    for (let times = 0; times < 100; times += 1) {
      for (const name of ['party-cat', 'tada']) {
        tomek.react(draft, name);
        tomek.unreact(draft, name);
      }
    }
    await slack.settled();
    const since = slack.calls.slice(before).map(({ method }) => method);
    expect(since.filter((method) => method !== 'emoji.list')).toEqual([]);
    expect(since.length).toBeLessThanOrEqual(1);
  });
});
