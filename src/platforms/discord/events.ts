import { type APIChannel, GatewayDispatchEvents, type GatewayDispatchPayload } from 'discord.js';
import type { Channels, Missing } from './channels.ts';
import type { Interactions } from './interactions.ts';
import type { Listeners } from './listeners.ts';
import type { Parents } from './parents.ts';
import type { Presence } from './presence.ts';
import type { Reconciler } from './reconcile.ts';

export interface EventsDeps {
  readonly channels: Channels;
  readonly parents: Parents;
  readonly missing: Missing;
  readonly listeners: Listeners;
  readonly interactions: Interactions;
  readonly reconciler: Reconciler;
  readonly reportError: (error: unknown, ref: string) => void;
  readonly presence: Presence;
  readonly now: () => number;
  /** An event says as which application the bot acts. */
  readonly onApplication: (id: string) => Promise<void>;
  /** Somebody invited the bot into a server, now or while it was away. */
  readonly onJoined: (server: Joined) => Promise<void>;
}

/** A server the bot has just come into. */
export interface Joined {
  readonly id: string;
  readonly name: string;
  /** Who owns it: Discord does not say who invited. */
  readonly owner: string;
}

/** Hands every event of the gateway to who has to know it; whatever breaks there is written down, never thrown. */
export function connectEvents(deps: EventsDeps) {
  const servers = new Set<string>();

  const run = (work: Promise<void>) => {
    work.catch((error: unknown) => deps.reportError(error, 'event'));
  };

  return {
    /** Takes one event. */
    take(event: GatewayDispatchPayload): void {
      try {
        takeSaid(deps, event, run);
        takePlace(deps, { servers, run }, event);
      } catch (error) {
        // One event that is not what it should be must not end the connection.
        deps.reportError(error, 'event');
      }
    },
    /** Nothing was told since then (milliseconds since 1970). */
    gap(since: number): void {
      run(deps.reconciler.gap(since));
    },
  };
}

/** What members do. */
function takeSaid(
  deps: EventsDeps,
  event: GatewayDispatchPayload,
  run: (work: Promise<void>) => void,
): void {
  const { reconciler, listeners, interactions } = deps;
  switch (event.t) {
    case GatewayDispatchEvents.InteractionCreate:
      if (event.d.application_id) run(deps.onApplication(event.d.application_id));
      if (event.d.channel?.type !== undefined) {
        deps.channels.told(event.d.guild_id ?? null, event.d.channel as APIChannel);
      }
      run(interactions.take(event.d));
      break;
    case GatewayDispatchEvents.MessageReactionAdd:
      if (event.d.member?.user?.bot === true) break;
      reconciler.sawTrigger(event.d.guild_id ?? null, event.d.channel_id);
      run(listeners.reacted(event.d));
      break;
    case GatewayDispatchEvents.MessageReactionRemove:
      listeners.unreacted(event.d);
      break;
    case GatewayDispatchEvents.MessageCreate:
      run(listeners.said(event.d));
      break;
    case GatewayDispatchEvents.MessageDelete:
      run(listeners.deleted(event.d.guild_id ?? null, event.d.channel_id, event.d.id));
      break;
    case GatewayDispatchEvents.MessageDeleteBulk:
      for (const id of event.d.ids) {
        run(listeners.deleted(event.d.guild_id ?? null, event.d.channel_id, id));
      }
      break;
    default:
  }
}

/** What changes about places: little of it is kept, so most of it is to forget. */
function takePlace(
  deps: EventsDeps,
  { servers, run }: { readonly servers: Set<string>; readonly run: (work: Promise<void>) => void },
  event: GatewayDispatchPayload,
): void {
  const { channels, parents, missing } = deps;
  switch (event.t) {
    case GatewayDispatchEvents.Ready:
      if (event.d.application?.id) run(deps.onApplication(event.d.application.id));
      // Not said which servers it is in: that is not being in none.
      if (!Array.isArray(event.d.guilds)) break;
      // Servers the bot is in come next, one by one: those are not new.
      for (const { id } of event.d.guilds) servers.add(id);
      run(
        deps.presence.connected(
          event.d.guilds.map(({ id }) => id),
          event.d.shard ?? [0, 1],
        ),
      );
      break;
    case GatewayDispatchEvents.GuildCreate:
      takeServer(deps, { servers, run }, event);
      break;
    case GatewayDispatchEvents.GuildDelete:
      // An outage is not a farewell.
      if (event.d.unavailable === true) break;
      servers.delete(event.d.id);
      run(deps.presence.left(event.d.id));
      channels.forgetServer(event.d.id);
      break;
    case GatewayDispatchEvents.GuildRoleUpdate:
    case GatewayDispatchEvents.GuildRoleDelete:
    case GatewayDispatchEvents.GuildMemberUpdate:
    case GatewayDispatchEvents.ChannelUpdate:
      channels.forgetServer('guild_id' in event.d ? (event.d.guild_id ?? '') : '');
      missing.clear();
      break;
    case GatewayDispatchEvents.ThreadCreate:
    case GatewayDispatchEvents.ThreadUpdate:
      if (event.d.parent_id) parents.learn(event.d.id, event.d.parent_id);
      channels.told(event.d.guild_id ?? null, event.d);
      channels.learn(event.d);
      break;
    case GatewayDispatchEvents.ThreadListSync:
      for (const { id, parent_id: parent } of event.d.threads ?? []) {
        if (parent) parents.learn(id, parent);
      }
      break;
    case GatewayDispatchEvents.ThreadDelete:
    case GatewayDispatchEvents.ChannelDelete:
      channels.forget(event.d.id);
      break;
    default:
  }
}

/** Whoever invites a bot often starts it only later: until then nobody could greet them. */
const STILL_NEW_MS = 7 * 86_400_000;

/** Takes a server with its threads; one the bot came into lately is greeted. */
function takeServer(
  deps: EventsDeps,
  { servers, run }: { readonly servers: Set<string>; readonly run: (work: Promise<void>) => void },
  event: Extract<GatewayDispatchPayload, { t: GatewayDispatchEvents.GuildCreate }>,
): void {
  const { channels, parents, missing, reconciler } = deps;
  const { id, name, owner_id: owner, joined_at: joinedAt } = event.d;
  const threads = event.d.threads ?? [];
  for (const thread of threads) if (thread.parent_id) parents.learn(thread.id, thread.parent_id);
  for (const place of event.d.channels ?? []) parents.learn(place.id, null);
  for (const place of [...(event.d.channels ?? []), ...threads]) channels.told(id, place);
  reconciler.sawServer(event.d);
  const isNew = !servers.has(id);
  const isLately = deps.now() - Date.parse(joinedAt) < STILL_NEW_MS;
  if (typeof owner === 'string' && (isNew || isLately)) {
    run(deps.onJoined({ id, name: name ?? '', owner }));
  }
  if (!isNew) return;
  servers.add(id);
  run(deps.presence.joined(id));
  missing.clear();
}
