import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listeningReviews } from './core.ts';
import { call, openDeskWith } from './rig.ts';

describe('the desk’s interface', () => {
  const core = listeningReviews();
  let desk: Awaited<ReturnType<typeof openDeskWith>>;
  beforeAll(async () => {
    desk = await openDeskWith(core.reviews);
  });
  afterAll(() => desk.close());

  const say = async (text: string, author = 'ines', channel = 'announcements') => {
    const { answer } = await call(desk, 'POST', `/api/channels/${channel}/messages`, {
      author,
      text,
    });
    return String(answer.id);
  };
  const thread = async (id: string) => (await call(desk, 'GET', `/api/threads/${id}`)).answer;

  it('lists members and the channels everybody sees', async () => {
    const { answer: people } = await call(desk, 'GET', '/api/members');
    const { answer: places } = await call(desk, 'GET', '/api/channels');

    expect(people.members.map(({ id }) => id)).toContain('tomek');
    expect(places.channels.map(({ id }) => id)).toEqual(['announcements', 'hiring']);
  });

  it('finds realistic drafts on the first visit', async () => {
    const { answer } = await call(desk, 'GET', '/api/channels/announcements/messages');
    const page = await (await fetch(`${desk.url}/`)).text();

    expect(answer.messages.length).toBeGreaterThanOrEqual(2);
    expect(page.match(/class="hint"/g)).toHaveLength(1);
    expect(page).toContain('Review this draft');
  });

  it('posts, edits, replies, reacts and deletes', async () => {
    const id = await say('First words.');
    await call(desk, 'PATCH', `/api/messages/${id}`, { text: 'Better words.', member: 'ines' });
    await call(desk, 'POST', `/api/messages/${id}/replies`, { author: 'tomek', text: 'Nice.' });
    await call(desk, 'POST', `/api/messages/${id}/reactions`, { member: 'noor', emoji: 'tada' });
    await call(desk, 'POST', `/api/messages/${id}/reactions`, { member: 'lars', emoji: '🎉' });

    const { messages } = await thread(id);
    expect(messages).toMatchObject([
      {
        id,
        author: 'ines',
        markdown: 'Better words.',
        actions: [],
        reactions: [{ emoji: 'tada', members: ['noor', 'lars'] }],
      },
      { author: 'tomek', markdown: 'Nice.', root: id },
    ]);
    expect(messages[0].editedAt).toBeDefined();

    await call(desk, 'DELETE', `/api/messages/${id}/reactions`, { member: 'noor', emoji: 'tada' });
    expect((await thread(id)).messages[0].reactions[0]?.members).toEqual(['lars']);

    await call(desk, 'DELETE', `/api/messages/${id}`, { member: 'ines' });
    expect((await thread(id)).messages.map(({ markdown }) => markdown)).toEqual(['Nice.']);
    expect(core.deleted).toEqual([`desk:announcements:${id}:${id}`]);
  });

  it('counts as unread what is new in a channel, and in the threads a member is in', async () => {
    const { workspace } = desk.desk;
    const say = (author: string, root: string | null) =>
      workspace.say({ channel: 'hiring', root, author, text: 'Something to read.' });
    const unread = async (member: string) => (await workspace.unread(member)).get('hiring') ?? 0;
    const before = await Promise.all(['noor', 'lars', 'tomek'].map(unread));

    const root = await say('noor', null);
    await say('lars', root.id);
    const last = await say('tomek', root.id);

    // The message itself concerns everybody; an answer, who began the thread or spoke in it.
    expect((await unread('noor')) - (before[0] ?? 0)).toBe(2);
    expect((await unread('lars')) - (before[1] ?? 0)).toBe(1);
    expect((await unread('tomek')) - (before[2] ?? 0)).toBe(0);
    expect(await workspace.isUnread(last.id, 'noor')).toBe(true);
    expect(await workspace.isUnread(last.id, 'ines')).toBe(false);

    await fetch(`${desk.url}/c/hiring/t/${root.id}?as=noor`);
    expect(await unread('noor')).toBe(0);
  });

  it('lets only the author change a message', async () => {
    const id = await say('Mine.');
    for (const method of ['PATCH', 'DELETE']) {
      const { status, answer } = await call(desk, method, `/api/messages/${id}`, {
        member: 'tomek',
        text: 'Ours.',
      });
      expect(status).toBe(403);
      expect(answer.error).toMatch(/^Only the author can/);
    }
  });

  it.each([
    ['GET', '/api/threads/none'],
    ['GET', '/api/runs/none'],
    ['GET', '/api/forms/none'],
    ['GET', '/api/notes?member=nobody'],
    ['GET', '/api/channels/none/messages'],
    ['POST', '/api/channels/none/messages'],
    ['POST', '/api/messages/none/replies'],
    ['POST', '/api/messages/none/review'],
    ['POST', '/api/messages/none/reactions'],
    ['PATCH', '/api/messages/none'],
    ['DELETE', '/api/messages/none'],
    ['GET', '/api/nothing'],
  ])('answers 404 with a sentence: %s %s', async (method, path) => {
    const body = method === 'GET' ? undefined : { author: 'ines', member: 'ines', text: 'Hi.' };
    const { status, answer } = await call(desk, method, path, body);

    expect(status).toBe(404);
    expect(answer.error).toMatch(/\.$/);
  });

  it('names a member, an emoji or a file that does not exist', async () => {
    const id = await say('Words.');
    const body = { member: 'ines', emoji: 'no-such-emoji' };
    const emoji = await call(desk, 'POST', `/api/messages/${id}/reactions`, body);
    const member = await call(desk, 'POST', `/api/messages/${id}/review`, { member: 'nobody' });
    const file = await call(desk, 'POST', '/api/commands', {
      channel: 'announcements',
      member: 'ines',
      text: 'Words.',
      files: ['none'],
    });

    expect([emoji.status, member.status, file.status]).toEqual([404, 404, 404]);
    expect(member.answer.error).toBe('There is no member “nobody”.');
  });

  it('asks the core for a review of a message, and for its thread', async () => {
    core.requests.length = 0;
    const id = await say('A draft.');
    const wish = { member: 'tomek', scope: 'message', interactionId: 'click-1' };
    const { answer } = await call(desk, 'POST', `/api/messages/${id}/review`, wish);
    await call(desk, 'POST', `/api/messages/${id}/review`, { member: 'tomek', scope: 'thread' });

    expect(answer).toMatchObject({ outcome: 'accepted', threadId: id });
    expect(core.requests[0]).toEqual({
      workspace: 'local',
      platform: 'desk',
      channel: 'announcements',
      trigger: 'shortcut',
      requester: 'desk:tomek',
      thread: `desk:announcements:${id}`,
      target: {
        type: 'message',
        message: `desk:announcements:${id}:${id}`,
        scope: 'message',
      },
      choices: {},
      interactionId: 'click-1',
    });
    expect(core.requests[1]?.target).toMatchObject({ scope: 'thread' });
  });

  it.each([
    ['pencil2', {}],
    ['scissors', { personas: ['line-editor'] }],
    ['🔍', { personas: ['fact-checker'] }],
  ])('asks for a review when %s is put on a message', async (emoji, choices) => {
    core.requests.length = 0;
    const id = await say('A draft.');
    await call(desk, 'POST', `/api/messages/${id}/reactions`, { member: 'lars', emoji });
    await call(desk, 'POST', `/api/messages/${id}/reactions`, { member: 'lars', emoji: 'heart' });

    expect(core.requests).toMatchObject([{ trigger: 'reaction', choices, requester: 'desk:lars' }]);
  });

  it('keeps a draft given with a command to its author', async () => {
    core.requests.length = 0;
    const text = '--preset announcement The lift is out of order.';
    const wish = { channel: 'announcements', member: 'noor', command: '/refine', text };
    const { answer } = await call(desk, 'POST', '/api/commands', wish);

    expect(core.requests).toMatchObject([
      {
        trigger: 'command',
        channel: 'announcements',
        choices: { preset: 'announcement', delivery: 'private' },
        target: { type: 'draft', text: 'The lift is out of order.', fromFile: false },
      },
    ]);
    const { messages } = await thread(answer.threadId);
    expect(messages).toMatchObject([
      { author: 'noor', markdown: 'The lift is out of order.', privateTo: 'noor' },
    ]);
    const { answer: open } = await call(desk, 'GET', '/api/channels/announcements/messages');
    expect(JSON.stringify(open)).not.toContain('The lift');
    const { answer: notes } = await call(desk, 'GET', '/api/notes?member=noor');
    expect(notes.notes.at(-1)?.markdown).toContain(answer.page);
  });

  it('puts a draft into the channel when that was asked for', async () => {
    const text = '--public The lift works again.';
    const wish = { channel: 'hiring', member: 'noor', text };
    const { answer } = await call(desk, 'POST', '/api/commands', wish);
    const { answer: open } = await call(desk, 'GET', '/api/channels/hiring/messages');

    expect(open.messages.at(-1)).toMatchObject({ id: answer.threadId, author: 'noor' });
    expect(open.messages.at(-1)?.markdown).toBe('The lift works again.');
  });

  it('asks for a text from a brief', async () => {
    core.requests.length = 0;
    const text = 'write a note that the lift is repaired';
    await call(desk, 'POST', '/api/commands', { channel: 'announcements', member: 'ines', text });

    expect(core.requests).toMatchObject([
      { target: { type: 'brief', text: 'a note that the lift is repaired' } },
    ]);
  });

  it('answers help, status and a mistake with a private note, and a bare command with the form', async () => {
    const command = async (text: string) =>
      (await call(desk, 'POST', '/api/commands', { channel: 'hiring', member: 'lars', text }))
        .answer;

    expect((await command('help')).note).toMatchObject({ privateTo: 'lars', kind: 'note' });
    expect((await command('help')).isRefusal).toBe(false);
    expect(await command('status')).toMatchObject({ outcome: 'note' });
    expect(await command('--rounds 9 Hi.')).toMatchObject({ outcome: 'note', isRefusal: true });
    const { formId } = await command('');
    const { answer: form } = await call(desk, 'GET', `/api/forms/${formId}`);
    expect(form.fields.map(({ name }) => name)).toEqual([
      'type',
      'text',
      'preset',
      'personas',
      'rounds',
      'editStyle',
      'delivery',
    ]);
  });

  it('asks with what was chosen in the form, and once for one form', async () => {
    core.requests.length = 0;
    const { answer: opened } = await call(desk, 'POST', '/api/commands', {
      channel: 'announcements',
      member: 'lars',
      text: '',
    });
    const sent = {
      member: 'lars',
      channel: 'announcements',
      values: {
        text: 'A draft.',
        personas: ['line-editor'],
        rounds: '2',
        editStyle: 'rewrite',
        delivery: 'thread',
      },
    };
    const { answer } = await call(desk, 'POST', `/api/forms/${opened.formId}`, sent);
    const wrong = { ...sent, values: { ...sent.values, rounds: '7' } };
    const refused = await call(desk, 'POST', `/api/forms/${opened.formId}`, wrong);

    expect(answer.outcome).toBe('accepted');
    expect(core.requests).toMatchObject([
      {
        trigger: 'form',
        interactionId: opened.formId,
        choices: {
          personas: ['line-editor'],
          rounds: 2,
          editStyle: 'rewrite',
          delivery: 'thread',
        },
      },
    ]);
    expect(refused.status).toBe(422);
  });

  it.each([
    ['@Bluepencil', 'message'],
    ['@bluepencil review', 'message'],
    ['@Bluepencil: Please send your badges back by Friday.', 'draft'],
  ])('understands the mention “%s” in a thread', async (text, type) => {
    core.requests.length = 0;
    const id = await say('A draft of mine.');
    await call(desk, 'POST', `/api/messages/${id}/replies`, { author: 'tomek', text });

    expect(core.requests).toMatchObject([{ trigger: 'mention', target: { type } }]);
  });

  it('takes no review from its own posts, and no mention from a mail address', async () => {
    core.requests.length = 0;
    await say('Write to me@bluepencil.example please.');

    expect(core.requests).toEqual([]);
  });

  it('takes no message in which nothing could be seen', async () => {
    const path = '/api/channels/announcements/messages';
    for (const text of ['\u200B \u200B', '\u2800', '\u202E\u2066']) {
      expect((await call(desk, 'POST', path, { author: 'ines', text })).status).toBe(422);
    }
    expect((await call(desk, 'POST', path, { author: 'ines', text: '🎉' })).status).toBe(201);
  });

  it('shows a page, not data, to whoever followed a dead link', async () => {
    const accept = { headers: { accept: 'text/html' } };
    const lost = await fetch(`${desk.url}/c/none`, accept);
    const page = await lost.text();

    expect(lost.status).toBe(404);
    expect(page).toMatch(/<link rel="stylesheet" href="\/assets\//);
    expect(page).toContain('There is no channel “none”.');
  });

  it('has an emoji for the icon of every persona', async () => {
    const page = await (await fetch(`${desk.url}/c/announcements`)).text();
    expect(page).toContain('🤨 Skeptical reader');
  });

  describe('RC-028 picture, sticker, or emoji only', () => {
    it.each(['', '   ', ':tada: :tada:', '🎉🎉', '\u200B \u200B'])(
      'says privately that there is no text in %j and begins nothing',
      async (words) => {
        core.requests.length = 0;
        const wish = { channel: 'announcements', member: 'ines', text: `--public ${words}` };
        const { answer } = await call(desk, 'POST', '/api/commands', wish);
        const shown = answer.outcome === 'form' ? 'form' : answer.note.privateTo;

        expect(['form', 'ines']).toContain(shown);
        expect(core.requests).toEqual([]);
      },
    );
  });
});
