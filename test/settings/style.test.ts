import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AvoidedWord } from '../../src/settings/house-style.ts';
import { importWords, spellOut } from '../../src/settings/style-import.ts';
import { readAvoided, writeAvoided } from '../../src/settings/style-text.ts';
import { fc } from '../fast-check.ts';
import {
  ADMIN,
  asForm,
  asNote,
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

const form = async (address: string, by = ADMIN) => asForm(await house.show(address, by));
const style = async (place = WORKSPACE) => (await house.resolve(place)).houseStyle;

describe('the house style', () => {
  it('is written in parts, holds everywhere, and a channel may have its own', async () => {
    const words = await form('style/all/words');
    await house.submit(words.address, {
      ...valuesOf(words),
      'avoid.1': 'utilise -> use\nHandy -> mobile (de)\nsynergy -> ?\nGithub -> GitHub (case)',
      names: 'Nimbuss\nSaltholm line',
      allowed: 'webinar',
      dialect: 'en-GB',
    });
    const guide = await form('style/all/guide');
    const note = asNote(
      await house.submit(guide.address, {
        ...valuesOf(guide),
        'guide.1': '# Voice\n\nWrite as you speak.',
        register: 'plain, you',
      }),
    );
    expect(note.markdown).toContain('Style guide: 28 of 12,000 characters');

    expect(await style()).toEqual({
      origin: 'workspace',
      value: {
        guide: '# Voice\n\nWrite as you speak.',
        register: 'plain, you',
        dialect: 'en-GB',
        names: ['Nimbuss', 'Saltholm line'],
        allowed: ['webinar'],
        avoid: [
          { word: 'utilise', use: 'use' },
          { word: 'Handy', use: 'mobile', languages: ['de'] },
          { word: 'synergy', use: '', flagOnly: true },
          { word: 'Github', use: 'GitHub', caseSensitive: true },
        ],
      },
    });
    const own = await form('style/here/words');
    expect(valuesOf(own)['avoid.1']).toContain('utilise -> use');
    await house.submit(own.address, { ...valuesOf(own), dialect: 'en-US' });
    expect((await style({ workspace: 'w', channel: 'c' })).value.dialect).toBe('en-US');
    expect((await style()).value.dialect).toBe('en-GB');
    await house.submit('style/here/reset');
    expect((await style({ workspace: 'w', channel: 'c' })).origin).toBe('workspace');
  });

  it('changes nothing when its forms come back untouched', async () => {
    const guide = await form('style/all/guide');
    const long = `${'A rule of the house that goes on for a while. '.repeat(15)}\n`
      .repeat(12)
      .slice(0, 8500);
    await house.submit(guide.address, {
      ...valuesOf(guide),
      'guide.1': long.slice(0, 2900),
      'guide.2': long.slice(2900, 5700),
      'guide.3': long.slice(5700),
    });
    const before = await house.store.history({ workspace: 'w', kind: 'style', key: '' });
    for (const part of ['guide', 'words']) {
      const again = await form(`style/all/${part}`);
      // Some platforms cut white space at the ends.
      const values = Object.fromEntries(
        Object.entries(valuesOf(again)).map(([name, value]) => [
          name,
          typeof value === 'string' ? value.trim() : value,
        ]),
      );
      expect(asNote(await house.submit(again.address, values)).markdown).toContain(
        'nothing was changed',
      );
    }
    expect(await house.store.history({ workspace: 'w', kind: 'style', key: '' })).toEqual(before);
  });

  it('keeps a list that is longer than a form whole', async () => {
    const many = Array.from(
      { length: 900 },
      (_, at) => `avoided-word-${at},better-word-${at}`,
    ).join('\n');
    for (let at = 0; at < many.length; ) {
      const end = many.lastIndexOf('\n', at + 2900);
      const chunk = many.slice(at, end > at && at + 2900 < many.length ? end : undefined);
      const file = await form('style/all/import');
      expect(asNote(await house.submit(file.address, { file: chunk })).isDone).toBe(true);
      at += chunk.length + 1;
    }
    expect((await style()).value.avoid).toHaveLength(900);

    const words = await form('style/all/words');
    expect(words.steps[0]?.intro).toContain('longer than this form');
    await house.submit(words.address, {
      ...valuesOf(words),
      add: 'new one -> newer',
      remove: 'avoided-word-3',
      dialect: '',
    });
    const { avoid } = (await style()).value;
    expect(avoid).toHaveLength(900);
    expect(avoid.some(({ word }) => word === 'avoided-word-3')).toBe(false);
    expect(avoid).toContainEqual({ word: 'new one', use: 'newer' });
  });

  it.each([
    ['words', { 'avoid.1': 'utilise use' }, 'avoid.1', 'has no arrow'],
    ['words', { 'avoid.1': `${'x'.repeat(120)} -> y` }, 'avoid.1', 'up to 100 characters'],
    ['import', { file: 'extends: metric\nformula: 1' }, 'file', 'No new word'],
  ])('says what is wrong with %s and keeps what was typed', async (part, wrong, field, message) => {
    const opened = await form(`style/all/${part}`);
    const screen = await house.submit(opened.address, { ...valuesOf(opened), ...wrong });
    if (part === 'import') {
      expect(JSON.stringify(screen)).toContain('substitution and existence');
      return;
    }
    const again = asForm(screen);
    expect(again.problems[0]?.field).toBe(field);
    expect(again.problems[0]?.message).toContain(message);
    expect(valuesOf(again)).toMatchObject(wrong);
  });

  it('lets two change different parts at once, and tells the second about the same part', async () => {
    const [guide, words, late] = [
      await form('style/all/guide'),
      await form('style/all/words', OTHER_ADMIN),
      await form('style/all/words'),
    ];
    await house.submit(guide.address, { ...valuesOf(guide), 'guide.1': 'Short sentences.' });
    await house.submit(
      words.address,
      { ...valuesOf(words), 'avoid.1': 'utilise -> use' },
      OTHER_ADMIN,
    );
    expect((await style()).value).toMatchObject({
      guide: 'Short sentences.',
      avoid: [{ word: 'utilise' }],
    });

    const told = asForm(
      await house.submit(late.address, { ...valuesOf(late), 'avoid.1': 'leverage -> use' }),
    );
    expect(told.problems[0]?.message).toContain('Lars changed this part of the house style');
    expect((await style()).value.avoid).toEqual([{ word: 'utilise', use: 'use' }]);
  });

  it('goes back to a version', async () => {
    for (const text of ['First.', 'Second.']) {
      const guide = await form('style/all/guide');
      await house.submit(guide.address, { ...valuesOf(guide), 'guide.1': text });
    }
    await house.submit('style/all/restore/1');
    expect((await style()).value.guide).toBe('First.');
  });

  it('is seen and tried by everybody, and changed by those who may', async () => {
    expect(wordsOf(await house.show('style', MEMBER))).toContain('**Avoided words**');
    expect(asNote(await house.show('style/all/words', MEMBER)).isDone).toBe(false);
    const tried = await house.submit('style/test', { sample: 'We utilise this.' }, MEMBER);
    expect(wordsOf(tried)).toContain('Copy editor reads “We utilise this.”');
  });
});

describe('word lists of elsewhere', () => {
  it('reads substitution rules, spelling simple patterns out', () => {
    const { words, left } = importWords(
      'extends: substitution\nmessage: Use %s\nignorecase: true\nswap:\n  utili[sz]e: use\n  w[a-z]+ise: use\n  log[- ]?in: sign in\n  "(?:e-mail|E-Mail)": email\n  colou?r: hue\n  repo|repository: code base\n',
    );
    expect(words.avoid).toEqual([
      { word: 'utilise', use: 'use' },
      { word: 'utilize', use: 'use' },
      { word: 'log-in', use: 'sign in' },
      { word: 'log in', use: 'sign in' },
      { word: 'login', use: 'sign in' },
      { word: 'e-mail', use: 'email' },
      { word: 'E-Mail', use: 'email' },
      { word: 'colour', use: 'hue' },
      { word: 'color', use: 'hue' },
      { word: 'repo', use: 'code base' },
      { word: 'repository', use: 'code base' },
    ]);
    expect(left).toEqual([expect.stringContaining('“w[a-z]+ise”')]);
  });

  it('reads existence rules as words to ask about, and vocabularies as allowed', () => {
    expect(importWords('extends: existence\ntokens:\n  - obviously\n').words.avoid).toEqual([
      { word: 'obviously', use: '', flagOnly: true, caseSensitive: true },
    ]);
    expect(importWords('# terms\nNimbuss\nwebinars?\n').words.allowed).toEqual([
      'Nimbuss',
      'webinars',
      'webinar',
    ]);
  });

  it('reads CSV with and without a head', () => {
    expect(importWords('utilise,use\n"sign up, now",register\n').words.avoid).toEqual([
      { word: 'utilise', use: 'use' },
      { word: 'sign up, now', use: 'register' },
    ]);
    const { words } = importWords(
      'word,use,language,case,type\nHandy,mobile,de,,\nGithub,GitHub,,yes,\nNimbuss,,,,name\nwebinar,,,,allowed\n',
    );
    expect(words).toEqual({
      avoid: [
        { word: 'Handy', use: 'mobile', languages: ['de'] },
        { word: 'Github', use: 'GitHub', caseSensitive: true },
      ],
      names: ['Nimbuss'],
      allowed: ['webinar'],
    });
  });

  it('reads tables as programs in other countries write them, and as they are copied', () => {
    const rows = [
      ['Avoid', 'Use', 'Type'],
      ['utilise', 'use', ''],
      ['sign up, now', 'register', ''],
      ['Nimbuss', '', 'Name'],
    ];
    for (const delimiter of [';', '\t']) {
      const text = `\uFEFF${rows.map((row) => row.join(delimiter)).join('\r\n')}\r\n`;
      expect(importWords(text).words).toEqual({
        avoid: [
          { word: 'utilise', use: 'use' },
          { word: 'sign up, now', use: 'register' },
        ],
        names: ['Nimbuss'],
        allowed: [],
      });
    }
  });

  it('reads a cell of two lines, leaves out rows without a word, and says where a quote stays open', () => {
    const { words, left } = importWords('word,use\n# ours\n"one ""two""","a\nb"\n,nothing\n');
    expect(words.avoid).toEqual([{ word: 'one "two"', use: 'a\nb' }]);
    expect(left).toEqual(['A row without a usable word was left out: “, nothing”.']);
    expect(importWords('word,use\nutilise,"use\n')).toEqual({
      words: { avoid: [], names: [], allowed: [] },
      left: [expect.stringContaining('from line 2 on: a quote is opened there and not closed')],
    });
  });

  it('never takes a pattern for a word', () => {
    for (const pattern of [
      'a.*b',
      '[a-z]nd',
      '[^a]nd',
      '[ab]+',
      '[-a]*',
      '[Aa]nd',
      'x{2}',
      '\\d+',
      'a+',
      '((a|b|c|d|e)(f|g|h|i|j)(k|l|m|n|o))',
    ]) {
      for (const word of spellOut(pattern)) expect(word).not.toMatch(/[[\]{}()*+?^$|\\]/);
    }
  });
});

it('a line of the word list comes back as the same entry', () => {
  const word = fc.stringMatching(/^[a-z][a-z '-]{0,20}[a-z]$/);
  const entry = fc.record(
    {
      word,
      use: fc.oneof(word, fc.constant('')),
      caseSensitive: fc.constant(true),
      languages: fc.uniqueArray(fc.constantFrom('de', 'en', 'fra'), { minLength: 1 }),
    },
    { requiredKeys: ['word', 'use'] },
  );
  fc.assert(
    fc.property(fc.array(entry), (entries: readonly AvoidedWord[]) => {
      expect(readAvoided(entries.map(writeAvoided).join('\n'))).toEqual({ entries, problems: [] });
    }),
  );
});

it('words come from a house style of our own, as YAML or JSON; its guide is told to be left out', () => {
  const style = {
    names: ['Nimbuss'],
    avoid: [{ word: 'utilise', use: 'use' }],
    guide: 'Be plain.',
  };
  const yaml = 'guide: Be plain.\nnames: [Nimbuss]\navoid:\n  - word: utilise\n    use: use\n';
  for (const text of [JSON.stringify(style), yaml]) {
    const { words, left } = importWords(text);
    expect(words).toEqual({ names: ['Nimbuss'], avoid: style.avoid, allowed: [] });
    expect(left).toEqual([expect.stringContaining('guide')]);
  }
  expect(importWords('names: [1, 2]').left[0]).toMatch(/^names\[0\] cannot be used/);
});
