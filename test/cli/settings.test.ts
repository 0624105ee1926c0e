import { readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BUILT_IN_SETTINGS } from '../../src/settings/settings.ts';
import { makeTempFolder } from '../store/temp-folder.ts';
import { bluepencil } from './command.ts';

let folder: ReturnType<typeof makeTempFolder>;

beforeEach(() => {
  folder = makeTempFolder();
});

afterEach(() => folder.remove());

const run = (...args: string[]) =>
  bluepencil(['settings', ...args], {
    cwd: folder.path,
    env: { DATABASE_URL: 'file:./desk.db' },
  });

it('settings are brought in from a file and written over it without touching the rest', async () => {
  const file = folder.file('ours.yaml');
  const text = 'workspace:\n  rounds: 2 # enough\nchannels:\n  C1: { preset: job-ad }\n';
  writeFileSync(file, text);
  expect(await run('check', 'ours.yaml')).toMatchObject({ code: 0 });
  expect(await run('import', 'ours.yaml')).toMatchObject({
    code: 0,
    stdout: 'the workspace: Rounds: 2\nthe channel C1: Preset: Job ad\n',
  });
  expect((await run('import', 'ours.yaml')).stdout).toContain('nothing was changed');
  expect((await run('export', 'ours.yaml')).stderr).toContain('is as it was');
  expect(readFileSync(file, 'utf8')).toBe(text);

  await run('import', 'ours.yaml', '--workspace', 'T1');
  expect((await run('export', '--workspace', 'T1')).stdout).toContain('preset: job-ad');
});

it('what is wrong in a file is told with its line, and nothing is changed', async () => {
  writeFileSync(folder.file('bad.yaml'), 'workspace:\n  rounds: 2\n  mode: loud\n');
  const checked = await run('check', 'bad.yaml');
  expect(checked).toMatchObject({ code: 1 });
  expect(checked.stdout).toContain('bad.yaml:3: mode: Mode is “loud”');
  const imported = await run('import', 'bad.yaml');
  expect(imported.code).not.toBe(0);
  expect(imported.stderr).toContain('bad.yaml:3');
  expect((await run('export')).stdout).toContain('workspace: {}');
});

it('a budget that names a part of its limits is told what all of them are', async () => {
  writeFileSync(folder.file('part.yaml'), 'workspace:\n  budget: { tokensPerRun: 1000 }\n');
  const { code, stderr } = await run('import', 'part.yaml');
  expect(code).not.toBe(0);
  expect(stderr).toContain('part.yaml:2: budget: ');
  for (const name of Object.keys(BUILT_IN_SETTINGS.budget)) expect(stderr).toContain(name);
});
