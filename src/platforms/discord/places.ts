import {
  formatRef,
  type MemberRef,
  type MessageRef,
  parseRef,
  type ThreadRef,
} from '../../review/refs.ts';

/** Discord's name in refs and runs. */
export const PLATFORM = 'discord';
/** What stands for the server where there is none. */
const NO_SERVER = '@me';

/** Where an answer goes. */
export type Spot =
  /** The thread of a message, to be found or made. */
  | {
      readonly kind: 'under';
      readonly server: string | null;
      readonly channel: string;
      readonly message: string;
      /** Who gets the answer alone where the bot may not speak; null: nobody. */
      readonly asker: string | null;
    }
  /** A channel itself: a thread, a forum post, direct messages. */
  | {
      readonly kind: 'in';
      readonly server: string | null;
      readonly channel: string;
      /** The message that is answered; null: none. */
      readonly message: string | null;
      readonly asker: string | null;
    }
  /** An interaction, whose answer only its member sees. */
  | {
      readonly kind: 'asked';
      readonly server: string | null;
      readonly channel: string;
      readonly interaction: string;
      readonly asker: string;
    }
  /** Nowhere on Discord: what is said is kept and shown on a click. */
  | {
      readonly kind: 'kept';
      readonly server: string | null;
      readonly channel: string;
      readonly interaction: string;
      readonly asker: string;
    };

/** One message of Discord. */
export interface Spoken {
  readonly server: string | null;
  readonly channel: string;
  readonly message: string;
  /** The webhook that spoke it; null: a person or the bot itself. */
  readonly webhook: string | null;
  /** How many messages the post has. */
  readonly parts: number;
  /** The number that its first message is known by; null for words of people. */
  readonly marker: number | null;
}

/** The ref of a message of somebody, or of the first message of a post. */
export function messageRef(
  message: Pick<Spoken, 'server' | 'channel' | 'message'> & Partial<Spoken>,
): MessageRef {
  const { server, channel, message: id, webhook = null, parts = 1, marker = null } = message;
  const more = marker === null ? [] : [String(marker), String(parts), webhook ?? ''];
  return formatRef<'message'>(PLATFORM, [server ?? NO_SERVER, channel, id, ...more]);
}

/** The message a ref means; null for one that is not Discord's or stands nowhere. */
export function readMessageRef(ref: MessageRef): Spoken | null {
  const { platform, parts } = parseRef(ref);
  const [server = '', channel = '', message = '', marker = '', count = '1', webhook = ''] = parts;
  if (platform !== PLATFORM || !isSnowflake(channel) || !isSnowflake(message)) return null;
  return {
    server: server === NO_SERVER ? null : server,
    channel,
    message,
    webhook: webhook === '' ? null : webhook,
    parts: Number(count),
    marker: marker === '' ? null : Number(marker),
  };
}

/** The channel a place belongs to, as a place to post in; null for direct messages. */
export function channelOf(ref: ThreadRef): ThreadRef | null {
  const spot = readThreadRef(ref);
  if (spot === null || spot.server === null) return null;
  const { server, channel } = spot;
  return threadRef({ kind: 'in', server, channel, message: null, asker: null });
}

export function threadRef(spot: Spot): ThreadRef {
  const { kind, server, channel, asker } = spot;
  const at = 'message' in spot ? (spot.message ?? '') : spot.interaction;
  return formatRef<'thread'>(PLATFORM, [server ?? NO_SERVER, channel, kind, at, asker ?? '']);
}

/** What a ref means; null for one that is not Discord's. */
export function readThreadRef(ref: ThreadRef): Spot | null {
  const { platform, parts } = parseRef(ref);
  const [server = '', channel = '', kind = '', at = '', who = ''] = parts;
  if (platform !== PLATFORM || !isSnowflake(channel)) return null;
  const place = { server: server === NO_SERVER ? null : server, channel };
  const asker = who === '' ? null : who;
  if (kind === 'under') return { ...place, kind, message: at, asker };
  if (kind === 'in') return { ...place, kind, message: at === '' ? null : at, asker };
  if (kind !== 'asked' && kind !== 'kept') return null;
  return { ...place, kind, interaction: at, asker: who };
}

/** The ref of something that is kept to be shown on a click. */
export function keptRef(runId: string, slot: string): MessageRef {
  return formatRef<'message'>(PLATFORM, ['kept', runId, slot]);
}

export function isKeptRef(ref: MessageRef): boolean {
  const { platform, parts } = parseRef(ref);
  return platform === PLATFORM && parts[0] === 'kept';
}

export function memberRef(member: string): MemberRef {
  return formatRef<'member'>(PLATFORM, [member]);
}

/** The member a ref means; null for one that is not Discord's. */
export function readMemberRef(ref: MemberRef): string | null {
  const { platform, parts } = parseRef(ref);
  const [member = ''] = parts;
  return platform === PLATFORM && isSnowflake(member) ? member : null;
}

/** The workspace of a server; what happens in direct messages belongs to the member. */
export function workspaceOf(server: string | null, member: string): string {
  return server ?? `direct-${member}`;
}

/** The server of a workspace; null where there is none. */
export function serverOf(workspace: string): string | null {
  return isSnowflake(workspace) ? workspace : null;
}

/** The address of a place on Discord; null for what stands nowhere. */
export function addressOf(ref: ThreadRef | MessageRef): string | null {
  const message = readMessageRef(ref as MessageRef);
  if (message !== null) return linkTo(message.server, message.channel, message.message);
  const spot = readThreadRef(ref as ThreadRef);
  if (spot === null) return null;
  if (spot.kind === 'under') return linkTo(spot.server, spot.channel, spot.message);
  return linkTo(spot.server, spot.channel, spot.kind === 'in' ? spot.message : null);
}

/** The address of a channel, or of a message in it. */
export function linkTo(server: string | null, channel: string, message: string | null): string {
  const at = message === null ? '' : `/${message}`;
  return `https://discord.com/channels/${server ?? NO_SERVER}/${channel}${at}`;
}

/**
 * Ids are 64-bit numbers as text, of any length: how large they are is nowhere promised. They are never
 * turned into numbers, which would round them.
 */
export function isSnowflake(id: string): boolean {
  return /^\d{1,20}$/.test(id);
}

/** When something was made, by its id, in milliseconds since 1970. */
export function snowflakeTime(id: string): number {
  return Number(BigInt(id) >> 22n) + DISCORD_EPOCH;
}

/** The first second of 2015, from which Discord counts. */
const DISCORD_EPOCH = 1_420_070_400_000;
