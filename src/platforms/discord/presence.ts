import type { InstallationStore } from '../../review/installation-store.ts';
import { PLATFORM } from './places.ts';

/** Where is written down which servers the bot is in, and when it left one. */
export type Presences = Pick<InstallationStore, 'arrived' | 'standing' | 'remove'>;

export interface Presence {
  /** One connection was made anew: these are all the servers it serves. */
  connected(servers: readonly string[], shard: readonly [number, number]): Promise<void>;
  /** The bot came into a server, for the first time or again. */
  joined(server: string): Promise<void>;
  /** The bot was removed from a server; an outage is not that. */
  left(server: string): Promise<void>;
}

/** Keeps account of the servers the bot is in, also of farewells while it was away. */
export function createPresence(presences: Presences, now: () => number): Presence {
  let before: Promise<unknown> = Promise.resolve();
  /** One after the other: a farewell right after a greeting must stay a farewell. */
  const inOrder = (work: () => Promise<void>): Promise<void> => {
    const done = before.then(work);
    before = done.catch(() => undefined);
    return done;
  };
  return {
    connected: (servers, [shard, shards]) =>
      inOrder(async () => {
        await presences.arrived(PLATFORM, servers, now());
        const here = new Set(servers);
        for (const server of await presences.standing(PLATFORM)) {
          const isOurs = shardOf(server, shards) === shard;
          if (isOurs && !here.has(server)) await presences.remove(PLATFORM, server, now());
        }
      }),
    joined: (server) => inOrder(() => presences.arrived(PLATFORM, [server], now())),
    left: (server) => inOrder(() => presences.remove(PLATFORM, server, now())),
  };
}

/** Which connection serves a server (docs.discord.com/developers/events/gateway, Sharding). */
function shardOf(server: string, shards: number): number {
  return Number((BigInt(server) >> 22n) % BigInt(shards));
}
