import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Preset } from '../../src/loop/persona.ts';
import { builtInPresets } from '../../src/personas/library.ts';
import { checkPreset, readPresetForm } from '../../src/settings/preset-form.ts';
import { BUILT_IN_LIBRARY } from '../../src/settings/workspace-library.ts';
import { asForm, asNote, openHouse, valuesOf } from './house.ts';

const OWN: Preset = {
  id: 'ferry-notices',
  title: 'Ferry notices',
  purpose: 'What passengers read on the quay.',
  personas: ['audience-customer', 'line-editor'],
  rounds: 2,
  editStyle: 'edits',
  triggerEmoji: ['ferry'],
};

describe('the form of a preset', () => {
  it.each(builtInPresets)('takes $id as it is', (preset) => {
    expect(readPresetForm(preset)).toEqual({ preset });
    expect(checkPreset(preset, BUILT_IN_LIBRARY)).toEqual([]);
  });

  it.each([
    [{ title: '' }, 'title', 'give a title'],
    [{ personas: [] }, 'personas', 'choose 1–6 editors'],
    [{ rounds: 5 }, 'rounds', 'choose 1, 2, 3 or 4'],
    [{ triggerEmoji: [':x:'] }, 'triggerEmoji', 'without colons'],
    [{ colour: 'red' }, 'preset', 'and no others'],
  ])('names the field of %j and the fix', (wrong, field, fix) => {
    const read = readPresetForm({ ...OWN, ...wrong });
    if (!('problems' in read)) throw new Error('was taken');
    expect(read.problems).toHaveLength(1);
    expect(read.problems[0]?.field).toBe(field);
    expect(read.problems[0]?.message).toContain(fix);
  });

  it('fills in what may be left out', () => {
    const { rounds, editStyle, triggerEmoji, ...rest } = OWN;
    expect(readPresetForm(rest)).toEqual({
      preset: { ...rest, rounds: 1, editStyle: 'edits', triggerEmoji: [] },
    });
  });

  it.each([
    [{ title: 'release NOTES' }, 'title', 'already calls preset “release-notes”'],
    [{ personas: ['nobody'] }, 'personas', '“nobody”, which is no editor here'],
    [{ personas: ['line-editor', 'line-editor'] }, 'personas', 'twice'],
  ])('is refused beside the others for %j', (wrong, field, message) => {
    const problems = checkPreset({ ...OWN, ...wrong }, BUILT_IN_LIBRARY);
    expect(problems).toMatchObject([{ field }]);
    expect(problems[0]?.message).toContain(message);
  });
});

describe('a preset of a workspace', () => {
  let house: Awaited<ReturnType<typeof openHouse>>;
  beforeEach(async () => {
    house = await openHouse();
  });
  afterEach(() => house.close());

  const form = async (address: string) => asForm(await house.show(address));
  const library = async () => (await house.books.open('w')).library;

  it('is made, starts with its emoji, and is chosen by a channel', async () => {
    const fresh = await form('preset-new');
    const values = {
      ...valuesOf(fresh),
      title: OWN.title,
      purpose: OWN.purpose,
      personas: OWN.personas,
      triggerEmoji: '⛴️',
    };
    expect(asNote(await house.submit(fresh.address, values)).isDone).toBe(true);
    expect((await house.resolve()).triggerEmoji.value).toMatchObject({
      ferry: { preset: 'ferry-notices' },
      pencil2: { preset: null },
    });

    const review = await form('settings/here/review');
    await house.submit(review.address, { ...valuesOf(review), preset: 'ferry-notices' });
    expect((await house.resolve()).preset).toEqual({ value: 'ferry-notices', origin: 'channel' });
    const rest = asNote(await house.submit('preset/ferry-notices/rest'));
    expect(rest.markdown).toContain('as *Preset* in a channel');
  });

  it('cannot take an emoji that starts something else, nor lose it to another', async () => {
    const fresh = await form('preset-new');
    const values = {
      ...valuesOf(fresh),
      title: OWN.title,
      purpose: OWN.purpose,
      personas: OWN.personas,
    };
    const taken = asForm(
      await house.submit(fresh.address, { ...values, triggerEmoji: 'scissors' }),
    );
    expect(taken.problems).toMatchObject([{ field: 'triggerEmoji' }]);
    expect(taken.problems[0]?.message).toContain('✂️ already starts Line editor');

    await house.submit(fresh.address, { ...values, triggerEmoji: 'ferry' });
    const add = await form('emoji/here/add');
    const other = asForm(
      await house.submit(add.address, { emoji: 'ferry', persona: 'fact-checker' }),
    );
    expect(other.problems[0]?.message).toContain('already starts “Ferry notices”');
  });

  it('that is built in is changed with its emoji kept, and goes back', async () => {
    const edit = await form('preset/general/edit');
    await house.submit(edit.address, { ...valuesOf(edit), rounds: '3' });
    expect((await library()).presets[0]).toMatchObject({
      id: 'general',
      rounds: 3,
      triggerEmoji: ['pencil2'],
    });
    expect((await house.resolve()).triggerEmoji.value.pencil2).toEqual({ preset: null });
    const add = await form('emoji/here/add');
    expect(
      asNote(await house.submit(add.address, { emoji: 'rocket', persona: 'fact-checker' })).isDone,
    ).toBe(true);

    await house.submit('preset/general/delete');
    expect((await library()).presets).toEqual(builtInPresets);
  });
});
