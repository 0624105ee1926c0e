import type { Screen, ViewPart } from '../../../src/settings/screens.ts';
import { LEAD_CRITIC, listenTo, type OpenLead, rowsOf } from '../lead-script.ts';
import { call, openRig } from './rig.ts';

const CHANNEL = 'announcements';
const MEMBER = 'ines';

export const openLead: OpenLead = async () => {
  const rig = await openRig({ critic: LEAD_CRITIC });
  const given = listenTo(rig.deps);
  let screen: Screen | null = null;
  const http = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${rig.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  };
  const show = async (address: string) => {
    const query = new URLSearchParams({ member: MEMBER, channel: CHANNEL, address });
    screen = ((await http('GET', `/api/screens?${query}`)) as { screen: Screen }).screen;
  };
  const submit = async (address: string, values: object) => {
    const body = { member: MEMBER, channel: CHANNEL, address, values };
    screen = ((await http('POST', '/api/screens', body)) as { screen: Screen }).screen;
  };
  const parts = (): readonly Pick<ViewPart, 'markdown' | 'buttons' | 'menu'>[] =>
    screen?.type === 'view' ? screen.parts : screen?.type === 'note' ? [screen] : [];
  const read = () =>
    screen?.type === 'form'
      ? screen.problems.map(({ message }) => message).join('\n')
      : parts()
          .map(({ markdown }) => markdown)
          .join('\n');

  return {
    given,
    read,
    async open(word) {
      const told = (await http('POST', '/api/commands', {
        channel: CHANNEL,
        member: MEMBER,
        command: '/refine',
        text: word,
      })) as { page: string };
      await show(told.page.replace(/^\/s\//, '').replace(/\?.*/, ''));
    },
    async follow(label) {
      const ways = parts().flatMap(({ buttons, menu }) => [
        ...buttons,
        ...(menu?.options ?? []).map((option) => ({ ...option, does: 'show' as const })),
      ]);
      const way = ways.find((each) => each.label === label || each.label.endsWith(` ${label}`));
      if (way === undefined) throw new Error(`there is no way called ${label} in: ${read()}`);
      if (way.does === 'show') await show(way.address);
      else await submit(way.address, {});
    },
    async fill(values) {
      if (screen?.type !== 'form') throw new Error(`there is no form but: ${read()}`);
      const fields = screen.steps.flatMap((step) => step.fields);
      for (const name of Object.keys(values)) {
        if (!fields.some((field) => field.name === name)) throw new Error(`no field ${name}`);
      }
      // The page sends everything that stands in it.
      const all = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
      await submit(screen.address, { ...all, ...values });
      return read();
    },
    async review(draft, emoji) {
      const { answer: posted } = await call(rig, 'POST', `/api/channels/${CHANNEL}/messages`, {
        author: MEMBER,
        text: draft,
      });
      await call(rig, 'POST', `/api/messages/${posted.id}/reactions`, {
        member: MEMBER,
        emoji,
      });
      for (;;) {
        const { answer } = await call(rig, 'GET', `/api/threads/${posted.id}`);
        const { answer: notes } = await call(rig, 'GET', `/api/notes?member=${MEMBER}`);
        const refusal = JSON.stringify(notes);
        if (refusal.includes('limit')) return refusal;
        const marks = answer.messages[0]?.reactions.map((each) => each.emoji) ?? [];
        if (marks.includes('white_check_mark')) {
          return answer.messages
            .slice(1)
            .map(({ persona, markdown }) => `${persona?.name ?? ''}: ${markdown}`)
            .join('\n');
        }
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    rows: () => rowsOf(rig.database, 'local', CHANNEL),
    close: () => rig.close(),
  };
};
