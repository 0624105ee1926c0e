/*
 * Who sees what of a private review on Slack: every member looks at everything there is to look at, and the
 * planted words stand in the cells of the table that allow it and nowhere else.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMAND_WORDS } from '../../../src/review/command-grammar.ts';
import type { Channel, Person as Member, Posted } from '../../fakes/slack/people.ts';
import {
  keepOutOfLogs,
  PRIVATE_DRAFT,
  PRIVATE_WISH,
  PRIVATE_WORDS,
  privateCritic,
  privateWordsIn,
} from '../private-words.ts';
import { openSlackRig, type SlackRig } from './rig.ts';

const PEOPLE = ['who asked', 'an admin', 'a member', 'a guest', 'a member elsewhere'] as const;
type Person = (typeof PEOPLE)[number];

let rig: SlackRig;
let who: Readonly<Record<Person, Member>>;
let elsewhere: Channel;
let source: Posted;

beforeAll(async () => {
  keepOutOfLogs();
  rig = await openSlackRig({ critic: privateCritic() });
  const { acme, channel, slack, tomek, ines, quiet } = rig;
  who = {
    'who asked': tomek,
    'an admin': ines,
    'a member': acme.member('Lena Orlov'),
    'a guest': acme.member('Gus Ferro', { role: 'single-channel guest' }),
    'a member elsewhere': acme.member('Otis Brahm'),
  };
  elsewhere = acme.channel('elsewhere');
  source = ines.post(channel, 'The lift is late again.');
  await tomek.command(channel, '/refine', PRIVATE_DRAFT);
  const own = tomek.dm();
  const holding = (word: string) => own.messages(tomek).find(({ text }) => text.includes(word));
  const result = await slack.until(() => holding('stopped:'), 'the private review');
  tomek.post(own, PRIVATE_WISH, { thread: result.threadTs ?? result.ts });
  await quiet();
}, 120_000);
afterAll(async () => {
  expect(rig.slack.violations()).toEqual([]);
  await rig.close();
});

const placeOf = (person: Person) => (person === 'a member elsewhere' ? elsewhere : rig.channel);

/** What a member is answered to a command, in the answer itself and in what is shown to them after it. */
async function command(person: Person, words: string): Promise<unknown> {
  const at = placeOf(person);
  const { body } = await who[person].command(at, '/refine', words);
  await rig.quiet();
  return [body, at.messages(who[person]), who[person].modal()?.view];
}

/** Ways of looking that are no command, with who may read the words there. */
const PLACES: readonly (readonly [string, readonly Person[], (by: Person) => unknown])[] = [
  ['the channel and its threads', [], (by) => rig.channel.messages(who[by])],
  ['another channel', [], (by) => elsewhere.messages(who[by])],
  ['marks on messages', [], () => rig.channel.message(source)?.reactions],
  ['status lines', [], () => rig.slack.callsOf('assistant.threads.setStatus').map((c) => c.args)],
  ['their direct messages', ['who asked'], (by) => who[by].dm().messages(who[by])],
  ['the Home tab', ['who asked'], homeOf],
];

async function homeOf(by: Person): Promise<unknown> {
  who[by].openHome();
  return (await rig.slack.until(() => who[by].home(), 'the Home tab')).view;
}

describe('a private review on Slack', () => {
  it('stands whole where it belongs', () => {
    const own = who['who asked'].dm().messages(who['who asked']);
    expect(privateWordsIn(own)).toEqual([...PRIVATE_WORDS]);
  });

  const cells = PLACES.flatMap(([place, allowed, look]) =>
    PEOPLE.filter((by) => !allowed.includes(by)).map((by) => [by, place, look] as const),
  );
  it.each(cells)('shows %s nothing in %s', async (by, _place, look) => {
    expect(privateWordsIn(await look(by))).toEqual([]);
  });

  const commands = COMMAND_WORDS.flatMap((word) => PEOPLE.map((by) => [by, word] as const));
  it.each(commands)('shows %s nothing on “/refine %s”', async (by, word) => {
    expect(privateWordsIn(await command(by, word))).toEqual([]);
  });

  it('is sent to nowhere but the direct messages of who asked, by whatever call', () => {
    const asked = who['who asked'];
    const told = rig.slack.calls.filter(({ args }) => privateWordsIn(args).length > 0);
    const astray = told.filter(
      ({ args }) => args.channel !== asked.dm().id && args.user_id !== asked.id,
    );
    expect(told.length).toBeGreaterThan(0);
    expect(astray.map(({ method, args }) => [method, args.channel])).toEqual([]);
  });

  it('leaves nothing in what the service reports and logs', () => {
    expect(privateWordsIn(rig.logged)).toEqual([]);
    expect(rig.errors).toEqual([]);
  });
});
