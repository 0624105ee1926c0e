import { tellChannel } from './messages.ts';
import { CHANNEL, type Channel, INTENT, type State, type Thread } from './state.ts';
import { channelJson, threadMemberJson } from './wire.ts';

export interface NewThread {
  readonly parent: Channel;
  readonly name: string;
  readonly ownerId: string;
  /** The message it hangs on, whose id it shares. */
  readonly id?: string;
  readonly type?: number;
  readonly autoArchiveMinutes?: number;
  readonly tags?: string[];
}

export function addThread(state: State, fresh: NewThread): Channel {
  const { parent, ownerId } = fresh;
  const createdAt = state.clock.iso();
  const channel: Channel = {
    id: fresh.id ?? state.clock.newId(),
    type: fresh.type ?? typeIn(parent),
    server: parent.server,
    parentId: parent.id,
    overwrites: [],
    messages: new Map(),
    recipients: [],
    tags: [],
    name: fresh.name,
    topic: null,
    lastMessageId: null,
    thread: {
      parent,
      ownerId,
      members: new Set([ownerId]),
      createdAt,
      archived: false,
      archivedAt: createdAt,
      locked: false,
      autoArchiveMinutes: fresh.autoArchiveMinutes ?? 4320,
      tags: fresh.tags ?? [],
    },
  };
  state.channels.set(channel.id, channel);
  parent.server?.channels.set(channel.id, channel);
  tellChannel(state, 'THREAD_CREATE', channel, { newly_created: true });
  return channel;
}

function typeIn({ type }: Channel): number {
  return type === CHANNEL.announcement ? CHANNEL.announcementThread : CHANNEL.publicThread;
}

/** Changes a thread's state and tells of it. */
export function changeThread(
  state: State,
  channel: Channel,
  change: Partial<Pick<Thread, 'archived' | 'locked' | 'autoArchiveMinutes' | 'tags'>> & {
    readonly name?: string;
  },
): void {
  const { name, ...rest } = change;
  if (channel.thread === null) return;
  if (rest.archived !== undefined && rest.archived !== channel.thread.archived)
    channel.thread.archivedAt = state.clock.iso();
  Object.assign(channel.thread, rest);
  if (name !== undefined) channel.name = name;
  tellChannel(state, 'THREAD_UPDATE', channel);
}

/** Somebody speaks in a thread: it wakes, and they are in it from now on. */
export function wakeThread(state: State, channel: Channel, speakerId: string | null): void {
  const { thread } = channel;
  if (thread === null) return;
  if (thread.archived) changeThread(state, channel, { archived: false });
  if (speakerId !== null) joinThread(state, channel, speakerId);
}

export function joinThread(state: State, channel: Channel, userId: string): void {
  const { thread, server } = channel;
  if (thread === null || thread.members.has(userId)) return;
  thread.members.add(userId);
  if (userId !== state.app.user.id) return;
  state.dispatch({
    type: 'THREAD_MEMBERS_UPDATE',
    intents: INTENT.servers,
    serverId: server?.id ?? null,
    channel,
    data: () => ({
      id: channel.id,
      guild_id: server?.id,
      member_count: thread.members.size,
      added_members: [threadMemberJson(channel.id, userId, state.clock.iso())],
      removed_member_ids: [],
    }),
  });
}

export function removeChannel(state: State, channel: Channel): void {
  const { server, thread } = channel;
  state.channels.delete(channel.id);
  server?.channels.delete(channel.id);
  for (const each of [...state.channels.values()])
    if (each.thread?.parent === channel) removeChannel(state, each);
  if (thread === null) {
    tellChannel(state, 'CHANNEL_DELETE', channel);
    return;
  }
  state.dispatch({
    type: 'THREAD_DELETE',
    intents: INTENT.servers,
    serverId: server?.id ?? null,
    channel,
    data: () => {
      const { id, guild_id, parent_id, type } = channelJson(state, channel);
      return { id, guild_id, parent_id, type };
    },
  });
}
