/* reactions.* */
import { type Call, channelOf, isMember, type Method, messageOf, needed, text } from '../call.ts';
import type { Core } from '../core.ts';
import { isEmoji } from '../emoji.ts';
import { tellReaction } from '../events.ts';
import { fail } from '../failure.ts';
import { messageShape } from '../shapes.ts';
import type { ChannelRecord, Json, MessageRecord } from '../world.ts';

const MOST_KINDS = 50;

function target(call: Call): { channel: ChannelRecord; message: MessageRecord } {
  const channel = channelOf(call);
  if (!isMember(call, channel) && channel.kind !== 'public') fail('channel_not_found');
  if (channel.archived) fail('is_archived');
  const ts = text(call.args, 'timestamp') || fail('no_item_specified');
  return { channel, message: messageOf(channel, ts) };
}

function nameOf(call: Call): string {
  const name = needed(call.args, 'name').replaceAll(':', '');
  const workspace = call.core.world.workspaces.get(call.by.teamId);
  if (!isEmoji(name, workspace)) fail('invalid_name');
  return name;
}

/** Puts a reaction on a message and tells of it; false when that member had put it before. */
export function react(
  core: Core,
  { channel, message }: { channel: ChannelRecord; message: MessageRecord },
  { user, reaction }: { user: string; reaction: string },
): boolean {
  const users = message.reactions.get(reaction) ?? [];
  if (users.includes(user)) return false;
  message.reactions.set(reaction, [...users, user]);
  tellReaction(core, channel, message, { type: 'reaction_added', user, reaction });
  return true;
}

/** Takes a reaction back; false when there was none. */
export function unreact(
  core: Core,
  { channel, message }: { channel: ChannelRecord; message: MessageRecord },
  { user, reaction }: { user: string; reaction: string },
): boolean {
  const users = message.reactions.get(reaction) ?? [];
  if (!users.includes(user)) return false;
  const rest = users.filter((id) => id !== user);
  if (rest.length === 0) message.reactions.delete(reaction);
  else message.reactions.set(reaction, rest);
  tellReaction(core, channel, message, { type: 'reaction_removed', user, reaction });
  return true;
}

function add(call: Call): Json {
  const at = target(call);
  const reaction = nameOf(call);
  if (!isMember(call, at.channel)) fail('not_in_channel');
  if (!at.message.reactions.has(reaction) && at.message.reactions.size >= MOST_KINDS) {
    fail('too_many_emoji');
  }
  if (!react(call.core, at, { user: call.by.botUserId, reaction })) fail('already_reacted');
  return {};
}

function remove(call: Call): Json {
  const at = target(call);
  const reaction = nameOf(call);
  if (!unreact(call.core, at, { user: call.by.botUserId, reaction })) fail('no_reaction');
  return {};
}

function get(call: Call): Json {
  const { channel, message } = target(call);
  return {
    type: 'message',
    channel: channel.id,
    message: messageShape(call.core.world, message),
  };
}

export const reactionMethods: Record<string, Method> = {
  'reactions.add': { scopes: ['reactions:write'], perMinute: 50, run: add },
  'reactions.remove': { scopes: ['reactions:write'], perMinute: 20, run: remove },
  'reactions.get': { scopes: ['reactions:read'], perMinute: 50, run: get },
};
