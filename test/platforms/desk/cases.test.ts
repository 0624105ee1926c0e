import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Critic } from '../../../src/loop/critic.ts';
import { BUILT_IN_SETTINGS } from '../../../src/settings/settings.ts';
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

  describe('RC-095', () => {
    const limited = (budget: Partial<typeof BUILT_IN_SETTINGS.budget>, critic: Critic) =>
      openRig({
        critic,
        settings: { rounds: 2, budget: { ...BUILT_IN_SETTINGS.budget, ...budget } },
      });
    const ask = async (desk: Rig, text: string) => {
      const body = { author: 'ines', text };
      const { answer } = await call(desk, 'POST', '/api/channels/hiring/messages', body);
      const asked = await call(desk, 'POST', `/api/messages/${answer.id}/review`, {
        member: 'tomek',
      });
      return { ...asked.answer, id: answer.id };
    };

    it('answers the fourth wish where three a day are allowed with a private note, and asks nobody', async () => {
      let calls = 0;
      const panel = panelCritic({});
      const desk = await limited(
        { reviewsPerMember: 3 },
        {
          critique: (...asked) => {
            calls += 1;
            return panel.critique(...asked);
          },
        },
      );
      for (const text of ['One lift.', 'Two lifts.', 'Three lifts.']) {
        await finishedRun(desk, (await ask(desk, text)).runId);
      }
      const before = calls;
      const refused = await ask(desk, 'Four lifts.');

      expect(refused.outcome).not.toBe('accepted');
      expect(refused.note.markdown).toContain('You have asked for 3 reviews today');
      const { answer: seen } = await call(desk, 'GET', `/api/threads/${refused.id}?member=noor`);
      expect(seen.messages).toHaveLength(1);
      expect(calls).toBe(before);
      await desk.close();
    });

    it('gives the best draft so far when a run has used its tokens, and says why it stopped', async () => {
      const first = panelCritic({ 'line-editor': [['very very', 'very']] });
      const later = panelCritic({ 'line-editor': [['story', 'tale']] });
      const desk = await limited(
        { tokensPerRun: 1_000 },
        {
          critique: (persona, revision, ...rest) =>
            (revision.number === 1 ? first : later).critique(persona, revision, ...rest),
        },
      );
      const { id, runId } = await ask(desk, DRAFT);
      const run = await finishedRun(desk, runId);

      expect(run).toMatchObject({ stopReason: 'budget', best: { number: 2 } });
      expect(run.best?.text).toBe('This is a very long story about the lift.');
      const { answer: thread } = await call(desk, 'GET', `/api/threads/${id}`);
      expect(thread.messages.at(-1)?.markdown).toContain(run.best?.text);
      await desk.close();
    });
  });
});

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}
