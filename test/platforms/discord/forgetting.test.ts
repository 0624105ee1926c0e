import { describe, expect, it } from 'vitest';
import { DRAFT, type Newsroom, openNewsroom, resultIn } from './newsroom.ts';

/** Waits until nobody works on a review any more. */
async function quiet({ service }: Newsroom): Promise<void> {
  for (;;) {
    const { waiting, active } = await service.queue.stats();
    if (waiting + active === 0) return;
    await new Promise((go) => setTimeout(go, 10));
  }
}

const shows = (messages: readonly { readonly text: string }[] | undefined) =>
  (messages ?? []).map(({ text }) => text).join('\n');

describe('forgetting on Discord', () => {
  it('takes the words of a command from the head of their private review, and reviews there anew', async () => {
    const room = await openNewsroom();
    const { discord, bo, general, service } = room;
    const long = `${DRAFT} ${'Nothing to fix in this one. '.repeat(196)} The end is ENDMARK`;
    const direct = () => shows(discord.place(bo.direct().id)?.messages());
    await bo.command(general, 'refine', { text: long }).said('with the editors');
    await resultIn(room, bo.direct().id);
    await quiet(room);
    expect(direct()).toContain('ENDMARK');

    const gone = await service.forgetting.forget({ workspace: room.server.id }, { posts: true });

    expect(gone).toMatchObject({ reviews: 1, left: 0 });
    expect(direct()).toBe('');

    await bo.command(general, 'refine', { text: DRAFT }).said('with the editors');
    await resultIn(room, bo.direct().id);
    expect(direct()).toContain('very very');
  });

  it('takes the words of a public command from the channel, and leaves what people wrote', async () => {
    const room = await openNewsroom({
      settingsOf: ({ server }) => [{ workspace: server.id, values: { commandDelivery: 'thread' } }],
    });
    const { discord, ada, bo, general, service } = room;
    const own = ada.post(general, `Words of a person. ${DRAFT}`);
    bo.react(own, '✏️');
    await resultIn(room, own.id);
    await bo.command(general, 'refine', { text: `${DRAFT} PUBLICMARK` }).said('PUBLICMARK');
    await discord.until(
      () => shows(discord.place(general.id)?.messages()).includes('PUBLICMARK'),
      'a head',
    );
    await quiet(room);

    const gone = await service.forgetting.forget({ workspace: room.server.id }, { posts: true });

    expect(gone).toMatchObject({ reviews: 2, left: 0 });
    expect(shows(discord.place(general.id)?.messages())).not.toContain('PUBLICMARK');
    expect(shows(discord.place(general.id)?.messages())).toContain('Words of a person');
  });

  /** A review of Ada's words in the thread under them. */
  async function reviewed() {
    const room = await openNewsroom();
    const own = room.ada.post(room.general, DRAFT);
    room.bo.react(own, '✏️');
    await resultIn(room, own.id);
    await quiet(room);
    const forget = (posts: boolean) =>
      room.service.forgetting.forget({ workspace: room.server.id }, { posts });
    const nameOf = () => room.discord.place(own.id)?.name;
    return { ...room, forget, nameOf, thread: own.id };
  }

  it('takes the words out of the name of the thread with the posts, archived or not', async () => {
    for (const isArchived of [false, true]) {
      const { discord, forget, nameOf, thread } = await reviewed();
      expect(nameOf()).toMatch(/^Review: We moved/);
      if (isArchived) discord.place(thread)?.archive();

      expect(await forget(true)).toMatchObject({ left: 0 });

      expect(nameOf()).toBe('Review');
    }
  });

  it('leaves the name with the posts, and the name that people gave', async () => {
    const { discord, forget, nameOf, thread } = await reviewed();
    await forget(false);
    expect(nameOf()).toMatch(/^Review: We moved/);

    const other = await reviewed();
    other.discord.place(other.thread)?.rename('The lift');
    expect(await other.forget(true)).toMatchObject({ left: 0 });
    expect(other.nameOf()).toBe('The lift');
    expect(discord.place(thread)).toBeDefined();
  });

  it('counts a name that may not be changed', async () => {
    const { discord, forget, nameOf, thread, service, server } = await reviewed();
    const { posts } = await service.forgetting.preview({ workspace: server.id });
    discord.place(thread)?.lock();

    expect(await forget(true)).toMatchObject({ posts: 0, left: posts + 1 });

    expect(nameOf()).toMatch(/^Review: We moved/);
  });
});
