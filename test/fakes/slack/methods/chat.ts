/* chat.* without streaming. */
import {
  type Call,
  channelOf,
  isMember,
  type Method,
  messageOf,
  needed,
  needScope,
  text,
} from '../call.ts';
import { fail } from '../failure.ts';
import { notifiedBy } from '../mentions.ts';
import { changeMessage, clearStatus, putMessage, removeMessage } from '../posting.ts';
import { normalizeText, richTextOfApp } from '../rich-text.ts';
import { messageShape } from '../shapes.ts';
import type { ChannelRecord, Json, MemberRecord } from '../world.ts';
import { openIm } from './conversations.ts';

/** Cut off here, with a warning. */
const TEXT_MAX = 40_000;
/** What an update or an ephemeral message may hold. */
const SHORT_TEXT_MAX = 4_000;
const MARKDOWN_MAX = 12_000;

const list = (value: unknown): Json[] | null => (Array.isArray(value) ? (value as Json[]) : null);

/** The channel to post to: a channel, or a person, whose direct messages are then meant. */
function target(call: Call): ChannelRecord {
  const id = text(call.args, 'channel');
  if (/^[UW]/.test(id)) {
    const member = call.core.world.members.get(id);
    if (member === undefined) fail('channel_not_found');
    return openIm(call, member);
  }
  return channelOf(call);
}

/** Whether the installation may say something there. */
export function mayPost(call: Call, channel: ChannelRecord): void {
  const { by, core } = call;
  if (channel.archived) fail('is_archived');
  if (!isMember(call, channel)) {
    if (channel.kind !== 'public') fail('channel_not_found');
    if (!by.scopes.has('chat:write.public')) fail('not_in_channel');
  }
  if (channel.postingBy !== null && !channel.postingBy.includes('bot')) fail('restricted_action');
  if (channel.kind === 'im') {
    const other = [...channel.members].find((id) => id !== by.botUserId) ?? '';
    if (core.world.members.get(other)?.deleted) fail('user_is_deactivated');
    if (!core.app.messagesTab) fail('messages_tab_disabled');
  }
}

/** The root a reply goes under; null at the top of the channel. */
export function threadOf({ args }: Call, channel: ChannelRecord): string | null {
  if (args.thread_ts === undefined || args.thread_ts === null) return null;
  const ts = text(args, 'thread_ts');
  if (!/^\d+\.\d{6}$/.test(ts)) fail('invalid_thread_ts');
  if (channel.threadsLocked) fail('restricted_action_thread_locked');
  const parent = channel.messages.get(ts);
  if (parent === undefined) fail('thread_not_found');
  // A reply's ts is taken as it is: the message lands in a thread nobody sees. The real one does the same.
  return ts;
}

interface Words {
  readonly text: string;
  readonly blocks: Json[] | null;
  readonly attachments: Json[] | null;
  readonly markdown?: string;
  readonly linkNames: boolean;
  readonly warning: string | null;
}

/** What is said, as the real one keeps it. */
export function wordsOf({ args, core }: Call, max = TEXT_MAX): Words {
  const blocks = list(args.blocks);
  const attachments = list(args.attachments);
  const markdown = text(args, 'markdown_text');
  const said = text(args, 'text');
  if (markdown !== '' && (said !== '' || blocks !== null)) fail('markdown_text_conflict');
  if (said === '' && markdown === '' && !blocks?.length && !attachments?.length) fail('no_text');
  if ((blocks?.length ?? 0) > 50) fail('invalid_blocks');
  if (markdown.length > MARKDOWN_MAX) fail('msg_too_long');
  if (said.length > max && max !== TEXT_MAX) fail('msg_too_long');
  const isCut = said.length > TEXT_MAX;
  const isParsed = text(args, 'parse') !== 'none';
  const kept = normalizeText(isCut ? said.slice(0, TEXT_MAX) : said, isParsed);
  const named = blocks?.map((block) => ({ block_id: core.world.id('b'), ...block })) ?? null;
  const made =
    markdown === '' ? null : [{ type: 'markdown', text: markdown, block_id: core.world.id('b') }];
  const typed =
    kept === '' || attachments !== null ? null : [richTextOfApp(said, core.world.id('b'))];
  return {
    text: markdown === '' ? kept : markdown,
    blocks: named ?? made ?? typed,
    attachments: attachments?.map((entry, at) => ({ id: at + 1, ...entry })) ?? null,
    ...(markdown === '' ? {} : { markdown }),
    linkNames: args.link_names === true || text(args, 'parse') === 'full',
    warning: isCut ? 'message_truncated' : null,
  };
}

/** Who a post is shown as. */
export function guise(call: Call): {
  readonly username: string | null;
  readonly icons: Json | null;
} {
  const { args } = call;
  const icon = text(args, 'icon_emoji');
  const url = text(args, 'icon_url');
  const username = text(args, 'username');
  if (icon === '' && url === '' && username === '') return { username: null, icons: null };
  needScope(call, 'chat:write.customize');
  const emoji = icon === '' ? null : { emoji: `:${icon.replaceAll(':', '')}:` };
  return {
    username: username || null,
    icons: emoji ?? (url === '' ? null : { image_48: url }),
  };
}

/** Whose a post is: a customised one belongs to no member. */
export function authorOf({ by, core }: Call, isCustom: boolean) {
  return {
    user: isCustom ? null : by.botUserId,
    botId: by.botId,
    appId: core.app.id,
    team: isCustom ? null : by.teamId,
    subtype: isCustom ? 'bot_message' : null,
  };
}

function postMessage(call: Call): Json {
  const { args, core } = call;
  const channel = target(call);
  mayPost(call, channel);
  const threadTs = threadOf(call, channel);
  const { warning, ...words } = wordsOf(call);
  const { username, icons } = guise(call);
  const metadata = (args.metadata ?? null) as Json | null;
  if (metadata !== null && JSON.stringify(metadata).length > 8_000) fail('metadata_too_large');
  const message = putMessage(core, channel, {
    ...words,
    ...authorOf(call, username !== null || icons !== null),
    username,
    icons,
    metadata,
    threadTs,
    broadcast: args.reply_broadcast === true && threadTs !== null,
    unfurl: { links: args.unfurl_links === true, media: args.unfurl_media !== false },
  });
  clearStatus(core, channel, threadTs);
  return {
    channel: channel.id,
    ts: message.ts,
    message: messageShape(core.world, message),
    ...(warning === null ? {} : { response_metadata: { warnings: [warning] } }),
  };
}

function postEphemeral(call: Call): Json {
  const { args, by, core } = call;
  const channel = channelOf(call);
  if (channel.archived) fail('is_archived');
  if (!isMember(call, channel)) {
    if (channel.kind !== 'public' || !by.scopes.has('chat:write.public')) fail('not_in_channel');
  }
  const to = needed(args, 'user');
  const member: MemberRecord | undefined = core.world.members.get(to);
  if (member === undefined) fail('user_not_found');
  if (!channel.members.has(to) || member.deleted) fail('user_not_in_channel');
  const { warning: _, ...words } = wordsOf(call, SHORT_TEXT_MAX);
  const { username } = guise(call);
  const ts = core.world.ts();
  channel.ephemerals.push({
    ts,
    channel: channel.id,
    to,
    threadTs: text(args, 'thread_ts') || null,
    viaResponseUrl: false,
    text: words.text,
    blocks: words.blocks,
    attachments: words.attachments,
    username,
    notified: notifiedBy(words),
    deleted: false,
  });
  return { message_ts: ts };
}

function own(call: Call, missing: string): { channel: ChannelRecord; ts: string } {
  const channel = channelOf(call);
  const ts = needed(call.args, 'ts');
  const message = channel.messages.get(ts);
  if (message === undefined || message.tombstone) fail('message_not_found');
  if (message.botId !== call.by.botId) fail(missing);
  return { channel, ts };
}

function update(call: Call): Json {
  const { args, core } = call;
  const { channel, ts } = own(call, 'cant_update_message');
  if (channel.archived) fail('is_archived');
  const message = messageOf(channel, ts);
  if (message.stream?.state === 'in_progress') fail('streaming_state_conflict');
  const { warning: _, ...words } = wordsOf(call, SHORT_TEXT_MAX);
  changeMessage(core, channel, message, {
    text: words.text,
    blocks: words.blocks,
    attachments: words.attachments ?? message.attachments,
    ...(args.metadata === undefined
      ? {}
      : {
          metadata:
            Object.keys(args.metadata as Json).length === 0 ? null : (args.metadata as Json),
        }),
  });
  return {
    channel: channel.id,
    ts,
    text: message.text,
    message: messageShape(core.world, message),
  };
}

function remove(call: Call): Json {
  const { channel, ts } = own(call, 'cant_delete_message');
  removeMessage(call.core, channel, messageOf(channel, ts));
  return { channel: channel.id, ts };
}

function getPermalink(call: Call): Json {
  const { args, core } = call;
  const channel = channelOf(call);
  const message = messageOf(channel, needed(args, 'message_ts'));
  const { domain } = core.world.workspaces.get(channel.teamId) ?? { domain: 'unknown' };
  const query =
    message.threadTs === null || message.threadTs === message.ts
      ? ''
      : `?thread_ts=${message.threadTs}&cid=${channel.id}`;
  return {
    channel: channel.id,
    permalink: `https://${domain}.slack.com/archives/${channel.id}/p${message.ts.replace('.', '')}${query}`,
  };
}

export const chatMethods: Record<string, Method> = {
  'chat.postMessage': { scopes: ['chat:write'], perMinute: 600, run: postMessage },
  'chat.postEphemeral': { scopes: ['chat:write'], perMinute: 100, run: postEphemeral },
  'chat.update': { scopes: ['chat:write'], perMinute: 50, run: update },
  'chat.delete': { scopes: ['chat:write'], perMinute: 50, run: remove },
  'chat.getPermalink': { scopes: [], perMinute: 1000, run: getPermalink },
};
