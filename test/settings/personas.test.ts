import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtInPersonas } from '../../src/personas/library.ts';
import {
  readChecks,
  readCriterion,
  readExample,
  writeChecks,
  writeCriterion,
  writeExample,
} from '../../src/settings/persona-text.ts';
import {
  ADMIN,
  asForm,
  asNote,
  asView,
  MEMBER,
  OTHER_ADMIN,
  openHouse,
  valuesOf,
  wordsOf,
} from './house.ts';

let house: Awaited<ReturnType<typeof openHouse>>;

beforeEach(async () => {
  house = await openHouse();
});

afterEach(() => house.close());

const library = async () => (await house.books.open('w')).library;
const form = async (address: string, by = ADMIN) => asForm(await house.show(address, by));
const NEW = {
  title: 'Plain talker',
  icon: '🗣️',
  reader: 'Somebody who reads this on the quay in the rain, with a child on one arm.',
  ignores: '- Spelling: the copy editor has it.\nOrder.',
  maxComments: '4',
  checklist: [
    'major: Could a ten-year-old say back what to do?',
    'minor: Is every word of more than three syllables worth it?',
    'Is every abbreviation spelled out once?',
  ].join('\n'),
  'criterion.1':
    'Plainness (weight 2)\n1: A lawyer is needed to read it.\n2: Half of it needs a second reading.\n3: One sentence needs a second reading.\n4: Understood at once by everybody.',
  'criterion.2': '',
  'criterion.3': '',
  'criterion.4': '',
  'example.1':
    'Draft: Persons are requested to embark.\nQuote: embark\nProblem: Nobody says “embark”.\nWhy: It slows the queue.\nSuggestion: Write “get on”.',
  'example.2': '',
  'example.3': '',
  'example.4': '',
  sample: '',
};

describe('the text of a persona', () => {
  it.each(builtInPersonas)('comes back as the same $id', (persona) => {
    const { checklist, criteria, examples } = persona;
    expect(readChecks(writeChecks(checklist), checklist)).toEqual(checklist);
    for (const each of criteria)
      expect(readCriterion(writeCriterion(each), criteria)).toEqual(each);
    for (const each of examples) expect(readExample(writeExample(each))).toEqual(each);
  });
});

describe('an editor', () => {
  it('is written in one go, at work at once, and versioned', async () => {
    const fresh = await form('persona-new');
    const note = asNote(await house.submit(fresh.address, NEW));
    expect(note).toMatchObject({ isDone: true });

    const known = (await library()).allPersonas.find(
      ({ persona }) => persona.id === 'plain-talker',
    );
    expect(known).toMatchObject({ origin: 'made here', isEnabled: true });
    expect(known?.persona).toMatchObject({
      version: '1',
      icon: 'speaking_head',
      maxComments: 4,
      ignores: ['Spelling: the copy editor has it.', 'Order.'],
      criteria: [{ id: 'plainness', weight: 2 }],
      examples: [{ quote: 'embark' }],
    });
    expect(known?.persona.checklist.map(({ severityIfFailed }) => severityIfFailed)).toEqual([
      'major',
      'minor',
      'major',
    ]);

    const again = await form('persona/plain-talker/edit');
    expect(valuesOf(again)).toMatchObject({
      title: 'Plain talker',
      checklist: NEW.checklist.replace('\nIs every', '\nmajor: Is every'),
    });
    await house.submit(again.address, { ...valuesOf(again), maxComments: '3' });
    expect((await library()).personas.find(({ id }) => id === 'plain-talker')).toMatchObject({
      version: '2',
      maxComments: 3,
    });
  });

  it('is written in steps where there is room for one, and closing loses nothing', async () => {
    let step = await form('persona-new');
    const pick = (names: readonly string[]) =>
      Object.fromEntries(names.map((name) => [name, NEW[name as keyof typeof NEW]]));
    for (let at = 0; at < 3; at += 1) {
      expect(step.at).toBe(at);
      const names = step.steps[at]?.fields.map(({ name }) => name) ?? [];
      step = asForm(await house.submit(step.address, pick(names)));
      expect(step.problems).toEqual([]);
      // Closed here and opened again, everything is there.
      expect(valuesOf(await form('persona-new'))).toMatchObject(pick(names));
    }
    const names = step.steps[3]?.fields.map(({ name }) => name) ?? [];
    expect(asNote(await house.submit(step.address, pick(names))).isDone).toBe(true);
    expect((await library()).personas.some(({ id }) => id === 'plain-talker')).toBe(true);
    expect(valuesOf(await form('persona-new')).title).toBe('');
  });

  it.each([
    [{ reader: '' }, 'reader', 'describe the reader'],
    [{ title: 'Line editor' }, 'title', 'already calls persona “line-editor”'],
    [
      { checklist: 'Is it one?\nIs it two?' },
      'checklist',
      'Checklist is a list of 2: list 3–7 yes/no checks',
    ],
    [
      { reader: 'You are Ines Valtari, who reads everything twice.' },
      'reader',
      'a member of this workspace',
    ],
    [
      { reader: 'Somebody who writes in the style of Maria Sorensen.' },
      'reader',
      'reads like a real person',
    ],
    [{ 'criterion.1': 'Plainness\n1: only one grade here' }, 'criterion.1', 'exactly 4 grades'],
    [
      {
        'example.1':
          'Draft: Short text here.\nQuote: absent\nProblem: It is bad.\nWhy: It is slow.\nSuggestion: Cut it.',
      },
      'example.1',
      'which its draft does not contain',
    ],
    [{ maxComments: '40' }, 'maxComments', 'from 1 to 10'],
    [{ icon: 'two words' }, 'icon', 'emoji shortcode'],
  ])('is refused for %j, with the field and the fix', async (wrong, field, fix) => {
    const fresh = await form('persona-new');
    const again = asForm(await house.submit(fresh.address, { ...NEW, ...wrong }));
    expect(again.problems[0]?.field).toBe(field);
    expect(again.problems[0]?.message).toContain(fix);
    expect(valuesOf(again)).toMatchObject(wrong);
    expect(await house.store.current('w')).toEqual([]);
  });

  it('that asks what another asks is refused as a copy, until it has a duty of its own', async () => {
    const copy = await form('persona/line-editor/copy');
    const values: Record<string, string | readonly string[]> = {
      ...valuesOf(copy),
      title: 'Line editor for signs',
    };
    const refused = asForm(await house.submit(copy.address, values));
    expect(refused.problems).toMatchObject([{ field: 'checklist' }]);
    expect(refused.problems[0]?.message).toContain('“Line editor”');

    const questions = String(values.checklist).split('\n').slice(1);
    const checklist = [...questions, 'major: Does it fit on one sign?'].join('\n');
    const sharpened = { ...values, checklist };
    expect(asNote(await house.submit(refused.address, sharpened)).isDone).toBe(true);
    expect((await library()).personas.map(({ id }) => id)).toContain('line-editor-for-signs');
  });

  it('can be tried before it is saved, and is saved as tried', async () => {
    const fresh = await form('persona-new');
    const tried = await house.submit(fresh.address, { ...NEW, sample: 'Kindly embark.' });
    expect(wordsOf(tried)).toContain('Plain talker reads “Kindly embark.”');
    expect(await house.store.current('w')).toEqual([]);

    const save = asView(tried)
      .parts.flatMap(({ buttons }) => buttons)
      .find(({ label }) => label === 'Save it');
    expect(asNote(await house.submit(save?.address ?? '')).isDone).toBe(true);
    expect((await library()).personas.some(({ id }) => id === 'plain-talker')).toBe(true);
  });

  it('that is built in can be changed here, keeps its versions, and goes back', async () => {
    const original = builtInPersonas.find(({ id }) => id === 'line-editor')?.version;
    const edit = await form('persona/line-editor/edit');
    await house.submit(edit.address, { ...valuesOf(edit), maxComments: '2' });
    const changed = (await library()).personas.find(({ id }) => id === 'line-editor');
    expect(changed).toMatchObject({ maxComments: 2, version: `${original}.1` });

    const again = await form('persona/line-editor/edit');
    await house.submit(again.address, { ...valuesOf(again), maxComments: '3' });
    const versions = asView(await house.show('persona/line-editor/versions'));
    expect(versions.parts[0]?.menu?.options.map(({ label }) => label)).toEqual([
      'Version 2: Line editor',
      'Version 1: Line editor',
    ]);
    await house.submit('persona/line-editor/restore/1');
    expect((await library()).personas.find(({ id }) => id === 'line-editor')).toMatchObject({
      maxComments: 2,
      version: `${original}.3`,
    });

    await house.submit('persona/line-editor/delete');
    expect((await library()).personas.find(({ id }) => id === 'line-editor')).toEqual(
      builtInPersonas.find(({ id }) => id === 'line-editor'),
    );
  });

  it('that is used cannot rest, and is told where', async () => {
    const note = asNote(await house.submit('persona/line-editor/rest'));
    expect(note.isDone).toBe(false);
    expect(note.markdown).toContain('in the presets “General”, “Release notes”, ');
    expect(note.markdown).toContain('by the emoji ✂️ for the workspace');

    expect(asNote(await house.submit('persona/audience-executive/rest')).isDone).toBe(true);
    expect((await library()).personas.some(({ id }) => id === 'audience-executive')).toBe(false);
    expect(asNote(await house.submit('persona/audience-executive/wake')).isDone).toBe(true);
    expect((await library()).personas.some(({ id }) => id === 'audience-executive')).toBe(true);
  });

  it('is moved in the list', async () => {
    const ids = async () => (await library()).allPersonas.map(({ persona }) => persona.id);
    const before = await ids();
    await house.submit('persona/line-editor/up');
    expect((await ids()).slice(0, 2)).toEqual(['line-editor', 'senior-editor']);
    await house.submit('persona/line-editor/down');
    expect(await ids()).toEqual(before);
    for (let at = 0; at < 12; at += 1) await house.submit('persona/line-editor/down');
    expect((await ids()).at(-1)).toBe('line-editor');
  });

  it('changed by two at once is told to the second', async () => {
    const first = await form('persona/fact-checker/edit');
    const second = await form('persona/fact-checker/edit', OTHER_ADMIN);
    await house.submit(first.address, { ...valuesOf(first), maxComments: '2' });
    const told = asForm(
      await house.submit(second.address, { ...valuesOf(second), maxComments: '9' }, OTHER_ADMIN),
    );
    expect(told.problems[0]?.message).toContain('Ines changed this while you had it open');
    expect(valuesOf(told).maxComments).toBe('9');
    expect((await library()).personas.find(({ id }) => id === 'fact-checker')?.maxComments).toBe(2);
  });

  it('is shown to everybody and changed by those who may', async () => {
    expect(wordsOf(await house.show('persona/line-editor', MEMBER))).toContain('**Asks**');
    expect(asNote(await house.show('persona/line-editor/edit', MEMBER)).markdown).toContain(
      'You cannot change the editors',
    );
    const fresh = await form('persona-new');
    expect(asNote(await house.submit(fresh.address, NEW, MEMBER)).isDone).toBe(false);
    for (const doing of ['rest', 'up', 'delete', 'restore/1']) {
      expect(
        asNote(await house.submit(`persona/audience-executive/${doing}`, {}, MEMBER)).isDone,
      ).toBe(false);
    }
    expect(await house.store.current('w')).toEqual([]);
  });
});

it('files say that they are the truth, and nothing is changed here', async () => {
  const files = { personas: builtInPersonas.slice(0, 3), presets: [] };
  const managed = await openHouse({ files });
  try {
    expect(wordsOf(await managed.show('personas'))).toContain('managed in files');
    expect(asNote(await managed.show('persona/line-editor/edit')).markdown).toContain(
      'PERSONAS_DIR',
    );
    expect(asNote(await managed.submit('persona/line-editor/rest')).isDone).toBe(false);
  } finally {
    await managed.close();
  }
});
