/* Servers and channels as tests set them up and look at them. */

import { tellChannel } from './messages.ts';
import { createPerson, type Person, type World } from './people.ts';
import { bitsOf, type PermissionName, permissionsOf } from './permissions.ts';
import {
  CHANNEL,
  type Channel,
  type CustomEmoji,
  INTENT,
  type Message,
  type Overwrite,
  type Server,
  type State,
  type User,
} from './state.ts';
import { changeThread, removeChannel } from './threads.ts';
import { type SeenMessage, seen } from './views.ts';
import { roleJson, serverJson } from './wire.ts';

export type ChannelKind =
  | 'text'
  | 'voice'
  | 'category'
  | 'announcement'
  | 'stage'
  | 'forum'
  | 'media';

export interface ChannelOptions {
  readonly kind?: ChannelKind;
  readonly parent?: { readonly id: string };
  /** What the bot is denied here, on top of its role. */
  readonly botMayNot?: readonly PermissionName[];
  /** What everybody without a role is denied here; the bot too unless its role allows it elsewhere. */
  readonly nobodyMay?: readonly PermissionName[];
  readonly topic?: string;
  readonly tags?: readonly string[];
}

export interface MemberOptions {
  /** Rights on top of everybody's. */
  readonly may?: readonly PermissionName[];
  readonly locale?: string;
  /** Nobody may write to them directly. */
  readonly isClosed?: boolean;
  readonly hasInstalled?: boolean;
  readonly nick?: string;
}

export function createChannel({ state, interactions }: World, channel: Channel) {
  const all = () => [...channel.messages.values()];
  const show = (messages: readonly Message[]): SeenMessage[] =>
    messages.map((each) => seen(state, each));
  const overwrite = (
    id: string,
    type: 0 | 1,
    change: Partial<Pick<Overwrite, 'allow' | 'deny'>>,
  ) => {
    const own = channel.overwrites.find((each) => each.id === id);
    if (own) Object.assign(own, change);
    else channel.overwrites.push({ id, type, allow: 0n, deny: 0n, ...change });
    tellChannel(state, 'CHANNEL_UPDATE', channel);
  };
  return {
    id: channel.id,
    name: channel.name,
    channel,
    /** Everything posted here for everybody, oldest first, without the system's lines. */
    messages: () => show(all().filter(({ type }) => type === 0 || type === 19 || type === 20)),
    everything: () => show(all()),
    /** What this member sees here, their private answers included. */
    seenBy: (person: Person): SeenMessage[] => show([...all(), ...privateTo(person)].sort(byAge)),
    deny: (...names: readonly PermissionName[]) =>
      overwrite(state.app.user.id, 1, { deny: bitsOf(names) }),
    denyEveryone: (...names: readonly PermissionName[]) =>
      overwrite(channel.server?.id ?? '', 0, { deny: bitsOf(names) }),
    remove: () => removeChannel(state, channel),
    rename: (name: string) => changeThread(state, channel, { name }),
    archive: (isOn = true) => changeThread(state, channel, { archived: isOn }),
    lock: (isOn = true) => changeThread(state, channel, { locked: isOn, archived: isOn }),
  };

  /** Private answers stand in no channel, only before their member's eyes. */
  function privateTo({ id }: Person): Message[] {
    const answers = interactions.all().flatMap((each) => each.messages);
    return answers.filter(
      (each) => each.viewerId === id && each.channel === channel && !interactions.isRemoved(each),
    );
  }
}

const byAge = (a: Message, b: Message) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1);

export type Place = ReturnType<typeof createChannel>;

export function createServer(world: World, server: Server) {
  const { state } = world;
  const addRole = (name: string, permissions: bigint, isManaged = false) => {
    const role = { id: state.clock.newId(), name, permissions, isManaged };
    server.roles.set(role.id, role);
    state.dispatch({
      type: 'GUILD_ROLE_CREATE',
      intents: INTENT.servers,
      serverId: server.id,
      data: () => ({ guild_id: server.id, role: roleJson(role, server.roles.size) }),
    });
    return role;
  };
  return {
    id: server.id,
    name: server.name,
    server,
    /** Who owns it, and as a rule brought the bot in. */
    owner: createPerson(world, ownerOf(server)),
    channel(name: string, options: ChannelOptions = {}): Place {
      const overwrites: Overwrite[] = [];
      const { botMayNot = [], nobodyMay = [] } = options;
      if (nobodyMay.length > 0)
        overwrites.push({ id: server.id, type: 0, allow: 0n, deny: bitsOf(nobodyMay) });
      if (botMayNot.length > 0)
        overwrites.push({ id: state.app.user.id, type: 1, allow: 0n, deny: bitsOf(botMayNot) });
      const channel: Channel = {
        id: state.clock.newId(),
        type: CHANNEL[options.kind ?? 'text'],
        server,
        parentId: options.parent?.id ?? null,
        overwrites,
        messages: new Map(),
        recipients: [],
        thread: null,
        tags: (options.tags ?? []).map((tag) => ({ id: state.clock.newId(), name: tag })),
        name,
        topic: options.topic ?? null,
        lastMessageId: null,
      };
      state.channels.set(channel.id, channel);
      server.channels.set(channel.id, channel);
      tellChannel(state, 'CHANNEL_CREATE', channel);
      return createChannel(world, channel);
    },
    /** Somebody new; the first one owns nothing. */
    member(name: string, options: MemberOptions = {}): Person {
      const user = {
        id: state.clock.newId(),
        username: name,
        isBot: false,
        locale: options.locale ?? 'en-US',
        isClosed: options.isClosed ?? false,
        hasInstalled: options.hasInstalled ?? false,
      };
      state.users.set(user.id, user);
      const person = createPerson(world, user);
      this.admit(person, options);
      return person;
    },
    /** Lets somebody in who is known elsewhere already. */
    admit(person: Person, { may = [], nick }: MemberOptions = {}): void {
      const roles = new Set(may.length > 0 ? [addRole(`${person.name}’s`, bitsOf(may)).id] : []);
      server.members.set(person.id, {
        user: person.user,
        roles,
        joinedAt: state.clock.iso(),
        nick: nick ?? null,
      });
    },
    /** Gives somebody further rights, through a role of their own. */
    allow(person: Person, ...may: readonly PermissionName[]): void {
      const member = server.members.get(person.id);
      member?.roles.add(addRole(`${person.name}’s`, bitsOf(may)).id);
    },
    leave: (person: Person) => server.members.delete(person.id),
    emoji(name: string, animated = false): CustomEmoji {
      const emoji = { id: state.clock.newId(), name, animated };
      server.emojis.set(emoji.id, emoji);
      return emoji;
    },
    /** Changes what the bot's own role allows. */
    setBotPermissions(permissions: bigint): void {
      const own = server.members.get(state.app.user.id);
      for (const id of own?.roles ?? []) {
        const role = server.roles.get(id);
        if (!role?.isManaged) continue;
        role.permissions = permissions;
        state.dispatch({
          type: 'GUILD_ROLE_UPDATE',
          intents: INTENT.servers,
          serverId: server.id,
          data: () => ({ guild_id: server.id, role: roleJson(role, 1) }),
        });
      }
    },
    botPermissions: () => {
      const own = server.members.get(state.app.user.id);
      return own ? permissionsOf(server, own) : 0n;
    },
    /** Discord itself has trouble with this server: it is gone for a while, and nobody was removed. */
    outage(): void {
      server.isOut = true;
      tellServer('GUILD_DELETE', () => ({ id: server.id, unavailable: true }));
    },
    recover(): void {
      server.isOut = false;
      tellServer('GUILD_CREATE', () => serverJson(state, server));
    },
    removeBot(): void {
      if (!server.hasBot) return;
      tellServer('GUILD_DELETE', () => ({ id: server.id }));
      server.hasBot = false;
      server.members.delete(state.app.user.id);
      state.changed();
    },
    inviteBot(permissions?: bigint): void {
      inviteBot(state, server, permissions);
      tellServer('GUILD_CREATE', () => serverJson(state, server));
    },
  };

  function tellServer(type: string, data: () => unknown): void {
    state.dispatch({ type, intents: INTENT.servers, serverId: server.id, data });
  }
}

function ownerOf({ members, ownerId }: Server): User {
  const owner = members.get(ownerId);
  if (owner === undefined) throw new Error('a server has an owner');
  return owner.user;
}

export type ServerHandle = ReturnType<typeof createServer>;

/** What the product asks for in its invitation, all of it. */
const INVITED = 309_774_634_048n;

/** The invitation makes a role of the app's own with exactly the rights it asked for. */
export function inviteBot(state: State, server: Server, permissions = INVITED): void {
  const { user } = state.app;
  const role = { id: state.clock.newId(), name: user.username, permissions, isManaged: true };
  server.roles.set(role.id, role);
  server.members.set(user.id, {
    user,
    roles: new Set([role.id]),
    joinedAt: state.clock.iso(),
    nick: null,
  });
  server.hasBot = true;
}
