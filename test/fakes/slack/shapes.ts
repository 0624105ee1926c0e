/* Records as the real one writes them into answers and events. */
import {
  type ChannelRecord,
  type FileRecord,
  isExternal,
  type Json,
  type MemberRecord,
  type MessageRecord,
  repliesOf,
  type ViewRecord,
  type World,
} from './world.ts';

/** Leaves out what is undefined, as JSON would. */
export const compact = (value: Json): Json =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined));

/** A member as `users.info` tells it to an installation of a workspace. */
export function userShape(member: MemberRecord, viewerTeam: string, withLocale = false): Json {
  const isStranger = member.teamId !== viewerTeam;
  const isGuest = member.role.endsWith('guest');
  const common = {
    id: member.id,
    team_id: member.teamId,
    name: member.name,
    deleted: member.deleted,
    real_name: member.realName,
    tz: isStranger ? undefined : member.tz,
    tz_label: isStranger ? undefined : 'Central European Time',
    tz_offset: isStranger ? undefined : 3600,
    profile: compact({
      title: '',
      real_name: member.realName,
      display_name: member.name,
      real_name_normalized: member.realName,
      display_name_normalized: member.name,
      email: isStranger ? undefined : member.email,
      team: member.teamId,
      bot_id: member.botId ?? undefined,
      api_app_id: member.appId ?? undefined,
    }),
    is_bot: member.role === 'bot',
    is_app_user: false,
    updated: 1_700_000_000,
    is_stranger: isStranger ? true : undefined,
    locale: withLocale && !isStranger ? member.locale : undefined,
  };
  if (member.deleted) return compact(common);
  return compact({
    ...common,
    is_admin: member.role === 'admin' || member.role === 'owner',
    is_owner: member.role === 'owner',
    is_primary_owner: false,
    is_restricted: isGuest,
    is_ultra_restricted: member.role === 'single-channel guest',
    is_email_confirmed: isStranger ? undefined : true,
  });
}

/** A channel as `conversations.info` tells it. */
export function channelShape(world: World, channel: ChannelRecord, viewer: string): Json {
  const viewerTeam = world.members.get(viewer)?.teamId ?? channel.teamId;
  if (channel.kind === 'im') {
    const other = [...channel.members].find((id) => id !== viewer) ?? viewer;
    return {
      id: channel.id,
      created: channel.created,
      is_im: true,
      is_org_shared: false,
      is_archived: channel.archived,
      context_team_id: viewerTeam,
      user: other,
      is_user_deleted: world.members.get(other)?.deleted ?? false,
    };
  }
  const isPrivate = channel.kind !== 'public';
  return {
    id: channel.id,
    name: channel.name,
    name_normalized: channel.name,
    created: channel.created,
    creator: channel.creator,
    is_channel: channel.kind !== 'mpim',
    is_group: channel.kind === 'private',
    is_im: false,
    is_mpim: channel.kind === 'mpim',
    is_private: isPrivate,
    is_archived: channel.archived,
    is_general: channel.name === 'general',
    is_shared: isExternal(channel),
    is_ext_shared: isExternal(channel),
    is_org_shared: false,
    is_pending_ext_shared: false,
    pending_shared: [],
    context_team_id: viewerTeam,
    shared_team_ids: [channel.teamId, ...channel.sharedWith],
    is_member: channel.members.has(viewer),
    topic: { value: '', creator: '', last_set: 0 },
    purpose: { value: '', creator: '', last_set: 0 },
    previous_names: [],
  };
}

/** A message as events tell it: with less than history does. */
export function messageEventShape(world: World, message: MessageRecord): Json {
  const { app_id, icons, reply_users, streaming_state, ...shape } = messageShape(
    world,
    message,
    false,
  );
  return shape.subtype === 'bot_message' && streaming_state !== undefined
    ? { ...shape, streaming_state }
    : shape;
}

/** A message as history tells it. */
export function messageShape(world: World, message: MessageRecord, withMetadata = true): Json {
  const channel = world.channels.get(message.channel);
  if (message.tombstone) return tombstoneShape(world, message);
  const root = message.threadTs ?? message.ts;
  const replies = channel === undefined ? [] : repliesOf(channel, root);
  const isParent = replies.length > 0 && root === message.ts;
  const bot = message.botId === null ? undefined : botProfile(world, message);
  return compact({
    type: 'message',
    subtype: message.subtype ?? undefined,
    user: message.user ?? undefined,
    bot_id: message.botId ?? undefined,
    app_id: message.appId ?? undefined,
    bot_profile: bot,
    username: message.username ?? undefined,
    icons: message.icons ?? undefined,
    client_msg_id: message.clientMsgId ?? undefined,
    team: message.team ?? undefined,
    ts: message.ts,
    text: message.text,
    blocks: message.blocks ?? undefined,
    attachments: message.attachments ?? undefined,
    files: message.files.length === 0 ? undefined : message.files.map((file) => fileShape(file)),
    upload: message.subtype === null && message.files.length > 0 ? false : undefined,
    edited: message.edited ?? undefined,
    streaming_state: message.stream?.state,
    metadata: withMetadata ? (message.metadata ?? undefined) : undefined,
    thread_ts: message.threadTs ?? (isParent ? message.ts : undefined),
    parent_user_id:
      message.threadTs !== null && message.threadTs !== message.ts
        ? (channel?.messages.get(message.threadTs)?.user ?? undefined)
        : undefined,
    ...(isParent ? threadFacts(replies) : {}),
    reactions:
      message.reactions.size === 0
        ? undefined
        : [...message.reactions].map(([name, users]) => ({ name, users, count: users.length })),
  });
}

function threadFacts(replies: readonly MessageRecord[]): Json {
  const users = [...new Set(replies.map(({ user, botId }) => user ?? botId ?? ''))].slice(0, 5);
  return {
    reply_count: replies.length,
    reply_users_count: users.length,
    reply_users: users,
    latest_reply: replies.at(-1)?.ts,
    is_locked: false,
    subscribed: false,
  };
}

function tombstoneShape(world: World, message: MessageRecord): Json {
  const channel = world.channels.get(message.channel);
  const replies = channel === undefined ? [] : repliesOf(channel, message.ts);
  return {
    type: 'message',
    subtype: 'tombstone',
    text: 'This message was deleted.',
    user: 'USLACKBOT',
    hidden: true,
    ts: message.ts,
    thread_ts: message.ts,
    ...threadFacts(replies),
  };
}

function botProfile(world: World, message: MessageRecord): Json | undefined {
  const bot = [...world.members.values()].find(({ botId }) => botId === message.botId);
  if (bot === undefined || message.subtype === 'bot_message') return undefined;
  return {
    id: message.botId,
    deleted: false,
    name: bot.realName,
    updated: 1_700_000_000,
    app_id: bot.appId,
    icons: { image_36: '', image_48: '', image_72: '' },
    team_id: bot.teamId,
  };
}

/** A file as messages and `files.info` tell it. */
export function fileShape(file: FileRecord, isFull = false): Json {
  if (file.deleted) return { id: file.id, mode: 'tombstone' };
  if (file.checkInfo && !isFull) {
    return { id: file.id, created: file.created, file_access: 'check_file_info' };
  }
  const base = `${file.host}/files-pri/${file.teamId}-${file.id}`;
  const isSnippet = file.mode === 'snippet';
  const preview = isSnippet ? file.bytes.toString('utf8').slice(0, 400) : undefined;
  return compact({
    id: file.id,
    created: file.created,
    name: file.name,
    title: file.title,
    mimetype: file.mimetype,
    filetype: file.filetype,
    pretty_type: file.filetype,
    user: file.user,
    editable: isSnippet,
    size: file.bytes.length,
    mode: file.mode,
    is_external: file.mode === 'external',
    external_type: file.mode === 'external' ? 'gdrive' : '',
    is_public: true,
    public_url_shared: false,
    display_as_bot: false,
    username: '',
    url_private: file.externalUrl ?? `${base}/${encodeURIComponent(file.name)}`,
    url_private_download:
      file.mode === 'external' ? undefined : `${base}/download/${encodeURIComponent(file.name)}`,
    permalink: `https://example.slack.com/files/${file.user}/${file.id}/${file.name}`,
    preview,
    preview_is_truncated:
      preview === undefined ? undefined : preview.length < file.bytes.toString('utf8').length,
    lines: isSnippet ? file.bytes.toString('utf8').split('\n').length : undefined,
    has_rich_preview: false,
    file_access: file.checkInfo ? 'visible' : undefined,
  });
}

/** A view as `views.*` and interaction payloads tell it. */
export function viewShape(record: ViewRecord, ids: { app: string; bot: string }): Json {
  const { view } = record;
  const isModal = view.type === 'modal';
  return compact({
    id: record.id,
    team_id: record.teamId,
    type: view.type,
    blocks: view.blocks,
    private_metadata: view.private_metadata ?? '',
    callback_id: view.callback_id ?? '',
    state: { values: record.state },
    hash: record.hash,
    title:
      view.title ?? (isModal ? undefined : { type: 'plain_text', text: 'View Title', emoji: true }),
    clear_on_close: view.clear_on_close ?? false,
    notify_on_close: view.notify_on_close ?? false,
    close: view.close ?? null,
    submit: view.submit ?? null,
    previous_view_id: record.previousId,
    root_view_id: record.rootId,
    app_id: ids.app,
    external_id: record.externalId ?? '',
    app_installed_team_id: record.teamId,
    bot_id: ids.bot,
  });
}
