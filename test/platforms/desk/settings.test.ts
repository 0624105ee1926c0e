import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderScreen } from '../../../src/platforms/desk/screen-html.ts';
import { listenTo } from '../lead-script.ts';
import { call, finishedRun, openRig, type Rig } from './rig.ts';

let rig: Rig;

beforeAll(async () => {
  rig = await openRig();
}, 60_000);

afterAll(() => rig.close());

const page = async (path: string) => {
  const response = await fetch(`${rig.url}${path}`);
  return { status: response.status, html: await response.text() };
};

interface Told {
  readonly runId: string;
  readonly html: string;
  readonly screen: { readonly address: string; readonly problems: readonly unknown[] };
}

const send = async (method: string, path: string, body?: object) => {
  const response = await fetch(`${rig.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Told };
};

describe('the settings on the desk', () => {
  it.each([
    ['settings', '/s/settings'],
    ['settings log', '/s/log'],
    ['personas', '/s/personas'],
    ['presets', '/s/presets'],
    ['style', '/s/style'],
  ])('open with /refine %s', async (text, address) => {
    const { body } = await send('POST', '/api/commands', {
      channel: 'hiring',
      member: 'noor',
      command: '/refine',
      text,
    });
    expect(body).toMatchObject({ outcome: 'page', page: `${address}?channel=hiring` });
    const { status, html } = await page(`${address}?channel=hiring`);
    expect(status).toBe(200);
    expect(html).toContain('id="screen"');
  });

  it('are followed by the next review of the channel', async () => {
    const before = await rig.decided.settings({ workspace: 'local', channel: 'hiring' });
    expect(before.preset.value).toBe('general');
    const { body: form } = await send(
      'GET',
      '/api/screens?member=noor&channel=hiring&address=settings/here/review',
    );
    const saved = await send('POST', '/api/screens', {
      member: 'noor',
      channel: 'hiring',
      address: form.screen.address,
      values: { preset: 'job-ad', personas: [], rounds: '', mode: 'critique-only', editStyle: '' },
    });
    expect(saved.body.html).toContain('Saved for this channel');

    const { body } = await send('POST', '/api/commands', {
      channel: 'hiring',
      member: 'noor',
      command: '/refine',
      text: 'We want a very very strong deckhand for the ferry line.',
    });
    const { panel, mode } = await planOf(body.runId);
    expect(panel.map(({ id }: { id: string }) => id)).toEqual([
      'tone-and-inclusion',
      'skeptical-reader',
      'line-editor',
    ]);
    expect(mode).toBe('critique-only');
    expect((await page('/s/settings?channel=hiring')).html).toContain('Job ad');
    expect((await page('/s/log')).html).toContain('Noor Haddin');
  });

  it('escape what people typed, and take no other shape than text', async () => {
    const address = 'settings/all/method';
    const wrong = await send('POST', '/api/screens', {
      member: 'ines',
      channel: '',
      address,
      values: { critiqueLanguage: '"><script>alert(1)</script>' },
    });
    expect(wrong.body.html).not.toContain('<script>');
    expect(wrong.body.screen.problems).toHaveLength(1);

    const shapeless = await send('POST', '/api/screens', {
      member: 'ines',
      address,
      values: { critiqueLanguage: { a: 1 } },
    });
    expect(shapeless.status).toBe(400);
  });
});

/** The plan a run was settled with. */
async function planOf(runId: string) {
  for (let tries = 0; tries < 400; tries += 1) {
    const json = await rig.deps.runs.recallStep(runId, 'plan');
    if (json !== null) return JSON.parse(json) as { panel: { id: string }[]; mode: string };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the run has no plan');
}

it('what was decided for a channel holds in its threads', async () => {
  const given = listenTo(rig.deps);
  await send('POST', '/api/screens', {
    member: 'noor',
    channel: 'announcements',
    address: 'settings/here/review@0.0',
    values: { preset: 'job-ad' },
  });
  const post = async (path: string, text: string) =>
    (await call(rig, 'POST', path, { author: 'noor', text })).answer.id;
  const root = await post('/api/channels/announcements/messages', 'What do you think?');
  const reply = await post(`/api/messages/${root}/replies`, 'This is a very very long story.');
  const { body } = await send('POST', `/api/messages/${reply}/review`, {
    member: 'noor',
    scope: 'message',
  });
  await finishedRun(rig, body.runId);
  expect(given.map(({ settings }) => settings.preset)).toEqual([
    { value: 'job-ad', origin: 'channel' },
  ]);
});

describe('a desk with admins that are named', () => {
  it('shows the others what holds, refuses them what is not theirs, and hands the log to admins', async () => {
    const named = await openRig({ admins: ['ines'] });
    try {
      const get = (path: string) => fetch(`${named.url}${path}`);
      const save = async (member: string) => {
        const response = await fetch(`${named.url}/api/screens`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            member,
            channel: 'hiring',
            address: 'settings/here/review@0.0',
            values: { rounds: '3' },
          }),
        });
        return (await response.json()) as Told;
      };
      expect((await save('noor')).html).toContain(
        'You cannot change the settings of this channel.',
      );
      expect((await save('ines')).html).toContain('Rounds');
      const place = { workspace: 'local', channel: 'hiring' };
      expect((await named.decided.settings(place)).rounds.value).toBe(3);

      expect(await (await get('/s/settings?as=noor')).text()).toContain(
        'Workspace admins can change these.',
      );
      const refused = await get('/api/screens/log?member=noor&format=csv');
      expect(refused.status).toBe(403);
      const log = await get('/api/screens/log?member=ines&format=csv');
      expect(log.headers.get('content-disposition')).toBe(
        'attachment; filename="bluepencil-log.csv"',
      );
      expect(await log.text()).toContain('Rounds,inherited,3');
      expect(named.desk.adminsOf()).toEqual(['desk:ines']);
    } finally {
      await named.close();
    }
  });
});

it('a file that comes with a note is saved from the page, also by an admin from elsewhere', async () => {
  const file = { name: 'x.csv', mediaType: 'text/csv', text: 'a,"b"\r\n', otherwise: '' };
  const note = { type: 'note', markdown: 'Here.', isDone: true, buttons: [], file } as const;
  const { markup } = await renderScreen(note, { channel: null, viewer: null, people: [] });
  const [, data = ''] = /href="data:text\/csv;base64,([^"]+)" download="x\.csv"/.exec(markup) ?? [];
  expect(Buffer.from(data, 'base64').toString()).toBe(file.text);
});
