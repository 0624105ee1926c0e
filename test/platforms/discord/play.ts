import { openDiscord } from '../../fakes/discord/discord.ts';
import { type Play, refinedButton } from '../same-script.ts';
import { openService } from './service.ts';

const NAMES: Readonly<Record<string, string>> = {
  '✅': 'white_check_mark',
  '👀': 'eyes',
  '⚠️': 'warning',
};

export const play: Play = async ({ draft, critic }) => {
  const discord = await openDiscord();
  const server = discord.server('Newsroom');
  const channel = server.channel('announcements');
  const [ines, tomek] = [server.member('ines'), server.member('tomek', { may: ['manageServer'] })];
  const service = await openService(discord, { critic });
  const posted = ines.post(channel, draft);
  tomek.react(posted, '✏️');
  const marks = () =>
    Object.entries(channel.messages()[0]?.reactions ?? {})
      .filter(([, who]) => who.includes(discord.bot.username))
      .map(([emoji]) => NAMES[emoji] ?? emoji);
  await discord.until(() => marks().includes('white_check_mark'), 'the end');
  const thread = () => discord.place(posted.id)?.messages() ?? [];
  const told = () =>
    thread().map(({ author, text, buttons }) => ({
      by: author,
      text,
      buttons: buttons.map(({ label }) => label),
    }));
  const reviewed = told();
  const result = thread().at(-1);
  if (result === undefined) throw new Error('there is no result');
  await ines.click(result, 'Use this').answered();
  await discord.until(() => told().some(({ text }) => text.includes('chosen text')), 'the choice');
  const chosen = told();

  const [critique] = thread();
  if (critique === undefined) throw new Error('there is no critique');
  const thanked = (await tomek.click(critique, '👎').said('Noted as')).text;
  const asked = await tomek.command(channel, 'refine-admin vote').said('Who shall choose?');
  await tomek.click(asked, 'Everybody in the thread').said('The vote is open');
  const vote = () => {
    const post = thread().findLast(({ text }) => /vote/i.test(text));
    if (post === undefined) throw new Error('there is no vote');
    return post;
  };
  const asTold = ({ author, text, buttons }: ReturnType<typeof vote>) => ({
    ...{ by: author, text },
    buttons: buttons.map(({ label }) => label),
  });
  const voteOpen = asTold(vote());
  await tomek.click(vote(), refinedButton(voteOpen.text)).said('Your vote');
  await ines.click(vote(), 'Close the vote').answered();
  await discord.until(() => vote().text.includes('closed.'), 'the result');
  const played = {
    ...{ reviewed, chosen, marks: marks(), thanked },
    ...{ voteOpen, voteClosed: asTold(vote()) },
  };
  await service.close();
  await discord.close();
  return played;
};
