import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HouseStyle } from '../../src/settings/house-style.ts';
import { importLibrary } from '../../src/settings/library-exchange.ts';
import { SETTING_NAMES } from '../../src/settings/setting-rules.ts';
import { BUILT_IN_SETTINGS, type Settings } from '../../src/settings/settings.ts';
import { exportSettings, importSettings } from '../../src/settings/settings-exchange.ts';
import {
  readSettingsYaml,
  type SettingsFile,
  writeSettingsYaml,
} from '../../src/settings/settings-yaml.ts';
import { fc } from '../fast-check.ts';
import { ADMIN, asForm, openHouse, valuesOf, WORKSPACE, wordsOf } from './house.ts';

const words = fc
  .string({ unit: fc.constantFrom(...'aé語 :#-"\'{}👩🏽‍🚀|%\\'), minLength: 1, maxLength: 20 })
  .map((text) => `x${text}y`);
const limit = fc.option(fc.integer({ min: 1, max: 1_000_000_000 }));
const language = fc.option(fc.constantFrom('en', 'de-AT', 'no', 'pt-BR'));
const delivery = fc.constantFrom('thread', 'private', 'digest');
const editStyle = fc.constantFrom('edits', 'rewrite');
const emoji = fc.constantFrom('rocket', '100', '+1', 'no', 'party_parrot:12345678901234567890');
const houseStyle: fc.Arbitrary<HouseStyle> = fc
  .record(
    {
      guide: fc.oneof(fc.constant(''), fc.constant('# Plain\n\n- Say *you*.\n\n'), words),
      names: fc.uniqueArray(words, { maxLength: 3 }),
      avoid: fc.array(
        fc.record(
          {
            word: words,
            use: words,
            caseSensitive: fc.constant(true),
            flagOnly: fc.constant(true),
          },
          { requiredKeys: ['word', 'use'] },
        ),
        { maxLength: 3 },
      ),
      allowed: fc.uniqueArray(words, { maxLength: 3 }),
      dialect: fc.constantFrom('en-US', 'en-GB'),
      register: words,
    },
    { requiredKeys: ['guide', 'names', 'avoid', 'allowed'] },
  )
  .map((style) => style as HouseStyle);
const each: { readonly [Name in keyof Settings]: fc.Arbitrary<Settings[Name]> } = {
  preset: fc.constantFrom('general', 'job-ad'),
  personas: fc.option(
    fc.uniqueArray(fc.constantFrom('line-editor', 'fact-checker'), { minLength: 1 }),
  ),
  rounds: fc.constantFrom(1, 2, 3, 4),
  mode: fc.constantFrom('auto', 'guided', 'critique-only'),
  editStyle,
  briefEditStyle: editStyle,
  delivery,
  commandDelivery: delivery,
  consent: fc.constantFrom('anyone', 'author-only', 'ask-author'),
  triggerEmoji: fc.dictionary(
    emoji,
    fc.oneof(
      fc.constantFrom({ preset: null }, { preset: 'general' }),
      fc.constant({ persona: 'line-editor' }),
    ),
  ),
  capture: fc.constantFrom('message', 'thread'),
  critiqueLanguage: language,
  draftLanguage: language,
  strategy: fc.constantFrom('self-refine', 'three-step', 'one-shot', 'best-of-n'),
  publicStatus: fc.boolean(),
  appPosts: fc.constantFrom('ignore', 'review'),
  embeds: fc.constantFrom('ignore', 'read'),
  finalDraftOnly: fc.boolean(),
  blindVote: fc.boolean(),
  voteHours: fc.integer({ min: 1, max: 336 }),
  exportDecisions: fc.boolean(),
  keepCallWords: fc.boolean(),
  externalPeople: fc.constantFrom('read', 'trigger'),
  masking: fc.record({ emails: fc.boolean(), names: fc.boolean() }),
  locks: fc.subarray(['rounds', 'model', 'houseStyle']),
  managers: fc.uniqueArray(fc.constantFrom('slack:U1', 'discord:role:9', '0123', 'true')),
  model: fc.constantFrom('default', 'offline', 'null'),
  budget: fc.record({
    tokensPerRun: limit,
    reviewsPerMember: limit,
    tokensPerMember: limit,
    tokensPerChannel: limit,
    tokensPerWorkspace: limit,
    costPerWorkspace: fc.option(fc.constantFrom(0.5, 12, 999.99)),
  }),
  maxDraftChars: fc.integer({ min: 500, max: 24_000 }),
  maxFileChars: fc.integer({ min: 500, max: 100_000 }),
  retentionDays: fc.integer({ min: 0, max: 3650 }),
  houseStyle,
};
const workspace = fc.record(each, { requiredKeys: [] }) as fc.Arbitrary<Partial<Settings>>;
const { locks: _locks, managers: _managers, ...inChannels } = each;
const channel = fc.record(inChannels, { requiredKeys: [] }) as fc.Arbitrary<Partial<Settings>>;
/** Ids of channels as platforms have them: one of them longer than a number holds. */
const ids = fc.constantFrom('C0123', '1234567890123456789', '007', 'true', 'a b: c');
const file: fc.Arbitrary<SettingsFile> = fc.record({
  workspace,
  channels: fc.dictionary(ids, channel, { noNullPrototype: true }),
});

type House = Awaited<ReturnType<typeof openHouse>>;
const bring = (house: House, text: string, name = 'ours.yaml') =>
  importSettings(house.deps, { workspace: 'w', text, name }, { via: 'file' });
const decidedIn = async (house: House) => exportSettings(await house.books.open('w'));
/** What says nothing is not there. */
const withoutEmpty = ({ workspace: own, channels }: SettingsFile): SettingsFile => ({
  workspace: own,
  channels: Object.fromEntries(
    Object.entries(channels).filter(([, values]) => Object.keys(values).length > 0),
  ),
});

describe('settings as YAML', () => {
  it('every setting there is can stand in a file', () => {
    expect(Object.keys(each).toSorted()).toEqual([...SETTING_NAMES].toSorted());
    const all: SettingsFile = { workspace: BUILT_IN_SETTINGS, channels: {} };
    expect(readSettingsYaml(writeSettingsYaml(all))).toEqual({ file: all, problems: [] });
  });

  it('come back exactly', () => {
    fc.assert(
      fc.property(file, (given) => {
        expect(readSettingsYaml(writeSettingsYaml(given))).toEqual({ file: given, problems: [] });
      }),
      { numRuns: 60 },
    );
  });

  it('written over what stood there say the new, and the same again is the same bytes', () => {
    fc.assert(
      fc.property(file, file, (before, after) => {
        const fresh = writeSettingsYaml(after, writeSettingsYaml(before));
        expect(readSettingsYaml(fresh)).toEqual({
          file: Object.keys(after.channels).length > 0 ? after : { ...after, channels: {} },
          problems: [],
        });
        expect(writeSettingsYaml(after, fresh)).toBe(fresh);
      }),
      { numRuns: 60 },
    );
  });

  it('brought into another workspace make it the same, and once more change nothing', async () => {
    await fc.assert(
      fc.asyncProperty(file, file, async (first, second) => {
        const [one, other] = [await openHouse(), await openHouse()];
        try {
          for (const each of [first, second]) await bring(one, writeSettingsYaml(each));
          const text = writeSettingsYaml(await decidedIn(one));
          await bring(other, text);
          expect(await decidedIn(other)).toEqual(await decidedIn(one));
          expect(withoutEmpty(await decidedIn(other))).toMatchObject(withoutEmpty(second));
          expect(await bring(other, text)).toEqual({ type: 'saved', changes: [] });
        } finally {
          await one.close();
          await other.close();
        }
      }),
      { numRuns: 15 },
    );
  }, 120_000);

  it('keep comments, order, spelling and ids that look like numbers', () => {
    const text = `# Ours.
channels:
  1234567890123456789: # the release notes
    rounds: 0x2
    preset: 'release-notes'   # quoted on purpose
workspace:
  # Nobody waits for more.
  rounds: 1
`;
    const read = readSettingsYaml(text);
    expect(read.problems).toEqual([]);
    expect(read.file.channels['1234567890123456789']).toEqual({
      rounds: 2,
      preset: 'release-notes',
    });
    expect(writeSettingsYaml(read.file, text)).toBe(text);
    const changed = { ...read.file, workspace: { rounds: 3, mode: 'guided' } } as SettingsFile;
    const written = writeSettingsYaml(changed, text);
    for (const kept of [
      '# Ours.',
      '# the release notes',
      "preset: 'release-notes' # quoted on purpose",
      '# Nobody waits for more.',
    ]) {
      expect(written).toContain(kept);
    }
    expect(written.indexOf('channels:')).toBeLessThan(written.indexOf('workspace:'));
    expect(readSettingsYaml(written)).toEqual({ file: changed, problems: [] });
  });

  it.each([
    ['workspace: [', 1, 'This is not YAML'],
    ['colour: red\n', 1, '“colour” is no part of such a file: use workspace and channels.'],
    ['workspace:\n  rounds: 9\n', 2, 'rounds: Rounds is “9”: choose 1, 2, 3 or 4.'],
    ['workspace:\n  round: 1\n', 2, '“round” is no setting'],
    ['channels:\n  C1:\n    mode: auto\n    locks: [rounds]\n', 4, 'locks holds for the whole'],
    ['channels:\n  C1: 3\n', 2, 'The channel “C1” has to hold names with values'],
    ['workspace:\n  houseStyle: { dialect: fr }\n', 2, 'dialect cannot be used'],
    ['channels: [C1]\n', 1, '“channels” has to hold names'],
  ])('say the line and the fix for %j', (text, line, message) => {
    const { problems } = readSettingsYaml(text);
    expect(problems[0]?.line).toBe(line);
    expect(problems[0]?.message).toContain(message);
  });
});

describe('import of settings', () => {
  let house: House;
  beforeEach(async () => {
    house = await openHouse();
  });
  afterEach(() => house.close());

  it('takes all of a file or nothing, and says what the workspace does not have', async () => {
    const text = `workspace: { rounds: 2 }
channels:
  C1: { preset: nobody, personas: [ghost] }
`;
    await expect(bring(house, text)).rejects.toThrow(
      /ours\.yaml: the channel C1: Preset names the preset “nobody”[\s\S]*“ghost”/,
    );
    await expect(bring(house, 'workspace: { rounds: 7 }')).rejects.toThrow('ours.yaml:1: rounds');
    expect(await house.store.current('w')).toEqual([]);
  });

  it('leaves places alone that the file does not name, and lets what it leaves out be inherited', async () => {
    await bring(house, 'workspace: { rounds: 2, mode: guided }\nchannels: { C1: { rounds: 3 } }');
    expect(await bring(house, 'channels: { C2: { rounds: 4 } }')).toEqual({
      type: 'saved',
      changes: ['the channel C2: Rounds: 4'],
    });
    expect((await bring(house, 'workspace: { mode: guided }')).type).toBe('saved');
    expect(await decidedIn(house)).toEqual({
      workspace: { mode: 'guided' },
      channels: { C1: { rounds: 3 }, C2: { rounds: 4 } },
    });
    const log = wordsOf(await house.show('log', ADMIN, WORKSPACE));
    expect(log).toContain('A file · *Rounds* from “2” to “inherited”');
  });

  it('ends in the same rows as the same changes in forms', async () => {
    const form = async (address: string, values: Record<string, string>) => {
      const shown = asForm(await house.show(address));
      await house.submit(shown.address, { ...valuesOf(shown), ...values });
    };
    await form('settings/all/review', { preset: 'announcement', rounds: '2' });
    await form('settings/here/privacy', { retentionDays: '7' });
    await form('style/here/guide', { 'guide.1': 'Be plain.' });
    await form('emoji/here/add', { emoji: '🚀', persona: 'line-editor' });
    const rows = async (of: House) =>
      (await of.store.current('w')).map(({ kind, key, body }) => ({ kind, key, body }));
    const other = await openHouse();
    try {
      await bring(other, writeSettingsYaml(await decidedIn(house)));
      expect(await rows(other)).toEqual(await rows(house));
    } finally {
      await other.close();
    }
  });

  it('may name editors that came in a file of their own', async () => {
    const editors = `id: sign-reader
title: Sign reader
reader: Somebody who walks past the sign without stopping.
checklist:
  - { id: short, question: "Is it short enough to read in passing?", severityIfFailed: major }
  - { id: verb, question: "Does it begin with what to do?", severityIfFailed: minor }
  - { id: one, question: "Is it about one thing only?", severityIfFailed: minor }
`;
    await importLibrary(house.deps, { workspace: 'w', text: editors, name: 'e' }, { via: 'file' });
    await bring(house, 'channels: { C1: { personas: [sign-reader] } }');
    expect((await decidedIn(house)).channels).toEqual({ C1: { personas: ['sign-reader'] } });
  });
});
