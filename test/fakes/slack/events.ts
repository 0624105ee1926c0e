/* Which installation hears of what, and the envelope it hears it in. */
import type { Core } from './core.ts';
import type { Delivery } from './delivery.ts';
import { messageEventShape as messageShape } from './shapes.ts';
import {
  type ChannelRecord,
  covers,
  type Installation,
  isExternal,
  type Json,
  type MessageRecord,
  teamsOf,
} from './world.ts';

const KINDS = {
  public: { type: 'channel', event: 'message.channels', history: 'channels:history' },
  private: { type: 'group', event: 'message.groups', history: 'groups:history' },
  im: { type: 'im', event: 'message.im', history: 'im:history' },
  mpim: { type: 'mpim', event: 'message.mpim', history: 'mpim:history' },
} as const;

export const channelTypeOf = ({ kind }: ChannelRecord) => KINDS[kind].type;

/** What an event needs to be told: its subscription and its scope. */
const NEEDS: Record<string, string | null> = {
  app_mention: 'app_mentions:read',
  reaction_added: 'reactions:read',
  reaction_removed: 'reactions:read',
  member_joined_channel: 'channels:read',
  member_left_channel: 'channels:read',
  file_shared: 'files:read',
  emoji_changed: 'emoji:read',
  agent_session_stopped: 'chat:write',
  app_home_opened: null,
  app_uninstalled: null,
  tokens_revoked: null,
  channel_id_changed: null,
  channel_archive: 'channels:read',
  channel_unarchive: 'channels:read',
  channel_rename: 'channels:read',
  channel_deleted: 'channels:read',
  channel_left: 'channels:read',
  group_left: 'groups:read',
  channel_shared: 'channels:read',
  channel_unshared: 'channels:read',
  user_change: 'users:read',
  team_join: 'users:read',
};

/** Installations that may hear of something in a channel. */
function listeners(core: Core, channel: ChannelRecord): readonly Installation[] {
  const teams = teamsOf(channel);
  return core.world.installations.filter(
    (one) =>
      one.dead === null &&
      teams.some((team) => covers(core.world, one, team)) &&
      channel.members.has(one.botUserId),
  );
}

/** Tells the app of something; resolves to nothing when nobody is subscribed to it. */
export function tell(
  core: Core,
  event: Json,
  to: { readonly by: Installation; readonly channel: ChannelRecord | null },
): Delivery | null {
  const { by, channel } = to;
  const type = String(event.type);
  const isMessage = type === 'message' && channel !== null;
  const subscription = isMessage ? KINDS[channel.kind].event : type;
  const scope = isMessage ? KINDS[channel.kind].history : NEEDS[type];
  if (!core.app.events.includes(subscription)) return null;
  if (typeof scope === 'string' && !by.scopes.has(scope)) return null;
  if (scope === undefined) core.violate(`double: no scope is known for the event ${type}`);
  return core.delivery.send('events_api', envelope(core, event, by, channel));
}

function envelope(core: Core, event: Json, by: Installation, channel: ChannelRecord | null): Json {
  const { world } = core;
  // In a shared channel the outer team may be the one the event came from; the installation is named apart.
  const acting = world.members.get(String(event.user ?? ''))?.teamId ?? by.teamId;
  const isShared = channel !== null && isExternal(channel);
  const enterprise = world.workspaces.get(by.teamId)?.enterprise?.id ?? null;
  return {
    token: 'verification-token',
    team_id: isShared ? acting : by.teamId,
    ...(enterprise === null ? {} : { enterprise_id: enterprise }),
    ...(event.type === 'app_mention'
      ? {}
      : { context_team_id: by.teamId, context_enterprise_id: enterprise }),
    api_app_id: core.app.id,
    event,
    type: 'event_callback',
    event_id: world.id('Ev'),
    event_time: Math.floor(world.now() / 1000),
    authorizations: [
      {
        enterprise_id: by.enterpriseId,
        team_id: by.isEnterprise ? null : by.teamId,
        user_id: by.botUserId,
        is_bot: true,
        is_enterprise_install: by.isEnterprise,
      },
    ],
    is_ext_shared_channel: isShared,
    event_context: `4-${Buffer.from(JSON.stringify({ et: event.type, tid: by.teamId, aid: core.app.id })).toString('base64url')}`,
  };
}

/** Tells every installation in a channel. */
export function tellChannel(core: Core, channel: ChannelRecord, event: Json): void {
  for (const by of listeners(core, channel)) tell(core, event, { by, channel });
}

/** Tells of a new message, twice where it mentions a bot, and of its root's new count. */
export function tellPosted(core: Core, channel: ChannelRecord, message: MessageRecord): void {
  const { world } = core;
  const shape = messageShape(world, message);
  const subtype =
    message.subtype ??
    (message.files.length > 0 && message.botId === null ? 'file_share' : undefined);
  const event = {
    ...shape,
    ...(subtype === undefined ? {} : { subtype }),
    channel: channel.id,
    event_ts: message.ts,
    channel_type: channelTypeOf(channel),
  };
  for (const by of listeners(core, channel)) {
    tell(core, event, { by, channel });
    if (channel.kind !== 'im' && message.text.includes(`<@${by.botUserId}`)) {
      const { channel_type: _, subtype: __, parent_user_id: ___, ...mention } = event as Json;
      tell(core, { ...mention, type: 'app_mention' }, { by, channel });
    }
  }
  const root = message.threadTs === null ? undefined : channel.messages.get(message.threadTs);
  if (root !== undefined && root.ts !== message.ts)
    tellChanged(core, channel, root, messageShape(world, root));
}

/** Tells that a message reads differently, or only that it counts more replies. */
export function tellChanged(
  core: Core,
  channel: ChannelRecord,
  message: MessageRecord,
  previous: Json,
): void {
  const ts = core.world.ts();
  tellChannel(core, channel, {
    type: 'message',
    subtype: 'message_changed',
    message: {
      ...messageShape(core.world, message),
      source_team: message.team,
      user_team: message.team,
    },
    previous_message: previous,
    channel: channel.id,
    hidden: true,
    ts,
    event_ts: ts,
    channel_type: channelTypeOf(channel),
  });
}

/** Tells that a message is gone. */
export function tellDeleted(core: Core, channel: ChannelRecord, previous: Json): void {
  const ts = core.world.ts();
  tellChannel(core, channel, {
    type: 'message',
    subtype: 'message_deleted',
    previous_message: previous,
    channel: channel.id,
    hidden: true,
    deleted_ts: previous.ts,
    ts,
    event_ts: ts,
    channel_type: channelTypeOf(channel),
  });
}

/** Tells of a reaction, put or taken back. */
export function tellReaction(
  core: Core,
  channel: ChannelRecord,
  message: MessageRecord,
  {
    type,
    user,
    reaction,
  }: { type: 'reaction_added' | 'reaction_removed'; user: string; reaction: string },
): void {
  tellChannel(core, channel, {
    type,
    user,
    reaction,
    item: { type: 'message', channel: channel.id, ts: message.ts },
    ...(message.user === null ? {} : { item_user: message.user }),
    event_ts: core.world.ts(),
  });
}

/** Tells that somebody came or went, the bot included. */
export function tellMembership(
  core: Core,
  channel: ChannelRecord,
  {
    type,
    user,
    inviter,
  }: { type: 'member_joined_channel' | 'member_left_channel'; user: string; inviter?: string },
): void {
  const event = {
    type,
    user,
    channel: channel.id,
    channel_type: channel.kind === 'private' ? 'G' : 'C',
    team: channel.teamId,
    ...(inviter === undefined ? {} : { inviter }),
    event_ts: core.world.ts(),
  };
  tellChannel(core, channel, event);
}
