import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeClone, run, start } from './small-clone.ts';

const shownMain = (name: string) => `
  const shown: object = { name: '${name}', argv: process.argv.slice(2) };
  process.stdout.write(JSON.stringify(shown));
  process.exitCode = 7;
`;

function makeShowingClone(main = shownMain('first')): string {
  return makeClone({ 'src/main.ts': main });
}

function installNode(clone: string): void {
  rmSync(join(clone, 'node_modules'));
  const folder = join(clone, `node_modules/node-${process.platform}-${process.arch}/bin`);
  mkdirSync(folder, { recursive: true });
  symlinkSync(process.execPath, join(folder, 'node'));
}

describe('building', () => {
  it('builds a fresh clone, says so on stderr and passes arguments and exit code', async () => {
    const clone = makeShowingClone();
    const first = await run(clone, ['review', '--rounds', '2', 'my draft.md']);
    expect(first.stderr).toMatch(/^Building Bluepencil .* done in \d+\.\d s\.\n$/);
    expect(JSON.parse(first.stdout).argv).toEqual(['review', '--rounds', '2', 'my draft.md']);
    expect(first.code).toBe(7);
  });

  it('starts a fresh build without a word', async () => {
    const clone = makeShowingClone();
    await run(clone);
    expect((await run(clone)).stderr).toBe('');
  });

  it('builds again when a source changes, comes or goes', async () => {
    const clone = makeShowingClone();
    await run(clone);
    writeFileSync(join(clone, 'src/main.ts'), shownMain('second'));
    expect(JSON.parse((await run(clone)).stdout).name).toBe('second');
    mkdirSync(join(clone, 'src/loop'));
    writeFileSync(join(clone, 'src/loop/new.ts'), '');
    expect((await run(clone)).stderr).toContain('Building');
    rmSync(join(clone, 'src/loop/new.ts'));
    expect((await run(clone)).stderr).toContain('Building');
    writeFileSync(join(clone, 'package-lock.json'), '{}');
    expect((await run(clone)).stderr).toContain('Building');
  });

  it('does not build again when only times change', async () => {
    const clone = makeShowingClone();
    await run(clone);
    utimesSync(join(clone, 'src/main.ts'), 0, 0);
    expect((await run(clone)).stderr).toBe('');
  });

  it.each(['main.js', 'lexicon', 'build.json'])(
    'builds again when dist/%s is missing',
    async (part) => {
      const clone = makeShowingClone();
      await run(clone);
      rmSync(join(clone, 'dist', part), { recursive: true });
      const again = await run(clone);
      expect(again.stderr).toContain('Building');
      expect(again.code).toBe(7);
    },
  );

  it('survives several first starts at once and leaves no half-made folder', async () => {
    const clone = makeShowingClone();
    const ends = await Promise.all([1, 2, 3].map((n) => run(clone, [String(n)])));
    expect(ends.map((end) => JSON.parse(end.stdout).argv)).toEqual([['1'], ['2'], ['3']]);
    expect((await readdir(join(clone, 'dist'))).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('keeps recent files of an older build and removes those of last month', async () => {
    const clone = makeShowingClone();
    mkdirSync(join(clone, 'dist'), { recursive: true });
    writeFileSync(join(clone, 'dist/chunk-OLD.js'), '');
    writeFileSync(join(clone, 'dist/chunk-NEW.js'), '');
    utimesSync(join(clone, 'dist/chunk-OLD.js'), 0, Date.now() / 1000 - 30 * 24 * 3600);
    await run(clone);
    const left = await readdir(join(clone, 'dist'));
    expect(left).toContain('chunk-NEW.js');
    expect(left).not.toContain('chunk-OLD.js');
  });

  it('starts dist/ alone where the sources are not installed', async () => {
    const clone = makeShowingClone();
    await run(clone);
    for (const path of ['src', 'scripts']) rmSync(join(clone, path), { recursive: true });
    rmSync(join(clone, 'node_modules'));
    expect(await run(clone)).toMatchObject({ code: 7, stderr: '' });
  });

  it('names the next step when nothing is installed', async () => {
    const clone = makeShowingClone();
    rmSync(join(clone, 'node_modules'));
    const { stderr, code } = await run(clone);
    expect(stderr).toContain(`run "npm ci" in ${clone}`);
    expect(code).toBe(2);
  });

  it('says what is wrong with a source that does not build', async () => {
    const { stderr, code } = await run(makeShowingClone('const = ;'));
    expect(stderr).toMatch(/failed\.\nBluepencil cannot be built: .*src\/main\.ts:1/s);
    expect(code).toBe(2);
  });
});

describe('Node version', () => {
  it.each(['8.17.0', '12.22.12', '18.20.8', '20.20.2', '22.11.0'])(
    'refuses Node %s in one sentence that names it and the next step',
    async (version) => {
      const clone = makeShowingClone();
      rmSync(join(clone, 'node_modules'));
      const { stdout, stderr, code } = await run(clone, [], { pretendNode: version });
      expect(stderr).toMatch(
        /^Bluepencil needs Node 22\.12 or newer and found [^\n]*install a current Node[^\n]*\n$/,
      );
      expect(stderr).toContain(version);
      expect(stdout).toBe('');
      expect(code).toBe(2);
    },
  );

  it.each(['22.12.0', '24.0.0', '26.1.0'])('accepts Node %s', async (version) => {
    expect((await run(makeShowingClone(), [], { pretendNode: version })).code).toBe(7);
  });

  it('uses the Node that was installed beside it when the host has an old one', async () => {
    const clone = makeShowingClone();
    await run(clone);
    installNode(clone);
    const { stdout, stderr, code } = await run(clone, ['review', '-'], { pretendNode: '20.20.2' });
    expect({ ...JSON.parse(stdout), stderr, code }).toEqual({
      name: 'first',
      argv: ['review', '-'],
      stderr: '',
      code: 7,
    });
  });

  it('gives the tools of the project the same Node', async () => {
    const clone = makeShowingClone();
    writeFileSync(join(clone, 'tool.mjs'), 'console.log(process.argv.slice(2)); process.exit(5)');
    const args = ['tool.mjs', 'run', '-t'];
    const script = 'scripts/with-node.js';
    expect(await run(clone, args, { script })).toMatchObject({
      stdout: "[ 'run', '-t' ]\n",
      code: 5,
    });
    installNode(clone);
    const onOldNode = await run(clone, args, { script, pretendNode: '20.20.2' });
    expect(onOldNode).toEqual({ stdout: "[ 'run', '-t' ]\n", stderr: '', code: 5 });
  });

  it('passes SIGTERM on to the Node it started and ends with its exit code', async () => {
    const clone = makeShowingClone(`
      process.on('SIGTERM', () => process.exit(9));
      setTimeout(() => process.exit(1), 3000);
      process.stdout.write('ready');
    `);
    spawnSync(process.execPath, [join(clone, 'scripts/build.js')]);
    installNode(clone);
    const { child, ended } = start(clone, [], { pretendNode: '20.20.2' });
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect((await ended).code).toBe(9);
  });
});
