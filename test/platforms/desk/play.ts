import { type Play, refinedButton } from '../same-script.ts';
import { call, openRig } from './rig.ts';

export const play: Play = async ({ draft, critic }) => {
  const rig = await openRig({ critic });
  const { answer: posted } = await call(rig, 'POST', '/api/channels/announcements/messages', {
    author: 'ines',
    text: draft,
  });
  await call(rig, 'POST', `/api/messages/${posted.id}/reactions`, {
    member: 'tomek',
    emoji: 'pencil2',
  });
  const read = async () => (await call(rig, 'GET', `/api/threads/${posted.id}`)).answer.messages;
  const marks = async () =>
    (await read())[0].reactions
      .filter(({ members }) => members.includes('bluepencil'))
      .map(({ emoji }) => emoji);
  const told = async () =>
    (await read())
      .slice(1)
      // Notes to one member stand there too.
      .filter(({ privateTo }) => privateTo === undefined)
      .map(({ persona, markdown, actions }) => ({
        by: persona === undefined ? 'Bluepencil' : `${persona.name} · ${persona.label}`,
        text: markdown,
        buttons: actions.map(({ label }) => label),
      }));
  const until = async (holds: () => Promise<boolean>) => {
    while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  await until(async () => (await marks()).includes('white_check_mark'));
  const reviewed = await told();
  const result = (await read()).findLast(({ actions }) => actions.length > 0);
  await call(rig, 'POST', '/api/actions', {
    member: 'ines',
    messageId: result?.id,
    actionId: result?.actions.find(({ label }) => label === 'Use this')?.id,
  });
  await until(async () => (await told()).some(({ text }) => text.includes('chosen text')));
  const chosen = await told();

  const click = async (
    member: string,
    message: { readonly id: string; readonly actions: readonly { id: string; label: string }[] },
    label: string,
  ) => {
    const actionId = message.actions.find((action) => action.label === label)?.id;
    const body = { member, messageId: message.id, actionId };
    return (await call(rig, 'POST', '/api/actions', body)).answer;
  };
  const critique = (await read()).find(({ persona }) => persona !== undefined);
  if (critique === undefined) throw new Error('there is no critique');
  const thanked = (await click('tomek', critique, '👎')).note.markdown;
  const said = { channel: 'announcements', member: 'tomek', text: 'vote' };
  const asked = (await call(rig, 'POST', '/api/commands', said)).answer.note;
  await click('tomek', asked, 'Everybody in the thread');
  const vote = async () => {
    const post = (await read()).findLast(
      ({ markdown, persona, privateTo }) =>
        persona === undefined && privateTo === undefined && /vote/i.test(markdown),
    );
    if (post === undefined) throw new Error('there is no vote');
    return post;
  };
  const asTold = ({ markdown, actions }: Awaited<ReturnType<typeof vote>>) => ({
    by: 'Bluepencil',
    text: markdown,
    buttons: actions.map(({ label }) => label),
  });
  const open = await vote();
  await click('tomek', open, refinedButton(open.markdown));
  await click('ines', open, 'Close the vote');
  const voteClosed = asTold(await vote());
  const played = {
    ...{ reviewed, chosen, marks: await marks(), thanked },
    ...{ voteOpen: asTold(open), voteClosed },
  };
  await rig.close();
  return played;
};
