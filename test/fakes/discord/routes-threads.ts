import { findChannel, findMessage, has, need } from './access.ts';
import { refuse, refuseForm } from './api-error.ts';
import { isJson, numberOr, textOr } from './json.ts';
import { addMessage, readMessageForm, tellChannel } from './messages.ts';
import { answer, nothing, type Routes } from './rest.ts';
import { CHANNEL, type Channel, type Message, type State } from './state.ts';
import { addThread, changeThread, joinThread, removeChannel } from './threads.ts';
import { channelJson, isVisible, messageJson, threadMemberJson } from './wire.ts';

const MAX_ACTIVE = 1000;
const MAX_MEMBERS = 1000;

export function threadRoutes(state: State): Routes {
  const own = state.app.user.id;
  const show = (channel: Channel, status = 200) => answer(channelJson(state, channel), status);

  return {
    'POST /channels/:channel/messages/:message/threads': ({ params, body }) => {
      const parent = findChannel(state, params.channel);
      if (parent.type !== CHANNEL.text && parent.type !== CHANNEL.announcement)
        refuse('wrongChannelType');
      const message = findMessage(state, parent, params.message);
      need(state, parent, 'createPublicThreads');
      if (message.type !== 0 && message.type !== 19 && message.type !== 20 && message.type !== 23)
        refuse('systemMessage');
      if (state.channels.has(message.id)) refuse('threadExists');
      checkRoom(parent);
      const autoArchiveMinutes = numberOr(body.auto_archive_duration, 4320);
      const thread = addThread(state, {
        parent,
        id: message.id,
        name: nameOf(body.name),
        ownerId: own,
        autoArchiveMinutes,
      });
      addStarter(state, thread, message);
      return show(thread, 201);
    },
    'POST /channels/:channel/threads': ({ params, body, files }) => {
      const parent = findChannel(state, params.channel);
      const name = nameOf(body.name);
      const autoArchiveMinutes = numberOr(body.auto_archive_duration, 4320);
      checkRoom(parent);
      if (parent.type === CHANNEL.forum || parent.type === CHANNEL.media) {
        need(state, parent, 'sendMessages');
        if (!isJson(body.message))
          refuseForm('message', 'BASE_TYPE_REQUIRED', 'This field is required');
        const id = state.clock.newId();
        const tags = Array.isArray(body.applied_tags) ? body.applied_tags.map(String) : [];
        const form = readMessageForm(state, parent, body.message, files);
        const thread = addThread(state, {
          parent,
          id,
          name,
          ownerId: own,
          autoArchiveMinutes,
          tags,
        });
        const message = addMessage(state, { ...form, id, channel: thread, author: state.app.user });
        const first = messageJson(state, message, { readsContent: state.app.mayReadContent });
        return answer({ ...channelJson(state, thread), message: first }, 201);
      }
      const type = numberOr(body.type, CHANNEL.privateThread);
      if (parent.type !== CHANNEL.text && parent.type !== CHANNEL.announcement)
        refuse('wrongChannelType');
      if (type === CHANNEL.privateThread && parent.type !== CHANNEL.text)
        refuse('wrongChannelType');
      need(
        state,
        parent,
        type === CHANNEL.privateThread ? 'createPrivateThreads' : 'createPublicThreads',
      );
      return show(addThread(state, { parent, type, name, ownerId: own, autoArchiveMinutes }), 201);
    },
    'GET /channels/:channel': ({ params }) => show(findChannel(state, params.channel)),
    'PATCH /channels/:channel': ({ params, body }) => {
      const channel = findChannel(state, params.channel);
      const { thread } = channel;
      if (channel.server === null) refuse('notInDirectMessages');
      if (thread === null) {
        need(state, channel, 'manageChannels');
        if (typeof body.name === 'string') channel.name = body.name;
        if (typeof body.topic === 'string') channel.topic = body.topic;
        tellChannel(state, 'CHANNEL_UPDATE', channel);
        return show(channel);
      }
      const isManager = has(state, channel, 'manageThreads');
      const onlyWakes =
        Object.keys(body).every((key) => key === 'archived') && body.archived === false;
      if (thread.locked && !isManager) refuse('lockedThread');
      if (onlyWakes) {
        if (!isManager && thread.ownerId !== own) need(state, channel, 'sendMessagesInThreads');
      } else if (!isManager && (thread.ownerId !== own || body.locked !== undefined))
        refuse('missingPermissions');
      if (thread.archived && body.archived !== false) refuse('archivedThread');
      changeThread(state, channel, {
        ...(typeof body.archived === 'boolean' ? { archived: body.archived } : {}),
        ...(typeof body.locked === 'boolean' ? { locked: body.locked } : {}),
        ...(typeof body.name === 'string' ? { name: nameOf(body.name) } : {}),
        ...(typeof body.auto_archive_duration === 'number'
          ? { autoArchiveMinutes: body.auto_archive_duration }
          : {}),
        ...(Array.isArray(body.applied_tags) ? { tags: body.applied_tags.map(String) } : {}),
      });
      return show(channel);
    },
    'DELETE /channels/:channel': ({ params }) => {
      const channel = findChannel(state, params.channel);
      if (channel.server === null) return show(channel);
      need(state, channel, channel.thread ? 'manageThreads' : 'manageChannels');
      removeChannel(state, channel);
      return show(channel);
    },
    'PUT /channels/:channel/thread-members/@me': ({ params }) => {
      const channel = findThread(params.channel);
      if (channel.thread?.archived) refuse('archivedThread');
      joinThread(state, channel, own);
      return nothing;
    },
    'DELETE /channels/:channel/thread-members/@me': ({ params }) => {
      findThread(params.channel).thread?.members.delete(own);
      return nothing;
    },
    'PUT /channels/:channel/thread-members/:user': ({ params }) => {
      const channel = findThread(params.channel);
      if (channel.thread?.archived) refuse('archivedThread');
      need(state, channel, 'sendMessagesInThreads');
      if (!channel.server?.members.has(params.user ?? '')) refuse('unknownMember');
      if ((channel.thread?.members.size ?? 0) >= MAX_MEMBERS) refuse('tooManyThreadMembers');
      joinThread(state, channel, params.user ?? '');
      return nothing;
    },
    'GET /channels/:channel/thread-members/:user': ({ params }) => {
      const channel = findThread(params.channel);
      const id = params.user === '@me' ? own : (params.user ?? '');
      if (!channel.thread?.members.has(id)) refuse('unknownMember');
      return answer(threadMemberJson(channel.id, id, channel.thread?.createdAt ?? ''));
    },
    'GET /channels/:channel/thread-members': ({ params }) => {
      const { id, thread } = findThread(params.channel);
      return answer(
        [...(thread?.members ?? [])].map((each) =>
          threadMemberJson(id, each, thread?.createdAt ?? ''),
        ),
      );
    },
    'GET /channels/:channel/threads/archived/public': ({ params }) => {
      const parent = findChannel(state, params.channel);
      need(state, parent, 'readMessageHistory', 'missingAccess');
      const isPublic = (each: Channel) => each.type !== CHANNEL.privateThread;
      const threads = threadsOf(parent).filter((each) => each.thread?.archived && isPublic(each));
      return answer(threadList(threads));
    },
    'GET /guilds/:server/threads/active': ({ params }) => {
      const threads = [...state.channels.values()].filter(
        (each) =>
          each.server?.id === params.server &&
          each.thread &&
          !each.thread.archived &&
          isVisible(state, each),
      );
      return answer(threadList(threads));
    },
  };

  function findThread(id: string | undefined): Channel {
    const channel = findChannel(state, id);
    if (channel.thread === null) refuse('wrongChannelType');
    return channel;
  }

  function threadsOf(parent: Channel): Channel[] {
    return [...state.channels.values()].filter(({ thread }) => thread?.parent === parent);
  }

  function threadList(threads: readonly Channel[]) {
    const members = threads
      .filter(({ thread }) => thread?.members.has(own))
      .map(({ id, thread }) => threadMemberJson(id, own, thread?.createdAt ?? ''));
    return { threads: threads.map((each) => channelJson(state, each)), members, has_more: false };
  }

  function checkRoom({ server }: Channel): void {
    const active = [...(server?.channels.values() ?? [])].filter(
      ({ thread }) => thread && !thread.archived,
    );
    if (active.length >= MAX_ACTIVE) refuse('tooManyThreads');
  }
}

/**
 * The line at the head of a thread, which points at its message in the channel and has no words of its own;
 * and the one in the channel, when more was said there since.
 */
export function addStarter(state: State, thread: Channel, message: Message): void {
  const { channel } = message;
  const guild_id = channel.server?.id;
  addMessage(state, {
    channel: thread,
    author: message.author,
    type: 21,
    reference: { type: 0, message_id: message.id, channel_id: channel.id, guild_id },
    answered: message,
  });
  const starter = state.users.get(thread.thread?.ownerId ?? '');
  if (channel.lastMessageId === message.id || starter === undefined) return;
  addMessage(state, {
    channel,
    author: starter,
    type: 18,
    content: thread.name,
    reference: { type: 0, channel_id: thread.id, guild_id },
  });
}

export function nameOf(value: unknown): string {
  const name = textOr(value, '').trim();
  if (name === '') refuseForm('name', 'BASE_TYPE_REQUIRED', 'This field is required');
  if (name.length > 100)
    refuseForm('name', 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 100 in length.');
  return name;
}
