import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LIFETIME_MS } from '../../../src/review/passes.ts';
import { addCountedReviews } from '../../review/counted-reviews.ts';
import { member } from '../../review/fake-platform.ts';
import { forgettingOn } from '../../review/forgetting-rig.ts';
import { PLANTED } from '../../review/planted-words.ts';
import { openSignedDesk } from './signed-desk.ts';

const PUBLIC_URL = 'https://pencil.example';

let signed: Awaited<ReturnType<typeof openSignedDesk>>;
let now = Date.now();
let isAdmin = true;

beforeAll(async () => {
  signed = await openSignedDesk({
    publicUrl: PUBLIC_URL,
    now: () => now,
    isAdmin: () => isAdmin,
  });
});
afterAll(() => signed.close());
beforeEach(() => {
  isAdmin = true;
});

const get = (path: string, headers: Record<string, string> = {}, method = 'GET', body?: string) =>
  fetch(`${signed.url}${path}`, {
    method,
    redirect: 'manual',
    headers: { accept: 'text/html', ...headers },
    ...(body === undefined ? {} : { body }),
  });

describe('a link to a review', () => {
  it('opens that review to read, kept out of caches and search engines', async () => {
    const { path } = await signed.link('review', signed.runId);

    const response = await get(path);
    const page = await response.text();

    expect(response.status).toBe(200);
    expect(page).toContain(PLANTED.draft);
    expect(page).toContain(PLANTED.problem);
    expect(page).not.toContain('Back to the');
    expect(page).not.toMatch(/<script|<form/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(page).toContain('<meta name="robots" content="noindex, nofollow">');
    expect((await get(`${path}?revision=2`)).status).toBe(200);
    expect((await get(`${path}?revision=99`)).status).toBe(404);
  });

  it('opens nothing else, under no other name and with no part of it changed', async () => {
    const { token } = await signed.link('review', signed.runId);
    const [id = '', signature = ''] = token.split('.');
    const other = await signed.link('review', 'another-run');
    const paths = [
      `/data/${token}`,
      `/review/${other.token.split('.')[0]}.${signature}`,
      `/review/${id}.${signature.slice(0, -2)}AA`,
      `/review/${id}`,
      `/review/${signed.runId}`,
      `/r/${signed.runId}`,
      '/c/announcements',
      '/api/channels',
    ];
    const statuses = await Promise.all(paths.map(async (path) => (await get(path)).status));
    expect(statuses).toEqual([404, 404, 404, 404, 404, 403, 403, 403]);
    expect((await get('/s/settings', { cookie: `__Host-bluepencil=${token}` })).status).toBe(403);
    expect((await get(`/sign-in/${token}`, OWN, 'POST')).status).toBe(404);
  });

  it('ends with its time, when it is taken back, and when the review is forgotten', async () => {
    const first = await signed.link('review', signed.runId);
    const second = await signed.link('review', signed.runId);
    now += LIFETIME_MS.review + 1;
    expect((await get(first.path)).status).toBe(404);
    now -= LIFETIME_MS.review + 1;
    expect((await get(first.path)).status).toBe(200);

    expect(await signed.passes.endAll('review', signed.runId)).toBeGreaterThanOrEqual(2);
    expect((await get(first.path)).status).toBe(404);
    expect((await get(second.path)).status).toBe(404);

    const third = await signed.link('review', 'a-run');
    expect(await signed.passes.open('review', third.token)).toMatchObject({ subject: 'a-run' });
    await forgettingOn(signed.database).forgets.erase(['a-run'], now);
    expect(await signed.passes.open('review', third.token)).toBeNull();
  });

  it('says the same whatever is wrong with it', async () => {
    const taken = await signed.link('review', signed.runId);
    await signed.passes.end('review', taken.token);
    const pages = await Promise.all(
      [taken.path, `/review/${'x'.repeat(24)}.${'y'.repeat(43)}`].map(async (path) =>
        (await get(path)).text(),
      ),
    );
    expect(pages[0]).toContain('opens nothing any more');
    expect(pages[1]).toBe(pages[0]);
  });
});

describe('a link to a member’s data', () => {
  it('hands over a JSON file with that member’s words', async () => {
    const response = await get((await signed.link('data')).path);

    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="bluepencil-\d{4}-\d\d-\d\d\.json"$/,
    );
    const data = await response.json();
    expect(data).toMatchObject({ member: member('ada'), workspace: 'local' });
    expect(JSON.stringify(data)).toContain(PLANTED.draft);
    expect(JSON.stringify(data)).not.toContain(PLANTED.given);
  });
});

const OWN = { origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' };

describe('a link to a plot', () => {
  it('opens that picture for an hour, of that workspace alone, and nothing else', async () => {
    const counted = { platform: 'slack', daysAgo: [10, 20] };
    await addCountedReviews(signed.database, { ...counted, workspace: 'plotted' });
    const subject = `reviews/${now - 90 * 86_400_000}/${now}`;
    const { path, token } = await signed.link('plot', subject, 'plotted');

    const response = await get(path);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');

    const gone = await signed.link('plot', subject.replace('reviews', 'votes'), 'plotted');
    const other = await signed.link('plot', subject, 'elsewhere');
    for (const each of [gone.path, other.path, `/data/${token}`, `/review/${token}`, `${path}A`]) {
      expect((await get(each)).status).toBe(404);
    }
    now += LIFETIME_MS.plot + 1;
    expect((await get(path)).status).toBe(404);
    now -= LIFETIME_MS.plot + 1;
  });
});

describe('signing in', () => {
  const signIn = async (workspace = 'local') => {
    const { path } = await signed.link('sign-in', '', workspace);
    const response = await get(path, OWN, 'POST');
    const cookie = response.headers.get('set-cookie') ?? '';
    return { path, response, cookie, pair: cookie.split(';')[0] ?? '' };
  };

  it('takes a press of the button: looking at the link, as chat apps do, uses nothing up', async () => {
    const { path } = await signed.link('sign-in');
    for (let time = 0; time < 3; time += 1) {
      const preview = await get(path);
      expect(preview.status).toBe(200);
      expect(preview.headers.get('set-cookie')).toBeNull();
    }
    expect((await get(path, OWN, 'POST')).status).toBe(303);
  });

  it('works once, and its session shows the settings of that workspace alone', async () => {
    const { path, response, cookie, pair } = await signIn();
    expect(response.headers.get('location')).toBe('/s/settings');
    expect(cookie).toMatch(/^__Host-bluepencil=/);
    for (const word of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/', 'Max-Age=43200']) {
      expect(cookie).toContain(word);
    }
    expect((await get(path, OWN, 'POST')).status).toBe(404);

    const page = await get('/s/settings', { cookie: pair });
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('Settings of the workspace');
    for (const closed of ['/c/announcements', '/api/channels', `/r/${signed.runId}`]) {
      expect((await get(closed, { cookie: pair })).status).toBe(403);
    }
  });

  it('hands over the log and the decisions of that workspace', async () => {
    const { pair } = await signIn();
    const log = await get('/api/screens/log?format=csv', { cookie: pair });
    expect(log.headers.get('content-disposition')).toBe(
      'attachment; filename="bluepencil-log.csv"',
    );
    expect(await log.text()).toMatch(/^time,who,member,/);
    const decisions = await get('/api/screens/decisions', { cookie: pair });
    expect(decisions.headers.get('content-type')).toContain('application/x-ndjson');
    expect(await (await get('/s/stats', { cookie: pair })).text()).toContain('Download decisions');
    for (const path of ['log', 'decisions']) {
      expect((await get(`/api/screens/${path}`)).status).toBe(403);
    }
  });

  it('of two who press at once lets one in', async () => {
    const { path } = await signed.link('sign-in');
    const both = await Promise.all([get(path, OWN, 'POST'), get(path, OWN, 'POST')]);
    expect(both.map(({ status }) => status).sort()).toEqual([303, 404]);
  });

  it('is for admins, asked anew each time', async () => {
    expect((await signIn('other')).response.status).toBe(403);
    const { pair } = await signIn();
    isAdmin = false;
    expect((await get('/s/settings', { cookie: pair })).status).toBe(403);
  });

  it('changes a setting from its own pages and from no other', async () => {
    const { pair } = await signIn();
    const wish = JSON.stringify({ address: 'reset/all/rounds', values: {} });
    const json = { cookie: pair, 'content-type': 'application/json' };
    const from = (headers: Record<string, string>) =>
      get('/api/screens', { ...json, ...headers }, 'POST', wish);

    expect(
      (await from({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })).status,
    ).toBe(403);
    expect((await from({ 'sec-fetch-site': 'same-site' })).status).toBe(403);
    expect((await from({})).status).toBe(403);
    expect((await from({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await from(OWN)).status).toBe(200);
  });

  it('ends with its time and with signing out', async () => {
    const { pair } = await signIn();
    now += LIFETIME_MS.session + 1;
    expect((await get('/s/settings', { cookie: pair })).status).toBe(403);
    now -= LIFETIME_MS.session + 1;

    expect((await get('/sign-out', { cookie: pair }, 'POST')).status).toBe(403);
    const out = await get('/sign-out', { ...OWN, cookie: pair }, 'POST');
    expect(await out.text()).toContain('You are signed out.');
    expect((await get('/s/settings', { cookie: pair })).status).toBe(403);
  });
});

it('bounds what guessing costs, and links that open something go on working', async () => {
  const { path } = await signed.link('review', signed.runId);
  const guess = `/review/${'g'.repeat(24)}.${'s'.repeat(43)}`;
  const statuses = new Set<number>();
  for (let time = 0; time < 80; time += 1) statuses.add((await get(guess)).status);
  expect(statuses).toContain(429);
  expect((await get(path)).status).toBe(200);
  now += 60_001;
  expect((await get(guess)).status).toBe(404);
});

it('writes no link down', () => {
  expect(signed.errors).toEqual([]);
});
