import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { decodeAction, encodeAction } from '../../review/action.ts';
import { readBody } from './body.ts';
import { changesHtml } from './changes.ts';
import type { DeskDeps } from './desk-deps.ts';
import { DeskError, notFound } from './desk-error.ts';
import { buildForm, readForm } from './forms.ts';
import { answerWish } from './outcome-view.ts';
import { runView } from './run-view.ts';

/** Ways to ask for a review, and what came of it. */
export function createReviewsApi(deps: DeskDeps): Hono {
  const { workspace, listeners, library, settings, runs } = deps;
  const api = new Hono();

  api.post('/messages/:id/review', async (context) => {
    const body = await readBody(context);
    const member = workspace.member(body.text('member')).id;
    const on = await workspace.placeFor(context.req.param('id'), member);
    const scope = body.optionalText('scope') ?? 'message';
    if (scope !== 'message' && scope !== 'thread') {
      throw new DeskError(400, '“scope” is “message” or “thread”.');
    }
    const by = { member, interactionId: body.optionalText('interactionId') ?? randomUUID() };
    const root = scope === 'thread' && on.root !== null ? await workspace.place(on.root) : on;
    return answerWish(context, await listeners.chose(root, scope, by));
  });

  api.post('/commands', async (context) => {
    const body = await readBody(context);
    const command = body.optionalText('command') ?? '/refine';
    if (command !== '/refine') throw notFound('command', command);
    const outcome = await listeners.commanded(
      {
        channel: workspace.channel(body.text('channel')).id,
        text: body.optionalText('text') ?? '',
        files: body.texts('files'),
      },
      {
        member: workspace.member(body.text('member')).id,
        interactionId: body.optionalText('interactionId') ?? randomUUID(),
      },
    );
    return answerWish(context, outcome);
  });

  api.get('/forms/:id', async (context) => {
    const channel = context.req.query('channel') ?? workspace.channels(null)[0]?.id ?? '';
    const form = buildForm(context.req.param('id'), await library(), await settings(channel));
    return context.json(form);
  });

  api.post('/forms/:id', async (context) => {
    const body = await readBody(context);
    const channel = workspace.channel(body.text('channel')).id;
    const form = buildForm(context.req.param('id'), await library(), await settings(channel));
    const outcome = await listeners.wished({
      ...readForm(form, body.record('values')),
      channel,
      member: workspace.member(body.text('member')).id,
      interactionId: form.id,
      trigger: 'form',
      files: body.texts('files'),
    });
    return answerWish(context, outcome);
  });

  api.post('/actions', async (context) => {
    const body = await readBody(context);
    const member = workspace.member(body.text('member')).id;
    const on = await workspace.messageFor(body.text('messageId'), member);
    const actionId = body.text('actionId');
    const buttons = (on.parts ?? []).flatMap((part) => part.buttons);
    const action = decodeAction(actionId);
    if (action === null || !buttons.some((button) => encodeAction(button.action) === actionId)) {
      throw new DeskError(404, 'That button is no longer there.');
    }
    const changes = action.verb === 'changes' ? await changesHtml(action.runId, deps) : null;
    if (changes !== null) return context.json({ outcome: 'changes', html: changes.markup });
    return answerWish(context, await listeners.clicked(on, action, member));
  });

  api.get('/runs/:id', async (context) => {
    const id = context.req.param('id');
    const run = await runs.load(id);
    if (run === null) throw notFound('run', id);
    return context.json(runView(run));
  });

  return api;
}
