import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bluepencil } from './command.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bluepencil-start-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const DATABASE_URL = 'file:desk.db';

it('opens the desk, says where, and stops cleanly when asked to', async () => {
  const stop = new AbortController();
  let isAsked = false;
  const running = bluepencil(['start'], {
    cwd: folder,
    env: { PORT: '0', DATABASE_URL },
    signal: stop.signal,
    onOutput: (text) => {
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
      if (url === undefined || isAsked) return;
      isAsked = true;
      void fetch(`${url}/readyz`).then(({ status }) => {
        expect(status).toBe(200);
        stop.abort();
      });
    },
  });
  const { code, stdout, stderr } = await running;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^The desk is open at http:\/\/127\.0\.0\.1:\d+\n/);
});

it.skipIf(process.platform !== 'linux' || !('execve' in process))(
  'keeps one heap for all its threads, in the process that was started',
  async () => {
    const script = join(import.meta.dirname, '..', '..', 'bin', 'bluepencil.js');
    const { MALLOC_ARENA_MAX: _, ...inherited } = process.env;
    const child = spawn(process.execPath, [script, 'start'], {
      cwd: folder,
      env: { ...inherited, PORT: '0', DATABASE_URL: 'file:heap.db' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    await once(child.stdout, 'data');
    const environment = readFileSync(`/proc/${child.pid}/environ`, 'utf8').split('\0');
    child.kill('SIGTERM');

    expect(environment).toContain('MALLOC_ARENA_MAX=1');
    expect(await exited).toEqual([0, null]);
  },
);

it('says who has the port when it is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { code, stderr, stdout } = await bluepencil(['start'], {
    cwd: folder,
    env: { PORT: String(port), DATABASE_URL: 'file:taken.db' },
  });
  other.close();
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(String(port));
  expect(stderr).toContain('PORT');
});

it('refuses to be the second server on a database', async () => {
  const stop = new AbortController();
  let second: ReturnType<typeof bluepencil> | undefined;
  const first = bluepencil(['start'], {
    cwd: folder,
    env: { PORT: '0', DATABASE_URL },
    signal: stop.signal,
    onOutput: () => {
      second ??= bluepencil(['start'], { cwd: folder, env: { PORT: '0', DATABASE_URL } }).finally(
        () => stop.abort(),
      );
    },
  });
  expect((await first).code).toBe(0);
  const { code, stderr } = (await second) ?? { code: 0, stderr: '' };
  expect(code).toBe(2);
  expect(stderr).toMatch(/^Another Bluepencil server is running on .*\n$/);
});

it('refuses a database that is none, and other addresses than this machine’s own', async () => {
  writeFileSync(join(folder, 'notes.txt'), 'no database, '.repeat(50));
  const none = await bluepencil(['start'], {
    cwd: folder,
    env: { PORT: '0', DATABASE_URL: 'file:notes.txt' },
  });
  expect(none.code).toBe(2);
  expect(none.stderr).toContain('notes.txt');
  const wide = await bluepencil(['start'], {
    cwd: folder,
    env: { PORT: '0', HOST: '0.0.0.0', DATABASE_URL: 'file:wide.db' },
  });
  expect(wide.code).toBe(2);
  expect(wide.stderr).toContain('0.0.0.0');
});

it('refuses prices that cannot be read, before anybody asks for a review', async () => {
  const { code, stderr } = await bluepencil(['start'], {
    cwd: folder,
    env: { PORT: '0', DATABASE_URL: 'file:prices.db', PRICES_FILE: 'nowhere.json' },
  });
  expect(code).toBe(2);
  expect(stderr).toContain('PRICES_FILE names nowhere.json, which cannot be read.');
});
