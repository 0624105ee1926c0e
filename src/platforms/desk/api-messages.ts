import { Hono } from 'hono';
import { readFileText } from '../../files/text-file.ts';
import { readEmoji } from '../../text/emoji.ts';
import { readBody } from './body.ts';
import type { DeskDeps } from './desk-deps.ts';
import { DeskError, notFound } from './desk-error.ts';
import { LIMITS } from './limits.ts';
import { viewOf } from './message-view.ts';
import { answerWish, outcomeView } from './outcome-view.ts';

/** Members, channels, messages, reactions and files. */
export function createMessagesApi({ workspace, listeners }: DeskDeps): Hono {
  const api = new Hono();

  api.get('/members', (context) => context.json({ members: workspace.members() }));

  api.get('/channels', (context) => {
    const viewer = context.req.query('member') ?? null;
    const channels = workspace.channels(viewer).map(({ privateTo, ...channel }) => ({
      ...channel,
      ...(privateTo === null ? {} : { privateTo }),
    }));
    return context.json({ channels });
  });

  api.get('/channels/:channel/messages', async (context) => {
    const channel = workspace.channel(context.req.param('channel'));
    const before = context.req.query('before');
    const wanted = Number(context.req.query('limit') ?? LIMITS.pageMessages);
    const { messages, hasEarlier } = await workspace.page(channel.id, {
      viewer: context.req.query('member') ?? null,
      limit: Math.min(1_000, Math.max(1, Number.isInteger(wanted) ? wanted : LIMITS.pageMessages)),
      ...(before === undefined ? {} : { before }),
    });
    return context.json({ messages: messages.map(viewOf), hasEarlier });
  });

  api.post('/channels/:channel/messages', async (context) => {
    const channel = workspace.channel(context.req.param('channel'));
    const body = await readBody(context);
    const message = await workspace.say({
      channel: channel.id,
      root: null,
      author: body.text('author'),
      text: body.text('text'),
      files: body.texts('files'),
    });
    const outcome = await listeners.said(message);
    return context.json({ id: message.id, ...outcomeView(outcome) }, 201);
  });

  api.put('/channels/:channel/read', async (context) => {
    const body = await readBody(context);
    const channel = workspace.channel(context.req.param('channel'));
    await workspace.markRead(body.text('member'), channel.id, body.text('message'));
    return context.json({});
  });

  api.post('/messages/:id/replies', async (context) => {
    const body = await readBody(context);
    const author = workspace.member(body.text('author')).id;
    const on = await workspace.messageFor(context.req.param('id'), author);
    if (on.kind === 'note') throw new DeskError(403, 'A private note cannot be answered.');
    const message = await workspace.say({
      channel: on.channel,
      root: on.root ?? on.id,
      author,
      text: body.text('text'),
      files: body.texts('files'),
    });
    const outcome = await listeners.said(message);
    return context.json({ id: message.id, ...outcomeView(outcome) }, 201);
  });

  api.patch('/messages/:id', async (context) => {
    const body = await readBody(context);
    const by = body.optionalText('member') ?? null;
    const message = await workspace.edit(context.req.param('id'), body.text('text'), by);
    return context.json(viewOf(message));
  });

  api.delete('/messages/:id', async (context) => {
    const by = (await readBody(context)).optionalText('member') ?? context.req.query('member');
    const message = await workspace.remove(context.req.param('id'), by ?? null);
    await listeners.deleted(message);
    return context.json({});
  });

  api.post('/messages/:id/reactions', async (context) => {
    const body = await readBody(context);
    const member = workspace.member(body.text('member')).id;
    const on = await workspace.placeFor(context.req.param('id'), member);
    const emoji = body.text('emoji');
    const name = readEmoji(emoji);
    if (name === null) throw notFound('emoji', emoji);
    const isNew = await workspace.react(on, name, member);
    const outcome = isNew
      ? await listeners.reacted(on, name, member)
      : ({ type: 'nothing' } as const);
    return answerWish(context, outcome);
  });

  api.delete('/messages/:id/reactions', async (context) => {
    const body = await readBody(context);
    const asked = body.optionalText('member') ?? context.req.query('member') ?? '';
    const member = workspace.member(asked).id;
    const on = await workspace.placeFor(context.req.param('id'), member);
    const emoji = body.optionalText('emoji') ?? context.req.query('emoji') ?? '';
    const name = readEmoji(emoji);
    if (name === null) throw notFound('emoji', emoji);
    await workspace.unreact(on, name, member);
    return context.json({});
  });

  api.get('/threads/:id', async (context) => {
    const viewer = context.req.query('member') ?? 'all';
    const messages = await workspace.thread(context.req.param('id'), viewer);
    const present = messages.filter(({ deletedAt }) => deletedAt === null);
    return context.json({ messages: present.map(viewOf) });
  });

  api.get('/notes', async (context) => {
    const member = workspace.member(context.req.query('member') ?? '');
    const notes = await workspace.notes(member.id);
    return context.json({ notes: notes.map(viewOf) });
  });

  api.delete('/notes/:id', async (context) => {
    const member = (await readBody(context)).optionalText('member') ?? context.req.query('member');
    await workspace.putAway(context.req.param('id'), workspace.member(member ?? '').id);
    return context.json({});
  });

  api.post('/files', async (context) => {
    const body = await readBody(context);
    const name = body.text('name');
    const plain = body.optionalText('text');
    const bytes =
      plain === undefined ? Buffer.from(body.text('data'), 'base64') : Buffer.from(plain, 'utf8');
    const file = await workspace.keepFile(name, await readFileText(name, bytes));
    return context.json({ id: file.id, name, chars: file.text.length }, 201);
  });

  return api;
}
