import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtInPersonas, builtInPresets } from '../../src/personas/library.ts';
import { openDatabase } from '../../src/store/database.ts';
import { createRunRepository } from '../../src/store/run-repository.ts';
import { runs } from '../../src/store/schema.sqlite.ts';
import { bluepencil } from './command.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bluepencil-cli-'));
  writeFileSync(join(folder, 'broken.json'), '{ "names": [');
  writeFileSync(join(folder, 'wrong.yaml'), 'dialect: en-AU\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MESSY =
  'We have recieved the the files.\r\n\r\nSee `teh code` and <https://example.org/teh> on 9 January.\r\n';
const FIXED =
  'We have received the files.\r\n\r\nSee `teh code` and <https://example.org/teh> on 9 January.\r\n';
/** Quick to review: no grammar checker has to load. */
const GERMAN = 'Seit heute Morgen läuft alles wieder wie gewohnt.\n';
const CLEAN = 'The build is green. Deploy starts at 14:00 UTC.\n';

async function reviewJson(stdin: string, args: readonly string[] = []) {
  const outcome = await bluepencil(['review', '-', '--format', 'json', ...args], { stdin });
  return { ...outcome, json: JSON.parse(outcome.stdout) };
}

describe('review', () => {
  it('quotes, fixes, and leaves every other byte alone', async () => {
    const { json, code } = await reviewJson(MESSY);
    expect(code).toBe(0);
    expect(json.draft).toBe(MESSY);
    expect(json.best).toEqual({ number: 2, text: FIXED });
    expect(json.revisions.map((revision: { number: number }) => revision.number)).toEqual([1, 2]);
    const comments = json.critiques[0].comments;
    expect(comments.length).toBeGreaterThanOrEqual(2);
    for (const comment of comments) {
      expect(MESSY.slice(comment.start, comment.end)).toBe(comment.quote);
      expect(comment).toMatchObject({ persona: 'copy-editor', raisedBy: ['copy-editor'] });
    }
  });

  it('tells a true receipt', async () => {
    const { json } = await reviewJson(MESSY);
    expect(json.receipt).toMatchObject({
      rounds: 1,
      calls: 0,
      inputTokens: 0,
      cachedTokens: 0,
      outputTokens: 0,
      cost: 0,
      filtered: {},
      facts: { lost: [], added: [] },
    });
    expect(json.stopSentence).toBe('nothing left to fix');
  });

  it('RC-069 says once that a clean draft is fine, without a rewrite', async () => {
    const { json, code } = await reviewJson(CLEAN);
    expect(code).toBe(0);
    expect(json).toMatchObject({
      best: { number: 1, text: CLEAN },
      stillOpen: [],
      stopReason: 'satisfied',
      receipt: { rounds: 1 },
    });
    const { stdout } = await bluepencil(['review', '-'], { stdin: CLEAN });
    expect(stdout.match(/Nothing to fix/g)).toHaveLength(1);
    expect(stdout).not.toContain('Refined draft');
  });

  it('exits with 1 while a blocking comment is open', async () => {
    const { code, json } = await reviewJson(
      'The office moves on [DATE TBD] to the new building.\n',
    );
    expect(code).toBe(1);
    expect(json.stillOpen[0]).toMatchObject({ severity: 'blocking' });
  });

  it('RC-059 keeps a right-to-left draft as it is and starts its quotes on their own line', async () => {
    const hebrew =
      'GitHub עודכן: הריצו `npm ci` לפני 12:00!\n\n- Slack: הריצו הריצו `npm ci` היום [קישור]()\n';
    const { json } = await reviewJson(hebrew);
    expect(json.best.text).toBe(hebrew);
    const { stdout } = await bluepencil(['review', '-'], { stdin: hebrew });
    for (const line of stdout.split('\n')) {
      const outside = line.replace(/\u2068[^\u2069]*\u2069/g, '');
      expect(outside).not.toMatch(/^\s*[“"A-Za-z·→].*[\u0590-\u05ff]/);
    }
  });

  it('keeps house names and changes house words', async () => {
    const file = join(folder, 'house.json');
    writeFileSync(
      file,
      JSON.stringify({ names: ['Nimbuss'], avoid: [{ word: 'utilise', use: 'use' }] }),
    );
    const { json } = await reviewJson('You can utilise Nimbuss from today on, and we are glad.\n', [
      '--house-style',
      file,
    ]);
    expect(json.best.text).toBe('You can use Nimbuss from today on, and we are glad.\n');
  });

  it.each([
    ['YAML of its own', 'avoid:\n  - { word: utilise, use: use }\nnames: [Nimbuss]\n'],
    ['CSV', 'word,use,type\nutilise,use,\nNimbuss,,name\n'],
    ['a Vale rule', 'extends: substitution\nignorecase: true\nswap:\n  utilise: use\n  a.*b: c\n'],
  ])('takes a house style as %s', async (what, text) => {
    const file = join(folder, 'house.txt');
    writeFileSync(file, text);
    const args = ['review', '-', '--format', 'json', '--house-style', file];
    const { stdout, stderr } = await bluepencil(args, { stdin: 'You can utilise it today.\n' });
    const { best } = JSON.parse(stdout) as { best: { text: string } };
    expect(best.text).toBe('You can use it today.\n');
    expect(stderr.includes('“a.*b” is a pattern')).toBe(what === 'a Vale rule');
  });

  it('helps with every preset, persona and exit code', async () => {
    const { code, stdout } = await bluepencil(['review', '--help']);
    expect(code).toBe(0);
    for (const { id } of [...builtInPresets, ...builtInPersonas]) expect(stdout).toContain(id);
    expect(stdout).toMatch(/0 {2}nothing blocking[\s\S]*1 {2}a blocking[\s\S]*2 {2}the command/);
    expect((await bluepencil(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('says which editors rest without a model and how to wake them', async () => {
    const { stdout } = await bluepencil(['review', '-', '--preset', 'Release notes'], {
      stdin: GERMAN,
    });
    expect(stdout).toMatch(/rested: they need a model/);
    expect(stdout).toContain('OPENAI_API_KEY');
  });

  it('prints the draft in a Markdown fence that no code in it can close', async () => {
    const { stdout } = await bluepencil(['review', '-', '--format', 'markdown'], {
      stdin: 'We recieved it.\n\n```sh\nls\n```\n',
    });
    expect(stdout).toContain('````markdown\nWe received it.\n\n```sh\nls\n```\n````');
  });

  it('shows signs a terminal would obey, and keeps them in JSON', async () => {
    const draft =
      'Wir ziehen um: \u001b[31m[TBD]\u001b]0;title\u0007 \u009b2J und \u202ego [Ort]().\n';
    for (const format of ['text', 'markdown']) {
      const { stdout, stderr } = await bluepencil(['review', '-', '--format', format], {
        stdin: draft,
      });
      expect(stdout + stderr).not.toMatch(/[^\P{Cc}\n]/u);
    }
    const { json, stdout } = await reviewJson(draft);
    expect(json.draft).toBe(draft);
    expect(stdout).not.toMatch(/[^\P{Cc}\n]/u);
    const missing = await bluepencil(['review', '\u001b[31mred.md'], { cwd: folder });
    expect(missing.stderr).toContain('␛[31mred.md');
  });

  it('says once what is the same in many places, and how many comments are not shown', async () => {
    const rooms = Array.from({ length: 14 }, (_each, at) => `Raum ${at + 1} zieht nach [TBD].\n\n`);
    const draft = rooms.join('');
    const { stdout } = await bluepencil(['review', '-'], { stdin: draft });
    expect(stdout.match(/is still a placeholder/g)).toHaveLength(1);
    expect(stdout).toContain('    lines 1, 3, 5, 7, 9, 11, 13, 15, … · blocking\n      “TBD”\n');
    expect(stdout).toContain('standard input · 70 words · 10 for you\n');
    expect(stdout).toContain('\n4 more comments are not shown.');
  });

  it('shows a quote in Markdown as it is written', async () => {
    const { stdout } = await bluepencil(['review', '-', '--format', 'markdown'], {
      stdin: 'Alles steht auf [der **Seite**]().\n',
    });
    expect(stdout).toContain('\n> `[der **Seite**]()`\n');
  });

  it('has colour on a terminal only, and none where it is not wanted', async () => {
    const color = new RegExp(String.fromCharCode(27));
    const on = await bluepencil(['review', '-'], { stdin: GERMAN, isTTY: true });
    expect(on.stdout).toMatch(color);
    const off = await bluepencil(['review', '-'], { stdin: GERMAN });
    expect(off.stdout + off.stderr).not.toMatch(color);
    const unwanted = await bluepencil(['review', '-'], {
      stdin: GERMAN,
      isTTY: true,
      env: { NO_COLOR: '1' },
    });
    expect(unwanted.stdout).not.toMatch(color);
  });

  it('keeps the run in a workspace file and nothing anywhere without one', async () => {
    const file = join(folder, 'runs.db');
    const { code } = await bluepencil(['review', '-', '--workspace', file], { stdin: MESSY });
    expect(code).toBe(0);
    const database = await openDatabase(file, { migrationsFolder: 'migrations/sqlite' });
    const [[row]] = await database.read((db) => [db.select({ id: runs.id }).from(runs)]);
    const run = await createRunRepository(database).load(row?.id ?? '');
    database.close();
    expect(run?.end?.stopReason).toBe('satisfied');
    expect(run?.revisions.map(({ text }) => text)).toEqual([MESSY, FIXED]);
    expect(run?.critiques.length).toBe(2);
    expect(run?.events.map(({ number }) => number)).toEqual(
      run?.events.map((_event, at) => at + 1),
    );
  });
});

describe('bad input', () => {
  const cases: readonly [string, readonly string[], string | Buffer, RegExp][] = [
    [
      'an empty draft',
      ['review', '-'],
      '',
      /^There is nothing to review: standard input is empty\.\n$/,
    ],
    ['white space', ['review', '-'], ' \n\t\n', /empty/],
    ['RC-028 emoji only', ['review', '-'], '🎉🎉 👍\n', /no words/],
    ['a missing file', ['review', 'nowhere.md'], '', /There is no file “nowhere\.md”/],
    ['a file without a name', ['review', ''], '', /no name/],
    ['a folder', ['review', '.'], '', /“\.” is a folder/],
    ['a binary file', ['review', '-'], Buffer.from([0x89, 0x50, 0, 1, 2]), /not a text file/],
    ['Latin-1', ['review', '-'], Buffer.from('Caf\xe9 au lait', 'latin1'), /byte 4 is not UTF-8/],
    ['UTF-16', ['review', '-'], Buffer.from('\ufeffhello', 'utf16le'), /UTF-16/],
    ['too much text', ['review', '-'], 'word '.repeat(20_001), /100,005 characters; up to 100,000/],
    ['far too much text', ['review', '-'], 'x'.repeat(400_001), /401 kB/],
    ['no file', ['review'], '', /Name a file to review/],
    ['an unknown option', ['review', '-', '--fromat', 'json'], '', /Did you mean --format\?/],
    ['an unknown format', ['review', '-', '--format', 'yaml'], '', /text, json, markdown, sarif/],
    [
      'an unknown preset',
      ['review', '-', '--preset', 'anouncement'],
      '',
      /Did you mean “announcement”\?/,
    ],
    [
      'an unknown persona',
      ['review', '-', '--persona', 'line editr'],
      '',
      /Did you mean “Line editor”\?/,
    ],
    ['an unknown command', ['reveiw', '-'], '', /Did you mean review\?/],
    ['rounds out of bounds', ['review', '-', '--rounds', '9'], '', /1 to 4/],
    ['two edit styles', ['review', '-', '--edits', '--rewrite'], '', /--rewrite/],
    [
      'a brief without a model',
      ['review', '--write', 'a line'],
      '',
      /needs a model.*OPENAI_API_KEY/,
    ],
    ['a rewrite without a model', ['review', '-', '--rewrite'], 'A text.', /needs a model/],
    ['an empty brief', ['review', '--write', ' '], '', /brief is empty/],
    ['a brief and a file', ['review', 'a.md', '--write', 'x'], '', /not both/],
    [
      'a house style that is missing',
      ['review', '-', '--house-style', 'none.json'],
      '',
      /none\.json/,
    ],
    [
      'a house style that breaks off',
      ['review', '-', '--house-style', 'broken.json'],
      'A text.',
      /broken\.json.*not JSON/,
    ],
    [
      'a house style with a wrong field',
      ['review', '-', '--house-style', 'wrong.yaml'],
      'A text.',
      /wrong\.yaml.*dialect cannot be used: choose en-US or en-GB/,
    ],
    ['a workspace in no folder', ['review', '-', '--workspace', 'none/runs.db'], 'A text.', /none/],
  ];

  it.each(cases)(
    '%s is told in a sentence, with exit code 2',
    async (_what, args, stdin, message) => {
      const { code, stderr, stdout } = await bluepencil(args, { stdin, cwd: folder });
      expect(stderr).toMatch(message);
      expect(stderr).not.toMatch(/\bat .+:\d+:\d+|Error:|undefined/);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    },
  );
});
