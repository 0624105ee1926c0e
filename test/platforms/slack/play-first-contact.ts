import type { PlayFirstContact } from '../first-contact-script.ts';
import { openSlackRig } from './rig.ts';

export const playFirstContact: PlayFirstContact = async ({ draft, ...options }) => {
  const rig = await openSlackRig({ ...options, isGreeting: true });
  const { slack, acme, channel, ines, tomek } = rig;
  const noor = acme.member('Noor Haddin');
  channel.invite(noor);
  type Shown = ReturnType<typeof channel.messages>[number];
  // The local Slack draws buttons among the words.
  const told = ({ by, text, buttons }: Shown) => ({
    by,
    text: buttons.reduce((left, label) => left.replace(`[${label}]`, ''), text),
    buttons,
  });
  const marks = (posted: { ts: string }) => {
    const reactions = channel.message(posted.ts)?.reactions ?? {};
    return Object.keys(reactions).filter((name) => reactions[name]?.includes(acme.bot.id));
  };
  const dm = (person: typeof ines) => person.dm().messages();
  const ephemerals = (person: typeof ines) =>
    channel.messages(person).filter(({ privateTo }) => privateTo === person.id);

  // Opening the app again is no second greeting.
  ines.openHome('messages');
  ines.openHome('home');
  const welcome = await slack.until(() => dm(ines)[0], 'the greeting');
  await ines.click(welcome, 'Try it on a sample');
  const sampled = () => ines.dm().thread(welcome.ts);
  await slack.until(() => sampled().some(({ text }) => text.includes('stopped:')), 'the sample');
  await rig.quiet();
  const sample = sampled().map(told);

  const posted = noor.post(channel, draft);
  tomek.react(posted, 'pencil2');
  const question = await slack.until(() => dm(noor)[0], 'the question');
  await slack.until(() => ephemerals(tomek)[0], 'the note to the requester');
  await rig.quiet();
  const meanwhile = { posts: channel.thread(posted).map(told), marks: marks(posted) };
  const asked = dm(noor).map(told);
  await noor.click(question, 'Review in thread');
  await slack.until(() => marks(posted).includes('white_check_mark'), 'the review');
  const own = tomek.post(channel, draft);
  tomek.react(own, 'pencil2');
  await slack.until(() => marks(own).includes('white_check_mark'), 'another review');
  await rig.quiet();
  const met = {
    welcome: dm(ines)
      .filter(({ threadTs }) => threadTs === null)
      .map(told),
    sample,
    question: asked,
    meanwhile,
    reviewed: channel.thread(posted).map(told),
    requester: [...ephemerals(tomek), ...dm(tomek)].map(told),
  };
  await rig.close();
  return met;
};
