import { describe, expect, it } from 'vitest';
import { DRAFT, openNewsroom, REFINED, resultIn } from './newsroom.ts';

const direct = (
  { discord }: Awaited<ReturnType<typeof openNewsroom>>,
  person: { direct(): { id: string } },
) => discord.place(person.direct().id)?.messages() ?? [];

describe('what people hit elsewhere', () => {
  it('RC-007, RC-008: starts nothing for its own marks and posts', async () => {
    const room = await openNewsroom();
    const { discord, general, ada, bo } = room;
    const draft = ada.post(general, DRAFT);
    bo.react(draft, '✏️');
    const result = await resultIn(room, draft.id);

    bo.react(result, '✏️');

    await discord.until(
      () => direct(room, bo).some(({ text }) => text.includes('my own posts')),
      'the hint',
    );
    expect(
      discord
        .place(draft.id)
        ?.messages()
        .filter(({ text }) => text.includes('stopped:')),
    ).toHaveLength(1);
  });

  it('RC-017: reads an option to its last word', async () => {
    const room = await openNewsroom();
    const text = `${'Nothing to fix in this one. '.repeat(196)}The end is ENDMARK`;

    await room.bo.command(room.general, 'refine', { text }).said('with the editors');

    const head = direct(room, room.bo)
      .map((post) => post.text)
      .join('');
    expect(text.length).toBeGreaterThan(5_500);
    expect(head).toContain('ENDMARK');
    await resultIn(room, room.bo.direct().id);
  });

  it('RC-028: says once, privately, that a sticker is no text', async () => {
    const room = await openNewsroom();
    const sticker = room.ada.post(room.general, '', { stickers: ['Wave'] });

    room.bo.react(sticker, '✏️');

    await room.discord.until(() => direct(room, room.bo).length > 0, 'the note');
    expect(direct(room, room.bo)[0]?.text).toMatch(
      /no text in this to review.*Not read: the sticker “Wave”/s,
    );
    expect(room.discord.place(sticker.id) === null).toBe(true);
  });

  it('RC-029: names the switch where contents are withheld, and the menu works without it', async () => {
    const room = await openNewsroom({ mayReadContent: false });
    const { discord, general, ada, bo, service } = room;
    const draft = ada.post(general, DRAFT);

    bo.react(draft, '✏️');

    await discord.until(() => direct(room, bo).length > 0, 'the note');
    expect(direct(room, bo)[0]?.text).toContain('**Message Content Intent**');
    expect(service.warnings.join()).toContain('Message Content Intent is off');
    expect(discord.place(draft.id) === null).toBe(true);

    bo.menu(draft, 'Review this message');
    const result = await resultIn(room, draft.id);
    expect(result.text).toContain(REFINED);
    // What a webhook says could not be found again here, so that the bot speaks itself.
    const [first] = discord.place(draft.id)?.messages() ?? [];
    expect(first).toMatchObject({ author: 'Bluepencil', isWebhook: false });
    expect(first?.text).toContain('Senior editor · AI');
  });

  it('RC-030: reviews a message from before the start, asked for by somebody never seen', async () => {
    const room = await openNewsroom();
    const { discord, general, server, ada } = room;
    const draft = ada.post(general, DRAFT);
    await room.service.close();
    const again = await room.restart();
    const late = server.member('late');

    late.react(draft, '✏️');

    expect((await resultIn(room, draft.id)).text).toContain(REFINED);
    expect(again.errors).toEqual([]);
    expect(discord.violations()).toEqual([]);
  });

  it('RC-031: a message that is gone harms nothing', async () => {
    const room = await openNewsroom();
    const { discord, general, ada, bo, service } = room;
    const gone = ada.post(general, DRAFT);
    discord.trouble({
      method: 'GET',
      path: new RegExp(`/messages/${gone.id}$`),
      how: { status: 404, code: 10008 },
      times: 1,
    });
    bo.react(gone, '✏️');
    const draft = ada.post(general, DRAFT);
    bo.react(draft, '✏️');

    await resultIn(room, draft.id);
    expect(discord.place(gone.id) === null).toBe(true);
    expect(service.errors).toEqual([]);
  });

  it('RC-005: taken off and on again is one review, and a note says so', async () => {
    const room = await openNewsroom();
    const { discord, general, ada, bo } = room;
    const draft = ada.post(general, DRAFT);
    bo.react(draft, '✏️');
    await resultIn(room, draft.id);
    await discord.until(() => general.messages()[0]?.reactions['✅'], 'the mark');

    bo.unreact(draft, '✏️');
    bo.react(draft, '✏️');

    const note = await discord.until(
      () => direct(room, bo).find(({ text }) => text.includes('has not changed')),
      'the note',
    );
    expect(note.buttons.map(({ label }) => label)).toEqual(['Run again']);
    expect(note.text).toContain(
      `https://discord.com/channels/${room.server.id}/${general.id}/${draft.id}`,
    );
  });

  it('RC-063: answers in the thread that is there, archived or not', async () => {
    const room = await openNewsroom();
    const { discord, general, ada, bo } = room;
    const draft = ada.post(general, DRAFT);
    const { id } = ada.startThread(draft, 'Talk');
    discord.place(id)?.archive();

    bo.react(draft, '✏️');

    expect((await resultIn(room, id)).text).toContain(REFINED);
    expect(room.service.errors).toEqual([]);
  });

  it('RC-063: brings the review privately where the thread is locked', async () => {
    const room = await openNewsroom();
    const { discord, general, ada, bo } = room;
    const draft = ada.post(general, DRAFT);
    const { id } = ada.startThread(draft, 'Talk');
    discord.place(id)?.lock();

    bo.react(draft, '✏️');

    const result = await resultIn(room, bo.direct().id);
    expect(result.text).toContain(REFINED);
    expect(direct(room, bo)[0]?.text).toContain('the thread is locked');
    expect(discord.place(id)?.messages()).toEqual([]);
  });

  it('RC-064: needs no right to write in the channel to answer in a thread', async () => {
    const room = await openNewsroom();
    const { server, ada, bo } = room;
    const quiet = server.channel('quiet', { botMayNot: ['sendMessages'] });
    const draft = ada.post(quiet, DRAFT);

    bo.react(draft, '✏️');

    expect((await resultIn(room, draft.id)).text).toContain(REFINED);
  });

  it('RC-064: names the right that is missing in threads, and brings the review privately', async () => {
    const room = await openNewsroom();
    const { server, ada, bo } = room;
    const quiet = server.channel('quiet', { botMayNot: ['sendMessagesInThreads'] });
    const draft = ada.post(quiet, DRAFT);

    bo.react(draft, '✏️');

    expect((await resultIn(room, bo.direct().id)).text).toContain(REFINED);
    expect(direct(room, bo)[0]?.text).toContain('“Send Messages in Threads”');
  });

  it('RC-064: answers with replies where no thread may be opened', async () => {
    const room = await openNewsroom();
    const { server, ada, bo } = room;
    const flat = server.channel('flat', { botMayNot: ['createPublicThreads'] });
    const draft = ada.post(flat, DRAFT);

    bo.react(draft, '✏️');

    const result = await resultIn(room, flat.id);
    expect(result.text).toContain(REFINED);
    expect(
      flat
        .messages()
        .slice(1)
        .some(({ answersTo }) => answersTo === draft.id),
    ).toBe(true);
  });

  it('RC-066: keeps refusals from everybody else', async () => {
    const room = await openNewsroom();
    const { discord, general, bo } = room;
    const asked = bo.command(general, 'refine', {
      text: DRAFT,
      preset: 'no such preset',
      private: false,
    });

    const note = await asked.said('There is no preset');

    expect(note.privateTo).toBe(bo.id);
    expect(general.messages()).toEqual([]);
    expect(discord.violations()).toEqual([]);
  });

  it.each(['a thread', 'an archived thread', 'a forum post'])(
    'RC-094: follows the channel above %s, whatever the trigger',
    async (kind) => {
      const personas = ['line-editor'];
      const triggerEmoji = { fox_face: { preset: null } };
      let forum = '';
      const room = await openNewsroom({
        settingsOf: ({ server, general }) => {
          forum ||= server.channel('ideas', { kind: 'forum' }).id;
          const values = { personas, triggerEmoji };
          const workspace = server.id;
          return [general.id, forum].map((channel) => ({ workspace, channel, values }));
        },
      });
      const { discord, general, ada, bo } = room;
      const place =
        kind === 'a forum post'
          ? ada.publish(forum, 'Talk', 'Talk below.').id
          : ada.startThread(ada.post(general, 'Talk below.'), 'Talk').id;
      const drafts = [0, 1].map((at) => ada.post(place, `${DRAFT} ${at}.`));
      if (kind === 'an archived thread') {
        // Archived before the start: no event tells of it any more.
        discord.place(place)?.archive();
        await room.service.close();
        await room.restart();
      }
      const closings = () =>
        (discord.place(place)?.messages() ?? []).filter(({ text }) => / · stopped: /.test(text));
      const speakers = () => (discord.place(place)?.messages() ?? []).map(({ author }) => author);
      const [first, second] = drafts;
      if (first === undefined || second === undefined) throw new Error('no drafts');

      bo.react(first, '🦊');
      await discord.until(() => closings().length === 1, 'the first review');
      bo.menu(second, 'Review this message');
      await discord.until(() => closings().length === 2, 'the second review');
      bo.command(place, 'refine', { text: `${DRAFT} 2.` });
      await resultIn(room, bo.direct().id);

      const direct = discord.place(bo.direct().id)?.messages() ?? [];
      const all = [...speakers(), ...direct.map(({ text }) => text)].join();
      expect(all).not.toContain('Senior editor');
      expect(all.match(/Line editor · AI/g)).toHaveLength(3);
    },
  );

  it('RC-097: knows the review a button belongs to, also after a restart', async () => {
    const room = await openNewsroom({ isKept: true });
    const { discord, general, ada, bo } = room;
    const draft = ada.post(general, DRAFT);
    bo.react(draft, '✏️');
    await resultIn(room, draft.id);
    await discord.until(() => general.messages()[0]?.reactions['✅'], 'the mark');
    await room.service.close();
    await room.restart();

    const thread = discord.place(draft.id);
    const critique = thread?.messages()[0];
    if (critique === undefined) throw new Error('no critique');
    bo.click(critique, 'Undo');

    await discord.until(() => thread?.messages()[0]?.text.includes('Undone'), 'the change');
  });
});
