import type { KnownBlock, ModalView } from '@slack/types';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openBolt } from './bolt-app.ts';

const section = (text: string): KnownBlock => ({ type: 'section', text: { type: 'mrkdwn', text } });
const acceptButton: KnownBlock = {
  type: 'actions',
  block_id: 'choices',
  elements: [
    {
      type: 'button',
      action_id: 'accept',
      value: 'run-1',
      text: { type: 'plain_text', text: 'Accept' },
    },
  ],
};
const form = (title: string): ModalView => ({
  type: 'modal',
  callback_id: 'draft',
  title: { type: 'plain_text', text: title },
  submit: { type: 'plain_text', text: 'Review' },
  blocks: [
    {
      type: 'input',
      block_id: 'draft',
      label: { type: 'plain_text', text: 'Draft' },
      element: { type: 'plain_text_input', action_id: 'text', multiline: true },
    },
  ],
});

describe('the Slack double in Socket Mode', () => {
  let rig: Awaited<ReturnType<typeof openBolt>>;
  beforeEach(async () => {
    rig = await openBolt();
  });
  afterEach(async () => {
    await rig.close();
    expect(rig.slack.violations()).toEqual([]);
  });

  it('brings messages, mentions and reactions as the framework reads them', async () => {
    const { app, slack, ada, general } = rig;
    const heard: string[] = [];
    app.event('message', async ({ event }) => {
      heard.push(`message ${event.subtype ?? ''}`);
    });
    app.event('app_mention', async ({ event }) => {
      heard.push(`mention ${event.user}`);
    });
    app.event('reaction_added', async ({ event }) => {
      heard.push(`reaction ${event.reaction} ${event.item.channel} ${event.item_user}`);
    });
    await rig.start();

    const draft = ada.post(general, 'Our *draft* & <more>.');
    ada.mention(general, 'review this', { thread: draft });
    ada.react(draft, 'memo');
    await slack.settled();

    expect(heard.toSorted()).toEqual([
      `mention ${ada.id}`,
      'message ',
      'message ',
      // The root counts one more reply.
      'message message_changed',
      `reaction memo ${general.id} ${ada.id}`,
    ]);
  });

  it('answers the client as the real one does', async () => {
    const { acme, ada, client, general, slack } = rig;
    const draft = ada.post(general, 'See https://example.com & <b>.');

    expect(await client.auth.test()).toMatchObject({
      ok: true,
      team_id: acme.id,
      user_id: acme.bot.id,
    });
    const history = await client.conversations.history({ channel: general.id });
    expect(history.messages?.[0]).toMatchObject({
      ts: draft.ts,
      text: 'See <https://example.com> &amp; &lt;b&gt;.',
      blocks: [
        {
          elements: [
            {
              elements: [
                { type: 'text', text: 'See ' },
                { type: 'link', url: 'https://example.com' },
                { type: 'text', text: ' & <b>.' },
              ],
            },
          ],
        },
      ],
    });
    const posted = await client.chat.postMessage({
      channel: general.id,
      thread_ts: draft.ts,
      text: 'A critique',
      username: 'Line editor',
      icon_emoji: ':scissors:',
      blocks: [section('*A critique*'), acceptButton],
      metadata: { event_type: 'post', event_payload: { slot: 'result' } },
    });
    const [answer] = general.thread(draft);
    expect(answer).toMatchObject({
      by: 'Line editor',
      text: '*A critique*\n[Accept]',
      buttons: ['Accept'],
    });

    await client.chat.update({
      channel: general.id,
      ts: posted.ts ?? '',
      text: 'Done',
      blocks: [section('Done')],
    });
    expect(general.thread(draft).map(({ text }) => text)).toEqual(['Done']);
    const replies = await client.conversations.replies({
      channel: general.id,
      ts: posted.ts ?? '',
      include_all_metadata: true,
    });
    expect(replies.messages?.map(({ ts }) => ts)).toEqual([draft.ts, posted.ts]);
    expect(replies.messages?.[1]?.metadata?.event_payload).toEqual({ slot: 'result' });

    await client.reactions.add({ channel: general.id, timestamp: draft.ts, name: 'eyes' });
    await expect(
      client.reactions.add({ channel: general.id, timestamp: draft.ts, name: 'eyes' }),
    ).rejects.toMatchObject({ data: { error: 'already_reacted' } });
    expect(general.message(draft)?.reactions).toEqual({ eyes: [acme.bot.id] });
    await client.chat.delete({ channel: general.id, ts: posted.ts ?? '' });
    expect(general.thread(draft)).toEqual([]);
    await slack.settled();
  });

  it('plays a command, a form, a button and its response address', async () => {
    const { app, slack, ada, general } = rig;
    app.command('/refine', async ({ ack, body, client }) => {
      await ack({ text: `Reading: ${body.text}` });
      await client.views.open({ trigger_id: body.trigger_id, view: form('New review') });
    });
    app.view('draft', async ({ ack, view, body, client }) => {
      const { value } = view.state.values.draft?.text ?? {};
      if (value === null) {
        await ack({ response_action: 'errors', errors: { draft: 'Write something.' } });
        return;
      }
      await ack();
      const im = await client.conversations.open({ users: body.user.id });
      await client.chat.postMessage({
        channel: im.channel?.id ?? '',
        text: 'Pick one',
        blocks: [section(value ?? ''), acceptButton],
      });
    });
    app.action('accept', async ({ ack, respond, action }) => {
      await ack();
      await respond({
        replace_original: true,
        text: `Accepted ${'value' in action ? action.value : ''}`,
      });
    });
    await rig.start();

    const { seen } = await ada.command(general, '/refine', `ask <@${ada.id}> & go`);
    expect(seen).toBe('ok');
    const [note] = general.messages(ada);
    expect(note).toMatchObject({ privateTo: ada.id, text: 'Reading: ask @ada.lovelace & go' });
    expect(general.messages(rig.ben)).toEqual([]);

    const shown = await slack.until(() => ada.modal());
    const refused = await ada.submit(shown);
    expect(refused.errors).toEqual({ draft: 'Write something.' });
    expect((await ada.submit(shown, { Draft: 'Words.' })).errors).toBeNull();
    expect(ada.modal()).toBeNull();
    const pick = await slack.until(() => ada.dm().messages()[0]);
    expect(pick.text).toBe('Words.\n[Accept]');
    await ada.click(pick, 'Accept');
    await slack.until(() => ada.dm().messages()[0]?.text === 'Accepted run-1');
  });

  it('brings shortcuts and the opening of Home', async () => {
    const { app, slack, ada, general } = rig;
    const heard: string[] = [];
    app.shortcut('review_message', async ({ ack, shortcut }) => {
      await ack();
      if (shortcut.type === 'message_action') heard.push(`on ${shortcut.message.text}`);
    });
    app.shortcut('new_review', async ({ ack, shortcut }) => {
      await ack();
      heard.push(shortcut.type);
    });
    app.event('app_home_opened', async ({ event, client }) => {
      await client.views.publish({
        user_id: event.user,
        view: { type: 'home', blocks: [section('Welcome')] },
      });
    });
    await rig.start();

    await ada.shortcut('review_message', ada.post(general, 'A draft.'));
    await ada.globalShortcut('new_review');
    expect(heard).toEqual(['on A draft.', 'shortcut']);
    ada.openHome();
    const home = await slack.until(() => ada.home());
    expect(home.text).toBe('Welcome');
    await slack.settled();
  });

  it('sends again what was not acknowledged, over the next connection', async () => {
    const { app, slack, ada, general } = rig;
    const retries: (number | undefined)[] = [];
    app.event('message', async ({ context }) => {
      retries.push(context.retryNum);
    });
    await rig.start();
    slack.meddle(({ payload }) => (payload.event === undefined ? 'send' : 'lose ack'));
    ada.post(general, 'Told twice.');
    await slack.settled();
    expect(retries).toEqual([0, 1]);

    slack.meddle(null);
    const before = slack.socket.opened;
    await slack.socket.refresh();
    await slack.until(() => slack.socket.opened > before && slack.socket.count === 1);
    ada.post(general, 'Told after the refresh.');
    await slack.settled();
    expect(retries).toEqual([0, 1, 0]);
  });
});
