/* Who may do what where: finds things for a request, or refuses with the code the real one gives. */
import { refuse } from './api-error.ts';
import { PERMISSION, type PermissionName } from './permissions.ts';
import { CHANNEL, type Channel, type Message, type Server, type State } from './state.ts';
import { isVisible, ownPermissions } from './wire.ts';

/** A channel the bot may see. */
export function findChannel(state: State, id: string | undefined): Channel {
  const channel = state.channels.get(id ?? '');
  if (channel === undefined) refuse('unknownChannel');
  if (channel.server && !channel.server.hasBot) refuse('missingAccess');
  if (!isVisible(state, channel)) refuse('missingAccess');
  return channel;
}

export function findServer(state: State, id: string | undefined): Server {
  const server = state.servers.get(id ?? '');
  if (server === undefined || !server.hasBot) refuse('unknownServer');
  return server;
}

/** A message the bot may read. */
export function findMessage(state: State, channel: Channel, id: string | undefined): Message {
  need(state, channel, 'readMessageHistory', 'missingAccess');
  const message = channel.messages.get(id ?? '');
  if (message === undefined) refuse('unknownMessage');
  return message;
}

export function has(state: State, channel: Channel, name: PermissionName): boolean {
  if (channel.server === null) return true;
  return Boolean(ownPermissions(state, channel) & PERMISSION[name]);
}

export function need(
  state: State,
  channel: Channel,
  name: PermissionName,
  why: 'missingPermissions' | 'missingAccess' | 'noHistory' = 'missingPermissions',
): void {
  if (!has(state, channel, name)) refuse(why);
}

const SILENT: ReadonlySet<number> = new Set([CHANNEL.category, CHANNEL.forum, CHANNEL.media]);

/** Refuses where the bot may not post. */
export function needToSpeak(state: State, channel: Channel): void {
  if (SILENT.has(channel.type)) refuse('notATextChannel');
  if (channel.server === null) {
    // Two who share no server, or one who wants no messages, cannot be written to.
    const [reader] = channel.recipients;
    const meets = [...state.servers.values()].some(
      (server) => server.hasBot && server.members.has(reader?.id ?? ''),
    );
    if (reader === undefined || reader.isClosed || reader.isBot || (!meets && !reader.hasInstalled))
      refuse('closedToDirectMessages');
    return;
  }
  const { thread } = channel;
  need(state, channel, thread ? 'sendMessagesInThreads' : 'sendMessages');
  if (thread === null) return;
  if (thread.locked) needToManage(state, channel);
  const isPost = thread.parent.type === CHANNEL.forum || thread.parent.type === CHANNEL.media;
  if (isPost && !channel.messages.has(channel.id) && thread.ownerId !== state.app.user.id)
    if (channel.messages.size === 0) refuse('postNotReady');
}

function needToManage(state: State, channel: Channel): void {
  if (!has(state, channel, 'manageThreads')) refuse('lockedThread');
}

/** Refuses what cannot be done to messages of a thread at rest. */
export function needUnarchived({ thread }: Channel): void {
  if (thread?.archived) refuse('archivedThread');
}
