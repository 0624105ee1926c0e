import { Events, GatewayIntentBits } from 'discord.js';
import { afterEach, describe, expect, it } from 'vitest';
import { ALL_INTENTS, connect } from './client.ts';
import { openDiscord } from './discord.ts';
import { createBench } from './rig.ts';

const bench = createBench();
afterEach(() => bench.end());

async function listening(...given: Parameters<typeof bench.start>) {
  const scene = await bench.start(...given);
  const heard: string[] = [];
  scene.client.on(Events.MessageCreate, ({ content }) => heard.push(content));
  return { ...scene, heard };
}

describe('the gateway', () => {
  it('tells after a resume what happened while the connection was cut', async () => {
    const { discord, general, ada, heard } = await listening();
    discord.gateway.refuseConnections(true);
    discord.gateway.cut();
    ada.post(general, 'said meanwhile');
    discord.gateway.refuseConnections(false);

    await discord.until(() => heard.length > 0, 'the message');
    expect(heard).toEqual(['said meanwhile']);
    expect(discord.gateway.counts).toMatchObject({ resumed: 1, identified: 1 });
  });

  it('is resumed when it asks to reconnect', async () => {
    const { discord, general, ada, heard } = await listening();
    discord.gateway.askToReconnect();
    await discord.until(() => discord.gateway.counts.resumed === 1);
    ada.post(general, 'after');
    await discord.until(() => heard.length > 0);
    expect(heard).toEqual(['after']);
  });

  it('loses what happened before a new session', async () => {
    const { discord, general, ada, heard } = await listening();
    discord.gateway.invalidate();
    ada.post(general, 'lost');
    await discord.until(
      () => discord.gateway.counts.identified === 2 && discord.gateway.isConnected(),
    );
    ada.post(general, 'heard');
    await discord.until(() => heard.length > 0);
    expect(heard).toEqual(['heard']);
  });

  it('sends no words to who may not read them, except those that speak to the bot', async () => {
    const { discord, general, ada, heard, channel } = await listening({ mayReadContent: false }, [
      GatewayIntentBits.Guilds,
      GatewayIntentBits.GuildMessages,
      GatewayIntentBits.DirectMessages,
    ]);
    const hidden = ada.post(general, 'hidden', { files: [{ name: 'a.txt', text: 'x' }] });
    ada.post(general, `<@${discord.bot.id}> shown`);
    ada.post(ada.direct(), 'direct');

    await discord.until(() => heard.length === 3);
    expect(heard).toEqual(['', `<@${discord.bot.id}> shown`, 'direct']);
    const read = await channel.messages.fetch(hidden.id);
    expect(read.content).toBe('');
    expect(read.attachments.size).toBe(0);
  });

  it('tells only kinds that were asked for', async () => {
    const { discord, general, ada, heard, client } = await listening({}, [
      GatewayIntentBits.Guilds,
    ]);
    const channels: string[] = [];
    client.on(Events.ChannelCreate, ({ name }) => channels.push(name));
    ada.post(general, 'unheard');
    discord.server('Elsewhere').channel('later');
    await discord.until(() => channels.length > 0);
    expect(heard).toEqual([]);
  });

  it('closes on a wish that is not switched on', async () => {
    const discord = await openDiscord({ mayReadContent: false });
    const failed = await connect(discord).catch((error: Error) => error.message);
    expect(failed).toBe('Used disallowed intents');
    await discord.close();
  });

  it('tells of reactions on messages nobody has in memory', async () => {
    const { discord, general, ada, newsroom, client } = await listening();
    const old = ada.post(general, 'old');
    for (let at = 0; at < 20; at += 1) ada.post(general, `${at}`);
    const emoji = newsroom.emoji('pen');
    const seen: unknown[] = [];
    client.on(Events.MessageReactionAdd, (reaction, user, { burst }) =>
      seen.push([
        reaction.message.partial,
        reaction.emoji.id ?? reaction.emoji.name,
        user.id,
        burst,
      ]),
    );
    ada.react(old, '✏️', { times: 2 });
    ada.react(old, emoji, { isBurst: true });
    await discord.until(() => seen.length === 4);
    expect(seen).toEqual([
      [true, '✏️', ada.id, false],
      [true, '✏️', ada.id, false],
      [true, emoji.id, ada.id, false],
      [true, emoji.id, ada.id, true],
    ]);
  });

  it('keeps an outage apart from being removed', async () => {
    const { discord, newsroom, client } = await listening();
    const seen: string[] = [];
    client.on(Events.GuildUnavailable, () => seen.push('out'));
    client.on(Events.GuildAvailable, () => seen.push('back'));
    client.on(Events.GuildDelete, () => seen.push('removed'));
    client.on(Events.GuildCreate, () => seen.push('invited'));
    newsroom.outage();
    newsroom.recover();
    newsroom.removeBot();
    newsroom.inviteBot();
    await discord.until(() => seen.length === 4);
    expect(seen).toEqual(['out', 'back', 'removed', 'invited']);
  });

  it('notices a client whose heartbeats it does not answer coming back', async () => {
    const { discord, heard, general, ada } = await listening({ heartbeatMs: 100 });
    await discord.until(() => discord.gateway.counts.heartbeats > 0);
    discord.gateway.mute(true);
    await discord.until(() => discord.gateway.counts.resumed > 0, 'a resume');
    discord.gateway.mute(false);
    ada.post(general, 'alive');
    await discord.until(() => heard.includes('alive'));
  });

  it('keeps private threads from a bot that is not in them', async () => {
    const { discord, general, ada, heard, client } = await listening();
    const secret = ada.startPrivateThread(general, 'secret');
    ada.post(secret, 'unheard');
    ada.post(general, 'heard');
    await discord.until(() => heard.length > 0);
    expect(heard).toEqual(['heard']);
    const fetched = await client.channels.fetch(secret.id).catch((error) => error.code);
    expect(fetched).toBe(50001);
  });

  it('deals servers out to shards, and direct messages to the first', async () => {
    const discord = await openDiscord({ shards: 2 });
    const servers = ['A', 'B', 'C', 'D'].map((name) => {
      discord.clock.pass(1);
      return discord.server(name);
    });
    const client = await connect(discord, ALL_INTENTS, { shards: 'auto' });
    await discord.until(() => client.guilds.cache.size === 4, 'the servers');
    const shards = new Set(client.guilds.cache.map(({ shardId }) => shardId));
    expect([...shards].sort()).toEqual([0, 1]);
    for (const { id } of servers)
      expect(client.guilds.cache.get(id)?.shardId).toBe(Number((BigInt(id) >> 22n) % 2n));
    await client.destroy();
    await discord.close();
  });
});
