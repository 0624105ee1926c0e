import { memberRef, messageRef, threadRef } from '../../../src/platforms/discord/places.ts';
import type { OpenStage } from '../../crash/stage.ts';
import { openDiscord } from '../../fakes/discord/discord.ts';
import type { Person } from '../../fakes/discord/people.ts';
import type { SeenMessage } from '../../fakes/discord/views.ts';

const STATES: Readonly<Record<string, string>> = { '👀': 'working', '✅': 'done', '⚠️': 'stopped' };

/** The local Discord outlives the process that speaks on it; reads there are no boundaries. */
export const openDiscordStage: OpenStage = async (accepted) => {
  const discord = await openDiscord({
    beforeAnswer: async (name) => {
      if (!name.startsWith('GET ')) await accepted(name.replace(/\d{15,}/g, 'ID'));
    },
  });
  const server = discord.server('Newsroom');
  const general = server.channel('general');
  const author = server.member('ada');
  const askers = new Map<string, Person>();
  const asker = (name: string) => {
    const known = askers.get(name) ?? server.member(name);
    askers.set(name, known);
    return known;
  };
  const at = (ref: string) => ref.split(':').at(-1) ?? '';
  const stateOf = (message: string) => {
    const found = general.messages().find(({ id }) => id === message);
    const own = Object.entries(found?.reactions ?? {}).filter(([, who]) =>
      who.includes(discord.bot.username),
    );
    return own.map(([emoji]) => STATES[emoji] ?? emoji).join(' and ');
  };

  return {
    child: 'test/platforms/discord/crash-child.ts',
    reach: `${discord.apiUrl} ${discord.token}`,
    write(text) {
      const { id } = author.post(general, text);
      return messageRef({ server: server.id, channel: general.id, message: id });
    },
    placeOf: (source, name) => ({
      thread: threadRef({
        kind: 'under',
        server: server.id,
        channel: general.id,
        message: at(source),
        asker: asker(name).id,
      }),
      requester: memberRef(asker(name).id),
      channel: `channel-${name}`,
    }),
    async see(source) {
      const message = at(source);
      await discord.until(() => /^(?:done|stopped)$/.test(stateOf(message)), 'the last mark');
      const posts = discord.place(message)?.messages() ?? [];
      return {
        posts: posts.map((post) => ({
          slot: post.author,
          text: plain(post.text),
          buttons: post.buttons.map(({ label }) => label),
        })),
        status: stateOf(message),
        notes: [...askers.values()].flatMap((person) =>
          (discord.place(person.direct().id)?.messages() ?? []).map(({ text }) => plain(text)),
        ),
        runs: new Set(posts.flatMap(runsIn)).size,
      };
    },
    close: () => discord.close(),
  };
};

const plain = (text: string) => text.replace(/\d{15,}/g, 'ID');

/** The runs whose buttons a post carries. */
function runsIn({ buttons }: SeenMessage): string[] {
  return buttons.flatMap(({ customId }) => /[0-9a-f-]{36}/.exec(customId)?.[0] ?? []);
}
