import {
  formatRef,
  type MemberRef,
  type MessageRef,
  parseRef,
  type ThreadRef,
} from '../../review/refs.ts';

/** The desk's name in refs and runs. */
export const PLATFORM = 'desk';
/** The desk is one workspace. */
export const WORKSPACE = 'local';
/** Who writes the posts of reviews. */
export const BOT = 'bluepencil';

interface Place {
  readonly id: string;
  readonly channel: string;
  readonly root: string | null;
}

/** The ref of a message. */
export function messageRef({ channel, root, id }: Place): MessageRef {
  return formatRef<'message'>(PLATFORM, [channel, root ?? id, id]);
}

/** The ref of the thread a message is in, or would start. */
export function threadRef({ channel, root, id }: Place): ThreadRef {
  return formatRef<'thread'>(PLATFORM, [channel, root ?? id]);
}

/** The ref of a channel outside any thread; `asked` keeps apart what was asked for there. */
export function channelRef(channel: string, asked?: string): ThreadRef {
  return formatRef<'thread'>(PLATFORM, asked === undefined ? [channel] : [channel, '', asked]);
}

export function memberRef(member: string): MemberRef {
  return formatRef<'member'>(PLATFORM, [member]);
}

/** What a ref of the desk points at; null for one that is not the desk's. */
export function readRef(ref: ThreadRef | MessageRef): {
  readonly channel: string;
  readonly root: string | null;
  readonly message: string | null;
} | null {
  const { platform, parts } = parseRef(ref);
  const [channel, root = '', message = null] = parts;
  if (platform !== PLATFORM || channel === undefined) return null;
  return { channel, root: root === '' ? null : root, message };
}

/** The member a ref means; null for one that is not the desk's. */
export function readMemberRef(ref: MemberRef): string | null {
  const { platform, parts } = parseRef(ref);
  return platform === PLATFORM ? (parts[0] ?? null) : null;
}

/** The channel in which a member and Bluepencil are alone. */
export function privateChannelId(member: string): string {
  return `private-${member}`;
}
