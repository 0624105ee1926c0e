import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Persona, Preset } from '../../src/loop/persona.ts';
import { builtInPersonas, builtInPresets } from '../../src/personas/library.ts';
import { exportLibrary, importLibrary } from '../../src/settings/library-exchange.ts';
import { readLibraryYaml, writeLibraryYaml } from '../../src/settings/library-yaml.ts';
import { fc } from '../fast-check.ts';
import { asForm, openHouse, valuesOf } from './house.ts';

const words = (min: number, max: number) =>
  fc
    .string({
      unit: fc.constantFrom(
        'a',
        'é',
        '語',
        ' ',
        ':',
        '#',
        '-',
        '"',
        "'",
        '{',
        '👩🏽‍🚀',
        '|',
        '%',
        '\\',
      ),
      minLength: min,
      maxLength: max,
    })
    .map((text) => `x${text}y`.replace(/\s+/g, ' '));
const slug = fc.stringMatching(/^[a-z][a-z0-9]{2,12}$/);

const persona: fc.Arbitrary<Persona> = fc.record({
  id: slug,
  version: fc.constantFrom('1', '2', '1.10'),
  title: words(2, 20).map((text) => `T${text}`),
  icon: fc.constantFrom('memo', 'scissors'),
  reader: words(12, 60),
  checklist: fc.uniqueArray(
    fc.record({
      id: slug,
      question: words(8, 30).map((text) => `${text}?`),
      severityIfFailed: fc.constantFrom('major', 'nit'),
    }),
    { minLength: 3, maxLength: 5, selector: ({ id }) => id },
  ),
  criteria: fc.array(
    fc.record({
      id: slug,
      title: words(2, 10),
      weight: fc.integer({ min: 1, max: 9 }),
      anchors: fc.tuple(words(6, 20), words(6, 20), words(6, 20), words(6, 20)),
    }),
    { maxLength: 2 },
  ),
  ignores: fc.array(words(4, 20), { maxLength: 3 }),
  maxComments: fc.integer({ min: 1, max: 10 }),
  examples: fc.constant([]),
});
const preset: fc.Arbitrary<Preset> = fc.record({
  id: slug,
  title: words(2, 20),
  purpose: words(6, 40),
  personas: fc.uniqueArray(slug, { minLength: 1, maxLength: 3 }),
  rounds: fc.constantFrom(1, 2, 3, 4),
  editStyle: fc.constantFrom('edits', 'rewrite'),
  triggerEmoji: fc.uniqueArray(slug, { maxLength: 2 }),
});
const library = fc.record({
  personas: fc.uniqueArray(persona, { maxLength: 3, selector: ({ id }) => id }),
  presets: fc.uniqueArray(preset, { maxLength: 3, selector: ({ id }) => id }),
  resting: fc.uniqueArray(slug, { maxLength: 2 }),
});

describe('a library as YAML', () => {
  it('comes back exactly', () => {
    fc.assert(
      fc.property(library, (file) => {
        const read = readLibraryYaml(writeLibraryYaml(file));
        expect(read).toEqual({ file, problems: [] });
      }),
      { numRuns: 40 },
    );
  });

  it('written over what stood there says the new, and the same again is the same bytes', () => {
    fc.assert(
      fc.property(library, library, (before, after) => {
        const old = writeLibraryYaml(before);
        const fresh = writeLibraryYaml(after, old);
        expect(readLibraryYaml(fresh)).toEqual({ file: after, problems: [] });
        expect(writeLibraryYaml(after, fresh)).toBe(fresh);
      }),
      { numRuns: 40 },
    );
  });

  it('keeps comments, order of keys and spelling of what was not changed', () => {
    const text = `# Ours, reviewed in git.
personas:
  # The one for signs.
  - title: 'Sign reader'   # quoted on purpose
    id: sign-reader
    reader: Somebody who walks past the sign without stopping.
    checklist:
      - { id: short, question: "Is it short?", severityIfFailed: major }
      - { id: verb, question: "Does it begin with a verb?", severityIfFailed: minor }
      - { id: one, question: "Is it about one thing?", severityIfFailed: minor }
`;
    const { file, problems } = readLibraryYaml(text);
    expect(problems).toEqual([]);
    expect(writeLibraryYaml(file, text)).toBe(text);

    const [first] = file.personas;
    if (first === undefined) throw new Error('no persona');
    const changed = {
      ...file,
      personas: [{ ...first, reader: 'Somebody in a hurry on the quay.' }],
    };
    const written = writeLibraryYaml(changed, text);
    expect(written).toContain('# Ours, reviewed in git.');
    expect(written).toContain('# The one for signs.');
    expect(written).toContain("title: 'Sign reader' # quoted on purpose");
    expect(written).toContain('reader: Somebody in a hurry on the quay.');
    expect(written.indexOf('title:')).toBeLessThan(written.indexOf('id: sign-reader'));
  });

  it.each([
    ['personas: [', 1, 'This is not YAML'],
    ['colour: red\n', 1, '“colour” is no part of such a file'],
    ['personas:\n  - id: a-b\n    title: A b\n', 2, '“a-b”: reader is missing'],
    ['presets:\n  - id: p\n    title: P\n', 2, '“p”: id cannot be used'],
    ['personas: 3\n', 1, '“personas” has to be a list'],
    [
      'a: &a [x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b]\nd: [*c, *c, *c, *c]',
      1,
      'This cannot be read',
    ],
  ])('says the line and the fix for %j', (text, line, message) => {
    const { problems } = readLibraryYaml(text);
    expect(problems[0]?.line).toBe(line);
    expect(problems[0]?.message).toContain(message);
  });
});

describe('import and export', () => {
  let house: Awaited<ReturnType<typeof openHouse>>;
  beforeEach(async () => {
    house = await openHouse();
  });
  afterEach(() => house.close());

  const text = async () => writeLibraryYaml(exportLibrary((await house.books.open('w')).library));
  const bring = (yaml: string) =>
    importLibrary(house.deps, { workspace: 'w', text: yaml, name: 'ours.yaml' }, { via: 'file' });

  it('of what is built in changes nothing', async () => {
    expect(await bring(await text())).toEqual({ type: 'saved', changes: [] });
    expect(await house.store.current('w')).toEqual([]);
  });

  it('makes another workspace the same, order and resting ones included', async () => {
    const edit = asForm(await house.show('persona/line-editor/edit'));
    await house.submit(edit.address, { ...valuesOf(edit), maxComments: '2' });
    await house.submit('persona/food-critic/up');
    await house.submit('persona/audience-executive/rest');
    const copy = asForm(await house.show('preset/general/copy'));
    await house.submit(copy.address, {
      ...valuesOf(copy),
      title: 'General, gently',
      triggerEmoji: 'feather',
    });
    const yaml = await text();

    const other = await openHouse();
    try {
      await importLibrary(other.deps, { workspace: 'w', text: yaml, name: 'x' }, { via: 'file' });
      const plain = (file: ReturnType<typeof exportLibrary>) => ({
        ...file,
        personas: file.personas.map(({ version, ...rest }) => rest),
      });
      const [a, b] = await Promise.all(
        [house, other].map(async ({ books }) =>
          plain(exportLibrary((await books.open('w')).library)),
        ),
      );
      expect(b).toEqual(a);
      expect(
        await importLibrary(other.deps, { workspace: 'w', text: yaml, name: 'x' }, { via: 'file' }),
      ).toEqual({ type: 'saved', changes: [] });
    } finally {
      await other.close();
    }
  });

  it('is refused whole where it asks for a model that nobody named here', async () => {
    const deps = { ...house.deps, models: ['deep'] };
    const yaml = (persona: string, judge: string) =>
      writeLibraryYaml({
        personas: builtInPersonas.map((each) =>
          each.id === 'line-editor' ? { ...each, model: persona } : each,
        ),
        presets: builtInPresets.map((each) =>
          each.id === 'general' ? { ...each, models: { judge } } : each,
        ),
        resting: [],
      });
    const bringIn = (text: string) =>
      importLibrary(deps, { workspace: 'w', text, name: 'ours.yaml' }, { via: 'file' });

    await expect(bringIn(yaml('depp', 'depe'))).rejects.toThrow(
      [
        'ours.yaml: line-editor: There is no model called “depp” here: choose deep.',
        'ours.yaml: general: There is no model called “depe” here: choose deep.',
      ].join('\n'),
    );
    expect(await house.store.current('w')).toEqual([]);
    expect(await bringIn(yaml('deep', 'deep'))).toMatchObject({ type: 'saved' });
  });

  it('ends in the same rows as the same change made in a form', async () => {
    const edit = asForm(await house.show('persona/line-editor/edit'));
    await house.submit(edit.address, { ...valuesOf(edit), maxComments: '2' });

    const other = await openHouse();
    try {
      const changed = builtInPersonas.map((each) =>
        each.id === 'line-editor' ? { ...each, maxComments: 2 } : each,
      );
      const yaml = writeLibraryYaml({ personas: changed, presets: builtInPresets, resting: [] });
      await importLibrary(other.deps, { workspace: 'w', text: yaml, name: 'x' }, { via: 'file' });
      const rows = async (of: typeof house) =>
        (await of.store.current('w')).map(({ kind, key, version, body }) => ({
          kind,
          key,
          version,
          body,
        }));
      expect(await rows(other)).toEqual(await rows(house));
    } finally {
      await other.close();
    }
  });

  it('takes all of a file or nothing, and lists what is wrong', async () => {
    const [first] = builtInPersonas;
    if (first === undefined) throw new Error('none');
    const yaml = writeLibraryYaml({
      personas: [{ ...first, id: 'twin', title: 'Twin' }],
      presets: [
        { ...builtInPresets[0], id: 'p-one', title: 'P one', personas: ['nobody'] } as Preset,
      ],
      resting: ['ghost'],
    });
    await expect(bring(yaml)).rejects.toThrow(
      /“twin”: checklist asks the same[\s\S]*“p-one”: personas names “nobody”[\s\S]*resting names “ghost”/,
    );
    expect(await house.store.current('w')).toEqual([]);
  });
});
