import {
  ActionRowBuilder,
  ButtonBuilder,
  ButtonStyle,
  type Client,
  MessageFlags,
  ModalBuilder,
  type TextChannel,
  TextInputBuilder,
  TextInputStyle,
} from 'discord.js';
import { afterEach, describe, expect, it } from 'vitest';
import { connect } from './client.ts';
import { type Discord, openDiscord } from './discord.ts';
import { REAL_LIMITS } from './rate-limits.ts';

let open: { discord: Discord; client: Client<true> } | null = null;

async function start(options: Parameters<typeof openDiscord>[0] = {}) {
  const discord = await openDiscord({ checksAnswers: true, ...options });
  const newsroom = discord.server('Newsroom');
  const general = newsroom.channel('general');
  const ada = newsroom.member('ada');
  const client = await connect(discord);
  open = { discord, client };
  const channel = (await client.channels.fetch(general.id)) as TextChannel;
  return { discord, newsroom, general, ada, client, channel };
}

afterEach(async () => {
  await open?.client.destroy();
  await open?.discord.close();
  open = null;
});

const codeOf = (error: unknown) => (error as { code?: unknown }).code;
const refused = (promise: Promise<unknown>) => promise.then(() => 'done', codeOf);

describe('the local Discord', () => {
  it('tells a message to the client, which edits and reads its own', async () => {
    const { general, ada, client, channel } = await start();
    const heard = new Promise<string>((resolve) =>
      client.on('messageCreate', ({ content, author }) => !author.bot && resolve(content)),
    );

    ada.post(general, 'We utilise it.');
    const sent = await channel.send({ content: 'Hello <@1>', nonce: 'n1', enforceNonce: true });
    const again = await channel.send({ content: 'Hello', nonce: 'n1', enforceNonce: true });
    await sent.edit('Hello again');

    expect(await heard).toBe('We utilise it.');
    expect(again.id).toBe(sent.id);
    expect(general.messages().map(({ content }) => content)).toEqual([
      'We utilise it.',
      'Hello again',
    ]);
    expect((await channel.messages.fetch({ limit: 1 })).first()?.content).toBe('Hello again');
  });

  it('opens one thread a message and takes reactions', async () => {
    const { discord, general, ada, channel } = await start();
    const draft = ada.post(general, 'Our draft.');
    const message = await channel.messages.fetch(draft.id);
    const thread = await message.startThread({ name: 'Review' });
    await thread.send('In the thread');
    await message.react('👀');

    expect(thread.id).toBe(draft.id);
    expect(
      discord
        .place(draft.id)
        ?.messages()
        .map(({ content }) => content),
    ).toEqual(['In the thread']);
    expect(general.messages()[0]?.reactions).toEqual({ '👀': ['Bluepencil'] });
    expect(await refused(channel.threads.create({ name: 'x', startMessage: draft.id }))).toBe(
      160004,
    );
  });

  it('speaks through a webhook in a thread, and finds what it said only there', async () => {
    const { discord, general, ada, channel } = await start();
    const draft = ada.post(general, 'Our draft.');
    const thread = await (await channel.messages.fetch(draft.id)).startThread({ name: 'Review' });
    const webhook = await channel.createWebhook({ name: 'Editors' });
    const said = await webhook.send({
      content: 'A remark',
      username: 'Line editor',
      threadId: thread.id,
    });
    await webhook.editMessage(said.id, { content: 'A better remark', threadId: thread.id });

    const [seen] = discord.place(thread.id)?.messages() ?? [];
    expect(seen).toMatchObject({
      author: 'Line editor',
      content: 'A better remark',
      isWebhook: true,
    });
    expect(await refused(webhook.editMessage(said.id, { content: 'x' }))).toBe(10008);
    expect(await refused(channel.createWebhook({ name: 'Discord' }))).toBe(50035);
  });

  it('carries a command, a form and a button through', async () => {
    const { general, ada, client } = await start();
    await client.application.commands.set([{ name: 'refine', description: 'Review words' }]);
    client.on('interactionCreate', (interaction) => {
      void (async () => {
        if (interaction.isChatInputCommand()) {
          const input = new TextInputBuilder()
            .setCustomId('draft')
            .setStyle(TextInputStyle.Paragraph)
            .setLabel('Draft');
          const row = new ActionRowBuilder<TextInputBuilder>().addComponents(input);
          await interaction.showModal(
            new ModalBuilder().setCustomId('form').setTitle('Review').addComponents(row),
          );
        } else if (interaction.isModalSubmit()) {
          await interaction.deferReply({ flags: MessageFlags.Ephemeral });
          const button = new ButtonBuilder()
            .setCustomId('again')
            .setLabel('Again')
            .setStyle(ButtonStyle.Primary);
          await interaction.editReply({
            content: `Read: ${interaction.fields.getTextInputValue('draft')}`,
            components: [new ActionRowBuilder<ButtonBuilder>().addComponents(button)],
          });
        } else if (interaction.isButton())
          await interaction.update({ content: 'Pressed', components: [] });
      })();
    });

    const asked = await ada.command(general, '/refine').answered();
    expect(asked.form()?.title).toBe('Review');
    const answer = ada.submit(asked, { draft: 'one\ntwo' });
    const said = await answer.said('Read');
    expect(said).toMatchObject({ content: 'Read: one\ntwo', privateTo: ada.id });
    expect(answer.history).toEqual(['thinking', 'Read: one\ntwo']);
    await ada.click(said, 'Again').said('Pressed');
    expect(general.messages()).toEqual([]);
    expect(general.seenBy(ada).map(({ content }) => content)).toEqual(['Pressed']);
  });

  it('knows an interaction for three seconds unanswered and fifteen minutes in all', async () => {
    const { discord, general, ada, client } = await start();
    await client.application.commands.set([{ name: 'refine', description: 'Review words' }]);
    const next = () =>
      new Promise<import('discord.js').ChatInputCommandInteraction>((resolve) =>
        client.once('interactionCreate', (each) => each.isChatInputCommand() && resolve(each)),
      );
    const first = next();
    const late = ada.command(general, 'refine');
    discord.pass(3100);
    expect(await refused((await first).reply('late'))).toBe(10062);
    expect(late.failure()).toBe('The application did not respond');

    const second = next();
    const asked = ada.command(general, 'refine');
    await (await second).deferReply();
    expect(await refused((await second).reply('twice'))).not.toBe('done');
    discord.pass(15 * 60_000);
    expect(await refused((await second).editReply('too late'))).toBe(50027);
    expect(asked.isThinking()).toBe(true);
  });

  it('limits a bucket with the headers the client waits by', async () => {
    const { discord, general, channel } = await start({ limits: REAL_LIMITS });
    for (let at = 0; at < 6; at += 1) {
      await channel.send(`${at}`);
      // The client waits by itself; time is let go by instead.
      if (at === 3) discord.pass(5000);
    }
    expect(general.messages()).toHaveLength(6);
    expect(discord.limits.counts.limited).toBe(0);
  });
});
