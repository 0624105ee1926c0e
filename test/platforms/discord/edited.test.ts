import { expect, it } from 'vitest';
import type { Critic } from '../../../src/loop/critic.ts';
import { panelCritic } from '../../review/room.ts';
import { DRAFT, openNewsroom, resultIn } from './newsroom.ts';
import { FINDINGS } from './service.ts';

/** Reviews a message on Discord while something happens to it. */
async function reviewWhile(happens: (room: Awaited<ReturnType<typeof openNewsroom>>) => void) {
  const scene: { act: (() => void) | null } = { act: null };
  const panel = panelCritic(FINDINGS);
  const critic: Critic = {
    critique: async (...asked) => {
      const { act } = scene;
      scene.act = null;
      act?.();
      return panel.critique(...asked);
    },
  };
  const room = await openNewsroom({ critic });
  const draft = room.ada.post(room.general, DRAFT);
  scene.act = () => happens(room);
  room.ada.react(draft, '✏️');
  // The last post stands before the mark does, whatever is added to it.
  const isDone = () => '✅' in (room.general.messages()[0]?.reactions ?? {});
  await room.discord.until(isDone, 'the end');
  return (await resultIn(room, draft.id)).text;
}

it('a message that is really edited meanwhile is told of in the last post', async () => {
  const text = await reviewWhile(({ ada, general }) => {
    const [draft] = general.messages();
    if (draft !== undefined) ada.edit(draft, `${DRAFT} Sorry.`);
  });
  expect(text).toContain('was edited while we read');
});

it('a link whose preview comes meanwhile is no edit', async () => {
  const text = await reviewWhile(({ ada, general }) => {
    const [draft] = general.messages();
    if (draft !== undefined) ada.unfurl(draft, { title: 'A preview', type: 'link' });
  });
  expect(text).not.toContain('was edited');
});
