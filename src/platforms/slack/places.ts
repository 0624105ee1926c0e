/*
 * Refs of Slack. The workspace comes first in each, because a token belongs to a workspace and channel ids
 * say nothing about theirs.
 */
import {
  formatRef,
  type MemberRef,
  type MessageRef,
  parseRef,
  type ThreadRef,
} from '../../review/refs.ts';

/** Slack's name in refs and runs. */
export const PLATFORM = 'slack';

/** A message, or the first of the messages that one long post takes. */
export interface MessagePlace {
  readonly workspace: string;
  readonly channel: string;
  /** Timestamps of all its parts in order; one for a message of a person. */
  readonly parts: readonly [string, ...string[]];
}

/** Where an answer goes. */
export interface ThreadPlace {
  readonly workspace: string;
  readonly channel: string;
  /** The timestamp of the message the thread hangs on; null while only a message in it is known. */
  readonly root: string | null;
  /** A message in the thread: events of reactions do not say which thread a reply stands in. */
  readonly near: string | null;
  /** Keeps apart what was asked for in a channel outside any thread. */
  readonly asked: string | null;
}

/** The ref of a message. */
export function messageRef(workspace: string, channel: string, ...parts: string[]): MessageRef {
  return formatRef<'message'>(PLATFORM, [workspace, channel, ...parts]);
}

/** The ref of the thread under a message that stands in no other. */
export function threadRef(workspace: string, channel: string, root: string): ThreadRef {
  return formatRef<'thread'>(PLATFORM, [workspace, channel, root]);
}

/** The ref of whatever thread a message stands in or would start. */
export function threadNear(workspace: string, channel: string, message: string): ThreadRef {
  return formatRef<'thread'>(PLATFORM, [workspace, channel, '', message]);
}

/** The ref of a channel outside any thread; `asked` keeps apart what was asked for there. */
export function channelRef(workspace: string, channel: string, asked: string): ThreadRef {
  return formatRef<'thread'>(PLATFORM, [workspace, channel, '', '', asked]);
}

/** What the refs of all messages and threads of a channel begin with. */
export function refsIn(workspace: string, channel: string): string {
  return formatRef<'thread'>(PLATFORM, [workspace, channel, '']);
}

/** The channel a thread stands in, as a place to post in; null for direct messages. */
export function channelOf(ref: ThreadRef): ThreadRef | null {
  const place = readThreadRef(ref);
  if (place === null || place.channel.startsWith('D')) return null;
  return channelRef(place.workspace, place.channel, 'post');
}

export function memberRef(workspace: string, member: string): MemberRef {
  return formatRef<'member'>(PLATFORM, [workspace, member]);
}

/** What the ref of a message points at; null for one that is not Slack's. */
export function readMessageRef(ref: MessageRef): MessagePlace | null {
  const { platform, parts } = parseRef(ref);
  const [workspace, channel, first, ...rest] = parts;
  if (platform !== PLATFORM || !workspace || !channel || !first) return null;
  return { workspace, channel, parts: [first, ...rest] };
}

/** What the ref of a thread points at; null for one that is not Slack's. */
export function readThreadRef(ref: ThreadRef): ThreadPlace | null {
  const { platform, parts } = parseRef(ref);
  const [workspace, channel, root, near, asked] = parts;
  if (platform !== PLATFORM || !workspace || !channel) return null;
  return { workspace, channel, root: root || null, near: near || null, asked: asked || null };
}

/** The member a ref means; null for one that is not Slack's. */
export function readMemberRef(
  ref: MemberRef,
): { readonly workspace: string; readonly member: string } | null {
  const { platform, parts } = parseRef(ref);
  const [workspace, member] = parts;
  return platform === PLATFORM && workspace && member ? { workspace, member } : null;
}
