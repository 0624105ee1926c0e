import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { listeningReviews } from './core.ts';
import { call, openDeskWith } from './rig.ts';

describe('the feed of changes', () => {
  it('tells pages what happens, what they missed, and private notes to their member alone', async () => {
    const core = listeningReviews();
    const desk = await openDeskWith(core.reviews);
    const mine = await readEvents(`${desk.url}/api/events?member=ines`);
    const others = await readEvents(`${desk.url}/api/events?member=tomek`);
    const post = (text: string) =>
      call(desk, 'POST', '/api/channels/announcements/messages', { author: 'lars', text });
    await post('One.');
    await call(desk, 'POST', '/api/commands', { channel: 'hiring', member: 'ines', text: 'help' });
    await post('Two.');

    await others.until('Two.');
    await mine.until('Two.');
    expect(mine.text()).toContain('Bluepencil reads a draft');
    expect(others.text()).not.toContain('Bluepencil reads a draft');
    await others.close();
    await mine.close();
    const seen = /id: (\S+)\n(?=[\s\S]*Two\.)/.exec(others.text())?.[1] ?? '';
    const back = await readEvents(`${desk.url}/api/events?member=tomek`, { 'last-event-id': seen });
    await back.until('Two.');
    await back.close();
    const stranger = await readEvents(`${desk.url}/api/events`, { 'last-event-id': 'old.7' });
    await stranger.until('event: reset');
    await stranger.close();
    await desk.close();
  });

  it('lets a page go that takes nothing any more', async () => {
    const desk = await openDeskWith(listeningReviews().reviews);
    const { host, port } = new URL(desk.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(`GET /api/events?member=ines HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
    await once(socket, 'readable');
    const said = {
      channel: 'hiring',
      root: null,
      author: 'lars',
      text: 'many words '.repeat(2_000),
    };
    for (let number = 0; number < 1_200; number += 1) await desk.desk.workspace.say(said);
    let read = 0;
    socket.on('data', (chunk) => {
      read += String(chunk).split('event: change').length - 1;
    });
    // The answer ends although nobody closed it, long before all was told.
    await once(socket, 'end');

    expect(read).toBeLessThan(1_200);
    await desk.close();
  });
});

async function readEvents(url: string, headers: Record<string, string> = {}) {
  const aborter = new AbortController();
  const response = await fetch(url, { headers, signal: aborter.signal });
  let text = '';
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk);
  })().catch(() => undefined);
  return {
    text: () => text,
    async until(words: string) {
      while (!text.includes(words)) await new Promise((resolve) => setTimeout(resolve, 10));
    },
    close() {
      aborter.abort();
      return reading;
    },
  };
}
