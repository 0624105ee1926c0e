import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SETTING_GROUPS, SETTING_NAMES, SETTING_RULES } from '../../src/settings/setting-rules.ts';
import { BUILT_IN_SETTINGS } from '../../src/settings/settings.ts';
import {
  ADMIN,
  actor,
  asForm,
  asNote,
  asView,
  CHANNEL,
  MEMBER,
  OTHER_ADMIN,
  openHouse,
  valuesOf,
  WORKSPACE,
  wordsOf,
} from './house.ts';

let house: Awaited<ReturnType<typeof openHouse>>;

beforeEach(async () => {
  house = await openHouse();
});

afterEach(() => house.close());

const open = async (address: string, by = ADMIN) => asForm(await house.show(address, by));

describe('the settings', () => {
  it('show every value with where it comes from', async () => {
    const form = await open('settings/all/review');
    await house.submit(form.address, { ...valuesOf(form), rounds: '3' });
    const here = await open('settings/here/review');
    await house.submit(here.address, { ...valuesOf(here), mode: 'guided' });

    const words = wordsOf(await house.show('settings'));
    expect(words).toContain('Rounds: **3** · from the workspace');
    expect(words).toContain('Mode: **critique, then wait for decisions** · set in this channel');
    expect(words).toContain('Preset: **General** · built in');
    for (const name of SETTING_NAMES) expect(words).toContain(`- ${SETTING_RULES[name].label}: `);
  });

  it.each(SETTING_GROUPS.map(({ id }) => id))(
    'change nothing when the form of %s comes back untouched',
    async (group) => {
      for (const scope of ['all', 'here']) {
        if (group === 'access' && scope === 'here') continue;
        const form = await open(`settings/${scope}/${group}`);
        const note = asNote(await house.submit(form.address, valuesOf(form)));
        expect(note.markdown).toContain('nothing was changed');
      }
      expect(await house.store.current('w')).toEqual([]);
    },
  );

  it('change at the next trigger, in the channel and the threads under it', async () => {
    const form = await open('settings/here/review');
    const note = await house.submit(form.address, {
      ...valuesOf(form),
      rounds: '4',
      personas: ['line-editor'],
    });

    expect(asNote(note).markdown).toContain('*Rounds*: 4');
    expect((await house.resolve()).rounds).toEqual({ value: 4, origin: 'channel' });
    expect(
      (await house.resolve({ workspace: 'w', channel: 'thread', parent: 'c' })).rounds,
    ).toEqual({
      value: 4,
      origin: 'parent',
    });
    expect((await house.resolve()).personas.value).toEqual(['line-editor']);
    expect((await house.resolve(WORKSPACE)).rounds.origin).toBe('built-in default');
  });

  it('are inherited again when a field is left empty, or by the menu', async () => {
    const form = await open('settings/here/budget');
    await house.submit(form.address, { ...valuesOf(form), 'budget.reviewsPerMember': '5' });
    expect((await house.resolve()).budget).toEqual({
      value: { ...BUILT_IN_SETTINGS.budget, reviewsPerMember: 5 },
      origin: 'channel',
    });
    const size = await open('settings/here/size');
    await house.submit(size.address, { ...valuesOf(size), 'budget.tokensPerRun': '9000' });
    expect((await house.resolve()).budget.value).toMatchObject({
      reviewsPerMember: 5,
      tokensPerRun: 9_000,
    });
    await house.submit((await open('settings/here/size')).address, { 'budget.tokensPerRun': '' });

    const again = await open('settings/here/budget');
    const empty = Object.fromEntries(Object.keys(valuesOf(again)).map((name) => [name, '']));
    await house.submit(again.address, empty);
    expect((await house.resolve()).budget.origin).toBe('built-in default');

    const review = await open('settings/here/review');
    await house.submit(review.address, { ...valuesOf(review), rounds: '2' });
    const menu = asView(await house.show('settings')).parts.find(
      (part) => part.menu?.label === 'Inherit again…',
    )?.menu;
    const asked = asView(await house.show(menu?.options[0]?.address ?? ''));
    expect(asked.parts[0]?.markdown).toContain('*Rounds* would be inherited again: **1**');
    await house.submit(asked.parts[0]?.buttons[0]?.address ?? '');
    expect((await house.resolve()).rounds.origin).toBe('built-in default');
  });

  it.each([
    [
      'budget',
      { 'budget.reviewsPerMember': 'many' },
      'budget.reviewsPerMember',
      'whole number above 0',
    ],
    ['size', { maxDraftChars: '1000000' }, 'maxDraftChars', 'from 500 to 24000'],
    ['method', { critiqueLanguage: 'klingonish' }, 'critiqueLanguage', 'language tag'],
    ['review', { preset: 'nope' }, 'preset', 'choose from general, announcement'],
    ['privacy', { retentionDays: '-1' }, 'retentionDays', 'from 0 to 3650'],
    ['vote', { voteHours: '400' }, 'voteHours', 'from 1 to 336'],
  ])('say which field of %s is wrong and how to put it right', async (group, wrong, field, fix) => {
    const form = await open(`settings/all/${group}`);
    const again = asForm(await house.submit(form.address, { ...valuesOf(form), ...wrong }));

    expect(again.problems).toHaveLength(1);
    expect(again.problems[0]?.field).toBe(field);
    expect(again.problems[0]?.message).toContain(fix);
    // What was typed is still there.
    expect(valuesOf(again)).toMatchObject(wrong);
    expect(await house.store.current('w')).toEqual([]);
  });

  it('tell the second of two admins what the first changed, and lose nothing', async () => {
    const first = await open('settings/here/review');
    const second = await open('settings/here/review', OTHER_ADMIN);
    await house.submit(first.address, { ...valuesOf(first), rounds: '2' });

    const told = asForm(
      await house.submit(second.address, { ...valuesOf(second), rounds: '4' }, OTHER_ADMIN),
    );
    expect(told.problems[0]?.message).toContain('Ines changed *Rounds* from “as inherited” to “2”');
    expect(valuesOf(told).rounds).toBe('4');
    expect((await house.resolve()).rounds.value).toBe(2);

    await house.submit(told.address, valuesOf(told), OTHER_ADMIN);
    expect((await house.resolve()).rounds.value).toBe(4);
  });

  it('keep what two admins changed at once when it is not the same setting', async () => {
    const first = await open('settings/here/review');
    const second = await open('settings/here/review', OTHER_ADMIN);
    await house.submit(first.address, { ...valuesOf(first), rounds: '2' });
    const note = await house.submit(
      second.address,
      { ...valuesOf(second), mode: 'guided' },
      OTHER_ADMIN,
    );

    expect(asNote(note).isDone).toBe(true);
    const settings = await house.resolve();
    expect([settings.rounds.value, settings.mode.value]).toEqual([2, 'guided']);
  });
});

describe('rights', () => {
  it('let everybody see, and refuse privately with who can', async () => {
    expect(wordsOf(await house.show('settings', MEMBER))).toContain('Rounds: **1**');
    const refused = asNote(await house.show('settings/here/review', MEMBER));
    expect(refused).toMatchObject({ isDone: false });
    expect(refused.markdown).toContain('Workspace admins can');

    const form = await open('settings/here/review');
    const late = asNote(
      await house.submit(form.address, { ...valuesOf(form), rounds: '4' }, MEMBER),
    );
    expect(late.markdown).toContain('Nothing was changed');
    expect(await house.store.current('w')).toEqual([]);
  });

  it('can be given to people and roles, who cannot give them on', async () => {
    const form = await open('settings/all/access');
    await house.submit(form.address, {
      managers: [MEMBER.member, 'role:editors'],
      'locks.1': ['rounds'],
    });
    const byRole = actor('tomek', { roles: ['role:editors'] });

    for (const by of [MEMBER, byRole]) {
      const review = await open('settings/here/review', by);
      const saved = await house.submit(review.address, { ...valuesOf(review), mode: 'guided' }, by);
      expect(asNote(saved).isDone).toBe(true);
      expect(asNote(await house.show('settings/all/access', by)).isDone).toBe(false);
      const locked = await house.submit(review.address, { rounds: '3' }, by);
      expect(asNote(locked).markdown).toContain('*Rounds* is locked for the whole workspace');
    }
    expect((await house.resolve()).rounds.value).toBe(1);
  });

  it('keep the log from those who cannot change anything', async () => {
    expect(asNote(await house.show('log', MEMBER)).isDone).toBe(false);
    const form = await open('settings/here/review');
    await house.submit(form.address, { ...valuesOf(form), rounds: '2' });
    expect(wordsOf(await house.show('log'))).toContain(
      'Ines · in a channel · *Rounds* from “inherited” to “2”',
    );
  });
});

describe('trigger emoji', () => {
  it.each([
    ['🚀', 'rocket'],
    [':rocket:', 'rocket'],
    ['✍🏽', 'writing_hand'],
    ['✏', 'pencil2'],
    ['<:refine_it:123456789>', 'refine_it:123456789'],
    ['refine-it', 'refine-it'],
  ])('%s is kept as %s', async (given, name) => {
    const remove = await house.submit('emoji/here/remove/pencil2');
    expect(asNote(remove).isDone).toBe(true);
    const form = await open('emoji/here/add');
    const saved = await house.submit(form.address, {
      emoji: given,
      preset: 'announcement',
      persona: '',
    });

    expect(asNote(saved).isDone).toBe(true);
    const { value } = (await house.resolve()).triggerEmoji;
    expect(value[name]).toEqual({ preset: 'announcement' });
    expect(value.scissors).toEqual({ persona: 'line-editor' });
    expect((await house.resolve(WORKSPACE)).triggerEmoji.value[name]).toEqual(
      BUILT_IN_SETTINGS.triggerEmoji[name],
    );
  });

  it('that start something already are told, and words are no emoji', async () => {
    const form = await open('emoji/here/add');
    const taken = asForm(await house.submit(form.address, { emoji: '✂️', preset: 'announcement' }));
    expect(taken.problems[0]).toMatchObject({ field: 'emoji' });
    expect(taken.problems[0]?.message).toContain('✂️ already starts Line editor');

    const words = asForm(await house.submit(form.address, { emoji: 'two words' }));
    expect(words.problems[0]?.message).toContain('is no emoji');
  });
});

it('says where to go for an address that no longer leads anywhere', async () => {
  for (const address of [
    '',
    'nothing',
    'constructor',
    'settings/here/nope',
    '%',
    'x'.repeat(200),
  ]) {
    const screen = await house.door.show(address, ADMIN, CHANNEL);
    expect(screen.type).toBe('note');
  }
});
