import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Service, startService } from '../../../src/app.ts';
import { readConfig } from '../../../src/config.ts';
import { bluepencil } from '../../cli/command.ts';
import { makeTempFolder } from '../../store/temp-folder.ts';

const PUBLIC_URL = 'http://pencil.example';
const OWN = { origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' };
const folder = makeTempFolder();
const env = {
  DATABASE_URL: `file:${folder.file('desk.db')}`,
  HOST: '0.0.0.0',
  PORT: '0',
  LOG_LEVEL: 'silent',
  PUBLIC_URL,
  ENCRYPTION_KEY: '07'.repeat(32),
};

let service: Service;
let port: number;
beforeAll(async () => {
  const { createServer } = await import('node:net');
  port = await new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });
  service = await startService(readConfig({ ...env, PORT: String(port) }), folder.path);
});
afterAll(async () => {
  await service.stop(1_000);
  folder.remove();
});

/** As a browser that found the desk under the name people know. */
function ask(
  path: string,
  { method = 'GET', ...headers }: Record<string, string> = {},
): Promise<{ status: number; text: string; location?: string; cookie: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, path, method, headers: { host: 'pencil.example', ...headers } },
      (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += String(chunk);
        });
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            text,
            ...(response.headers.location ? { location: response.headers.location } : {}),
            cookie: response.headers['set-cookie']?.[0]?.split(';')[0] ?? '',
          }),
        );
      },
    );
    asked.on('error', reject);
    asked.end();
  });
}

async function signIn() {
  const { code, stdout } = await bluepencil(['sign-in'], { env, cwd: folder.path });
  expect(code).toBe(0);
  const path = stdout.trim().replace(PUBLIC_URL, '');
  return { path, ...(await ask(path, { ...OWN, method: 'POST' })) };
}

describe('a desk that other machines reach', () => {
  it.each(['/', '/c/announcements', '/api/channels', '/api/events', '/s/settings', '/r/x'])(
    'shows nobody %s who has not signed in, also on this machine',
    async (path) => {
      const { status, text } = await ask(path, { accept: 'text/html' });
      expect(status).toBe(403);
      expect(text).toContain('npx bluepencil sign-in');
      expect((await ask(path, { host: `127.0.0.1:${port}` })).status).toBe(403);
    },
  );

  it('says whether it is well, and its metrics to this machine but to no proxy on it', async () => {
    expect((await ask('/readyz')).status).toBe(200);
    const here = { host: `127.0.0.1:${port}` };
    expect((await ask('/metrics', here)).status).toBe(200);
    expect((await ask('/metrics', { ...here, 'x-forwarded-for': '203.0.113.7' })).status).toBe(403);
  });

  it('opens as a whole for who signs in by a link that works once, until they sign out', async () => {
    const { path, status, location, cookie } = await signIn();
    expect([status, location]).toEqual([303, '/']);
    expect((await ask(path, { ...OWN, method: 'POST' })).status).toBe(404);

    expect((await ask('/c/announcements', { cookie })).text).toContain('Sign out');
    expect((await ask('/api/channels', { cookie })).status).toBe(200);
    expect((await ask('/s/settings', { cookie })).status).toBe(200);
    const evil = { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site', cookie };
    expect((await ask('/api/commands', { ...evil, method: 'POST' })).status).toBe(403);
    expect((await ask('/c/announcements', { cookie, host: 'evil.example' })).status).toBe(403);

    expect((await ask('/sign-out', { ...OWN, cookie, method: 'POST' })).status).toBe(200);
    expect((await ask('/api/channels', { cookie })).status).toBe(403);
  });
});

/** Every address of the server, from its code: a route that is added later is tried as well. */
function routes(): readonly (readonly [method: string, path: string])[] {
  const folder = join(import.meta.dirname, '../../../src/platforms/desk');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => {
      const code = readFileSync(join(folder, name), 'utf8');
      const found = code.matchAll(
        /\b(api|pages|app)\.(get|post|put|patch|delete|all)\(\s*'([^']+)'/g,
      );
      return [...found].map(([, of, method = '', path = '']) => {
        return [method.toUpperCase(), of === 'api' ? `/api${path}` : path] as const;
      });
    });
}

/** What somebody gets who has neither signed in nor a link. */
const OPEN: Readonly<Record<string, number>> = {
  'GET /healthz': 200,
  'GET /readyz': 200,
  // The page that asks for a press of its button; it says the same of every link.
  'GET /sign-in/:token': 200,
  'POST /sign-in/:token': 404,
  // Who has no session is signed out.
  'POST /sign-out': 200,
  'GET /assets/:name': 404,
  'GET /review/:token': 404,
  'GET /data/:token': 404,
  'GET /plot/:token': 404,
};

describe('an address of a desk that other machines reach', () => {
  it('is one of those that are tried', () => {
    const all = routes().map(([method, path]) => `${method} ${path}`);
    expect(all.length).toBeGreaterThan(40);
    expect(Object.keys(OPEN).filter((route) => !all.includes(route))).toEqual([]);
  });

  it.each(routes())('%s %s shows nothing to who has not signed in', async (method, route) => {
    const path = route.replace(/:\w+/g, 'announcements').replace('*', 'settings');
    const { status, text } = await ask(path, {
      ...OWN,
      ...{ method, accept: 'application/json', 'x-forwarded-for': '203.0.113.7' },
    });
    expect(status).toBe(OPEN[`${method} ${route}`] ?? 403);
    expect(text).not.toMatch(/sample|Ada|general/);
  });
});

it.each([
  [{ ENCRYPTION_KEY: '' }, 'needs ENCRYPTION_KEY; set it'],
  [{ ENCRYPTION_KEY: '', PUBLIC_URL: '' }, 'needs PUBLIC_URL and ENCRYPTION_KEY; set them'],
  [{ DISCORD_TOKEN: 'x' }, 'admins get their link with /refine settings'],
])('prints no link with %j, and says why', async (more, sentence) => {
  const { code, stderr } = await bluepencil(['sign-in'], {
    env: { ...env, ...more },
    cwd: folder.path,
  });
  expect(code).toBe(2);
  expect(stderr).toContain(sentence);
});
