import { expect, it } from 'vitest';
import { call, finishedRun, openRig } from './rig.ts';

const DRAFT = 'This is a very very long story about the lift.';

it('replaces the author’s message as an edit of theirs, which nobody reviews and they can take back', async () => {
  const rig = await openRig();
  try {
    const said = { author: 'ines', text: DRAFT };
    const posted = (await call(rig, 'POST', '/api/channels/announcements/messages', said)).answer;
    const asked = (
      await call(rig, 'POST', `/api/messages/${posted.id}/review`, {
        member: 'ines',
        scope: 'message',
      })
    ).answer;
    await finishedRun(rig, asked.runId);
    const thread = async () =>
      (await call(rig, 'GET', `/api/threads/${posted.id}`)).answer.messages;
    const press = async (label: string) => {
      const { notes } = (await call(rig, 'GET', '/api/notes?member=ines')).answer;
      const message = [...(await thread()), ...notes].findLast(({ actions }) =>
        actions.some((action) => action.label === label),
      );
      const actionId = message?.actions.find((action) => action.label === label)?.id;
      await call(rig, 'POST', '/api/actions', { member: 'ines', messageId: message?.id, actionId });
    };
    await press('Use this');
    await press('Replace my message');
    const before = (await thread()).length;
    await press('Replace it');

    const [head, ...rest] = await thread();
    expect(head.markdown).toBe('This is a very long story about the lift.');
    expect(head.editedAt).toBeDefined();
    expect(JSON.stringify(rest)).not.toContain('edited while we read');
    expect(rest.filter(({ kind }) => kind === 'post').length).toBeLessThan(before);
    expect(await rig.isQuiet()).toBe(true);
    const back = { text: DRAFT, member: 'ines' };
    await call(rig, 'PATCH', `/api/messages/${posted.id}`, back);
    expect((await thread())[0].markdown).toBe(DRAFT);
    expect(rig.errors).toEqual([]);
  } finally {
    await rig.close();
  }
});
