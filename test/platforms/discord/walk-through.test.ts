import { describe, expect, it } from 'vitest';
import { DRAFT, openNewsroom, REFINED, resultIn } from './newsroom.ts';

describe('a review inside a server', () => {
  it('goes from a trigger emoji to a refined draft in the thread', async () => {
    const room = await openNewsroom();
    const { discord, general, ada, bo, service } = room;
    const draft = ada.post(general, DRAFT);

    bo.react(draft, '✏️');

    const result = await resultIn(room, draft.id);
    const marks = () => Object.keys(general.messages()[0]?.reactions ?? {}).join();
    await discord.until(() => marks() === '✏️,✅', 'the mark');
    const thread = discord.place(draft.id);
    const posts = thread?.messages() ?? [];
    expect(posts.map(({ author }) => author)).toEqual([
      expect.stringContaining('Senior editor · AI'),
      expect.stringContaining('Line editor · AI'),
      'Bluepencil',
    ]);
    expect(result.text).toContain(REFINED);
    for (const { hasPreviews, pings } of posts) {
      expect(hasPreviews).toBe(false);
      expect(pings).toEqual({ everyone: false, roles: [], users: [] });
    }
    const shown = await bo.click(result, 'Show changes').said('struck out');
    expect(shown.privateTo).toBe(bo.id);
    await ada.click(result, 'Use this').answered();
    await discord.until(() => thread?.messages().at(-1)?.text.includes('the chosen text'), 'it');
    expect(service.errors).toEqual([]);
  });

  it('answers a command privately, in direct messages', async () => {
    const room = await openNewsroom();
    const { discord, general, bo } = room;

    const asked = bo.command(general, 'refine', { text: DRAFT });

    const pointer = await asked.said('Your draft is with the editors');
    expect(pointer.privateTo).toBe(bo.id);
    const direct = bo.direct().id;
    const result = await resultIn(room, direct);
    const posts = discord.place(direct)?.messages() ?? [];
    expect(posts[0]?.text).toContain('A review only for you, asked for in [the channel](');
    expect(posts[0]?.text).toContain(DRAFT);
    expect(posts[1]?.text).toContain('Senior editor · AI');
    expect(pointer.text).toContain(`/${direct}/${posts[0]?.id}`);
    expect(result.text).toContain(REFINED);
    expect(general.messages()).toEqual([]);
    const preview = await bo.click(result, 'Share in channel').said('what the others will see');
    expect(general.messages()).toEqual([]);
    await bo.click(preview, 'Share it').said('Shared');
    expect(general.messages().map(({ text }) => text)).toEqual([expect.stringContaining(REFINED)]);
  });

  it('shows the result on a click where direct messages are closed', async () => {
    const { general, server, service } = await openNewsroom();
    const cleo = server.member('cleo', { isClosed: true });

    const asked = cleo.command(general, 'refine', { text: DRAFT });

    const waiting = await asked.said('waits behind this button');
    expect(waiting.buttons.map(({ label }) => label)).toEqual(['Show result']);
    const ready = await asked.said('Your review is ready');
    const shown = await cleo.click(ready, 'Show result').said(REFINED);
    expect(shown.text).toContain('Senior editor');
    expect(shown.privateTo).toBe(cleo.id);
    expect(service.errors).toEqual([]);
  });

  it('reviews a command’s words in the channel when asked to', async () => {
    const room = await openNewsroom();
    const { discord, general, bo } = room;

    bo.command(general, 'refine', { text: DRAFT, private: false });

    const head = await discord.until(
      () => general.messages().find(({ text }) => text.includes(DRAFT)),
      'the head',
    );
    const result = await resultIn(room, head.id);
    expect(head.text).toContain('A draft by bo');
    expect(result.text).toContain(REFINED);
  });

  it('opens the form for a bare command and reviews its paragraphs', async () => {
    const room = await openNewsroom();
    const { general, bo } = room;
    const form = await bo.command(general, 'refine').answered();
    expect(form.form()?.title).toBe('Have a text reviewed');
    const text = `${DRAFT}\n\nSecond paragraph.\n\nThird: C:\\new\\notes.`;

    const sent = bo.submit(form, { text, who: ['private'] });

    await sent.said('Your draft is with the editors');
    const result = await resultIn(room, bo.direct().id);
    expect(result.text).toContain('Second paragraph.\n\nThird: C:\\new\\notes.');
  });

  it('suggests presets and editors while they are typed', async () => {
    const { general, bo, discord } = await openNewsroom();

    const asked = bo.suggest(general, 'refine', { persona: 'li' }, 'persona');

    const choices = await discord.until(() => asked.choices(), 'suggestions');
    expect(choices[0]).toEqual({ name: 'Line editor', value: 'line-editor' });
  });

  it('reviews a message from its menu', async () => {
    const room = await openNewsroom();
    const { general, ada, bo } = room;
    const draft = ada.post(general, DRAFT);

    const asked = bo.menu(draft, 'Review this message');

    expect((await asked.said('The editors are reading')).text).toContain(draft.id);
    expect((await resultIn(room, draft.id)).text).toContain(REFINED);
  });

  it('says how things stand, with every right that is missing', async () => {
    const { server, bo } = await openNewsroom();
    const quiet = server.channel('quiet', { botMayNot: ['addReactions', 'manageWebhooks'] });

    const status = await bo.command(quiet, 'refine-admin status').said('Bluepencil');

    expect(status.text).toContain('**Add Reactions** is missing');
    expect(status.text).toContain('**Manage Webhooks** is missing');
    expect(status.text).not.toContain('**Send Messages** is missing');
    expect(status.privateTo).toBe(bo.id);
  });

  it('asks once for two triggers on one message and tells the second', async () => {
    const room = await openNewsroom();
    const { discord, general, ada, bo } = room;
    const draft = ada.post(general, DRAFT);

    bo.react(draft, '✏️');
    const asked = ada.menu(draft, 'Review this message');
    await asked.said(/Already under review|has not changed|editors are reading/);

    await resultIn(room, draft.id);
    const closings = discord
      .place(draft.id)
      ?.messages()
      .filter(({ text }) => text.includes(' · stopped: '));
    expect(closings).toHaveLength(1);
  });

  it('hears a mention, and the words in it are the draft', async () => {
    const room = await openNewsroom();
    const { discord, general, bo } = room;
    const said = bo.post(general, `<@${discord.bot.id}> ${DRAFT}`);

    expect((await resultIn(room, said.id)).text).toContain(REFINED);
  });

  it('reviews what is written to it directly', async () => {
    const room = await openNewsroom();
    const { bo } = room;
    bo.post(bo.direct(), DRAFT);

    expect((await resultIn(room, bo.direct().id)).text).toContain(REFINED);
  });
});
