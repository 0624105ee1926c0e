import type { Asked } from '../../fakes/discord/asked.ts';
import { openDiscord } from '../../fakes/discord/discord.ts';
import { LEAD_CRITIC, listenTo, type OpenLead, rowsOf } from '../lead-script.ts';
import { openService } from './service.ts';

const EMOJI: Readonly<Record<string, string>> = { rocket: '🚀', pencil2: '✏️' };

export const openLead: OpenLead = async () => {
  const discord = await openDiscord();
  const server = discord.server('Newsroom');
  const channel = server.channel('announcements');
  const ines = server.member('ines', { may: ['manageServer'] });
  const service = await openService(discord, { critic: LEAD_CRITIC });
  const given = listenTo(service.deps);
  let asked: Asked | null = null;
  const now = () => {
    if (asked === null) throw new Error('nothing is shown');
    return asked;
  };
  const take = async (next: Asked) => {
    asked = await next.answered();
    if (asked.failure() !== null) throw new Error(asked.failure() ?? '');
    if (asked.form() === null) await asked.said();
  };
  const read = () =>
    now()
      .messages()
      .map(({ text }) => text)
      .join('\n');

  return {
    given,
    read,
    open: (word) => take(ines.command(channel, `refine-admin ${word}`)),
    async follow(label) {
      const isIt = (name: string) => name === label || name.endsWith(` ${label}`);
      const find = () => {
        for (const message of now().messages()) {
          for (const { customId, options } of message.selects) {
            const option = options.find((each) => isIt(each.label));
            if (option !== undefined) return { message, customId, value: option.value };
          }
          const button = message.buttons.find((each) => isIt(each.label));
          if (button !== undefined) return { message, customId: button.customId, value: null };
        }
        return null;
      };
      // A long screen comes in several messages, one after the other.
      const { message, customId, value } = await discord.until(find, `a way called ${label}`);
      await take(
        value === null ? ines.click(message, customId) : ines.choose(message, customId, [value]),
      );
    },
    async fill(values) {
      const left = new Map(Object.entries(values));
      for (;;) {
        const form = now().form();
        if (form === null) throw new Error(`no form but: ${read()}`);
        const here = form.fields.flatMap(({ customId }) => {
          const name = customId.replace(/^\*/, '');
          const value = left.get(name);
          left.delete(name);
          if (value === undefined) return [];
          const isText = form.fields.some(
            (field) => field.customId === customId && field.json.type === 4,
          );
          return [[customId, isText ? value : [value].flat()] as const];
        });
        await take(ines.submit(now(), Object.fromEntries(here) as never));
        const [message] = now().messages();
        const on = message?.buttons.find(({ label }) => label === 'Go on');
        if (message === undefined || on === undefined) break;
        await take(ines.click(message, on.customId));
      }
      if (left.size > 0) throw new Error(`no field ${[...left.keys()].join(', ')}`);
      return read();
    },
    async review(draft, emoji) {
      const posted = ines.post(channel, draft);
      ines.react(posted, EMOJI[emoji] ?? emoji);
      return discord.until(() => {
        const refusal = (discord.place(ines.direct().id)?.messages() ?? []).find(({ text }) =>
          text.includes('limit here'),
        );
        if (refusal !== undefined) return refusal.text;
        const source = channel.messages().find(({ id }) => id === posted.id);
        if (source?.reactions['✅'] === undefined) return null;
        return (discord.place(posted.id)?.messages() ?? [])
          .map(({ author, text }) => `${author}: ${text}`)
          .join('\n');
      }, 'a review or a refusal');
    },
    rows: () => rowsOf(service.database, server.id, channel.id),
    async close() {
      await service.close();
      await discord.close();
    },
  };
};
