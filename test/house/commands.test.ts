import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathTo } from '../../src/package-root.ts';
import { bluepencil } from '../cli/command.ts';
import { ACCEPT } from '../fakes/editor-replies.ts';
import { startOpenAiServer } from '../fakes/openai-server.ts';
import { open } from '../store/open-store.ts';
import { makeTempFolder } from '../store/temp-folder.ts';
import { listFiles } from './source-files.ts';

const pages = ['README.md', 'CONTRIBUTING.md', ...listFiles('docs')]
  .filter((path) => path.endsWith('.md'))
  .map((path) => ({ path, page: readFileSync(path, 'utf8') }));

/** Blocks of shell, as somebody copies them. */
const blocks = pages.flatMap(({ path, page }) =>
  [...page.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, script = '']) => ({ path, script })),
);

/** Run with the real programs elsewhere, or by nobody. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'npm ci && npm start\n': '.ci/run',
  'npm ci && npm test\n': '.ci/run',
};

/** Programs of the host that stand in here: they change machines, or need what is not there. */
const STAND_INS = [
  'systemctl',
  'journalctl',
  'useradd',
  'podman',
  'docker',
  'npm',
  'git',
  'pg_dump',
  'chown',
];

/** Commands whose answers a model gives, and where they are tried. */
const WITH_A_MODEL: readonly (readonly [command: string, test: string])[] = [
  ['npx bluepencil eval ', 'test/cli/eval.test.ts'],
  ['--persona food-critic', 'test/models/restaurant.test.ts'],
];

/** Of those that the hook in checks.md calls, `git` has a test of its own with the real one. */
const HOOK = '#!/bin/sh';

describe('a block of shell in the documentation', () => {
  const folder = makeTempFolder();
  const clone = folder.file('opt/bluepencil');
  let models: Awaited<ReturnType<typeof startOpenAiServer>>;

  beforeAll(async () => {
    models = await startOpenAiServer(() => ACCEPT);
    for (const path of [clone, 'etc/systemd/system', 'var/lib/bluepencil', 'var/backups', 'bin']) {
      mkdirSync(path.startsWith('/') ? path : folder.file(path), { recursive: true });
    }
    cpSync(pathTo('deploy'), join(clone, 'deploy'), { recursive: true });
    cpSync(pathTo('.env.example'), join(clone, '.env.example'));
    writeFileSync(join(clone, 'draft.md'), 'Dear team, the office is closed on Friday.\n');
    writeFileSync(join(clone, 'CHANGELOG.md'), '# Changes\n\nThe export works again.\n');
    await (await open(folder.file('var/lib/bluepencil/bluepencil.db'))).close();
    for (const name of STAND_INS) program(name, `echo ${name} "$@" >> "${folder.file('asked')}"`);
    const main = pathTo('src/main.ts');
    const run = `"${process.execPath}" --import "${import.meta.resolve('tsx')}" "${main}"`;
    program('npx', `[ "$1" = bluepencil ] && shift && exec ${run} "$@"; exit 127`);
    program('runuser', 'shift 3; exec "$@"');
    mkdirSync(join(clone, 'bin'));
    writeFileSync(join(clone, 'bin/bluepencil.js'), `#!/bin/sh\nexec ${run} "$@"\n`, {
      mode: 0o755,
    });
  });
  afterAll(async () => {
    await models.close();
    folder.remove();
  });

  function program(name: string, script: string): void {
    writeFileSync(folder.file(`bin/${name}`), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }

  it.each(blocks)('in $path runs: $script', async ({ path, script }) => {
    const runBy = ELSEWHERE[script];
    if (runBy !== undefined) {
      expect(readFileSync(pathTo(runBy), 'utf8')).toMatch(/npm(?:@[\d.]+)? start|npm test/);
      return;
    }
    // What a model answers there takes a rig of its own.
    const [, rig] = WITH_A_MODEL.find(([command]) => script.includes(command)) ?? [];
    if (rig !== undefined) {
      expect(existsSync(pathTo(rig))).toBe(true);
      return;
    }
    if (script.startsWith(HOOK)) {
      expect(readFileSync(pathTo('test/cli/checks.test.ts'), 'utf8')).toContain(path);
      return;
    }
    const here = script
      .replaceAll(/(?<![\w.])\/(opt|etc|var)\//g, `${folder.path}/$1/`)
      .replaceAll(/http:\/\/127\.0\.0\.1:11434\/v1/g, models.url)
      .replaceAll(/(_API_KEY|_MODEL|PASSWORD)=…/g, '$1=word')
      .replaceAll('…', 'https://example.com/bluepencil');
    const shell = spawn('bash', ['-euo', 'pipefail', '-c', here], {
      cwd: clone,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: `${folder.file('bin')}:/usr/bin:/bin`,
        DATABASE_URL: `file:${folder.file('var/lib/bluepencil/bluepencil.db')}`,
        ENCRYPTION_KEY: '07'.repeat(32),
        PUBLIC_URL: 'http://127.0.0.1:9',
        MODEL_API: 'chat',
        PORT: '0',
      },
    });
    const [stdout, stderr, [status]] = await Promise.all([
      text(shell.stdout),
      text(shell.stderr),
      once(shell, 'exit'),
    ]);
    expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' });
  });
});

describe('a command in a sentence of the documentation', () => {
  const commands = [
    ...new Set(
      pages.flatMap(({ page }) =>
        [...page.matchAll(/`(?:npx )?bluepencil ([a-z][^`]*)`/g)].map(([, words = '']) => words),
      ),
    ),
  ];

  it('is found', () => {
    expect(commands.length).toBeGreaterThan(15);
  });

  it.each(commands)('is there with its options: bluepencil %s', async (words) => {
    const all = words.split(/\s+/);
    const options = all.filter((word) => /^--?[a-z]/.test(word)).map((word) => word.split('=')[0]);
    // Of a command made of two words both are its name.
    const [name = '', part] = all.filter((word) => /^[a-z][a-z-]+$/.test(word));
    const isTwo = ['personas', 'keys', 'settings'].includes(name) && part !== undefined;
    if (name === 'complete') return;
    const { code, stdout } = await bluepencil([...(isTwo ? [name, part] : [name]), '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain(`Usage: bluepencil ${name}`);
    for (const option of options) expect(stdout).toContain(option);
  });
});
