/*
 * What stands in the double: workspaces, people, channels, messages, views. Plain data, changed only by
 * the methods of the API and by the people of the test.
 */

export type Json = Record<string, unknown>;

export type Role =
  | 'owner'
  | 'admin'
  | 'member'
  | 'multi-channel guest'
  | 'single-channel guest'
  | 'bot';

export interface MemberRecord {
  readonly id: string;
  readonly teamId: string;
  readonly name: string;
  readonly realName: string;
  readonly email: string;
  role: Role;
  deleted: boolean;
  readonly locale: string;
  readonly tz: string;
  /** Set for bots. */
  readonly botId: string | null;
  readonly appId: string | null;
}

export type ChannelKind = 'public' | 'private' | 'im' | 'mpim';

export interface ChannelRecord {
  id: string;
  /** The workspace that hosts it. */
  readonly teamId: string;
  readonly name: string;
  readonly kind: ChannelKind;
  readonly created: number;
  readonly creator: string;
  readonly members: Set<string>;
  /** Other workspaces it is shared with over Slack Connect. */
  readonly sharedWith: Set<string>;
  archived: boolean;
  /** Only these roles may post; null for everybody. */
  postingBy: readonly Role[] | null;
  threadsLocked: boolean;
  readonly messages: Map<string, MessageRecord>;
  /** Ephemeral messages: each seen by one member, never stored by the real one. */
  readonly ephemerals: EphemeralRecord[];
}

export interface MessageRecord {
  readonly ts: string;
  readonly channel: string;
  readonly subtype: string | null;
  readonly user: string | null;
  readonly team: string | null;
  readonly botId: string | null;
  readonly appId: string | null;
  /** Over whose words or icon it was posted, when customised. */
  readonly username: string | null;
  readonly icons: Json | null;
  readonly clientMsgId: string | null;
  readonly threadTs: string | null;
  readonly broadcast: boolean;
  text: string;
  blocks: Json[] | null;
  attachments: Json[] | null;
  files: FileRecord[];
  metadata: Json | null;
  edited: { user: string; ts: string } | null;
  readonly reactions: Map<string, string[]>;
  /** A deleted parent whose replies remain. */
  tombstone: boolean;
  stream: StreamRecord | null;
  /** Whether links may be previewed, as the poster asked. */
  readonly unfurl: { readonly links: boolean; readonly media: boolean };
  /** People who were notified by it: who it mentions, or everybody of a broadcast. */
  notified: readonly string[];
  /** The latest action state of the inputs in it, by block and action. */
  readonly state: Json;
}

export interface StreamRecord {
  state: 'in_progress' | 'completed' | 'errored' | 'stopped';
  readonly startedAt: number;
  lastAt: number;
  readonly tasks: Map<string, Json>;
  plan: string | null;
}

export interface EphemeralRecord {
  readonly ts: string;
  readonly channel: string;
  readonly to: string;
  readonly threadTs: string | null;
  /** Set when it came over a response address. */
  readonly viaResponseUrl: boolean;
  text: string;
  blocks: Json[] | null;
  attachments: Json[] | null;
  readonly username: string | null;
  readonly notified: readonly string[];
  deleted: boolean;
}

export interface FileRecord {
  readonly id: string;
  readonly teamId: string;
  readonly user: string;
  readonly name: string;
  readonly title: string;
  readonly mimetype: string;
  readonly filetype: string;
  readonly mode: string;
  readonly bytes: Buffer;
  readonly created: number;
  /** Slack Connect: only `files.info` tells the addresses. */
  readonly checkInfo: boolean;
  /** Served from elsewhere; no bytes of ours. */
  readonly externalUrl: string | null;
  /** The host it is downloaded from. */
  readonly host: string;
  readonly channels: Set<string>;
  deleted: boolean;
}

export interface ViewRecord {
  readonly id: string;
  readonly teamId: string;
  readonly userId: string;
  readonly rootId: string;
  readonly previousId: string | null;
  view: Json;
  hash: string;
  readonly externalId: string | null;
  isOpen: boolean;
  /** What the member has filled in, by block and action. */
  state: Record<string, Json>;
}

export interface Installation {
  readonly teamId: string;
  readonly enterpriseId: string | null;
  readonly isEnterprise: boolean;
  readonly botUserId: string;
  readonly botId: string;
  token: string;
  refreshToken: string | null;
  /** Milliseconds since the epoch; null when tokens do not rotate. */
  expiresAt: number | null;
  /** Tokens before this one, good until their own end. */
  readonly oldTokens: { readonly token: string; readonly expiresAt: number | null }[];
  readonly scopes: Set<string>;
  /** The error every call is answered with; null while it is good. */
  dead: 'token_revoked' | 'account_inactive' | 'invalid_auth' | null;
  readonly installedBy: string;
}

export interface WorkspaceRecord {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
  readonly enterprise: { readonly id: string; readonly name: string } | null;
  readonly emoji: Map<string, string>;
  readonly usergroups: Map<
    string,
    { readonly handle: string; readonly name: string; users: string[] }
  >;
}

export interface World {
  readonly workspaces: Map<string, WorkspaceRecord>;
  readonly members: Map<string, MemberRecord>;
  readonly channels: Map<string, ChannelRecord>;
  readonly views: Map<string, ViewRecord>;
  readonly homes: Map<string, ViewRecord>;
  readonly files: Map<string, FileRecord>;
  readonly installations: Installation[];
  /** An id nobody has, of the form the real one gives. */
  id(prefix: string): string;
  /** A timestamp no message has. */
  ts(): string;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** An empty Slack. */
export function createWorld(now: () => number): World {
  let ids = 0;
  let lastMicros = 0;
  return {
    workspaces: new Map(),
    members: new Map(),
    channels: new Map(),
    views: new Map(),
    homes: new Map(),
    files: new Map(),
    installations: [],
    id(prefix) {
      ids += 1;
      return `${prefix}0${(ids + 36 ** 3).toString(36).toUpperCase().padStart(9, 'B')}`;
    },
    ts() {
      lastMicros = Math.max(lastMicros + 1, Math.floor(now()) * 1000);
      const digits = String(lastMicros);
      return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
    },
    now,
  };
}

/** The replies of a thread, oldest first, its root not among them. */
export function repliesOf(channel: ChannelRecord, root: string): readonly MessageRecord[] {
  return [...channel.messages.values()].filter(
    ({ threadTs, ts }) => threadTs === root && ts !== root,
  );
}

/** Whether an installation reaches a workspace: its own, or all of its organisation. */
export function covers(world: World, by: Installation, teamId: string): boolean {
  if (by.teamId === teamId) return true;
  const enterprise = world.workspaces.get(teamId)?.enterprise?.id;
  return by.isEnterprise && enterprise !== undefined && enterprise === by.enterpriseId;
}

/** The workspaces whose people may be in a channel. */
export function teamsOf(channel: ChannelRecord): readonly string[] {
  return [channel.teamId, ...channel.sharedWith];
}

export function isExternal(channel: ChannelRecord): boolean {
  return channel.sharedWith.size > 0;
}
