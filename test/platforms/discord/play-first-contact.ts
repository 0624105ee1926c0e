import { openDiscord } from '../../fakes/discord/discord.ts';
import type { Person } from '../../fakes/discord/people.ts';
import type { SeenMessage } from '../../fakes/discord/views.ts';
import type { PlayFirstContact } from '../first-contact-script.ts';
import { openService } from './service.ts';

const NAMES: Readonly<Record<string, string>> = { '✅': 'white_check_mark', '👀': 'eyes' };

export const playFirstContact: PlayFirstContact = async ({ draft, settings, ...options }) => {
  const discord = await openDiscord();
  const server = discord.server('Acme');
  const channel = server.channel('announcements');
  const [noor, tomek] = [server.member('noor'), server.member('tomek')];
  const service = await openService(discord, {
    ...options,
    isGreeting: true,
    stored: [{ workspace: server.id, values: settings }],
  });
  const told = ({ author, text, buttons }: SeenMessage) => ({
    by: author,
    text,
    buttons: buttons.map(({ label }) => label),
  });
  const direct = (person: Person) => discord.place(person.direct().id)?.messages() ?? [];
  const marks = (id: string) =>
    Object.entries(channel.messages().find((message) => message.id === id)?.reactions ?? {})
      .filter(([, who]) => who.includes(discord.bot.username))
      .map(([emoji]) => NAMES[emoji] ?? emoji);
  const thread = (id: string) => discord.place(id)?.messages() ?? [];

  const { owner } = server;
  const welcome = await discord.until(() => direct(owner)[0], 'the greeting');
  // A server that was away for a while is no new one.
  server.outage();
  server.recover();
  await owner.click(welcome, 'Try it on a sample').answered();
  const sampled = () => direct(owner).slice(1);
  await discord.until(() => sampled().some(({ text }) => text.includes('stopped:')), 'the sample');
  const sample = sampled().map(told);

  const posted = noor.post(channel, draft);
  tomek.react(posted, '✏️');
  const question = await discord.until(() => direct(noor)[0], 'the question');
  await discord.until(() => direct(tomek)[0], 'the note to the requester');
  const meanwhile = { posts: thread(posted.id).map(told), marks: marks(posted.id) };
  const asked = direct(noor).map(told);
  await noor.click(question, 'Review in thread').answered();
  await discord.until(() => marks(posted.id).includes('white_check_mark'), 'the review');
  const own = tomek.post(channel, draft);
  tomek.react(own, '✏️');
  await discord.until(() => marks(own.id).includes('white_check_mark'), 'another review');
  await discord.until(() => direct(tomek).length >= 3, 'all notes');
  const met = {
    welcome: [told(welcome)],
    sample,
    question: asked,
    meanwhile,
    reviewed: thread(posted.id).map(told),
    requester: direct(tomek).map(told),
  };
  await service.close();
  await discord.close();
  return met;
};
