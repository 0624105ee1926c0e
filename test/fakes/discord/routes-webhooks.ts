import { randomBytes } from 'node:crypto';
import { findChannel, need, needUnarchived } from './access.ts';
import { refuse, refuseForm } from './api-error.ts';
import { type Json, textOr } from './json.ts';
import { addMessage, changeMessage, readMessageForm, removeMessage } from './messages.ts';
import { answer, type Call, nothing, type Routes } from './rest.ts';
import { CHANNEL, type Channel, type Message, type State, type Webhook } from './state.ts';
import { addThread, wakeThread } from './threads.ts';
import { messageJson, webhookJson } from './wire.ts';

const MAX_A_CHANNEL = 15;

/** Webhooks of channels. `interactions` answers for the addresses that belong to an answer instead. */
export function webhookRoutes(state: State, interactions: Routes): Routes {
  const creator = state.app.user;
  const show = (webhook: Webhook) => answer(webhookJson(webhook, creator));
  const showMessage = (message: Message) =>
    answer(messageJson(state, message, { readsContent: true }));

  const own: Routes = {
    'POST /webhooks/:webhook/:token': (call) => {
      const webhook = find(call);
      const { body, files, query } = call;
      const channel = placeOf(webhook, query, body);
      if (channel.thread?.locked) refuse('lockedThread');
      const form = readMessageForm(state, channel, body, files);
      const username = textOr(body.username, webhook.name);
      checkName('username', username);
      const message = addMessage(state, {
        ...form,
        // Those of people's own making carry no buttons.
        components: webhook.applicationId === null ? [] : form.components,
        channel,
        author: {
          id: webhook.id,
          username,
          isBot: true,
          avatarUrl: textOr(body.avatar_url, '') || null,
        },
        webhookId: webhook.id,
        applicationId: webhook.applicationId,
      });
      wakeThread(state, channel, null);
      return query.get('wait') === 'true' ? showMessage(message) : nothing;
    },
    'GET /webhooks/:webhook/:token/messages/:message': (call) => showMessage(findOwn(call)),
    'PATCH /webhooks/:webhook/:token/messages/:message': (call) => {
      const message = findOwn(call);
      needUnarchived(message.channel);
      changeMessage(state, message, call.body, { files: call.files });
      return showMessage(message);
    },
    'DELETE /webhooks/:webhook/:token/messages/:message': (call) => {
      const message = findOwn(call);
      needUnarchived(message.channel);
      removeMessage(state, message);
      return nothing;
    },
  };
  const either = Object.fromEntries(
    Object.entries(own).map(([name, handler]) => [
      name,
      (call: Call) =>
        call.params.webhook === state.app.id
          ? (interactions[name]?.(call) ?? refuse('unknownWebhook'))
          : handler(call),
    ]),
  );

  return {
    ...either,
    'POST /channels/:channel/webhooks': ({ params, body }) => {
      const channel = findChannel(state, params.channel);
      const { server } = channel;
      if (server === null || channel.thread !== null || channel.type === CHANNEL.category)
        refuse('wrongChannelType');
      need(state, channel, 'manageWebhooks');
      checkName('name', textOr(body.name, ''));
      if (webhooksOf(channel.id).length >= MAX_A_CHANNEL) refuse('tooManyWebhooks');
      const webhook: Webhook = {
        id: state.clock.newId(),
        token: randomBytes(24).toString('base64url'),
        channelId: channel.id,
        serverId: server.id,
        applicationId: state.app.id,
        name: textOr(body.name, ''),
        avatar: null,
      };
      state.webhooks.set(webhook.id, webhook);
      tell(channel);
      return show(webhook);
    },
    'GET /channels/:channel/webhooks': ({ params }) => {
      const channel = findChannel(state, params.channel);
      need(state, channel, 'manageWebhooks');
      return answer(webhooksOf(channel.id).map((each) => webhookJson(each, creator)));
    },
    'GET /webhooks/:webhook': ({ params }) => show(findManaged(params.webhook)),
    'GET /webhooks/:webhook/:token': (call) => show(find(call)),
    'DELETE /webhooks/:webhook': ({ params }) => {
      remove(findManaged(params.webhook));
      return nothing;
    },
    'DELETE /webhooks/:webhook/:token': (call) => {
      remove(find(call));
      return nothing;
    },
  };

  function webhooksOf(channelId: string): Webhook[] {
    return [...state.webhooks.values()].filter((each) => each.channelId === channelId);
  }

  function find({ params }: Call): Webhook {
    const webhook = state.webhooks.get(params.webhook ?? '');
    if (webhook === undefined) refuse('unknownWebhook');
    if (webhook.token !== params.token) refuse('badWebhookToken');
    return webhook;
  }

  function findManaged(id: string | undefined): Webhook {
    const webhook = state.webhooks.get(id ?? '');
    if (webhook === undefined) refuse('unknownWebhook');
    need(state, findChannel(state, webhook.channelId), 'manageWebhooks');
    return webhook;
  }

  function remove(webhook: Webhook): void {
    state.webhooks.delete(webhook.id);
    const channel = state.channels.get(webhook.channelId);
    if (channel) tell(channel);
  }

  function tell(channel: Channel): void {
    const data = { guild_id: channel.server?.id, channel_id: channel.id };
    state.dispatch({
      type: 'WEBHOOKS_UPDATE',
      intents: 1 << 5,
      serverId: channel.server?.id ?? null,
      channel,
      data: () => data,
    });
  }

  /** Where it speaks: its channel, or a thread of that channel. */
  function placeOf(webhook: Webhook, query: URLSearchParams, body: Json): Channel {
    const channel = state.channels.get(webhook.channelId);
    if (channel === undefined) refuse('unknownWebhook');
    const threadId = query.get('thread_id');
    if (threadId !== null) {
      const thread = state.channels.get(threadId);
      if (thread?.thread?.parent !== channel) refuse('unknownChannel');
      return thread;
    }
    if (channel.type !== CHANNEL.forum && channel.type !== CHANNEL.media) return channel;
    if (typeof body.thread_name !== 'string') refuse('forumNeedsThread');
    return addThread(state, { parent: channel, name: body.thread_name, ownerId: webhook.id });
  }

  /** One of its own messages; those in a thread are found only when the thread is named. */
  function findOwn(call: Call): Message {
    const webhook = find(call);
    const channel = placeOf(webhook, call.query, { thread_name: undefined });
    const message = channel.messages.get(call.params.message ?? '');
    if (message?.webhookId !== webhook.id) refuse('unknownMessage');
    return message;
  }
}

function checkName(field: string, name: string): void {
  if (name.length < 1 || name.length > 80)
    refuseForm(field, 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 80 in length.');
  for (const word of ['discord', 'clyde'])
    if (name.toLowerCase().includes(word))
      refuseForm(field, 'USERNAME_INVALID_CONTAINS', `Username cannot contain "${word}"`);
}
