import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listeningReviews } from './core.ts';
import { call, openDeskWith } from './rig.ts';

describe('what belongs to one member', () => {
  const core = listeningReviews();
  let desk: Awaited<ReturnType<typeof openDeskWith>>;
  let draft: string;
  let post: string;
  let note: string;
  beforeAll(async () => {
    desk = await openDeskWith(core.reviews);
    const wish = { channel: 'announcements', member: 'ines', text: 'For my eyes only.' };
    const { answer } = await call(desk, 'POST', '/api/commands', wish);
    draft = answer.threadId;
    const { workspace } = desk.desk;
    post = await workspace.post(
      { channel: 'private-ines', root: draft },
      [
        {
          identity: null,
          parts: [
            {
              markdown: 'Fine.',
              buttons: [{ label: 'Use', style: 'plain', action: { verb: 'use', runId: 'run-1' } }],
            },
          ],
        },
      ],
      { runId: 'run-1', slot: 'result' },
    );
    const help = { channel: 'announcements', member: 'ines', text: 'help' };
    note = (await call(desk, 'POST', '/api/commands', help)).answer.note.id;
  });
  afterAll(() => desk.close());

  const button = async () => {
    const { answer } = await call(desk, 'GET', `/api/threads/${draft}?member=ines`);
    return answer.messages.find(({ id }) => id === post)?.actions[0]?.id;
  };

  it('does not exist for another, whatever is asked of it', async () => {
    core.requests.length = 0;
    const body = { member: 'noor', author: 'noor', text: 'Hi.', emoji: 'pencil2' };
    for (const id of [draft, post, note]) {
      const wishes = [
        await call(desk, 'POST', `/api/messages/${id}/reactions`, body),
        await call(desk, 'DELETE', `/api/messages/${id}/reactions`, body),
        await call(desk, 'POST', `/api/messages/${id}/review`, body),
        await call(desk, 'POST', `/api/messages/${id}/replies`, body),
        await call(desk, 'POST', '/api/actions', { ...body, messageId: id, actionId: 'x' }),
      ];
      expect(wishes.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    }
    const click = { member: 'noor', messageId: post, actionId: await button() };
    expect((await call(desk, 'POST', '/api/actions', click)).status).toBe(404);
    expect(core.requests).toEqual([]);
    expect(core.acted).toEqual([]);
  });

  it('is the member’s own to use', async () => {
    const click = { member: 'ines', messageId: post, actionId: await button() };
    expect((await call(desk, 'POST', '/api/actions', click)).status).toBe(200);
    expect(core.acted).toHaveLength(1);
  });

  it('takes no reply where it is a note', async () => {
    const body = { author: 'ines', text: 'Thanks.' };
    expect((await call(desk, 'POST', `/api/messages/${note}/replies`, body)).status).toBe(403);
  });

  it('hears of its review in its own thread', async () => {
    const [request] = core.requests.length > 0 ? core.requests : [null];
    expect(request).toBeNull();
    const wish = { channel: 'hiring', member: 'lars', text: 'write a note about the lift' };
    const { answer } = await call(desk, 'POST', '/api/commands', wish);
    const thread = core.requests.at(-1)?.thread;
    if (thread === undefined) throw new Error('nothing was asked');
    const { messenger } = desk.desk;
    const member = core.requests.at(-1)?.requester;
    if (member === undefined) throw new Error('nobody asked');
    await messenger.whisper(member, thread, {
      identity: null,
      parts: [{ markdown: 'This needs a model.', buttons: [] }],
    });

    const shown = await call(desk, 'GET', `/api/threads/${answer.threadId}?member=lars`);
    expect(shown.answer.messages.map(({ markdown }) => markdown)).toEqual([
      'Write: a note about the lift',
      'This needs a model.',
    ]);
  });

  it('RC-008: takes no review of its own posts and gives one hint', async () => {
    core.requests.length = 0;
    const where = { channel: 'hiring', root: null };
    const said = await desk.desk.workspace.say({ ...where, author: 'ines', text: 'A draft.' });
    const own = await desk.desk.workspace.post(
      { channel: 'hiring', root: said.id },
      [{ identity: null, parts: [{ markdown: 'A remark.', buttons: [] }] }],
      { runId: 'run-8', slot: 'result' },
    );
    const body = { member: 'tomek', emoji: 'pencil2' };
    const first = await call(desk, 'POST', `/api/messages/${own}/reactions`, body);
    const again = await call(desk, 'POST', `/api/messages/${own}/reactions`, body);
    const chosen = await call(desk, 'POST', `/api/messages/${own}/review`, body);

    expect(first.answer).toMatchObject({ outcome: 'note', note: { privateTo: 'tomek' } });
    expect(first.answer.note.markdown).toContain('my own posts');
    expect(again.answer.outcome).toBe('nothing');
    expect(chosen.answer.note.markdown).toContain('my own posts');
    expect(core.requests).toEqual([]);
    const { answer } = await call(desk, 'GET', `/api/threads/${said.id}?member=ines`);
    expect(answer.messages).toHaveLength(2);
  });

  it('RC-097: knows of every part of a post which reply it belongs to', async () => {
    const { workspace } = desk.desk;
    const slot = { runId: 'run-97', slot: 'critique/3' };
    const said = await workspace.say({
      channel: 'hiring',
      root: null,
      author: 'ines',
      text: 'A draft.',
    });
    const part = (markdown: string) => ({ identity: null, parts: [{ markdown, buttons: [] }] });
    await workspace.post(
      { channel: 'hiring', root: said.id },
      [part('First half.'), part('Second half.')],
      slot,
    );
    const [, second] = await workspace.findPost(slot);

    expect((await workspace.postOf(String(second)))?.slot).toEqual(slot);
  });
});
