/* Every kind of place on Discord, and the answer that stands there. */
import { describe, expect, it } from 'vitest';
import { DRAFT, openNewsroom, REFINED, resultIn } from './newsroom.ts';

describe('a review in every kind of place', () => {
  it('stands in the forum post itself, also in one that is a moment late', async () => {
    const room = await openNewsroom();
    const { discord, server, ada, bo } = room;
    const forum = server.channel('ideas', { kind: 'forum' });
    const post = ada.publish(forum, 'A title', DRAFT);
    if (post.first === null) throw new Error('no first message');
    const early = { status: 403, code: 40_058 };
    discord.trouble({ method: 'POST', path: /\/webhooks\/\d+\/[^/]+$/, how: early, times: 2 });

    bo.react(post.first, '✏️');

    const result = await resultIn(room, post.id);
    expect(result.text).toContain(REFINED);
    expect(discord.place(post.id)?.messages()[1]?.isWebhook).toBe(true);
  });

  it('opens a thread in an announcement channel', async () => {
    const room = await openNewsroom();
    const { server, ada, bo } = room;
    const news = server.channel('news', { kind: 'announcement' });
    const draft = ada.post(news, DRAFT);

    bo.react(draft, '✏️');

    expect((await resultIn(room, draft.id)).text).toContain(REFINED);
  });

  it('answers with a reply where no thread can be: the text of a voice channel', async () => {
    const room = await openNewsroom();
    const { server, ada, bo } = room;
    const voice = server.channel('talk', { kind: 'voice' });
    const draft = ada.post(voice, DRAFT);

    bo.react(draft, '✏️');

    const result = await resultIn(room, voice.id);
    expect(result).toMatchObject({ answersTo: draft.id });
  });

  it('stays inside a private thread it was added to', async () => {
    const room = await openNewsroom();
    const { discord, general, ada, bo } = room;
    const thread = ada.startPrivateThread(general, 'Quiet', [bo, { id: discord.bot.id }]);
    const draft = ada.post(thread.id, DRAFT);

    bo.react(draft, '✏️');

    expect((await resultIn(room, thread.id)).text).toContain(REFINED);
  });

  it('is for its member alone where they bring the app along themselves', async () => {
    const room = await openNewsroom();
    const elsewhere = room.discord.server('Elsewhere', { permissions: null });
    const lounge = elsewhere.channel('lounge');
    const cleo = elsewhere.member('cleo', { hasInstalled: true, isClosed: true });

    const asked = cleo.command(lounge, 'refine', { text: DRAFT, private: false });

    const ready = await asked.said('Your review is ready');
    const shown = await cleo.click(ready, 'Show result').said(REFINED);
    expect(shown.privateTo).toBe(cleo.id);
    const posted = cleo.post(lounge, DRAFT);
    const menu = cleo.menu(posted, 'Review this message');
    await menu.said('Your review is ready');
    expect(lounge.messages().map(({ author }) => author)).toEqual(['cleo']);
    expect(room.service.errors).toEqual([]);
  });

  it('RC-016: keeps the line ends of an option, and signs that only look like them', async () => {
    const room = await openNewsroom();
    const { discord, general, bo } = room;
    const text = `First.\n\nSecond: C:\\new\\notes.\n\n${DRAFT}`;

    await bo.command(general, 'refine', { text }).said('with the editors');

    await resultIn(room, bo.direct().id);
    const [head] = discord.place(bo.direct().id)?.messages() ?? [];
    expect(head?.text).toContain(text);
  });

  it('keeps a note that reached nobody until its member asks how things stand', async () => {
    const room = await openNewsroom();
    const { discord, general, server, ada } = room;
    const cleo = server.member('cleo', { isClosed: true });
    const sticker = ada.post(general, '', { stickers: ['Wave'] });

    cleo.react(sticker, '✏️');

    await discord.until(() => general.messages()[0]?.reactions['⚠️'], 'the mark');
    const status = await cleo.command(general, 'refine-admin status').said('could not send you');
    expect(status.text).toContain('There is no text in this to review yet');
  });

  it('RC-065: says one thing for all in digest', async () => {
    const room = await openNewsroom({
      settingsOf: ({ server }) => [{ workspace: server.id, values: { delivery: 'digest' } }],
    });
    const { discord, general, ada, bo } = room;
    const draft = ada.post(general, DRAFT);

    bo.react(draft, '✏️');

    const result = await resultIn(room, draft.id);
    expect(discord.place(draft.id)?.messages()).toHaveLength(1);
    expect(result.text).toContain('Line editor');
    expect(general.messages()).toHaveLength(1);
  });
});
