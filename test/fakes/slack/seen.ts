/* What a member has before their eyes in a channel. */
import { type Control, controlsOf, drawBlocks, shownText } from './draw.ts';
import {
  type ChannelRecord,
  type EphemeralRecord,
  type Json,
  type MessageRecord,
  repliesOf,
  type World,
} from './world.ts';

export interface Seen {
  readonly ts: string;
  readonly channel: string;
  /** The name it is shown under. */
  readonly by: string;
  /** Id of the member who said it; null for customised posts of apps. */
  readonly user: string | null;
  readonly botId: string | null;
  /** Its words as shown: blocks when there are some, else the text. */
  readonly text: string;
  /** What notifications and screen readers say. */
  readonly fallback: string;
  readonly threadTs: string | null;
  readonly isBroadcast: boolean;
  readonly isEdited: boolean;
  /** The one member who sees it; null for everybody. */
  readonly privateTo: string | null;
  /** Names of reactions with who put them. */
  readonly reactions: Readonly<Record<string, readonly string[]>>;
  /** Labels of its buttons, in order. */
  readonly buttons: readonly string[];
  readonly controls: readonly Control[];
  readonly icon: string | null;
  /** Who it notified: ids, and `here`, `channel`, `everyone`. */
  readonly notified: readonly string[];
  readonly blocks: readonly Json[];
  readonly attachments: readonly Json[];
  readonly metadata: Json | null;
  readonly files: readonly {
    readonly id: string;
    readonly name: string;
    readonly content: string;
  }[];
  readonly isTombstone: boolean;
  /** `in_progress` while it streams. */
  readonly streaming: string | null;
  /** Whether links in it may show previews. */
  readonly previews: boolean;
}

/** A message as it is shown to everybody. */
export function seeMessage(world: World, message: MessageRecord): Seen {
  const author = message.user === null ? undefined : world.members.get(message.user);
  const bot = [...world.members.values()].find(
    ({ botId }) => botId !== null && botId === message.botId,
  );
  return {
    ...seeWords(world, message),
    ts: message.ts,
    channel: message.channel,
    by: message.username ?? author?.realName ?? bot?.realName ?? '',
    user: message.user,
    botId: message.botId,
    threadTs: message.threadTs,
    isBroadcast: message.broadcast,
    isEdited: message.edited !== null,
    privateTo: null,
    reactions: Object.fromEntries(message.reactions),
    icon: typeof message.icons?.emoji === 'string' ? message.icons.emoji : null,
    notified: message.notified,
    metadata: message.metadata,
    files: message.files.map(({ id, name, bytes }) => ({
      id,
      name,
      content: bytes.toString('utf8'),
    })),
    isTombstone: message.tombstone,
    streaming: message.stream?.state ?? null,
    previews: message.unfurl.links || message.unfurl.media,
  };
}

function seeWords(world: World, message: MessageRecord | EphemeralRecord) {
  const blocks = message.blocks ?? [];
  const attachments = message.attachments ?? [];
  const attached = attachments
    .map((entry) => [drawBlocks(world, (entry.blocks ?? []) as Json[]), entry.text ?? ''].join(''))
    .filter(Boolean);
  const said = blocks.length > 0 ? drawBlocks(world, blocks) : shownText(world, message.text);
  const controls = [
    ...controlsOf(blocks),
    ...attachments.flatMap((entry) => controlsOf((entry.blocks ?? []) as Json[])),
  ];
  return {
    text: [said, ...attached].filter(Boolean).join('\n'),
    fallback: shownText(world, message.text),
    buttons: controls.filter(({ type }) => type === 'button').map(({ label }) => label),
    controls,
    blocks,
    attachments,
  };
}

function seeEphemeral(world: World, message: EphemeralRecord): Seen {
  return {
    ...seeWords(world, message),
    ts: message.ts,
    channel: message.channel,
    by: message.username ?? '',
    user: null,
    botId: null,
    threadTs: message.threadTs,
    isBroadcast: false,
    isEdited: false,
    privateTo: message.to,
    reactions: {},
    icon: null,
    notified: message.notified,
    metadata: null,
    files: [],
    isTombstone: false,
    streaming: null,
    previews: false,
  };
}

const byTime = (a: Seen, b: Seen) => (a.ts < b.ts ? -1 : 1);

/** Everything in a channel, threads included, oldest first; ephemerals of one member or of all. */
export function seeChannel(
  world: World,
  channel: ChannelRecord,
  member: string | null,
): readonly Seen[] {
  const ephemerals = channel.ephemerals
    .filter(({ to, deleted }) => !deleted && (member === null || to === member))
    .map((message) => seeEphemeral(world, message));
  const messages = [...channel.messages.values()].map((message) => seeMessage(world, message));
  return [...messages, ...ephemerals].sort(byTime);
}

/** The replies of a thread, oldest first, without its root; ephemerals of one member or of all. */
export function seeThread(
  world: World,
  channel: ChannelRecord,
  { root, member }: { root: string; member: string | null },
): readonly Seen[] {
  const replies = repliesOf(channel, root).map((message) => seeMessage(world, message));
  const ephemerals = channel.ephemerals
    .filter(
      ({ to, deleted, threadTs }) =>
        !deleted && threadTs === root && (member === null || to === member),
    )
    .map((message) => seeEphemeral(world, message));
  return [...replies, ...ephemerals].sort(byTime);
}
