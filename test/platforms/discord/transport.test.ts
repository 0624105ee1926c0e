import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { request } from '../../../src/platforms/discord/transport.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

interface Given {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly path?: string;
}

/** What the transport makes of an answer. */
async function come({ status = 200, headers = {}, text = '', path = '/' }: Given) {
  const server = createServer((_, response) => response.writeHead(status, headers).end(text));
  closers.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const answer = await request(`http://127.0.0.1:${port}${path}`, { method: 'GET' });
  const type = answer.headers.get('content-type') ?? '';
  const body: unknown = type === 'application/json' ? await answer.json() : await answer.text();
  return { status: answer.status, headers: answer.headers, type, body };
}

describe('an answer', () => {
  it.each<[Given, string, unknown]>([
    [{ text: '{"id":"1"}' }, 'application/json', { id: '1' }],
    [{ text: '[]', headers: { 'content-type': 'text/html' } }, 'application/json', []],
    [{ text: '', headers: { 'content-type': 'application/json' } }, 'text/plain', ''],
    [
      { status: 404, text: '<p>', headers: { 'content-type': 'application/json' } },
      'text/plain',
      '<p>',
    ],
    [{ status: 204 }, 'text/plain', ''],
  ])('is of the type that it is: %j', async (given, type, body) => {
    expect(await come(given)).toMatchObject({ status: given.status ?? 200, type, body });
  });

  it.each<[Given, string, string | null]>([
    [{ headers: { 'retry-after': '0.5' }, text: '{"retry_after":9}' }, '0.5', null],
    [{ text: '{"retry_after":0.25,"global":true}' }, '0.25', 'true'],
    [{ headers: { 'x-ratelimit-reset-after': '3' } }, '3', null],
    [
      { headers: { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }, text: '{"retry_after":2}' },
      '2',
      null,
    ],
    [{ text: 'error code: 1015' }, '1', null],
    [{ text: '{"retry_after":-4}' }, '1', null],
  ])('says how long to wait, wherever it was said: %j', async (given, wait, isGlobal) => {
    const { headers } = await come({ ...given, status: 429 });
    expect(headers.get('retry-after')).toBe(wait);
    expect(headers.get('x-ratelimit-global')).toBe(isGlobal);
  });

  it('names where to connect, with what is needed to begin', async () => {
    const path = '/api/v10/gateway/bot';
    const { body } = await come({
      path,
      text: '{"url":"ws://127.0.0.1:1/?v=9&compress=zlib-stream"}',
    });
    expect(body).toEqual({
      url: 'ws://127.0.0.1:1/',
      shards: 1,
      session_start_limit: { total: 1000, remaining: 1000, reset_after: 0, max_concurrency: 1 },
    });
    const told = { shards: 4, session_start_limit: { total: 5, remaining: 0, reset_after: 7 } };
    expect((await come({ path, text: JSON.stringify(told) })).body).toMatchObject(told);
  });
});
