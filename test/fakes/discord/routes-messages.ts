import { findChannel, findMessage, has, need, needToSpeak, needUnarchived } from './access.ts';
import { refuse, refuseForm } from './api-error.ts';
import { madeAt } from './clock.ts';
import { isJson, type Json, textOr } from './json.ts';
import {
  addMessage,
  changeMessage,
  emojiKey,
  react,
  readMessageForm,
  removeMessage,
} from './messages.ts';
import { answer, type Call, nothing, type Routes } from './rest.ts';
import { type Channel, type Emoji, INTENT, type Message, type State } from './state.ts';
import { wakeThread } from './threads.ts';
import { messageJson, userJson } from './wire.ts';

const NONCE_MS = 5 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;

export function messageRoutes(state: State): Routes {
  const own = state.app.user.id;
  const view = { readsContent: state.app.mayReadContent };
  const show = (message: Message) => answer(messageJson(state, message, view));
  const find = ({ params }: Call) =>
    findMessage(state, findChannel(state, params.channel), params.message);
  const oldEdits = new Map<string, number>();

  return {
    'GET /channels/:channel/messages': ({ params, query }) => {
      const channel = findChannel(state, params.channel);
      if (!has(state, channel, 'readMessageHistory')) return answer([]);
      return answer(page(channel, query).map((each) => messageJson(state, each, view)));
    },
    'GET /channels/:channel/messages/:message': (call) => show(find(call)),
    'POST /channels/:channel/messages': (call) => {
      const channel = findChannel(state, call.params.channel);
      needToSpeak(state, channel);
      const repeated =
        call.body.enforce_nonce === true ? findByNonce(state, channel, call.body) : null;
      if (repeated !== null) return show(repeated);
      const form = readMessageForm(state, channel, call.body, call.files);
      if (form.attachments.length > 0) need(state, channel, 'attachFiles');
      if (form.embeds.length > 0) need(state, channel, 'embedLinks');
      if (form.poll !== null) need(state, channel, 'sendPolls');
      const about = readReference(state, channel, call.body);
      const message = addMessage(state, {
        ...form,
        ...about,
        channel,
        author: state.app.user,
        applicationId: null,
      });
      wakeThread(state, channel, own);
      return show(message);
    },
    'PATCH /channels/:channel/messages/:message': (call) => {
      const message = find(call);
      needUnarchived(message.channel);
      const onlyFlags = Object.keys(call.body).every((key) => key === 'flags');
      if (message.author.id !== own) {
        if (!onlyFlags) refuse('notYourMessage');
        need(state, message.channel, 'manageMessages');
      }
      if (message.type !== 0 && message.type !== 19 && message.type !== 20 && message.type !== 23)
        refuse('systemMessage');
      if (state.clock.now() - madeAt(message.id) > HOUR_MS) countOldEdit(message);
      changeMessage(state, message, call.body, { files: call.files });
      return show(message);
    },
    'DELETE /channels/:channel/messages/:message': (call) => {
      const message = find(call);
      needUnarchived(message.channel);
      if (message.author.id !== own) {
        if (message.channel.server === null) refuse('notInDirectMessages');
        need(state, message.channel, 'manageMessages');
      }
      removeMessage(state, message);
      return nothing;
    },
    'POST /channels/:channel/typing': ({ params }) => {
      needToSpeak(state, findChannel(state, params.channel));
      return nothing;
    },
    'PUT /channels/:channel/messages/:message/reactions/:emoji/@me': (call) => {
      const message = find(call);
      needUnarchived(message.channel);
      const emoji = readEmoji(state, call.params.emoji);
      if (!message.reactions.has(emojiKey(emoji))) {
        need(state, message.channel, 'addReactions');
        if (message.reactions.size >= 20) refuse('tooManyReactions');
      }
      react(state, message, { emoji, userId: own, isOn: true });
      return nothing;
    },
    'DELETE /channels/:channel/messages/:message/reactions/:emoji/@me': (call) => {
      const message = find(call);
      needUnarchived(message.channel);
      const emoji = readEmoji(state, call.params.emoji);
      react(state, message, { emoji, userId: own, isOn: false });
      return nothing;
    },
    'DELETE /channels/:channel/messages/:message/reactions/:emoji/:user': (call) => {
      const message = find(call);
      needUnarchived(message.channel);
      if (call.params.user !== own) need(state, message.channel, 'manageMessages');
      const emoji = readEmoji(state, call.params.emoji);
      react(state, message, { emoji, userId: call.params.user ?? '', isOn: false });
      return nothing;
    },
    'GET /channels/:channel/messages/:message/reactions/:emoji': (call) => {
      const reaction = find(call).reactions.get(emojiKey(readEmoji(state, call.params.emoji)));
      const after = BigInt(call.query.get('after') ?? 0);
      const limit = Number(call.query.get('limit') ?? 25);
      const ids = [...(reaction?.userIds ?? [])].sort(byId).filter((id) => BigInt(id) > after);
      return answer(
        ids.slice(0, limit).flatMap((id) => {
          const user = state.users.get(id);
          return user === undefined ? [] : [userJson(user)];
        }),
      );
    },
    'DELETE /channels/:channel/messages/:message/reactions': (call) => {
      const message = find(call);
      need(state, message.channel, 'manageMessages');
      message.reactions.clear();
      const { channel } = message;
      state.dispatch({
        type: 'MESSAGE_REACTION_REMOVE_ALL',
        intents: channel.server ? INTENT.reactions : INTENT.directReactions,
        serverId: channel.server?.id ?? null,
        channel,
        data: () => ({
          channel_id: channel.id,
          message_id: message.id,
          guild_id: channel.server?.id,
        }),
      });
      return nothing;
    },
  };

  /** Their number is limited; how many exactly is nowhere said. */
  function countOldEdit({ id }: Message): void {
    const edits = (oldEdits.get(id) ?? 0) + 1;
    oldEdits.set(id, edits);
    if (edits > 30) refuse('tooManyOldEdits');
  }
}

const byId = (a: string, b: string) => (BigInt(a) < BigInt(b) ? -1 : 1);

/** Newest first, as the real one lists them, around, before or after a message. */
function page({ messages }: Channel, query: URLSearchParams): Message[] {
  const limit = Number(query.get('limit') ?? 50);
  const all = [...messages.values()].sort((a, b) => byId(a.id, b.id));
  const [around, before, after] = ['around', 'before', 'after'].map((key) => query.get(key));
  if (around) {
    const older = all.filter(({ id }) => BigInt(id) < BigInt(around)).slice(-Math.floor(limit / 2));
    const rest = all.filter(({ id }) => BigInt(id) >= BigInt(around));
    return [...older, ...rest.slice(0, limit - older.length)].reverse();
  }
  if (after) {
    const newer = all.filter(({ id }) => BigInt(id) > BigInt(after));
    return newer.slice(0, limit).reverse();
  }
  const older = before ? all.filter(({ id }) => BigInt(id) < BigInt(before)) : all;
  return older.slice(-limit).reverse();
}

/** The same nonce by the same author within a few minutes is the same message. */
function findByNonce(state: State, channel: Channel, { nonce }: Json): Message | null {
  if (nonce === undefined || nonce === null) return null;
  const isSame = (each: Message) =>
    each.nonce !== null &&
    String(each.nonce) === String(nonce) &&
    each.author.id === state.app.user.id &&
    state.clock.now() - madeAt(each.id) < NONCE_MS;
  return [...channel.messages.values()].find(isSame) ?? null;
}

/** Makes out what a new message answers or forwards. */
function readReference(state: State, channel: Channel, { message_reference: given }: Json) {
  if (!isJson(given)) return {};
  const type = given.type === 1 ? 1 : 0;
  const messageId = textOr(given.message_id, '');
  const of = state.channels.get(textOr(given.channel_id, channel.id));
  const found = of?.messages.get(messageId) ?? null;
  const reference = {
    type,
    message_id: messageId,
    channel_id: of?.id ?? channel.id,
    ...(channel.server ? { guild_id: channel.server.id } : {}),
  };
  if (type === 1) {
    if (found === null) refuse('unknownMessage');
    if (!state.app.mayReadContent && found.author.id !== state.app.user.id)
      refuse('unreadableForward');
    return { reference, snapshots: [snapshotOf(state, found)], flags: 1 << 14 };
  }
  need(state, channel, 'readMessageHistory', 'noHistory');
  if (found === null || found.channel !== channel) {
    if (given.fail_if_not_exists === false) return {};
    refuseForm('message_reference', 'REPLIES_UNKNOWN_MESSAGE', 'Unknown message');
  }
  if (found.type !== 0 && found.type !== 19 && found.type !== 20 && found.type !== 23)
    refuseForm(
      'message_reference',
      'REPLIES_CANNOT_REPLY_TO_SYSTEM_MESSAGE',
      'Cannot reply to a system message',
    );
  return { reference, answered: found };
}

/** What a forward keeps of a message: everything but who said it. */
export function snapshotOf(state: State, message: Message): Json {
  const json = messageJson(state, message, { readsContent: true, isNested: true });
  const kept = [
    'type',
    'content',
    'embeds',
    'attachments',
    'timestamp',
    'edited_timestamp',
    'flags',
    'mentions',
    'mention_roles',
    'components',
  ];
  return { message: Object.fromEntries(kept.map((key) => [key, json[key]])) };
}

/** The character itself, or `name:id` of a custom one. */
export function readEmoji(state: State, text = ''): Emoji {
  const custom = /^(?:a:)?(\w+):(\d+)$/.exec(text);
  if (custom === null) {
    if (!/\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Presentation}|⃣/u.test(text))
      refuse('unknownEmoji');
    return { id: null, name: text };
  }
  for (const { emojis } of state.servers.values()) {
    const found = emojis.get(custom[2] ?? '');
    if (found !== undefined) return found;
  }
  return refuse('unknownEmoji');
}
