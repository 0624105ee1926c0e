import { type Play, refinedButton } from '../same-script.ts';
import { openSlackRig } from './rig.ts';

export const play: Play = async ({ draft, critic }) => {
  const rig = await openSlackRig({ critic });
  const { slack, channel, ines, tomek, acme } = rig;
  const posted = ines.post(channel, draft);
  tomek.react(posted, 'pencil2');
  await slack.until(() => channel.message(posted)?.reactions.white_check_mark, 'the end');
  await rig.quiet();
  // The local Slack draws buttons among the words.
  const words = (text: string, buttons: readonly string[]) =>
    buttons.reduce((left, label) => left.replace(`[${label}]`, ''), text);
  const told = () =>
    channel
      .thread(posted)
      .map(({ by, text, buttons }) => ({ by, text: words(text, buttons), buttons }));
  const reviewed = told();
  const result = channel.thread(posted).at(-1);
  if (result === undefined) throw new Error('there is no result');
  await ines.click(result, 'Use this');
  await slack.until(() => told().some(({ text }) => text.includes('chosen text')), 'the choice');
  const reactions = channel.message(posted)?.reactions ?? {};
  const marks = Object.keys(reactions).filter((name) => reactions[name]?.includes(acme.bot.id));
  const chosen = told();

  const noteFor = (person: typeof ines, about: string) =>
    slack.until(
      () =>
        channel
          .messages(person)
          .find(({ privateTo, text }) => privateTo === person.id && text.includes(about)),
      about,
    );
  const [critique] = channel.thread(posted);
  if (critique === undefined) throw new Error('there is no critique');
  await tomek.click(critique, '👎');
  const thanked = (await noteFor(tomek, 'Noted as')).text;
  ines.mention(channel, 'vote', { thread: posted });
  await ines.click(await noteFor(ines, 'Who shall choose?'), 'Everybody in the thread');
  const vote = () => {
    const post = channel
      .thread(posted)
      .findLast(({ by, text }) => by === 'Bluepencil' && /vote/i.test(text));
    return post === undefined ? null : { ...post, text: words(post.text, post.buttons) };
  };
  const open = await slack.until(() => (vote()?.buttons.includes('A') ? vote() : null), 'the vote');
  await tomek.click(open, refinedButton(open.text));
  await noteFor(tomek, 'Your vote');
  await ines.click(open, 'Close the vote');
  const closed = await slack.until(
    () => (vote()?.text.includes('closed.') ? vote() : null),
    'the result',
  );
  const played = { reviewed, chosen, marks, thanked, voteOpen: open, voteClosed: closed };
  await rig.close();
  return played;
};
