/* Puts messages into channels, whoever says them, and tells of it. */
import type { Core } from './core.ts';
import { tellChanged, tellDeleted, tellPosted } from './events.ts';
import { notifiedBy } from './mentions.ts';
import { messageEventShape as messageShape } from './shapes.ts';
import {
  type ChannelRecord,
  type FileRecord,
  type Json,
  type MessageRecord,
  repliesOf,
} from './world.ts';

export interface NewMessage {
  readonly user?: string | null;
  readonly botId?: string | null;
  readonly appId?: string | null;
  readonly team?: string | null;
  readonly subtype?: string | null;
  readonly username?: string | null;
  readonly icons?: Json | null;
  readonly text: string;
  readonly blocks?: Json[] | null;
  readonly attachments?: Json[] | null;
  readonly files?: FileRecord[];
  readonly metadata?: Json | null;
  readonly threadTs?: string | null;
  readonly broadcast?: boolean;
  readonly unfurl?: { readonly links: boolean; readonly media: boolean };
  readonly markdown?: string;
  readonly linkNames?: boolean;
  readonly stream?: MessageRecord['stream'];
  readonly clientMsgId?: string | null;
}

/** Adds a message to a channel and tells everybody who listens. */
export function putMessage(core: Core, channel: ChannelRecord, message: NewMessage): MessageRecord {
  const { markdown, linkNames, unfurl = { links: false, media: true }, ...words } = message;
  const isBroadcast = message.broadcast ?? false;
  const record: MessageRecord = {
    ts: core.world.ts(),
    channel: channel.id,
    subtype: isBroadcast ? 'thread_broadcast' : (message.subtype ?? null),
    user: message.user ?? null,
    team: message.team ?? null,
    botId: message.botId ?? null,
    appId: message.appId ?? null,
    username: message.username ?? null,
    icons: message.icons ?? null,
    clientMsgId: message.clientMsgId ?? null,
    threadTs: message.threadTs ?? null,
    broadcast: isBroadcast,
    text: message.text,
    blocks: message.blocks ?? null,
    attachments: message.attachments ?? null,
    files: message.files ?? [],
    metadata: message.metadata ?? null,
    edited: null,
    reactions: new Map(),
    tombstone: false,
    stream: message.stream ?? null,
    unfurl,
    notified: notifiedBy({
      text: words.text,
      blocks: words.blocks ?? null,
      attachments: words.attachments ?? null,
      ...(markdown === undefined ? {} : { markdown }),
      ...(linkNames === undefined ? {} : { linkNames }),
    }),
    state: {},
  };
  channel.messages.set(record.ts, record);
  for (const file of record.files) file.channels.add(channel.id);
  tellPosted(core, channel, record);
  return record;
}

/** Changes what a message says; `by` marks it as edited by a person. */
export function changeMessage(
  core: Core,
  channel: ChannelRecord,
  message: MessageRecord,
  change: { readonly by?: string } & Partial<
    Pick<MessageRecord, 'text' | 'blocks' | 'attachments' | 'metadata'>
  >,
): void {
  const previous = messageShape(core.world, message);
  const { by, ...words } = change;
  Object.assign(message, words);
  if (by !== undefined) message.edited = { user: by, ts: core.world.ts() };
  const now = notifiedBy(message);
  message.notified = [...new Set([...message.notified, ...now])];
  tellChanged(core, channel, message, previous);
}

/** Takes a message away; a parent with replies stays as a tombstone. */
export function removeMessage(core: Core, channel: ChannelRecord, message: MessageRecord): void {
  const previous = messageShape(core.world, message);
  const isParent = message.threadTs === null && repliesOf(channel, message.ts).length > 0;
  if (isParent) {
    message.tombstone = true;
    tellChanged(core, channel, message, previous);
    return;
  }
  channel.messages.delete(message.ts);
  tellDeleted(core, channel, previous);
}

/** A post of the app takes the status line away. */
export function clearStatus(core: Core, channel: ChannelRecord, threadTs: string | null): void {
  if (threadTs === null) return;
  const last = core.statuses.findLast(
    (one) => one.channel === channel.id && one.threadTs === threadTs,
  );
  if (last !== undefined && last.status !== '') core.statuses.push({ ...last, status: '' });
}
