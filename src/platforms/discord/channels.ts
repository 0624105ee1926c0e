import { type APIChannel, ChannelType, Routes } from 'discord.js';
import type { Api } from './api.ts';
import { codeOf, troubleOf } from './failure.ts';
import {
  allows,
  type Overwrite,
  type PermissionKey,
  permissionsIn,
  type Role,
} from './permissions.ts';

/** What is known of a channel. */
export interface Channel {
  readonly id: string;
  readonly server: string | null;
  readonly name: string;
  readonly type: ChannelType;
  /** The channel or forum a thread belongs to. */
  readonly parent: string | null;
  readonly isThread: boolean;
  readonly isLocked: boolean;
  readonly isArchived: boolean;
  readonly overwrites: readonly Overwrite[];
}

/** Channels as they are asked for: few are kept, none for long. */
export interface Channels {
  /** Null for one that does not exist or may not be seen. */
  find(id: string): Promise<Channel | null>;
  /** Takes what an event tells in passing: used only where Discord does not answer for the channel. */
  told(server: string | null, channel: APIChannel): void;
  /** Takes what an event brings. */
  learn(channel: APIChannel): void;
  forget(id: string): void;
  /** Forgets what a server's roles or channels decided. */
  forgetServer(server: string): void;
  /** What the bot may do in a channel, as Discord's number; null where it is no member. */
  rights(id: string): Promise<string | null>;
}

const MAX_KEPT = 500;
/** Only few words of each are kept. */
const MAX_TOLD = 2_000;
const KEEP_MS = 5 * 60_000;
const THREADS: readonly ChannelType[] = [
  ChannelType.AnnouncementThread,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
];

export function createChannels(
  api: Api,
  { botId, now = Date.now }: { readonly botId: () => string; readonly now?: () => number },
): Channels {
  const kept = new Map<string, { readonly channel: Channel; readonly at: number }>();
  const heard = new Map<string, readonly [string | null, ChannelType, string | null]>();
  const roles = new Map<string, { readonly value: ServerRoles; readonly at: number }>();

  const keep = (channel: Channel) => {
    kept.delete(channel.id);
    kept.set(channel.id, { channel, at: now() });
    const oldest = kept.size > MAX_KEPT ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
    return channel;
  };

  const channels: Channels = {
    async find(id) {
      const known = kept.get(id);
      if (known !== undefined && now() - known.at < KEEP_MS) return known.channel;
      try {
        const route = Routes.channel(id);
        return keep(
          readChannel(await api<APIChannel>({ method: 'GET', route, doing: 'read a channel' })),
        );
      } catch (error) {
        const trouble = troubleOf(error);
        // With a code of its own the answer means the channel, without one perhaps the question.
        const told = trouble === 'gone' && codeOf(error) === 0 ? heard.get(id) : undefined;
        if (told !== undefined) return fromHearsay(id, told);
        if (['gone', 'forbidden'].includes(trouble)) return null;
        throw error;
      }
    },

    told(server, channel) {
      const parent = 'parent_id' in channel ? (channel.parent_id ?? null) : null;
      heard.delete(channel.id);
      heard.set(channel.id, [server, channel.type, parent]);
      const oldest = heard.size > MAX_TOLD ? heard.keys().next().value : undefined;
      if (oldest !== undefined) heard.delete(oldest);
    },

    learn(channel) {
      // Only what somebody asked about is kept up to date: a server may have thousands.
      const known = kept.get(channel.id)?.channel;
      if (known !== undefined) keep({ ...readChannel(channel), server: known.server });
    },

    forget(id) {
      kept.delete(id);
      heard.delete(id);
    },

    forgetServer(server) {
      roles.delete(server);
      for (const [id, { channel }] of kept) if (channel.server === server) kept.delete(id);
    },

    async rights(id) {
      const channel = await channels.find(id);
      if (channel?.server == null) return null;
      const { server } = channel;
      // A thread has no overwrites of its own.
      const parent =
        channel.isThread && channel.parent ? await channels.find(channel.parent) : channel;
      const known = roles.get(server);
      const fresh = known !== undefined && now() - known.at < KEEP_MS;
      const value = fresh ? known.value : await readRoles(api, server, botId());
      roles.set(server, { value, at: now() });
      const overwrites = parent?.overwrites ?? [];
      return permissionsIn({ server, member: botId(), ...value, overwrites });
    },
  };
  return channels;
}

function fromHearsay(
  id: string,
  [server, type, parent]: readonly [string | null, ChannelType, string | null],
): Channel {
  const isThread = THREADS.includes(type);
  const place = { id, type, server, parent, isThread };
  return { ...place, name: '', isLocked: false, isArchived: false, overwrites: [] };
}

interface ServerRoles {
  readonly roles: readonly Role[];
  readonly memberRoles: readonly string[];
}

async function readRoles(api: Api, server: string, bot: string): Promise<ServerRoles> {
  const doing = 'read its own roles';
  const [roles, member] = await Promise.all([
    api<Role[]>({ method: 'GET', route: Routes.guildRoles(server), doing }),
    api<{ roles: string[] }>({ method: 'GET', route: Routes.guildMember(server, bot), doing }),
  ]);
  return { roles, memberRoles: member.roles };
}

function readChannel(channel: APIChannel): Channel {
  const { id, type } = channel;
  const isThread = THREADS.includes(type);
  const thread = 'thread_metadata' in channel ? channel.thread_metadata : undefined;
  return {
    id,
    type,
    server: ('guild_id' in channel ? channel.guild_id : undefined) ?? null,
    name: channel.name ?? '',
    parent: ('parent_id' in channel ? channel.parent_id : undefined) ?? null,
    isThread,
    isLocked: thread?.locked ?? false,
    isArchived: thread?.archived ?? false,
    overwrites: 'permission_overwrites' in channel ? (channel.permission_overwrites ?? []) : [],
  };
}

/** Whether messages here can have threads of their own. */
export function canHoldThreads({ type }: Channel): boolean {
  return type === ChannelType.GuildText || type === ChannelType.GuildAnnouncement;
}

/** Rights that were found missing, so that they are not tried again at once. */
export function createMissing(now: () => number, keepMs: number) {
  const until = new Map<string, number>();
  return {
    note(channel: string, key: PermissionKey) {
      until.set(`${channel}/${key}`, now() + keepMs);
    },
    isKnown(channel: string, key: PermissionKey): boolean {
      const at = until.get(`${channel}/${key}`);
      if (at === undefined || at > now()) return at !== undefined;
      until.delete(`${channel}/${key}`);
      return false;
    },
    /** Somebody changed roles or channels: all is tried anew. */
    clear() {
      until.clear();
    },
  };
}

export type Missing = ReturnType<typeof createMissing>;

/** The first of these rights that a channel does not give; null when all are there or nobody can say. */
export async function firstMissing(
  channels: Channels,
  channel: string,
  keys: readonly PermissionKey[],
): Promise<PermissionKey | null> {
  const rights = await channels.rights(channel).catch(() => null);
  if (rights === null) return null;
  return keys.find((key) => !allows(rights, key)) ?? null;
}
