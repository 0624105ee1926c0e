import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inflateSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { builtInPersonas } from '../../../src/personas/library.ts';
import { createAvatars, drawAvatar } from '../../../src/platforms/discord/avatars.ts';
import { DRAFT, openNewsroom, resultIn } from './newsroom.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const HERE = 'https://desk.example.com';
const named = (name: string) => ({ name, label: 'AI', icon: 'memo' });

async function serve() {
  const { answers } = createAvatars(HERE);
  const server = createServer((request, response) => {
    if (!answers(request, response)) response.writeHead(404).end();
  });
  closers.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return (path: string, method = 'GET') => fetch(`http://127.0.0.1:${port}${path}`, { method });
}

/** The lines of pixels of a picture. */
function pixels(picture: Buffer): Buffer {
  const at = picture.indexOf('IDAT');
  return inflateSync(picture.subarray(at + 4, at + 4 + picture.readUInt32BE(at - 4)));
}

describe('the pictures of the editors', () => {
  it.each([
    ['Senior editor', 'se'],
    ['Élan & Öse', 'eo'],
    ['Skeptical reader of the board', 'sr'],
    ['Lektor', 'l'],
    ['编辑', 'mark'],
    ['редактор', 'mark'],
    ['🍽️', 'mark'],
    ['', 'mark'],
  ])('show the initials of “%s”: %s', (name, letters) => {
    const address = createAvatars(HERE).of(named(name));
    expect(address).toMatch(new RegExp(`^${HERE}/avatars/${letters}-\\d\\.png$`));
  });

  it('tell the built-in editors apart', () => {
    const { of } = createAvatars(HERE);
    const addresses = builtInPersonas.map(({ title }) => of(named(title)));
    expect(new Set(addresses).size).toBe(builtInPersonas.length);
    const colours = addresses.map((address) => /-(\d)\.png$/.exec(address ?? '')?.[1]);
    expect(new Set(colours).size).toBe(builtInPersonas.length);
  });

  it.each([null, 'http://127.0.0.1:3000'])(
    'have no address where Discord cannot fetch it: %s',
    (url) => {
      expect(createAvatars(url).of(named('Line editor'))).toBeNull();
    },
  );

  it('are served to anybody, to be kept', async () => {
    const get = await serve();
    const path = new URL(createAvatars(HERE).of(named('Line editor')) ?? '').pathname;
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('cache-control')).toContain('immutable');
    const picture = Buffer.from(await answer.arrayBuffer());
    expect(picture.equals(drawAvatar('le', Number(/-(\d)/.exec(path)?.[1])))).toBe(true);
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
    const lines = pixels(picture);
    expect(lines).toHaveLength(128 * (1 + 128 * 3));
    // White ink on a colour that is not white.
    expect(lines.includes(Buffer.from([255, 255, 255]))).toBe(true);
    expect([...lines.subarray(1, 4)]).not.toEqual([255, 255, 255]);
    expect(await (await get(path, 'HEAD')).text()).toBe('');
  });

  it.each([
    ['/avatars/line-editor.png', 'GET'],
    ['/avatars/abc-1.png', 'GET'],
    ['/avatars/le-12.png', 'GET'],
    ['/avatars/../le-1.png', 'GET'],
    ['/avatars/le-1.png?x=1', 'GET'],
    ['/avatars/le-1.png', 'POST'],
  ])('are nothing else: %s %s', async (path, method) => {
    expect((await (await serve())(path, method)).status).toBe(404);
  });

  it('stand beside the editors’ names in a thread', async () => {
    const room = await openNewsroom({ publicUrl: HERE });
    const { discord, general, ada, bo } = room;
    const draft = ada.post(general, DRAFT);
    bo.react(draft, '✏️');
    await resultIn(room, draft.id);

    const sent = discord.requests.filter(({ route }) => route === 'POST /webhooks/:webhook/:token');
    expect(sent.map(({ body }) => (body as { avatar_url?: string }).avatar_url)).toEqual([
      expect.stringContaining(`${HERE}/avatars/se-`),
      expect.stringContaining(`${HERE}/avatars/le-`),
    ]);
  });

  it('are the pencil on a webhook, for where there is no address', async () => {
    const room = await openNewsroom();
    const { discord, general, ada, bo } = room;
    const draft = ada.post(general, DRAFT);
    bo.react(draft, '✏️');
    await resultIn(room, draft.id);

    const [made] = discord.requests.filter(({ route }) => /POST .*\/webhooks$/.test(route ?? ''));
    const { avatar = '' } = (made?.body ?? {}) as { avatar?: string };
    const picture = Buffer.from(avatar.replace('data:image/png;base64,', ''), 'base64');
    expect(picture.equals(drawAvatar('mark', 0))).toBe(true);
  });
});
