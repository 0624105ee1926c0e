import { readMemberRef } from '../../../src/platforms/discord/places.ts';
import type { Asked } from '../../fakes/discord/asked.ts';
import { openDiscord } from '../../fakes/discord/discord.ts';
import type { SeenMessage } from '../../fakes/discord/views.ts';
import type { OpenTeam, TeamPost, Who } from '../team-script.ts';
import { openService } from './service.ts';

const EMOJI: Readonly<Record<string, string>> = { pencil2: '✏️', white_check_mark: '✅' };

export const openTeam: OpenTeam = async (editors) => {
  const discord = await openDiscord();
  const server = discord.server('Newsroom');
  const general = server.channel('announcements');
  const people = {
    ines: server.member('ines'),
    tomek: server.member('tomek'),
    bo: server.member('bo'),
  };
  const service = await openService(discord, editors);
  let drafted = { id: '', channelId: '' };
  const posts = new Map<string, SeenMessage>();
  const asked: Record<Who, Asked[]> = { ines: [], tomek: [], bo: [] };
  const seen = (post: SeenMessage): TeamPost => {
    posts.set(post.id, post);
    const buttons = post.buttons.map(({ label }) => label);
    return { id: post.id, by: post.author, text: post.text, buttons };
  };
  const threadOf = () => discord.place(drafted.id)?.messages() ?? [];
  const isQuiet = async () => {
    const { waiting, active } = await service.queue.stats();
    return waiting + active === 0;
  };
  const found = (post: TeamPost) => {
    const message = posts.get(post.id);
    if (message === undefined) throw new Error(`there is no message ${post.id}`);
    return message;
  };
  const directly = (who: Who) => discord.place(people[who].direct().id)?.messages() ?? [];
  return {
    database: service.database,
    errors: service.errors,
    mentionOfBo: people.bo.mention,
    nameOf: (member) => {
      const id = readMemberRef(member);
      return Object.entries(people).find(([, person]) => person.id === id)?.[0] ?? String(id);
    },
    async draft(text) {
      drafted = people.ines.post(general, text);
    },
    reply: async (by, text) => seen(people[by].post({ id: drafted.id }, text)),
    async mention(by, words) {
      people[by].post({ id: drafted.id }, `<@${discord.bot.id}> ${words}`);
    },
    async react(by, emoji, to) {
      people[by].react(to === undefined ? drafted : found(to), EMOJI[emoji] ?? emoji);
    },
    async privately(by, text) {
      const ask = await people[by].command(general, 'refine', { text }).answered();
      asked[by].push(ask);
      await ask.said();
      await discord.until(isQuiet, 'the end of the private review');
      return directly(by).map(seen);
    },
    async press(by, post, label) {
      const click = people[by].click(found(post), label);
      await click.answered();
      asked[by].push(click);
    },
    thread: async () => threadOf().map(seen),
    channel: async () =>
      general
        .messages()
        .filter(({ id }) => id !== drafted.id)
        .map(seen),
    notes: async (who) => {
      const answers = asked[who].flatMap((each) =>
        each.messages().filter(({ privateTo }) => privateTo !== null),
      );
      return [...answers, ...directly(who)].map(seen);
    },
    isQuiet,
    async close() {
      await service.close();
      await discord.close();
    },
  };
};
