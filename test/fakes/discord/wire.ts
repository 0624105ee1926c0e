/* How things look on the way: the shapes of the documentation, with what a reader may not see left out. */
import { createHmac } from 'node:crypto';
import type { Json } from './json.ts';
import { permissionsOf } from './permissions.ts';
import {
  type Attachment,
  CHANNEL,
  type Channel,
  type CustomEmoji,
  FLAG,
  type Member,
  type Message,
  type Role,
  type Server,
  type State,
  type User,
  type Webhook,
  type WebhookIdentity,
} from './state.ts';

export function userJson(user: User | WebhookIdentity): Json {
  return {
    id: user.id,
    username: user.username,
    discriminator: user.isBot ? '0000' : '0',
    global_name: null,
    avatar: null,
    ...(user.isBot ? { bot: true } : {}),
    public_flags: 0,
    flags: 0,
    primary_guild: null,
  };
}

export function memberJson({ user, roles, joinedAt, nick }: Member, withUser = true): Json {
  return {
    ...(withUser ? { user: userJson(user) } : {}),
    nick,
    avatar: null,
    banner: null,
    roles: [...roles],
    joined_at: joinedAt,
    premium_since: null,
    deaf: false,
    mute: false,
    flags: 0,
    pending: false,
    communication_disabled_until: null,
  };
}

export function roleJson(role: Role, position: number): Json {
  return {
    id: role.id,
    name: role.name,
    description: null,
    color: 0,
    colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
    hoist: false,
    icon: null,
    unicode_emoji: null,
    position,
    permissions: String(role.permissions),
    managed: role.isManaged,
    mentionable: false,
    flags: 0,
  };
}

export function channelJson(state: State, channel: Channel): Json {
  const { id, type, server, thread } = channel;
  if (server === null) {
    const last_message_id = channel.lastMessageId;
    return { id, type, last_message_id, flags: 0, recipients: channel.recipients.map(userJson) };
  }
  const common = {
    id,
    type,
    guild_id: server.id,
    parent_id: channel.parentId,
    name: channel.name,
    last_message_id: channel.lastMessageId,
    rate_limit_per_user: 0,
    flags: 0,
  };
  if (thread !== null) return { ...common, ...threadJson(state, channel) };
  return {
    ...common,
    topic: channel.topic,
    position: 0,
    nsfw: false,
    permission_overwrites: channel.overwrites.map(({ id: of, type: kind, allow, deny }) => ({
      id: of,
      type: kind,
      allow: String(allow),
      deny: String(deny),
    })),
    ...(type === CHANNEL.voice ? { bitrate: 64_000, user_limit: 0, rtc_region: null } : {}),
    ...(type === CHANNEL.forum || type === CHANNEL.media
      ? {
          available_tags: channel.tags.map((tag) => ({
            ...tag,
            moderated: false,
            emoji_id: null,
            emoji_name: null,
          })),
          default_reaction_emoji: null,
          default_sort_order: null,
          default_forum_layout: 0,
        }
      : {}),
  };
}

function threadJson(state: State, { id, thread, messages }: Channel): Json {
  if (thread === null) return {};
  const own = state.app.user.id;
  return {
    owner_id: thread.ownerId,
    message_count: messages.size,
    total_message_sent: messages.size,
    member_count: Math.min(50, thread.members.size),
    applied_tags: thread.tags,
    thread_metadata: {
      archived: thread.archived,
      archive_timestamp: thread.archivedAt,
      auto_archive_duration: thread.autoArchiveMinutes,
      locked: thread.locked,
      create_timestamp: thread.createdAt,
      ...(Number(thread.parent.type) === CHANNEL.text ? { invitable: true } : {}),
    },
    ...(thread.members.has(own) ? { member: threadMemberJson(id, own, thread.createdAt) } : {}),
  };
}

export function threadMemberJson(id: string, userId: string, joined: string): Json {
  return { id, user_id: userId, join_timestamp: joined, flags: 0 };
}

/** A server as it is told at the start and when the bot is invited. */
export function serverJson(state: State, server: Server): Json {
  const own = server.members.get(state.app.user.id);
  const channels = [...server.channels.values()];
  return {
    ...bareServerJson(server),
    joined_at: own?.joinedAt ?? state.clock.iso(),
    large: server.members.size > 50,
    unavailable: false,
    member_count: server.members.size,
    voice_states: [],
    members: own === undefined ? [] : [memberJson(own)],
    channels: channels.filter(({ thread }) => !thread).map((each) => channelJson(state, each)),
    threads: channels
      .filter((each) => each.thread && !each.thread.archived && isVisible(state, each))
      .map((each) => channelJson(state, each)),
    presences: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  };
}

export function bareServerJson(server: Server): Json {
  return {
    id: server.id,
    name: server.name,
    icon: null,
    description: null,
    splash: null,
    discovery_splash: null,
    features: [],
    banner: null,
    owner_id: server.ownerId,
    application_id: null,
    region: 'deprecated',
    afk_channel_id: null,
    afk_timeout: 300,
    system_channel_id: null,
    system_channel_flags: 0,
    widget_enabled: false,
    widget_channel_id: null,
    verification_level: 0,
    roles: [...server.roles.values()].map(roleJson),
    emojis: [...server.emojis.values()].map(emojiJson),
    stickers: [],
    default_message_notifications: 0,
    mfa_level: 0,
    explicit_content_filter: 0,
    max_presences: null,
    max_members: 500_000,
    max_video_channel_users: 25,
    max_stage_video_channel_users: 50,
    vanity_url_code: null,
    premium_tier: 0,
    premium_subscription_count: 0,
    preferred_locale: server.locale,
    rules_channel_id: null,
    safety_alerts_channel_id: null,
    public_updates_channel_id: null,
    premium_progress_bar_enabled: false,
    nsfw: false,
    nsfw_level: 0,
    hub_type: null,
    latest_onboarding_question_id: null,
    incidents_data: null,
    home_header: null,
  };
}

export function emojiJson(emoji: CustomEmoji): Json {
  return { ...emoji, roles: [], available: true, require_colons: true, managed: false };
}

/** The bot's rights in a channel; 0 where it is no member. */
export function ownPermissions(state: State, channel: Channel): bigint {
  const { server } = channel;
  const own = server?.members.get(state.app.user.id);
  if (server === null || own === undefined || !server.hasBot) return 0n;
  return permissionsOf(server, own, channel);
}

export function isVisible(state: State, channel: Channel): boolean {
  if (channel.server === null) return channel.recipients.length > 0;
  if (!(ownPermissions(state, channel) & (1n << 10n))) return false;
  const { thread, type } = channel;
  if (thread === null || type !== CHANNEL.privateThread) return true;
  const manages = ownPermissions(state, channel) & (1n << 34n);
  return thread.members.has(state.app.user.id) || Boolean(manages);
}

export function attachmentJson(state: State, attachment: Attachment, isEphemeral = false): Json {
  return {
    id: attachment.id,
    filename: attachment.name,
    size: attachment.bytes.length,
    url: signedUrl(state, attachment),
    proxy_url: signedUrl(state, attachment),
    content_type: attachment.type,
    content_scan_version: 0,
    ...(attachment.description === null ? {} : { description: attachment.description }),
    ...(isEphemeral ? { ephemeral: true } : {}),
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;

function signedUrl({ host, clock }: State, { id, name, channelId }: Attachment): string {
  const ex = Math.floor((clock.now() + DAY_MS) / 1000).toString(16);
  const is = Math.floor(clock.now() / 1000).toString(16);
  const path = `/attachments/${channelId}/${id}/${encodeURIComponent(name)}`;
  return `${host.url}${path}?ex=${ex}&is=${is}&hm=${signLink(id, ex)}&`;
}

export function signLink(id: string, ex: string): string {
  return createHmac('sha256', 'local').update(`${id}/${ex}`).digest('hex');
}

export interface MessageView {
  /** Without it, words, files and buttons of others are left out. */
  readonly readsContent: boolean;
  readonly isNested?: boolean;
}

/** A message as the bot sees it. */
export function messageJson(state: State, message: Message, view: MessageView): Json {
  const { channel, answered, pings } = message;
  const thread = state.channels.get(message.id);
  const hides = !view.readsContent && !isReadableAnyway(state, message);
  return {
    id: message.id,
    type: message.type,
    channel_id: channel.id,
    author: userJson(message.author),
    content: hides ? '' : message.content,
    embeds: hides ? [] : message.embeds,
    attachments: hides
      ? []
      : message.attachments.map((each) => attachmentJson(state, each, message.viewerId !== null)),
    components: hides ? [] : message.components,
    timestamp: new Date(timeOf(message)).toISOString().replace('Z', '000+00:00'),
    edited_timestamp: message.editedAt,
    flags: message.flags | (thread ? FLAG.hasThread : 0),
    tts: false,
    pinned: false,
    mention_everyone: pings.everyone,
    mention_roles: pings.roles,
    mentions: pings.users.flatMap((id) => {
      const user = state.users.get(id);
      return user === undefined ? [] : [userJson(user)];
    }),
    ...(message.nonce === null ? {} : { nonce: message.nonce }),
    ...(message.webhookId === null ? {} : { webhook_id: message.webhookId }),
    ...(message.applicationId === null ? {} : { application_id: message.applicationId }),
    ...(message.interaction === null ? {} : { interaction_metadata: message.interaction }),
    ...(message.stickers.length === 0 ? {} : { sticker_items: message.stickers }),
    ...(message.poll === null || hides ? {} : { poll: message.poll }),
    ...(message.reference === null ? {} : { message_reference: message.reference }),
    ...(message.snapshots.length === 0 || hides ? {} : { message_snapshots: message.snapshots }),
    ...(message.reference?.message_id && message.reference.type === 0 && !view.isNested
      ? {
          referenced_message:
            answered === null || !answered.channel.messages.has(answered.id)
              ? null
              : messageJson(state, answered, { ...view, isNested: true }),
        }
      : {}),
    ...(thread && !view.isNested ? { thread: channelJson(state, thread) } : {}),
    ...(message.reactions.size === 0 ? {} : { reactions: reactionsJson(state, message) }),
  };
}

/** Messages with words for everybody: its own, private ones, and those that speak to it. */
function isReadableAnyway({ app }: State, message: Message): boolean {
  if (message.channel.server === null) return true;
  if (message.viewerId !== null) return true;
  return message.author.id === app.user.id || message.pings.users.includes(app.user.id);
}

function reactionsJson({ app }: State, { reactions }: Message): Json[] {
  return [...reactions.values()].map(({ emoji, userIds }) => ({
    emoji: { id: emoji.id, name: emoji.name, ...(emoji.animated ? { animated: true } : {}) },
    count: userIds.length,
    count_details: { burst: 0, normal: userIds.length },
    burst_colors: [],
    burst_me: false,
    me_burst: false,
    me: userIds.includes(app.user.id),
    burst_count: 0,
  }));
}

const timeOf = ({ id }: Message) => Number((BigInt(id) >> 22n) + 1_420_070_400_000n);

export function webhookJson(webhook: Webhook, creator: User): Json {
  return {
    id: webhook.id,
    type: 1,
    guild_id: webhook.serverId,
    channel_id: webhook.channelId,
    name: webhook.name,
    avatar: webhook.avatar,
    application_id: webhook.applicationId,
    user: userJson(creator),
    ...(webhook.applicationId === null ? {} : { token: webhook.token }),
    ...(webhook.applicationId === null
      ? {}
      : { url: `https://discord.com/api/webhooks/${webhook.id}/${webhook.token}` }),
  };
}
