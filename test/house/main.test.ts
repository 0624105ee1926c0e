import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { makeClone, run, start } from './small-clone.ts';

const canary = 'canary7c1f9ad2';

/** Stands where the command line stands and does what its first argument says. */
const program = `
  import { once } from 'node:events';
  import { setTimeout as sleep } from 'node:timers/promises';
  import { UserError } from '../user-error.ts';
  export async function runCommandLine([what], io) {
    if (what === 'end') return 1;
    if (what === 'fail') throw new TypeError('cannot read "${canary}"');
    if (what === 'lose') {
      setImmediate(() => Promise.reject(Object.assign(new Error('it broke'), { detail: '${canary}' })));
      await sleep(60_000);
    }
    if (what === 'throw') {
      setImmediate(() => { throw '${canary}'; });
      await sleep(60_000);
    }
    if (what === 'refuse') throw new UserError('No preset is called memo.', { code: 'unknown_preset' });
    if (what === 'show') io.stdout.write(io.env.PERSONAS_DIR + ' ' + io.env.HOST);
    if (what === 'pour') for (let n = 0; n < 200; n += 1) {
      io.stdout.write('x'.repeat(10_000));
      await sleep(1);
    }
    if (what === 'wait') {
      io.stdout.write('ready');
      // A signal alone keeps no process alive, however long it is in coming.
      const alive = setInterval(() => undefined, 1_000);
      await once(io.signal, 'abort');
      clearInterval(alive);
      await sleep(20);
      io.stdout.write(' stopped');
    }
    if (what === 'ignore') {
      io.stdout.write('ready');
      await sleep(8000);
      io.stdout.write(' finished');
    }
    return io.interruptedWith() ?? 1;
  }
`;

function makeRealMain(): string {
  const real = [
    'main',
    'config',
    'logger',
    'redaction',
    'seal',
    'user-error',
    'text/secrets',
    'text/range',
  ].map((name) => `src/${name}.ts`);
  const sources = real.map((path) => [path, readFileSync(path, 'utf8')]);
  return makeClone({ ...Object.fromEntries(sources), 'src/cli/program.ts': program });
}

async function makeBuiltMain(): Promise<string> {
  const clone = makeRealMain();
  await run(clone, ['end']);
  return clone;
}

describe('main', () => {
  it('ends with the exit code of the command', async () => {
    expect(await run(await makeBuiltMain(), ['end'])).toEqual({ stdout: '', stderr: '', code: 1 });
  });

  it('shows a refusal as its sentence alone', async () => {
    const { stderr, code } = await run(await makeBuiltMain(), ['refuse']);
    expect(stderr).toBe('No preset is called memo.\n');
    expect(code).toBe(2);
  });

  it('logs an unexpected error under the reference it shows, without its words', async () => {
    const { stderr, code } = await run(await makeBuiltMain(), ['fail']);
    const [line = '', sentence = ''] = stderr.split('\n');
    const { ref, error } = JSON.parse(line);
    expect(sentence).toBe(`Something went wrong (ref ${ref}).`);
    expect(error).toMatchObject({ name: 'TypeError', reason: 'cannot read [redacted]' });
    expect(error.frames[0]).toContain('src/cli/program.ts:');
    expect(stderr).not.toContain(canary);
    expect(code).toBe(70);
  });

  it.each(['lose', 'throw'])('logs what nobody caught (%s) without what it holds', async (how) => {
    const { stderr, code } = await run(await makeBuiltMain(), [how]);
    const [line = '', sentence = ''] = stderr.split('\n');
    expect(sentence).toBe(`Something went wrong (ref ${JSON.parse(line).ref}).`);
    expect(stderr).not.toContain(canary);
    expect(code).toBe(70);
  });

  it('reads the .env file of its own folder, after the environment', async () => {
    const clone = await makeBuiltMain();
    writeFileSync(join(clone, '.env'), 'PERSONAS_DIR=ours # comment\n');
    expect((await run(clone, ['show'])).stdout).toMatch(/^ours /);
  });

  it('says when the .env file cannot be read', async () => {
    const clone = await makeBuiltMain();
    await mkdir(join(clone, '.env'));
    const { stderr, code } = await run(clone, ['show']);
    expect(stderr).toMatch(/^\S+\/\.env cannot be read: make it a readable file or remove it\.\n$/);
    expect(code).toBe(2);
  });

  it('keeps its exit code and its peace when the reader goes away', async () => {
    const { child, ended } = start(await makeBuiltMain(), ['pour']);
    child.stdout.once('data', () => child.stdout.destroy());
    expect(await ended).toMatchObject({ stderr: '', code: 1 });
  });

  it.runIf(existsSync('/dev/full'))('says when the result cannot be written', async () => {
    const clone = await makeBuiltMain();
    const child = spawn(process.execPath, ['bin/bluepencil.js', 'pour'], {
      cwd: clone,
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
    });
    const stderr = text(child.stderr as Readable);
    expect(await once(child, 'exit')).toEqual([2, null]);
    expect(await stderr).toMatch(/^The result could not be written \(ENOSPC\)\. .*\n$/);
  });

  it('says when the working folder is gone', async () => {
    const clone = await makeBuiltMain();
    const gone = join(clone, 'gone');
    await mkdir(gone);
    const script = join(clone, 'bin/bluepencil.js');
    const child = spawn(
      'sh',
      ['-c', `rmdir "${gone}"; exec "${process.execPath}" "${script}" end`],
      {
        cwd: gone,
      },
    );
    const stderr = text(child.stderr);
    expect(await once(child, 'exit')).toEqual([2, null]);
    expect(await stderr).toMatch(/^The working folder is gone: .*\n$/);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('asks the command to stop on %s and waits for it', async (signal, expected) => {
    const { child, ended } = start(await makeBuiltMain(), ['wait']);
    await once(child.stdout, 'data');
    child.kill(signal);
    expect(await ended).toEqual({ stdout: 'ready stopped', stderr: '', code: expected });
  });

  it('ends at once on the second signal', async () => {
    const { child, ended } = start(await makeBuiltMain(), ['ignore']);
    await once(child.stdout, 'data');
    child.kill('SIGINT');
    const again = setInterval(() => child.kill('SIGINT'), 50);
    expect(await ended).toEqual({ stdout: 'ready', stderr: '', code: 130 });
    clearInterval(again);
  });
});
