import { Client, GatewayIntentBits, Options, Partials } from 'discord.js';
import type { Discord } from './discord.ts';

export const ALL_INTENTS = [
  GatewayIntentBits.Guilds,
  GatewayIntentBits.GuildMessages,
  GatewayIntentBits.GuildMessageReactions,
  GatewayIntentBits.DirectMessages,
  GatewayIntentBits.DirectMessageReactions,
  GatewayIntentBits.MessageContent,
];

/** The real client, connected to the local Discord and ready. */
export async function connect(
  discord: Discord,
  intents: readonly GatewayIntentBits[] = ALL_INTENTS,
  more: { readonly retries?: number; readonly shards?: 'auto' } = {},
): Promise<Client<true>> {
  const client = new Client({
    intents: [...intents],
    ...(more.shards ? { shards: more.shards } : {}),
    partials: [Partials.Message, Partials.Channel, Partials.Reaction, Partials.User],
    makeCache: Options.cacheWithLimits({ MessageManager: 5 }),
    rest: { api: discord.apiUrl, retries: more.retries ?? 0, timeout: 15_000 },
    allowedMentions: { parse: [], repliedUser: false },
  });
  const ready = new Promise((resolve) => client.once('clientReady', resolve));
  await client.login(discord.token);
  await ready;
  return client as Client<true>;
}
