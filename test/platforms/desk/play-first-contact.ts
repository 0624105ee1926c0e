import type { PlayFirstContact } from '../first-contact-script.ts';
import { call, openRig } from './rig.ts';

export const playFirstContact: PlayFirstContact = async ({ draft, ...options }) => {
  const rig = await openRig({ ...options, isGreeting: true });
  const read = async (path: string) => (await call(rig, 'GET', path)).answer;
  const until = async (holds: () => Promise<boolean>) => {
    while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  type Shown = Awaited<ReturnType<typeof read>>['messages'][number];
  const told = ({ persona, markdown, actions }: Shown) => ({
    by: persona === undefined ? 'Bluepencil' : `${persona.name} · ${persona.label}`,
    text: markdown,
    buttons: actions.map(({ label }) => label),
  });
  const notes = async (member: string): Promise<readonly Shown[]> =>
    (await read(`/api/notes?member=${member}`)).notes;
  const click = async (member: string, message: Shown, label: string) =>
    call(rig, 'POST', '/api/actions', {
      member,
      messageId: message.id,
      actionId: message.actions.find((action) => action.label === label)?.id,
    });
  const say = async (author: string) =>
    (await call(rig, 'POST', '/api/channels/announcements/messages', { author, text: draft }))
      .answer.id;
  const react = (id: string) =>
    call(rig, 'POST', `/api/messages/${id}/reactions`, { member: 'tomek', emoji: 'pencil2' });
  const thread = async (id: string, member = '') => {
    const all: readonly Shown[] = (await read(`/api/threads/${id}?member=${member}`)).messages;
    return all.slice(1).filter(({ kind }) => kind === 'post');
  };
  const marks = async (id: string) =>
    ((await read(`/api/threads/${id}`)).messages as readonly Shown[])[0]?.reactions
      .filter(({ members }) => members.includes('bluepencil'))
      .map(({ emoji }) => emoji) ?? [];

  await until(async () => (await notes('ines')).length > 0);
  const [welcome] = await notes('ines');
  if (welcome === undefined) throw new Error('nobody was greeted');
  await click('ines', welcome, 'Try it on a sample');
  await until(async () =>
    (await thread(welcome.id, 'ines')).some(({ markdown }) => markdown.includes('stopped:')),
  );
  const sample = (await thread(welcome.id, 'ines')).map(told);

  const posted = await say('noor');
  await react(posted);
  await until(async () => (await notes('noor')).length > 0);
  await until(async () => (await notes('tomek')).length > 0);
  const question = await notes('noor');
  const meanwhile = { posts: (await thread(posted)).map(told), marks: await marks(posted) };
  const [first] = question;
  if (first === undefined) throw new Error('nobody was asked');
  await click('noor', first, 'Review in thread');
  await until(async () => (await marks(posted)).includes('white_check_mark'));
  const own = await say('tomek');
  await react(own);
  await until(async () => (await marks(own)).includes('white_check_mark'));
  await until(async () => (await notes('tomek')).length >= 3);
  const met = {
    welcome: [told(welcome)],
    sample,
    question: question.map(told),
    meanwhile,
    reviewed: (await thread(posted)).map(told),
    requester: (await notes('tomek')).map(told),
  };
  await rig.close();
  return met;
};
