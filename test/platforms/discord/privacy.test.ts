/*
 * Who sees what of a private review on Discord: every member looks at everything there is to look at, and the
 * planted words stand with who asked and nowhere else.
 */
import { describe, expect, it } from 'vitest';
import { COMMAND_WORDS } from '../../../src/review/command-grammar.ts';
import {
  keepOutOfLogs,
  PRIVATE_DRAFT,
  PRIVATE_WISH,
  PRIVATE_WORDS,
  privateCritic,
  privateWordsIn,
} from '../private-words.ts';
import { openNewsroom, resultIn } from './newsroom.ts';

/** A newsroom in which Bo had a text reviewed in private, and wished for something. */
async function reviewedInPrivate() {
  keepOutOfLogs();
  const room = await openNewsroom({ critic: privateCritic() });
  const { discord, server, general, ada, bo, service } = room;
  const away = discord.server('Elsewhere');
  const lounge = away.channel('lounge');
  const own = bo.direct().id;
  const source = ada.post(general, 'The lift is late again.');
  await bo.command(general, 'refine', { text: PRIVATE_DRAFT }).said('Only you can see it');
  const result = await resultIn(room, own);
  bo.post(own, PRIVATE_WISH, { replyTo: result });
  await discord.until(async () => {
    const { waiting, active } = await service.queue.stats();
    return waiting + active === 0;
  }, 'the end of the work');
  const readers = {
    'an admin': { person: ada, at: general },
    'a member': { person: server.member('cleo'), at: general },
    'a member of another server': { person: away.member('eve'), at: lounge },
    'an admin of another server': {
      person: away.member('root', { may: ['manageServer'] }),
      at: lounge,
    },
  };
  return { ...room, own, source, readers };
}

describe('a private review on Discord', () => {
  it('stands with who asked, and with nobody else in any place or on any command', async () => {
    const { discord, general, bo, own, readers } = await reviewedInPrivate();
    expect(privateWordsIn(discord.place(own)?.messages())).toEqual([...PRIVATE_WORDS]);
    for (const [who, { person, at }] of Object.entries(readers)) {
      const looks: Record<string, unknown> = {
        'the first channel': general.seenBy(person),
        'their own channel': at.seenBy(person),
        'direct messages': discord.place(person.direct().id)?.messages(),
      };
      for (const word of COMMAND_WORDS) {
        const name = `refine-admin ${word === 'settings log' ? 'log' : word}`;
        const asked = await person.command(at, name).answered();
        await asked.said();
        looks[name] = asked.messages();
      }
      for (const [place, shown] of Object.entries(looks)) {
        expect(privateWordsIn(shown), `${who}, ${place}`).toEqual([]);
      }
    }
    expect(bo.direct().id).toBe(own);
  });

  it('is sent to nowhere but the direct messages of who asked, by whatever request', async () => {
    const { discord, own, general, source, service } = await reviewedInPrivate();
    const told = discord.requests.filter(({ body }) => privateWordsIn(body).length > 0);
    const astray = told.filter(({ path }) => !path.startsWith(`/channels/${own}/`));
    expect(told.length).toBeGreaterThan(0);
    expect(astray.map(({ method, route }) => [method, route])).toEqual([]);
    expect(general.messages().find(({ id }) => id === source.id)?.reactions).toEqual({});
    expect(privateWordsIn(service.warnings)).toEqual([]);
    expect(service.errors).toEqual([]);
  });
});
