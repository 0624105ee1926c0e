import type { Client, TextChannel } from 'discord.js';
import { ALL_INTENTS, connect } from './client.ts';
import { type Discord, type DiscordOptions, openDiscord } from './discord.ts';

/** Opens doubles and clients for tests and ends them all. */
export function createBench() {
  const open: { discord: Discord; client: Client<true> }[] = [];
  return {
    async start(options: DiscordOptions = {}, intents = ALL_INTENTS) {
      const discord = await openDiscord({ checksAnswers: true, ...options });
      const newsroom = discord.server('Newsroom');
      const general = newsroom.channel('general');
      const ada = newsroom.member('ada');
      const client = await connect(discord, intents);
      open.push({ discord, client });
      await discord.until(() => client.channels.cache.has(general.id), 'the server');
      const channel = (await client.channels.fetch(general.id)) as TextChannel;
      return { discord, newsroom, general, ada, client, channel };
    },
    async end() {
      for (const { client, discord } of open.splice(0)) {
        await client.destroy();
        await discord.close();
      }
    },
  };
}

/** The code something was refused with; `done` when it was not. */
export async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'done',
    (error: unknown) => (error as { code?: unknown }).code,
  );
}
