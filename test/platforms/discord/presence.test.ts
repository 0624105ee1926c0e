import { describe, expect, it } from 'vitest';
import type { Person } from '../../fakes/discord/people.ts';
import { type Newsroom, openNewsroom } from './newsroom.ts';

const direct = ({ discord }: Pick<Newsroom, 'discord'>, person: Person) =>
  discord.place(person.direct().id)?.messages() ?? [];

describe('the greeting', () => {
  it('is one private note to the owner of a server that is new, over restarts and returns', async () => {
    const room = await openNewsroom({ isGreeting: true, isKept: true });
    const { discord, general, restart, service } = room;
    const novelists = discord.server('Novelists');
    const note = await discord.until(() => direct(room, novelists.owner)[0], 'the note');
    expect(note.text).toContain('I am in Novelists now');
    expect(note.buttons.map(({ label }) => label)).toEqual(['Try it on a sample']);

    await service.close();
    await restart();
    novelists.removeBot();
    novelists.inviteBot();
    // What comes after it in the same order: a server that was not greeted before.
    const poets = discord.server('Poets');
    await discord.until(() => direct(room, poets.owner)[0], 'another note');
    expect(direct(room, novelists.owner)).toHaveLength(1);
    expect(general.messages()).toEqual([]);
  });

  it('also reaches an owner who invited the bot before it was started', async () => {
    const room = await openNewsroom({ isGreeting: true });
    const note = await room.discord.until(() => direct(room, room.server.owner)[0], 'the note');
    expect(note.text).toContain('I am in Newsroom now');
  });
});

describe('the servers the bot is in', () => {
  const standing = ({ service }: Newsroom) => service.installations.standing('discord');
  const until = async (holds: () => Promise<boolean>) => {
    while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
  };

  it('RC-090: are written down; one it was removed from is no more, until it is back', async () => {
    const room = await openNewsroom();
    const { server, discord } = room;
    const novelists = discord.server('Novelists');
    await until(async () => (await standing(room)).length === 2);

    server.removeBot();
    await until(async () => !(await standing(room)).includes(server.id));
    server.inviteBot();
    await until(async () => (await standing(room)).includes(server.id));
    expect(await standing(room)).toContain(novelists.id);
  });

  it('do not lose one that has an outage', async () => {
    const room = await openNewsroom();
    const { server, discord } = room;
    await until(async () => (await standing(room)).length === 1);
    server.outage();
    // Told in order: once the next one has left, the outage was heard.
    const novelists = discord.server('Novelists');
    await until(async () => (await standing(room)).includes(novelists.id));
    novelists.removeBot();
    await until(async () => !(await standing(room)).includes(novelists.id));
    expect(await standing(room)).toEqual([server.id]);
  });

  it('lose one that removed the bot while it was away', async () => {
    const room = await openNewsroom({ isKept: true });
    const { server, discord, service, restart } = room;
    const novelists = discord.server('Novelists');
    await until(async () => (await standing(room)).length === 2);
    await service.close();
    novelists.removeBot();

    const later = await restart();
    await until(async () => (await later.installations.standing('discord')).length === 1);
    expect(await later.installations.standing('discord')).toEqual([server.id]);
  });
});
