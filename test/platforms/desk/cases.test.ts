import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { panelCritic } from '../../review/room.ts';
import { call, finishedRun, openRig, type Rig } from './rig.ts';

const DRAFT = 'This is a very very long story about the lift.';

describe('what went wrong elsewhere', () => {
  let rig: Rig;
  let isHeld = false;
  beforeAll(async () => {
    const panel = panelCritic({ 'line-editor': [['very very', 'very']] });
    rig = await openRig({
      critic: {
        critique: async (...asked) => {
          while (isHeld) await pause();
          return panel.critique(...asked);
        },
      },
    });
  });
  afterAll(() => rig.close());

  const say = async (text: string) => {
    const body = { author: 'ines', text };
    return (await call(rig, 'POST', '/api/channels/hiring/messages', body)).answer.id;
  };
  const react = (method: string, id: string) =>
    call(rig, method, `/api/messages/${id}/reactions`, { member: 'tomek', emoji: 'pencil2' });

  it('RC-005: makes one review of an emoji put on, off and on, and another once the text changed', async () => {
    const id = await say(DRAFT);
    isHeld = true;
    const first = await react('POST', id);
    await react('DELETE', id);
    const during = await react('POST', id);
    isHeld = false;
    expect(first.answer.outcome).toBe('accepted');
    expect(during.answer.note.markdown).toContain('Already under review');
    const run = await finishedRun(rig, first.answer.runId);
    const posts = async () =>
      (await call(rig, 'GET', `/api/threads/${id}`)).answer.messages.filter(
        ({ kind }) => kind === 'post',
      ).length;
    const before = await posts();

    await react('DELETE', id);
    await react('POST', id);
    const notes = async () =>
      (await call(rig, 'GET', '/api/notes?member=tomek')).answer.notes.flatMap(({ actions }) =>
        actions.map(({ label }) => label),
      );
    while (!(await notes()).includes('Run again')) await pause();
    expect(await posts()).toBe(before);

    await call(rig, 'PATCH', `/api/messages/${id}`, { member: 'ines', text: `${DRAFT} Sorry.` });
    await react('DELETE', id);
    const edited = await react('POST', id);
    const second = await finishedRun(rig, edited.answer.runId);
    expect(second.id).not.toBe(run.id);
    expect(second.best?.text).toBe('This is a very long story about the lift. Sorry.');
  });

  it('RC-012: opens the form on a bare command and says in the help what works in threads', async () => {
    const command = async (text: string) =>
      (await call(rig, 'POST', '/api/commands', { channel: 'hiring', member: 'lars', text }))
        .answer;

    expect((await command('')).outcome).toBe('form');
    expect((await command('help')).note.markdown).toMatch(/thread.*@Bluepencil/);
  });

  it('RC-066: tells a failure to the requester alone', async () => {
    const failing = await openRig({
      critic: {
        critique: async () => {
          throw new Error('the provider answered 500');
        },
      },
    });
    const { answer: said } = await call(failing, 'POST', '/api/channels/hiring/messages', {
      author: 'ines',
      text: DRAFT,
    });
    const asked = await call(failing, 'POST', `/api/messages/${said.id}/review`, {
      member: 'tomek',
    });
    expect(asked.answer.outcome).toBe('accepted');
    const told = async () => (await call(failing, 'GET', '/api/notes?member=tomek')).answer.notes;
    while ((await told()).length === 0) await pause();
    const open = async () =>
      (await call(failing, 'GET', `/api/threads/${said.id}?member=noor`)).answer.messages;
    while (!(await open())[0].reactions.some(({ emoji }) => emoji === 'warning')) await pause();

    expect(await open()).toHaveLength(1);
    expect(await told()).toHaveLength(1);
    expect((await told())[0]?.markdown).not.toContain('500');
    expect((await told())[0]?.markdown).toMatch(/ref \w+/);
    await failing.close();
  });
});

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}
