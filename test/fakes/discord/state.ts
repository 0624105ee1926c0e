/* Everything the local Discord knows, as plain data. Nothing here decides anything. */
import type { Clock } from './clock.ts';
import type { Json } from './json.ts';

export interface User {
  readonly id: string;
  readonly username: string;
  readonly isBot: boolean;
  locale: string;
  /** Nobody but friends may write to them. */
  isClosed: boolean;
  /** They carry the app with them, in every server. */
  hasInstalled: boolean;
}

export interface Role {
  readonly id: string;
  name: string;
  permissions: bigint;
  isManaged: boolean;
}

export interface Member {
  readonly user: User;
  readonly roles: Set<string>;
  readonly joinedAt: string;
  nick: string | null;
}

export interface Overwrite {
  readonly id: string;
  readonly type: 0 | 1;
  allow: bigint;
  deny: bigint;
}

export interface Server {
  readonly id: string;
  readonly name: string;
  ownerId: string;
  locale: string;
  readonly roles: Map<string, Role>;
  readonly members: Map<string, Member>;
  readonly channels: Map<string, Channel>;
  readonly emojis: Map<string, CustomEmoji>;
  hasBot: boolean;
  isOut: boolean;
}

export interface CustomEmoji {
  readonly id: string;
  readonly name: string;
  readonly animated: boolean;
}

/** Types of channels, by Discord's own numbers. */
export const CHANNEL = {
  text: 0,
  dm: 1,
  voice: 2,
  category: 4,
  announcement: 5,
  announcementThread: 10,
  publicThread: 11,
  privateThread: 12,
  stage: 13,
  forum: 15,
  media: 16,
} as const;

export interface Thread {
  readonly parent: Channel;
  readonly ownerId: string;
  readonly members: Set<string>;
  readonly createdAt: string;
  archived: boolean;
  archivedAt: string;
  locked: boolean;
  autoArchiveMinutes: number;
  tags: string[];
}

export interface Channel {
  readonly id: string;
  readonly type: number;
  readonly server: Server | null;
  readonly parentId: string | null;
  readonly overwrites: Overwrite[];
  readonly messages: Map<string, Message>;
  readonly recipients: readonly User[];
  readonly thread: Thread | null;
  readonly tags: { readonly id: string; readonly name: string }[];
  name: string;
  topic: string | null;
  lastMessageId: string | null;
}

export interface Attachment {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
  readonly channelId: string;
  description: string | null;
}

export interface Emoji {
  readonly id: string | null;
  readonly name: string;
  readonly animated?: boolean;
}

export interface Pings {
  readonly everyone: boolean;
  readonly roles: readonly string[];
  readonly users: readonly string[];
}

export interface Message {
  readonly id: string;
  readonly channel: Channel;
  readonly type: number;
  readonly author: User | WebhookIdentity;
  readonly webhookId: string | null;
  /** The app that sent it, of an interaction or an own webhook. */
  readonly applicationId: string | null;
  readonly nonce: string | number | null;
  readonly reference: Json | null;
  /** What it answers; null when that was deleted. */
  readonly answered: Message | null;
  readonly snapshots: readonly Json[];
  readonly poll: Json | null;
  readonly stickers: readonly Json[];
  readonly interaction: Json | null;
  /** The only one who sees it; null for everybody. */
  readonly viewerId: string | null;
  readonly reactions: Map<string, { readonly emoji: Emoji; readonly userIds: string[] }>;
  content: string;
  embeds: readonly Json[];
  components: readonly Json[];
  attachments: Attachment[];
  flags: number;
  editedAt: string | null;
  /** Whom it notified when it was posted or edited. */
  pings: Pings;
}

/** Who a webhook speaks as. */
export interface WebhookIdentity {
  readonly id: string;
  readonly username: string;
  readonly isBot: true;
  readonly avatarUrl: string | null;
}

export interface Webhook {
  readonly id: string;
  readonly token: string;
  channelId: string;
  readonly serverId: string;
  readonly applicationId: string | null;
  name: string;
  avatar: string | null;
}

export interface Command {
  readonly id: string;
  /** Null for a command of all servers. */
  readonly serverId: string | null;
  version: string;
  body: Json;
}

export interface App {
  readonly id: string;
  readonly user: User;
  /** What is switched on in the developer portal. */
  readonly mayReadContent: boolean;
  readonly mayReadMembers: boolean;
}

/** An event for those sessions that asked for its kind. */
export interface GatewayEvent {
  readonly type: string;
  /** One of these intents has to be asked for; 0 for what everybody gets. */
  readonly intents: number;
  readonly serverId: string | null;
  /** Told only where the bot may look into it. */
  readonly channel?: Channel | undefined;
  /** The event as one who may or may not read words sees it. */
  data(readsContent: boolean): unknown;
}

export interface State {
  readonly clock: Clock;
  readonly app: App;
  readonly users: Map<string, User>;
  readonly servers: Map<string, Server>;
  readonly channels: Map<string, Channel>;
  readonly webhooks: Map<string, Webhook>;
  readonly commands: Map<string, Command>;
  readonly attachments: Map<string, Attachment>;
  /** The address of its own file host, with the port. */
  readonly host: { url: string };
  dispatch(event: GatewayEvent): void;
  /** Tells those who wait that something is different now. */
  changed(): void;
}

export const INTENT = {
  servers: 1 << 0,
  members: 1 << 1,
  messages: 1 << 9,
  reactions: 1 << 10,
  directMessages: 1 << 12,
  directReactions: 1 << 13,
  content: 1 << 15,
} as const;

export const FLAG = {
  crossposted: 1 << 0,
  suppressEmbeds: 1 << 2,
  hasThread: 1 << 5,
  ephemeral: 1 << 6,
  loading: 1 << 7,
  suppressNotifications: 1 << 12,
  componentsV2: 1 << 15,
  hasSnapshot: 1 << 14,
} as const;
