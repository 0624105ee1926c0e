import {
  type ApplicationCommandDataResolvable,
  type AutocompleteInteraction,
  type ChatInputCommandInteraction,
  type Interaction,
  type MessageContextMenuCommandInteraction,
  MessageFlags,
} from 'discord.js';
import { afterEach, describe, expect, it } from 'vitest';
import { codeOf, createBench } from './rig.ts';

const bench = createBench();
afterEach(() => bench.end());

const COMMANDS: ApplicationCommandDataResolvable[] = [
  {
    name: 'refine',
    description: 'Review words',
    integrationTypes: [0, 1],
    contexts: [0, 1, 2],
    options: [
      { name: 'text', description: 'Words', type: 3, maxLength: 6000 },
      { name: 'file', description: 'A file', type: 11 },
      { name: 'preset', description: 'Which', type: 3, autocomplete: true },
      { name: 'rounds', description: 'How many', type: 4, minValue: 1, maxValue: 4 },
    ],
  },
  {
    name: 'refine-admin',
    description: 'Settings',
    defaultMemberPermissions: 32n,
    options: [{ name: 'status', description: 'Check', type: 1 }],
  },
  { name: 'Review this message', type: 3 },
];

async function start(...given: Parameters<typeof bench.start>) {
  const scene = await bench.start(...given);
  await scene.client.application.commands.set(COMMANDS);
  const next = <T extends Interaction>() =>
    new Promise<T>((resolve) =>
      scene.client.once('interactionCreate', (each) => resolve(each as T)),
    );
  return { ...scene, next };
}

describe('commands', () => {
  it('keep their ids when they are set again unchanged', async () => {
    const { client, discord } = await start();
    const before = discord.commands().map(({ id }) => id);
    await client.application.commands.set(COMMANDS);
    expect(discord.commands().map(({ id }) => id)).toEqual(before);
  });

  it('are refused when there are two of a name, or a name is no name', async () => {
    const { client, discord, newsroom } = await start();
    const set = (...names: string[]) =>
      codeOf(
        client.rest.put(`/applications/${client.application.id}/guilds/${newsroom.id}/commands`, {
          body: names.map((name) => ({ name, description: 'x' })),
        }),
      );
    expect(await set('a', 'a')).toBe(50035);
    expect(await set('A B')).toBe(50035);
    expect(await set('a', 'b')).toBe('done');
    discord.takeViolations();
  });

  it('carry options and files', async () => {
    const { general, ada, next } = await start();
    const heard = next<ChatInputCommandInteraction>();
    const asked = ada.command(general, 'refine', {
      text: 'one\ntwo',
      rounds: 2,
      file: { name: 'a.txt', text: 'in a file' },
    });
    const interaction = await heard;
    expect(interaction.options.getString('text')).toBe('one\ntwo');
    expect(interaction.options.getInteger('rounds')).toBe(2);
    const { url } = interaction.options.getAttachment('file') ?? { url: '' };
    expect(await (await fetch(url)).text()).toBe('in a file');
    await interaction.reply('Public');
    expect(
      (await asked.answered()).messages().map(({ content, privateTo }) => [content, privateTo]),
    ).toEqual([['Public', null]]);
    expect(general.messages()).toHaveLength(1);
  });

  it('are offered to those who may use them, and with options the client lets through', async () => {
    const { general, ada, newsroom } = await start();
    const boss = newsroom.member('boss', { may: ['manageServer'] });
    expect(() => ada.command(general, 'refine-admin status')).toThrow('not offered');
    expect(() => boss.command(general, 'refine-admin')).toThrow('sub-command');
    expect(() => boss.command(general, 'refine-admin status')).not.toThrow();
    expect(() => ada.command(general, 'refine', { text: 'x'.repeat(6001) })).toThrow('too long');
    expect(() => ada.command(general, 'refine', { rounds: 9 })).toThrow('out of range');
    expect(() => ada.command(general, 'rewrite')).toThrow('registered nowhere');
  });

  it('suggest while somebody types', async () => {
    const { general, ada, next } = await start();
    const heard = next<AutocompleteInteraction>();
    const asked = ada.suggest(general, 'refine', { preset: 'ge' }, 'preset');
    const interaction = await heard;
    expect(interaction.options.getFocused()).toBe('ge');
    await interaction.respond([{ name: 'General', value: 'general' }]);
    expect((await asked.answered()).choices()).toEqual([{ name: 'General', value: 'general' }]);
  });

  it('on a message bring its words, even to a bot that may not read them', async () => {
    const { general, ada, newsroom, next } = await start({ mayReadContent: false }, [1, 512]);
    const bob = newsroom.member('bob');
    const draft = bob.post(general, 'hidden words');
    const heard = next<MessageContextMenuCommandInteraction>();
    ada.menu(draft, 'Review this message');
    expect((await heard).targetMessage.content).toBe('hidden words');
  });
});

describe('answers', () => {
  it('think first and speak later, as was decided at once', async () => {
    const { general, ada, next } = await start();
    const heard = next<ChatInputCommandInteraction>();
    const asked = ada.command(general, 'refine');
    const interaction = await heard;
    await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    expect(asked.isThinking()).toBe(true);
    expect(general.seenBy(ada)).toHaveLength(1);
    await interaction.editReply('Here');
    await interaction.followUp('And for all');
    expect(asked.messages().map(({ content, privateTo }) => [content, privateTo])).toEqual([
      ['Here', ada.id],
      ['And for all', null],
    ]);
    await interaction.deleteReply();
    expect(asked.history).toEqual(['thinking', 'Here', 'And for all', 'deleted']);
    expect(await codeOf(interaction.editReply('again'))).toBe(10008);
  });

  it('stay with a member who carries the app where the server has none of it', async () => {
    const { discord, next } = await start();
    const elsewhere = discord.server('Elsewhere', { permissions: null });
    const closed = elsewhere.channel('closed', { nobodyMay: ['useExternalApps'] });
    const eve = elsewhere.member('eve', { hasInstalled: true });
    const heard = next<ChatInputCommandInteraction>();
    const asked = eve.command(closed, 'refine');
    const interaction = await heard;
    expect(interaction.authorizingIntegrationOwners).toMatchObject({ 1: eve.id });
    await interaction.reply('For you');
    for (let at = 0; at < 5; at += 1) await interaction.followUp(`${at}`);
    expect(await codeOf(interaction.followUp('six'))).toBe(40094);
    expect(asked.messages().every(({ privateTo }) => privateTo === eve.id)).toBe(true);
    expect(closed.messages()).toEqual([]);
  });

  it('are missed when nobody is connected', async () => {
    const { discord, general, ada, client } = await start({ times: { ackWithinWallMs: 50 } });
    await client.destroy();
    const asked = await ada.command(general, 'refine').answered();
    expect(asked.failure()).toBe('The application did not respond');
    expect(discord.gateway.isConnected()).toBe(false);
  });
});
