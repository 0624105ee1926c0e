/* One call of the Web API while it is carried out, and what most methods ask first. */
import type { Core } from './core.ts';
import { fail } from './failure.ts';
import {
  type ChannelRecord,
  covers,
  type Installation,
  type Json,
  type MessageRecord,
  teamsOf,
} from './world.ts';

export interface Call {
  readonly core: Core;
  readonly method: string;
  readonly args: Json;
  readonly by: Installation;
}

export interface Method {
  /** One of them is enough; empty when none is needed. */
  readonly scopes: readonly string[];
  /** Calls a minute. */
  readonly perMinute: number;
  readonly run: (call: Call) => Json | Promise<Json>;
}

const KIND_SCOPES = { public: 'channels', private: 'groups', im: 'im', mpim: 'mpim' } as const;

/** Ends the call unless one of the scopes was granted. */
export function needScope({ by }: Call, ...oneOf: readonly string[]): void {
  if (oneOf.length === 0 || oneOf.some((scope) => by.scopes.has(scope))) return;
  fail('missing_scope', { needed: oneOf.join(','), provided: [...by.scopes].join(',') });
}

/** Ends the call unless the scope for this kind of channel was granted, e.g. `groups:history`. */
export function needChannelScope(call: Call, channel: ChannelRecord, right: string): void {
  needScope(call, `${KIND_SCOPES[channel.kind]}:${right}`);
}

/** Text of an argument; '' when it is missing. */
export const text = (args: Json, name: string): string =>
  args[name] === undefined || args[name] === null ? '' : String(args[name]);

/** An argument that has to be there. */
export function needed(args: Json, name: string): string {
  return text(args, name) || fail('invalid_arguments', missing(name));
}

const missing = (name: string): Json => ({
  response_metadata: { messages: [`[ERROR] missing required field: ${name}`] },
});

/** The channel an installation names, if it can know of it at all. */
export function channelOf(call: Call, name = 'channel'): ChannelRecord {
  const { args, by, core } = call;
  const id = text(args, name);
  if (id === '') fail('channel_not_found');
  const channel = core.world.channels.get(id);
  if (channel === undefined || !teamsOf(channel).some((team) => covers(core.world, by, team)))
    fail('channel_not_found');
  if (channel.kind !== 'public' && !channel.members.has(by.botUserId)) fail('channel_not_found');
  return channel;
}

export const isMember = ({ by }: Call, channel: ChannelRecord): boolean =>
  channel.members.has(by.botUserId);

/** A message of a channel. */
export function messageOf(channel: ChannelRecord, ts: string): MessageRecord {
  const message = channel.messages.get(ts);
  if (message === undefined) fail('message_not_found');
  return message;
}

/** Cuts a list into pages the way the real one does. */
export function paged<T>(
  all: readonly T[],
  args: Json,
  { usual, most }: { readonly usual: number; readonly most: number },
): { readonly page: readonly T[]; readonly next: string } {
  const asked = args.limit === undefined ? usual : Number(args.limit);
  if (!Number.isInteger(asked) || asked < 1 || asked > 1000) fail('invalid_limit');
  const limit = Math.min(asked, most);
  const cursor = text(args, 'cursor');
  const at =
    cursor === '' ? 0 : Number(Buffer.from(cursor, 'base64').toString().replace('at:', ''));
  if (!Number.isInteger(at)) fail('invalid_cursor');
  const end = at + limit;
  const next = end < all.length ? Buffer.from(`at:${end}`).toString('base64') : '';
  return { page: all.slice(at, end), next };
}
