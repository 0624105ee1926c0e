/*
 * A connection that could not be resumed has lost what happened meanwhile, and Discord tells it to nobody
 * again. So the channels where something was written in between are looked at once: a trigger emoji on a
 * message that carries no mark of ours is a wish nobody heard.
 */
import {
  type APIMessage,
  type APIReaction,
  type APIUser,
  type GatewayGuildCreateDispatchData,
  Routes,
} from 'discord.js';
import type { Place, ResolvedSettings } from '../../settings/resolution.ts';
import type { Api } from './api.ts';
import { emojiIdentity, settingIdentity } from './emoji.ts';
import { unless } from './failure.ts';
import type { Listeners } from './listeners.ts';
import type { Messages } from './messages.ts';
import { isSnowflake, snowflakeTime, workspaceOf } from './places.ts';
import { STATUS_MARKS } from './status.ts';

export interface ReconcilerDeps {
  readonly api: Api;
  readonly listeners: Pick<Listeners, 'reacted'>;
  readonly messages: Messages;
  readonly settings: (place: Place) => Promise<ResolvedSettings>;
}

export interface Reconciler {
  /** A channel where people use emoji; it is looked at first. */
  sawTrigger(server: string | null, channel: string): void;
  /** A server came with its channels and when each was last written in. */
  sawServer(server: GatewayGuildCreateDispatchData): void;
  /** Everything since then (milliseconds since 1970) may have been missed. */
  gap(since: number): Promise<void>;
}

/** Channels that are looked at after a gap; more would be a flood of requests. */
const MAX_CHANNELS = 50;
/** Events on their way when the connection broke. */
const OVERLAP_MS = 60_000;
/** Servers come one by one after the connection stands. */
const SETTLE_MS = 3_000;

export function createReconciler(deps: ReconcilerDeps): Reconciler {
  const recent = new Map<string, string | null>();
  const written = new Map<string, { readonly server: string; readonly at: number }>();

  return {
    sawTrigger(server, channel) {
      recent.delete(channel);
      recent.set(channel, server);
      const oldest = recent.size > MAX_CHANNELS ? recent.keys().next().value : undefined;
      if (oldest !== undefined) recent.delete(oldest);
    },

    sawServer({ id: server, channels, threads }) {
      for (const place of [...(channels ?? []), ...(threads ?? [])]) {
        const last = 'last_message_id' in place ? place.last_message_id : null;
        if (typeof last !== 'string' || !isSnowflake(last)) continue;
        const at = snowflakeTime(last);
        const isOld = [...written.values()].length >= MAX_CHANNELS * 4 && at < oldestOf(written);
        if (isOld) continue;
        written.set(place.id, { server, at });
        if (written.size > MAX_CHANNELS * 4) dropOldest(written);
      }
    },

    async gap(since) {
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS).unref());
      const from = since - OVERLAP_MS;
      const places = new Map(recent);
      const fresh = [...written]
        .filter(([, { at }]) => at >= from)
        .sort(([, a], [, b]) => b.at - a.at);
      for (const [channel, { server }] of fresh) {
        if (places.size >= MAX_CHANNELS) break;
        places.set(channel, server);
      }
      for (const [channel, server] of places) await reconcile(deps, { server, channel, from });
    },
  };
}

function oldestOf(written: ReadonlyMap<string, { readonly at: number }>): number {
  return Math.min(...[...written.values()].map(({ at }) => at));
}

function dropOldest(written: Map<string, { readonly at: number }>): void {
  const oldest = oldestOf(written);
  for (const [id, { at }] of written) if (at === oldest) written.delete(id);
}

async function reconcile(
  deps: ReconcilerDeps,
  place: { readonly server: string | null; readonly channel: string; readonly from: number },
): Promise<void> {
  const { server, channel, from } = place;
  const { triggerEmoji } = await deps.settings({ workspace: workspaceOf(server, ''), channel });
  const wanted = Object.keys(triggerEmoji.value).map(settingIdentity);
  for (const message of await deps.messages.newest(channel)) {
    const reactions = message.reactions ?? [];
    if (snowflakeTime(message.id) < from || isMarked(reactions)) continue;
    const missed = reactions.filter(({ emoji }) => wanted.includes(emojiIdentity(emoji)));
    for (const { emoji } of missed) await tellOne(deps, { server, message, emoji });
  }
}

/** A mark of ours says that this was heard. */
function isMarked(reactions: readonly APIReaction[]): boolean {
  return reactions.some(({ me, emoji }) => me && STATUS_MARKS.includes(emoji.name ?? ''));
}

/** Tells of a reaction as the event would have. */
async function tellOne(
  { api, listeners }: ReconcilerDeps,
  missed: {
    readonly server: string | null;
    readonly message: APIMessage;
    readonly emoji: APIReaction['emoji'];
  },
): Promise<void> {
  const { server, message, emoji } = missed;
  const name = emoji.id ? `${emoji.name}:${emoji.id}` : (emoji.name ?? '');
  const users = await unless<APIUser[]>(
    api<APIUser[]>({
      method: 'GET',
      route: Routes.channelMessageReaction(
        message.channel_id,
        message.id,
        encodeURIComponent(name),
      ),
      doing: 'read who reacted',
    }),
    ['gone', 'forbidden'],
    () => [],
  );
  const [first] = users.filter(({ bot }) => bot !== true);
  if (first === undefined) return;
  await listeners.reacted({
    user_id: first.id,
    channel_id: message.channel_id,
    message_id: message.id,
    emoji: { id: emoji.id, name: emoji.name },
    ...(server === null ? {} : { guild_id: server }),
  });
}
