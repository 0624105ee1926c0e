import { describe, expect, it } from 'vitest';
import { makeTempFolder } from '../../store/temp-folder.ts';
import { call, finishedRun, openRig } from './rig.ts';

describe('the desk with the whole application behind it', () => {
  it('reviews a message in its thread and shows the run', async () => {
    const rig = await openRig();
    const text = 'This is a very very long story about the lift.';
    const { answer } = await call(rig, 'POST', '/api/channels/announcements/messages', {
      author: 'ines',
      text,
    });
    const asked = await call(rig, 'POST', `/api/messages/${answer.id}/review`, { member: 'tomek' });
    const run = await finishedRun(rig, asked.answer.runId);

    expect(run).toMatchObject({ status: 'finished', rounds: 1, best: { number: 2 } });
    expect(run.best?.text).toBe('This is a very long story about the lift.');
    expect(run.critiques.length).toBeGreaterThan(0);
    expect(run.comments[0]).toMatchObject({ severity: 'major' });
    const isDone = async () => {
      const { answer: thread } = await call(rig, 'GET', `/api/threads/${answer.id}`);
      return thread.messages[0].reactions.some(({ emoji }) => emoji === 'white_check_mark');
    };
    while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 20));
    const { answer: thread } = await call(rig, 'GET', `/api/threads/${answer.id}`);
    expect(thread.messages[0].reactions).toEqual([
      { emoji: 'white_check_mark', members: ['bluepencil'] },
    ]);
    expect(thread.messages.map(({ persona }) => persona?.name)).toContain('Line editor');
    const last = thread.messages.at(-1);
    const changes = last?.actions.find(({ label }) => label === 'Show changes');
    const shown = await call(rig, 'POST', '/api/actions', {
      member: 'ines',
      messageId: last?.id,
      actionId: changes?.id,
    });
    expect(shown.answer.html).toContain('<del>very </del>');
    const gone = await call(rig, 'POST', '/api/actions', {
      member: 'ines',
      messageId: last?.id,
      actionId: 'stop|run|000000',
    });
    expect(gone.status).toBe(404);
    expect(rig.errors).toEqual([]);
    await rig.close();
  });

  it('shows the progress of a draft given with a command, also over a restart', async () => {
    const folder = makeTempFolder();
    const file = folder.file('desk.db');
    let isHeld = true;
    const critic = {
      critique: async (
        _persona: unknown,
        _revision: unknown,
        _view: unknown,
        signal: AbortSignal,
      ) => {
        while (isHeld) {
          signal.throwIfAborted();
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
        return {
          verdict: 'accept' as const,
          comments: [],
          usage: {
            calls: 1,
            retries: 0,
            inputTokens: 1,
            cachedTokens: 0,
            outputTokens: 1,
            cost: 0,
          },
        };
      },
    };
    const first = await openRig({ file, critic });
    const wish = { channel: 'announcements', member: 'ines', text: 'The lift is out of order.' };
    const { answer } = await call(first, 'POST', '/api/commands', wish);
    const reactions = async (rig: { url: string }) =>
      (await call(rig, 'GET', `/api/threads/${answer.threadId}`)).answer.messages[0].reactions;
    expect(await reactions(first)).toMatchObject([{ emoji: 'eyes' }]);
    await first.close();

    isHeld = false;
    const second = await openRig({ file, critic });
    while ((await reactions(second))[0]?.emoji !== 'white_check_mark') {
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    const { answer: thread } = await call(second, 'GET', `/api/threads/${answer.threadId}`);
    expect(thread.messages.filter(({ kind }) => kind === 'post')).toHaveLength(1);
    await second.close();
    folder.remove();
  });
});
