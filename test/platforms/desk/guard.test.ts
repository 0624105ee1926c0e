import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listeningReviews, rawCall } from './core.ts';
import { openDeskWith } from './rig.ts';

describe('the desk’s door', () => {
  const core = listeningReviews();
  let desk: Awaited<ReturnType<typeof openDeskWith>>;
  beforeAll(async () => {
    desk = await openDeskWith(core.reviews);
  });
  afterAll(() => desk.close());

  describe('against pages elsewhere', () => {
    const json = { 'content-type': 'application/json' };
    const body = JSON.stringify({ author: 'ines', text: 'Not me.' });
    const path = '/api/channels/announcements/messages';

    it.each([
      ['another name for this machine', { host: 'evil.example:80' }],
      ['no port', { host: '127.0.0.1' }],
    ])('refuses %s as its Host', async (_case, headers) => {
      expect((await rawCall(desk.url, { path: '/', headers })).status).toBe(403);
      expect((await rawCall(desk.url, { path: '/api/members', headers })).status).toBe(403);
    });

    it.each([
      ['a foreign Origin', { origin: 'https://evil.example' }],
      ['an opaque Origin', { origin: 'null' }],
      ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
      ['a request marked as cross-site', { 'sec-fetch-site': 'cross-site' }],
    ])('refuses a post with %s', async (_case, headers) => {
      const host = new URL(desk.url).host;
      const sent = { method: 'POST', path, body, headers: { ...json, ...headers, host } };
      expect((await rawCall(desk.url, sent)).status).toBe(403);
    });

    it.each([
      ['text/plain'],
      ['application/x-www-form-urlencoded'],
      ['multipart/form-data; boundary=x'],
    ])('takes no body of type %s', async (type) => {
      const host = new URL(desk.url).host;
      const sent = { method: 'POST', path, body, headers: { 'content-type': type, host } };
      expect((await rawCall(desk.url, sent)).status).toBe(415);
    });

    it('takes no body without a type, however it is sent', async () => {
      const host = new URL(desk.url).host;
      const chunked = { host, 'transfer-encoding': 'chunked' };
      const sized = { host, 'content-length': String(body.length) };
      for (const headers of [chunked, sized]) {
        expect((await rawCall(desk.url, { method: 'POST', path, body, headers })).status).toBe(415);
      }
    });

    it('takes its own pages’ posts', async () => {
      const { host, origin } = new URL(desk.url);
      const headers = { ...json, host, origin, 'sec-fetch-site': 'same-origin' };
      expect((await rawCall(desk.url, { method: 'POST', path, body, headers })).status).toBe(201);
    });

    it('allows no script but its own and no frame around it', async () => {
      const response = await fetch(`${desk.url}/c/announcements`);
      const policy = response.headers.get('content-security-policy') ?? '';
      const page = await response.text();

      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
      expect(page).not.toMatch(/<script(?![^>]*\bsrc=)/);
      expect(page).not.toMatch(/\son\w+=|\sstyle=/);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    });
  });

  it('says what is wrong with a body', async () => {
    const path = '/api/channels/announcements/messages';
    const host = new URL(desk.url).host;
    const headers = { 'content-type': 'application/json', host };
    const send = (body: string) => rawCall(desk.url, { method: 'POST', path, headers, body });

    expect((await send('{')).body).toContain('not JSON');
    expect((await send('[]')).status).toBe(400);
    expect((await send('{"author":"ines"}')).body).toContain('“text” is missing');
    expect((await send(JSON.stringify({ author: 'ines', text: ' ' }))).status).toBe(422);
    const long = JSON.stringify({ author: 'ines', text: 'a'.repeat(120_001) });
    expect((await send(long)).body).toContain('120,001 characters');
    expect((await send(`"${'a'.repeat(6_100_000)}"`)).status).toBe(413);
  });

  it('tells how it is', async () => {
    const host = new URL(desk.url).host;
    const get = (path: string) => rawCall(desk.url, { path, headers: { host } });

    expect(await get('/healthz')).toEqual({ status: 200, body: 'ok' });
    expect(await get('/readyz')).toEqual({ status: 200, body: 'ok' });
    expect((await get('/metrics')).body).toContain('bluepencil_up 1');
  });
});
