import { readMemberRef } from '../../../src/platforms/desk/places.ts';
import type { OpenTeam, TeamPost, Who } from '../team-script.ts';
import { call, openRig, type Told } from './rig.ts';

const MEMBERS: Readonly<Record<Who, string>> = { ines: 'ines', tomek: 'tomek', bo: 'noor' };

export const openTeam: OpenTeam = async (editors) => {
  const rig = await openRig(editors);
  let drafted = '';
  const seen = ({ id, author, persona, markdown, actions }: Told['messages'][0]): TeamPost => ({
    id,
    by:
      persona === undefined
        ? author.replace('bluepencil', 'Bluepencil')
        : `${persona.name} · ${persona.label}`,
    text: markdown,
    buttons: actions.map(({ label }) => label),
  });
  const read = async (id: string) =>
    (await call(rig, 'GET', `/api/threads/${id}`)).answer.messages.filter(
      ({ kind }) => kind !== 'note',
    );
  const rest = async (id: string) => (await read(id)).slice(1).map(seen);
  const actionIn = async (id: string, label: string, who: Who) => {
    const notes = (await call(rig, 'GET', `/api/notes?member=${MEMBERS[who]}`)).answer.notes;
    const message = [...(await read(drafted)), ...notes].find((each) => each.id === id);
    return message?.actions.find((action) => action.label === label)?.id;
  };

  return {
    database: rig.database,
    errors: rig.errors,
    mentionOfBo: '<@noor|Bo>',
    nameOf: (member) => {
      const id = readMemberRef(member);
      return Object.entries(MEMBERS).find(([, each]) => each === id)?.[0] ?? String(id);
    },
    async draft(text) {
      const said = { author: 'ines', text };
      drafted = (await call(rig, 'POST', '/api/channels/announcements/messages', said)).answer.id;
    },
    async reply(by, text) {
      const said = { author: MEMBERS[by], text };
      const { id } = (await call(rig, 'POST', `/api/messages/${drafted}/replies`, said)).answer;
      return { id, by, text, buttons: [] };
    },
    async mention(by, words) {
      const said = { author: MEMBERS[by], text: `@Bluepencil ${words}` };
      await call(rig, 'POST', `/api/messages/${drafted}/replies`, said);
    },
    async react(by, emoji, to) {
      const reaction = { member: MEMBERS[by], emoji };
      await call(rig, 'POST', `/api/messages/${to?.id ?? drafted}/reactions`, reaction);
    },
    async privately(by, text) {
      const wish = { channel: 'announcements', member: MEMBERS[by], command: '/refine', text };
      const { threadId } = (await call(rig, 'POST', '/api/commands', wish)).answer;
      while (!(await rig.isQuiet())) await new Promise((go) => setTimeout(go, 20));
      return rest(threadId);
    },
    async press(by, post, label) {
      const actionId = await actionIn(post.id, label, by);
      const click = { member: MEMBERS[by], messageId: post.id, actionId };
      await call(rig, 'POST', '/api/actions', click);
    },
    thread: () => rest(drafted),
    async channel() {
      const { answer } = await call(rig, 'GET', '/api/channels/announcements/messages');
      return answer.messages
        .filter(({ kind, persona, author }) => kind === 'post' && !persona && author !== 'ines')
        .map(seen);
    },
    async notes(who) {
      const { answer } = await call(rig, 'GET', `/api/notes?member=${MEMBERS[who]}`);
      return answer.notes.map(seen);
    },
    isQuiet: rig.isQuiet,
    close: () => rig.close(),
  };
};
