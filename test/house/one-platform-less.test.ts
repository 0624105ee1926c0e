/*
 * A platform is its folder and its lines in the composition: without both, everything else still
 * type-checks, builds and passes. Tried in a copy, with what is written, not with what is committed.
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const COPIED = [
  ...['src', 'test', 'bench', 'scripts', 'bin', 'migrations', 'package.json', 'package-lock.json'],
  // Made from what packages bring, so that it need not be made again.
  ...['dist/lexicon', 'dist/slack-schemas'],
  ...['tsconfig.json', 'vitest.config.ts', 'drizzle.config.ts', 'drizzle.postgres.config.ts'],
];
const COMPOSITION = 'src/chat-platforms.ts';
/** What every platform promises, and the script that is played on each there is. */
const TESTS = [
  ...['desk', 'discord', 'slack'].map((name) => `test/platforms/${name}/adapter.test.ts`),
  'test/platforms/same-script.test.ts',
];

/** A copy of the project without one platform. */
function copyWithout(platform: string): string {
  const copy = mkdtempSync(join(tmpdir(), `bluepencil-without-${platform}-`));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  for (const path of COPIED) cpSync(path, join(copy, path), { recursive: true });
  const scripts = readdirSync('scripts').filter((name) => name.startsWith(platform));
  for (const path of [
    ...[`src/platforms/${platform}`, `test/platforms/${platform}`],
    ...scripts.map((name) => `scripts/${name}`),
  ]) {
    rmSync(join(copy, path), { recursive: true });
  }
  const composition = join(copy, COMPOSITION);
  const whole = readFileSync(composition, 'utf8');
  const lines = new RegExp(
    `^( +)if \\(config\\.${platform} !== null\\) \\{\\n.*?\\n\\1\\}\\n`,
    'gms',
  );
  const less = whole.replace(lines, '');
  expect(less).not.toBe(whole);
  expect(less).not.toContain(`platforms/${platform}`);
  writeFileSync(composition, less);
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** Runs a script of a package in the copy; resolves to what it said unless all was well. */
function run(copy: string, script: string, args: readonly string[] = []): string {
  const { PATH, HOME } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd: copy,
    encoding: 'utf8',
    env: { ...(PATH === undefined ? {} : { PATH }), ...(HOME === undefined ? {} : { HOME }) },
  });
  return status === 0 ? '' : `${stdout}\n${stderr}`;
}

it.each(['discord', 'slack'])(
  'without %s everything else type-checks, builds and passes',
  (platform) => {
    const copy = copyWithout(platform);

    expect(run(copy, 'node_modules/typescript/bin/tsc', ['--noEmit'])).toBe('');
    expect(run(copy, 'scripts/build.js')).toBe('');
    const left = TESTS.filter((path) => existsSync(join(copy, path)));
    expect(left).toHaveLength(TESTS.length - 1);
    expect(run(copy, 'node_modules/vitest/vitest.mjs', ['run', ...left])).toBe('');
  },
  600_000,
);
