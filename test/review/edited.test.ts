import { describe, expect, it } from 'vitest';
import type { Critic } from '../../src/loop/critic.ts';
import type { Source } from '../../src/review/source.ts';
import { buttonsOf, createFakePlatform, member, textOf } from './fake-platform.ts';
import { openRoom, panelCritic } from './room.ts';

const DRAFT = 'This is a very very long story about the lift.';

/** Reviews a message while something happens to it. */
async function reviewWhile(
  happens: (scene: {
    readonly platform: ReturnType<typeof createFakePlatform>;
    readonly message: ReturnType<ReturnType<typeof createFakePlatform>['write']>;
  }) => void,
  wrap: (source: Source) => Source = (source) => source,
) {
  const platform = createFakePlatform();
  const message = platform.write(DRAFT);
  const panel = panelCritic({ 'line-editor': [['very very', 'very']] });
  const critic: Critic = {
    critique: async (...asked) => {
      happens({ platform, message });
      return panel.critique(...asked);
    },
  };
  const room = await openRoom({
    platform: { ...platform, source: wrap(platform.source) },
    critic,
  });
  await room.review(message, { personas: ['line-editor'] });
  await room.workAll();
  const last = platform.posts.at(-1)?.message;
  if (last === undefined) throw new Error('nothing was posted');
  return { platform, room, message, last };
}

describe('a message that is edited while it is reviewed', () => {
  it('is told of in one line of the last post, which offers a review of what it says now', async () => {
    const { last, room, platform } = await reviewWhile(({ platform: on, message }) =>
      on.edit(message, `${DRAFT} Sorry for that.`),
    );
    expect(textOf(last)).toContain('was edited while we read');
    expect(textOf(last).trim()).toMatch(/stopped: [^\n]+$/);
    const again = buttonsOf(last).find(({ label }) => label === 'Review the edited text');
    const before = platform.posts.length;
    await room.click('again', again?.action.runId ?? '');
    await room.workAll();
    expect(textOf(platform.posts.at(-1)?.message ?? last)).toContain('Sorry for that.');
    expect(platform.posts.length).toBeGreaterThan(before);
  });

  it('says nothing of a message that stayed as it is', async () => {
    const { last } = await reviewWhile(() => undefined);
    expect(textOf(last)).not.toContain('was edited');
  });

  it('keeps saying so after people decided', async () => {
    const { platform, room, message } = await reviewWhile(({ platform: on, message: at }) =>
      on.edit(at, `${DRAFT} Sorry.`),
    );
    const use = platform.posts.at(-1);
    await room.click('use', use?.slot.runId ?? '', undefined, member('ada'));
    platform.edit(message, DRAFT);
    expect(textOf(platform.posts.at(-1)?.message ?? { parts: [], identity: null })).toContain(
      'was edited while we read',
    );
  });

  it('harms no review when it cannot be looked at', async () => {
    let reads = 0;
    const { last, room } = await reviewWhile(
      () => undefined,
      (source) => ({
        read: async (...asked) => {
          reads += 1;
          if (reads > 1) throw new Error('no reading today');
          return source.read(...asked);
        },
      }),
    );
    expect(textOf(last)).toContain('stopped:');
    expect(room.errors.map(String)).toEqual(['Error: no reading today']);
  });
});
