import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPersonasFolder } from '../../src/personas-folder.ts';
import { makeTempFolder } from '../store/temp-folder.ts';
import { bluepencil } from './command.ts';

const SIGN_READER = `# Kept in git.
id: sign-reader
title: Sign reader
reader: Somebody who walks past the sign without stopping.
checklist:
  - { id: short, question: "Is it short enough to read in passing?", severityIfFailed: major }
  - { id: verb, question: "Does it begin with what to do?", severityIfFailed: minor }
  - { id: one, question: "Is it about one thing only?", severityIfFailed: minor }
`;

let folder: ReturnType<typeof makeTempFolder>;

beforeEach(() => {
  folder = makeTempFolder();
});

afterEach(() => folder.remove());

const run = (...args: string[]) =>
  bluepencil(['personas', ...args], {
    cwd: folder.path,
    env: { DATABASE_URL: 'file:./desk.db' },
  });

describe('bluepencil personas', () => {
  it('exports, imports what was changed, and exports over the file without touching the rest', async () => {
    expect((await run('export', 'ours.yaml')).stderr).toContain('10 editors and 9 presets');
    const file = folder.file('ours.yaml');
    const text = readFileSync(file, 'utf8').replace(
      'title: Food critic',
      'title: Kitchen critic # ours',
    );
    writeFileSync(file, text);

    const imported = await run('import', 'ours.yaml');
    expect(imported).toMatchObject({ code: 0, stdout: 'Editor food-critic\n' });
    expect((await run('import', 'ours.yaml')).stdout).toContain('nothing was changed');

    await run('export', 'ours.yaml');
    const again = readFileSync(file, 'utf8');
    expect(again).toContain('title: Kitchen critic # ours');
    await run('export', 'ours.yaml');
    expect(readFileSync(file, 'utf8')).toBe(again);
  });

  it('checks files and folders and says the line and the fix', async () => {
    mkdirSync(folder.file('editors'));
    writeFileSync(folder.file('editors/sign.yaml'), SIGN_READER);
    expect(await run('check', 'editors')).toMatchObject({
      code: 0,
      stdout: '1 editors and 0 presets in one file: all of them can be used.\n',
    });

    writeFileSync(folder.file('editors/bad.yml'), `personas:\n  - id: x\n    title: Nobody\n`);
    const wrong = await run('check', 'editors');
    expect(wrong.code).toBe(1);
    expect(wrong.stdout).toContain('editors/bad.yml:2: “x”: id is “x”');
    expect(wrong.stdout).toContain('reader is missing');

    expect((await run('check', 'nothing.yaml')).stderr).toContain('There is no file or folder');
  });
});

describe('PERSONAS_DIR', () => {
  it('adds to what is built in, replaces, and lets rest', () => {
    writeFileSync(folder.file('a.yaml'), SIGN_READER);
    writeFileSync(
      folder.file('b.yml'),
      `presets:\n  - id: signs\n    title: Signs\n    purpose: What hangs on the quay.\n    personas: [sign-reader]\nresting: [food-critic]\n`,
    );
    const { personas, presets } = readPersonasFolder('.', folder.path);
    expect(personas.map(({ id }) => id)).toContain('sign-reader');
    expect(personas.map(({ id }) => id)).not.toContain('food-critic');
    expect(presets.find(({ id }) => id === 'signs')).toMatchObject({
      personas: ['sign-reader'],
      rounds: 1,
    });
  });

  it('refuses a folder with a mistake, whole, with every mistake', () => {
    writeFileSync(folder.file('a.yaml'), SIGN_READER.replace('Sign reader', 'Line editor'));
    expect(() => readPersonasFolder('.', folder.path)).toThrow(
      /already calls persona “line-editor”/,
    );
    expect(() => readPersonasFolder('nowhere', folder.path)).toThrow(/no folder that can be read/);
  });
});

it('bluepencil stats shows what reviews came to, in words or as JSON', async () => {
  const env = { DATABASE_URL: 'file:./desk.db' };
  const shown = await bluepencil(['stats'], { cwd: folder.path, env });
  expect(shown.code).toBe(0);
  expect(shown.stdout).toContain('The last 90 days');
  expect(shown.stdout).toContain('None were counted yet.');

  const json = await bluepencil(['stats', '--days', '7', '--format', 'json'], {
    cwd: folder.path,
    env,
  });
  expect(JSON.parse(json.stdout)).toMatchObject({ all: { reviews: 0 }, presets: [] });

  const wrong = await bluepencil(['stats', '--days', '0'], { cwd: folder.path, env });
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('1 to 3650')]);
});

it('bluepencil export writes decisions and votes, to a file or to standard output', async () => {
  const env = { DATABASE_URL: 'file:./desk.db' };
  expect(await bluepencil(['export'], { cwd: folder.path, env })).toMatchObject({
    ...{ code: 0, stdout: '' },
  });
  await bluepencil(['export', 'decisions.jsonl'], { cwd: folder.path, env });
  expect(readFileSync(folder.file('decisions.jsonl'), 'utf8')).toBe('');
});

it('bluepencil log writes who changed what, to a file or to standard output', async () => {
  const env = { DATABASE_URL: 'file:./desk.db' };
  await run('export', 'ours.yaml');
  const file = folder.file('ours.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('title: Food critic', 'title: Chef'));
  await run('import', 'ours.yaml');
  const shown = await bluepencil(['log'], { cwd: folder.path, env });
  expect(shown.code).toBe(0);
  expect(shown.stdout).toMatch(
    /^time,who,member,via,channel,what,from,to\r\n.*,A file,,file,,Editor “Chef”,,written\r\n$/,
  );
  await bluepencil(['log', 'log.jsonl', '--format', 'jsonl'], { cwd: folder.path, env });
  expect(JSON.parse(readFileSync(folder.file('log.jsonl'), 'utf8'))).toMatchObject({
    what: 'Editor “Chef”',
    via: 'file',
  });
  const wrong = await bluepencil(['log', '--format', 'xls'], { cwd: folder.path, env });
  expect(wrong.code).not.toBe(0);
});
