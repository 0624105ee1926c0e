/* conversations.* */
import {
  type Call,
  channelOf,
  isMember,
  type Method,
  needChannelScope,
  needed,
  needScope,
  paged,
  text,
} from '../call.ts';
import { tellMembership } from '../events.ts';
import { fail } from '../failure.ts';
import { putMessage } from '../posting.ts';
import { channelShape, messageShape } from '../shapes.ts';
import {
  type ChannelRecord,
  type Json,
  type MemberRecord,
  type MessageRecord,
  repliesOf,
  teamsOf,
} from '../world.ts';

/** The direct messages of the bot with a member, made when there are none. */
export function openIm({ by, core }: Call, member: MemberRecord): ChannelRecord {
  const known = findIm(core.world.channels.values(), by.botUserId, member.id);
  if (known !== undefined) return known;
  const channel = {
    id: core.world.id('D'),
    teamId: by.teamId,
    name: '',
    kind: 'im' as const,
    created: Math.floor(core.world.now() / 1000),
    creator: by.botUserId,
    members: new Set([by.botUserId, member.id]),
    sharedWith: new Set<string>(),
    archived: false,
    postingBy: null,
    threadsLocked: false,
    messages: new Map<string, MessageRecord>(),
    ephemerals: [],
  };
  core.world.channels.set(channel.id, channel);
  return channel;
}

/** The direct messages two have with each other. */
export function findIm(
  channels: Iterable<ChannelRecord>,
  one: string,
  other: string,
): ChannelRecord | undefined {
  return [...channels].find(
    ({ kind, members }) => kind === 'im' && members.has(one) && members.has(other),
  );
}

function open(call: Call): Json {
  const { args, by, core } = call;
  if (args.channel !== undefined) {
    const channel = channelOf(call);
    return { channel: { id: channel.id }, no_op: true, already_open: true };
  }
  const users = text(args, 'users').split(',').filter(Boolean);
  if (users.length === 0) fail('users_list_not_supplied');
  needScope(call, ...(users.length === 1 ? ['im:write'] : ['mpim:write']));
  const [first = ''] = users;
  const member = core.world.members.get(first);
  if (member === undefined || users.length > 1) fail('user_not_found');
  if (member.id === by.botUserId || member.role === 'bot') fail('cannot_dm_bot');
  if (member.deleted) fail('user_disabled');
  const known = findIm(core.world.channels.values(), by.botUserId, member.id);
  const channel = openIm(call, member);
  const shape =
    args.return_im === true ? channelShape(core.world, channel, by.botUserId) : { id: channel.id };
  return {
    ...(known === undefined ? {} : { no_op: true, already_open: true }),
    channel: shape,
  };
}

function info(call: Call): Json {
  const channel = channelOf(call);
  needChannelScope(call, channel, 'read');
  const shape = channelShape(call.core.world, channel, call.by.botUserId);
  const members =
    call.args.include_num_members === true ? { num_members: channel.members.size } : {};
  const locale = call.args.include_locale === true ? { locale: 'en-US' } : {};
  return { channel: { ...shape, ...members, ...locale } };
}

function readable(call: Call): ChannelRecord {
  const channel = channelOf(call);
  needChannelScope(call, channel, 'history');
  if (!isMember(call, channel)) fail('not_in_channel');
  return channel;
}

const withMetadata = ({ args }: Call) => args.include_all_metadata === true;

function inRange(args: Json) {
  const oldest = text(args, 'oldest') || '0';
  const latest = text(args, 'latest') || '9999999999.999999';
  const isInclusive = args.inclusive === true;
  return ({ ts }: MessageRecord) =>
    isInclusive ? ts >= oldest && ts <= latest : ts > oldest && ts < latest;
}

/** How many messages a page has, for who distributes an app outside the marketplace far fewer. */
const pageOf = ({ core }: Call) =>
  core.app.isDistributed ? { usual: 15, most: 15 } : { usual: 100, most: 999 };

function history(call: Call): Json {
  const channel = readable(call);
  const fits = inRange(call.args);
  const shown = [...channel.messages.values()]
    .filter(({ threadTs, broadcast, ts }) => threadTs === null || threadTs === ts || broadcast)
    .filter(fits)
    .reverse();
  const { page, next } = paged(shown, call.args, pageOf(call));
  return {
    messages: page.map((message) => messageShape(call.core.world, message, withMetadata(call))),
    has_more: next !== '',
    pin_count: 0,
    ...(next === '' ? {} : { response_metadata: { next_cursor: next } }),
  };
}

function replies(call: Call): Json {
  const channel = readable(call);
  const asked = channel.messages.get(needed(call.args, 'ts'));
  if (asked === undefined) fail('thread_not_found');
  const rootTs = asked.threadTs ?? asked.ts;
  const root = channel.messages.get(rootTs);
  const fits = inRange(call.args);
  const rest = repliesOf(channel, rootTs).filter(fits);
  const { page, next } = paged(rest, call.args, pageOf(call));
  // The root comes first on every page.
  const messages = [...(root === undefined ? [] : [root]), ...page];
  return {
    messages: messages.map((message) => messageShape(call.core.world, message, withMetadata(call))),
    has_more: next !== '',
    ...(next === '' ? {} : { response_metadata: { next_cursor: next } }),
  };
}

function join(call: Call): Json {
  const channel = channelOf(call);
  if (channel.kind !== 'public') fail('method_not_supported_for_channel_type');
  if (channel.archived) fail('is_archived');
  const isNew = !isMember(call, channel);
  if (isNew) addMember(call.core, channel, call.by.botUserId);
  return {
    channel: channelShape(call.core.world, channel, call.by.botUserId),
    ...(isNew
      ? {}
      : { warning: 'already_in_channel', response_metadata: { warnings: ['already_in_channel'] } }),
  };
}

/** Somebody comes into a channel: its line, and the event. */
export function addMember(
  core: Call['core'],
  channel: ChannelRecord,
  user: string,
  inviter?: string,
): void {
  channel.members.add(user);
  tellMembership(core, channel, {
    type: 'member_joined_channel',
    user,
    ...(inviter === undefined ? {} : { inviter }),
  });
  putMessage(core, channel, {
    user,
    team: core.world.members.get(user)?.teamId ?? null,
    subtype: 'channel_join',
    text: `<@${user}> has joined the channel`,
  });
}

function members(call: Call): Json {
  const channel = channelOf(call);
  needChannelScope(call, channel, 'read');
  const { page, next } = paged([...channel.members], call.args, { usual: 100, most: 1000 });
  return { members: page, response_metadata: { next_cursor: next } };
}

function listAll(call: Call): Json {
  const { args, by, core } = call;
  const kinds = (text(args, 'types') || 'public_channel').split(',').map((kind) => kind.trim());
  const names = { public: 'public_channel', private: 'private_channel', im: 'im', mpim: 'mpim' };
  for (const [kind, name] of Object.entries(names)) {
    const prefix = { public: 'channels', private: 'groups' }[kind] ?? kind;
    if (kinds.includes(name)) needScope(call, `${prefix}:read`);
  }
  const all = [...core.world.channels.values()].filter(
    (channel) =>
      kinds.includes(names[channel.kind]) &&
      teamsOf(channel).includes(by.teamId) &&
      (channel.kind === 'public' || channel.members.has(by.botUserId)) &&
      !(args.exclude_archived === true && channel.archived),
  );
  const { page, next } = paged(all, args, { usual: 100, most: 1000 });
  return {
    channels: page.map((channel) => channelShape(core.world, channel, by.botUserId)),
    response_metadata: { next_cursor: next },
  };
}

function ofUser(call: Call): Json {
  const { args, by, core } = call;
  const user = text(args, 'user') || by.botUserId;
  const { channels, ...rest } = listAll({ ...call, args: { ...args, limit: 1000 } }) as {
    channels: Json[];
  };
  const mine = channels.filter(({ id }) => core.world.channels.get(String(id))?.members.has(user));
  return { ...rest, channels: mine };
}

const reading = ['channels:read', 'groups:read', 'im:read', 'mpim:read'];
const past = ['channels:history', 'groups:history', 'im:history', 'mpim:history'];

export const conversationMethods: Record<string, Method> = {
  'conversations.open': { scopes: [], perMinute: 50, run: open },
  'conversations.info': { scopes: reading, perMinute: 50, run: info },
  'conversations.history': { scopes: past, perMinute: 50, run: history },
  'conversations.replies': { scopes: past, perMinute: 50, run: replies },
  'conversations.join': { scopes: ['channels:join'], perMinute: 50, run: join },
  'conversations.members': { scopes: reading, perMinute: 100, run: members },
  'conversations.list': { scopes: reading, perMinute: 20, run: listAll },
  'users.conversations': { scopes: reading, perMinute: 50, run: ofUser },
};
