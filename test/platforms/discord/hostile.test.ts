/* What goes wrong on Discord's side while a review runs, and what people see all the same. */
import { describe, expect, it } from 'vitest';
import type { Critic } from '../../../src/loop/critic.ts';
import { REAL_LIMITS } from '../../fakes/discord/rate-limits.ts';
import type { Trouble } from '../../fakes/discord/rest.ts';
import type { SeenMessage } from '../../fakes/discord/views.ts';
import { panelCritic } from '../../review/room.ts';
import { DRAFT, type Newsroom, openNewsroom, REFINED } from './newsroom.ts';
import { FINDINGS } from './service.ts';

const SPEAKERS = [/Senior editor · AI/, /Line editor · AI/, /^Bluepencil$/];

/** Reacts, and waits for the last mark; resolves to what stands in the thread. */
async function review(room: Newsroom, disturb: () => void | Promise<void> = () => undefined) {
  const { discord, general, ada, bo } = room;
  const draft = ada.post(general, DRAFT);
  bo.react(draft, '✏️');
  await disturb();
  const mark = await lastMark(room, draft.id);
  const posts = discord.place(draft.id)?.messages() ?? [];
  return { draft, mark, posts };
}

async function lastMark({ discord, general }: Newsroom, message: string) {
  return discord.until(() => {
    const found = general.messages().find(({ id }) => id === message);
    return ['✅', '⚠️'].find((mark) => found?.reactions[mark]?.includes('Bluepencil'));
  }, 'the last mark');
}

/** One reply each, the refined draft last, and nobody was notified. */
function expectWhole(posts: readonly SeenMessage[]) {
  expect(posts.map(({ author }) => author)).toEqual(
    SPEAKERS.map((speaker) => expect.stringMatching(speaker)),
  );
  expect(posts.at(-1)?.text).toContain(REFINED);
  expectQuiet(posts);
}

function expectQuiet(posts: readonly SeenMessage[]) {
  for (const { pings, hasPreviews } of posts)
    expect([pings, hasPreviews]).toEqual([{ everyone: false, roles: [], users: [] }, false]);
}

/** Editors that wait to be let on, so that something can happen in the middle. */
function heldCritic(): { readonly critic: Critic; readonly begun: Promise<void>; letGo(): void } {
  let letGo = () => undefined as void;
  let begin = () => undefined as void;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const inner = panelCritic(FINDINGS);
  const critic: Critic = {
    async critique(persona, revision, view, signal) {
      begin();
      await held;
      return inner.critique(persona, revision, view, signal);
    },
  };
  return { critic, begun, letGo };
}

describe('a disturbed connection', () => {
  it('hears a reaction that is told again and again as one', async () => {
    const room = await openNewsroom();
    const { posts } = await review(room, () => {
      for (let time = 0; time < 4; time += 1) room.discord.redeliver('MESSAGE_REACTION_ADD');
    });
    expectWhole(posts);
  });

  it('is resumed, and what was said meanwhile is heard', async () => {
    const room = await openNewsroom();
    room.discord.gateway.refuseConnections(true);
    room.discord.gateway.cut();
    const { posts } = await review(room, () => room.discord.gateway.refuseConnections(false));
    expectWhole(posts);
    expect(room.discord.gateway.counts.resumed).toBe(1);
  });

  it('begins anew and looks for what it missed', async () => {
    const room = await openNewsroom();
    const { discord, general, ada, bo } = room;
    bo.react(ada.post(general, 'Nothing to do here.'), '👍');
    discord.gateway.refuseConnections(true);
    discord.gateway.invalidate();
    discord.gateway.cut();
    const { posts } = await review(room, () => discord.gateway.refuseConnections(false));
    expectWhole(posts);
    expect(discord.gateway.counts.identified).toBe(2);
  });

  it('lets a review go on while the server has an outage', async () => {
    const { critic, begun, letGo } = heldCritic();
    const room = await openNewsroom({ critic });
    const { posts, mark } = await review(room, async () => {
      await begun;
      room.server.outage();
      letGo();
      room.server.recover();
    });
    expectWhole(posts);
    expect(mark).toBe('✅');
  });
});

describe('requests that go wrong', () => {
  const lost: readonly [string, Trouble][] = [
    ['the thread was made', { method: 'POST', path: /\/threads$/, how: 'lost', times: 1 }],
    ['a persona spoke', { method: 'POST', path: /^\/webhooks\//, how: 'lost', times: 1 }],
    ['the bot spoke', { method: 'POST', path: /\/messages$/, how: 'lost', times: 1 }],
    ['the webhook was made', { method: 'POST', path: /\/webhooks$/, how: 'lost', times: 1 }],
    ['a mark was set', { method: 'PUT', path: /reactions/, how: 'lost', times: 1 }],
    ['each of three things was done', { method: 'POST', how: 'lost', times: 3 }],
  ];
  it.each(lost)('say nothing twice when the answer was lost after %s', async (_what, trouble) => {
    const room = await openNewsroom();
    room.discord.trouble(trouble);
    const { posts, mark } = await review(room);
    expectWhole(posts);
    expect(mark).toBe('✅');
  });

  it.each([
    ['never arrive', 'refused'],
    ['are answered with 500', { status: 500 }],
    ['are answered with 502 though they were done', { status: 502, isDone: true }],
  ] as const)('are made again when they %s', async (_what, how) => {
    const room = await openNewsroom();
    room.discord.trouble({ method: 'POST', how, times: 2 });
    const { posts, mark } = await review(room);
    expectWhole(posts);
    expect(mark).toBe('✅');
  });

  it('wait as long as the limits say', async () => {
    const room = await openNewsroom({ limits: REAL_LIMITS });
    const { posts } = await review(room);
    expectWhole(posts);
    // The first requests of a kind do not know their bucket yet.
    expect(room.discord.limits.counts.limited).toBeLessThan(5);
  });

  it('go on after a single 401', async () => {
    const room = await openNewsroom();
    room.discord.trouble({ method: 'GET', path: /\/channels\//, how: { status: 401 }, times: 1 });
    bothReact(room);
    const { posts } = await review(room);
    expectWhole(posts);
  });

  it('are not made again where the server’s rules stop them, and who asked is told', async () => {
    const room = await openNewsroom();
    const blocked = { status: 400, code: 200_000, message: 'Message was blocked' };
    room.discord.trouble({
      method: 'POST',
      path: /^\/(?:webhooks\/|channels\/\d+\/messages$)/,
      how: blocked,
      times: 1,
    });
    const { mark } = await review(room);
    const notes = room.discord.place(room.bo.direct().id)?.messages() ?? [];
    expect(mark).toBe('⚠️');
    expect(notes.map(({ text }) => text).join('\n')).toContain('AutoMod');
  });
});

/** Somebody else asks as well, whose request may be the one that is hit. */
function bothReact({ general, ada, bo }: Newsroom) {
  bo.react(ada.post(general, DRAFT), '✏️');
}

describe('places that change', () => {
  it('lose their webhook between two posts', async () => {
    const room = await openNewsroom();
    const { discord } = room;
    const first = await review(room);
    for (const { id } of discord.webhooks()) discord.removeWebhook(id);
    const second = await review(room);
    for (const { posts } of [first, second]) {
      expect(posts).toHaveLength(3);
      expect(posts.map(({ text, author }) => `${author} ${text}`).join('\n')).toMatch(
        /Senior editor · AI[\s\S]*Line editor · AI/,
      );
      expectQuiet(posts);
    }
  });

  it('lose their webhook before a button under its post is pressed', async () => {
    const room = await openNewsroom();
    const { discord, bo } = room;
    const { posts } = await review(room);
    for (const { id } of discord.webhooks()) discord.removeWebhook(id);
    const [post] = posts;
    const button = post?.buttons.find(({ label }) => /^(?:Undo|Accept)/.test(label));
    if (post === undefined || button === undefined) throw new Error('no button to press');
    const clicked = await bo.click(post, button.customId).answered();
    expect(clicked.failure()).toBeNull();
    await discord.until(
      () => discord.place(post.channelId)?.messages().at(-1)?.text.includes('revision 3'),
      'the revision without that change',
    );
    await review(room);
    expect(room.service.errors).toEqual([]);
  });

  it('were archived, and wake up', async () => {
    const room = await openNewsroom();
    const { discord, ada, bo, general } = room;
    const draft = ada.post(general, DRAFT);
    const thread = discord.place(ada.startThread(draft, 'Discussion').id);
    thread?.archive();
    bo.react(draft, '✏️');
    await lastMark(room, draft.id);
    expectWhole(thread?.messages() ?? []);
    thread?.archive();
    const result = thread?.messages().at(-1);
    if (result === undefined) throw new Error('no result');
    expect((await bo.click(result, 'Show changes').said()).privateTo).toBe(bo.id);
    await ada.click(result, 'Use this').answered();
    await discord.until(
      () => thread?.messages().some(({ text }) => text.includes('the chosen text')),
      'the choice, in a thread that was at rest',
    );
  });

  it('were locked, and the review goes to who asked', async () => {
    const room = await openNewsroom();
    const { discord, bo, ada, general } = room;
    const draft = ada.post(general, DRAFT);
    const thread = ada.startThread(draft, 'Discussion');
    discord.place(thread.id)?.lock();
    bo.react(draft, '✏️');
    await lastMark(room, draft.id);
    expect(discord.place(thread.id)?.messages()).toEqual([]);
    const notes = discord.place(bo.direct().id)?.messages() ?? [];
    expect(notes[0]?.text).toContain('the thread is locked');
    expect(notes.at(-1)?.text).toContain(REFINED);
  });

  it('take a right away: the answer goes another way and names it', async () => {
    const room = await openNewsroom();
    const { discord, bo, general } = room;
    general.deny('sendMessagesInThreads');
    const { posts } = await review(room);
    expect(posts).toEqual([]);
    const notes = discord.place(bo.direct().id)?.messages() ?? [];
    expect(notes[0]?.text).toContain('Send Messages in Threads');
    expect(notes.at(-1)?.text).toContain(REFINED);
    expectQuiet(notes);
  });

  it('lose the message: the review ends and says no more', async () => {
    const { critic, begun, letGo } = heldCritic();
    const room = await openNewsroom({ critic });
    const { discord, general, ada, bo, service } = room;
    const draft = ada.post(general, DRAFT);
    bo.react(draft, '✏️');
    await begun;
    ada.remove(draft);
    letGo();
    await discord.until(async () => {
      const { waiting, active } = await service.queue.stats();
      return waiting + active === 0;
    });
    expect(discord.place(draft.id)?.messages() ?? []).toEqual([]);
    expect(general.messages()).toEqual([]);
    expect(service.errors).toEqual([]);
  });

  it('throw the bot out in the middle: the review ends, and the next server is served', async () => {
    const { critic, begun, letGo } = heldCritic();
    const room = await openNewsroom({ critic });
    const { discord, server, general, ada, bo, service } = room;
    bo.react(ada.post(general, DRAFT), '✏️');
    await begun;
    server.removeBot();
    letGo();
    await discord.until(async () => {
      const { waiting, active } = await service.queue.stats();
      return waiting + active === 0;
    });
    server.inviteBot();
    const { posts } = await review(room);
    expectWhole(posts);
  });
});

describe('words that would do harm', () => {
  it('notify nobody, wherever they are shown', async () => {
    const room = await openNewsroom();
    const { discord, general, ada, bo } = room;
    const draft = ada.post(general, `@everyone ${bo.mention} <@&${room.server.id}> ${DRAFT}`);
    bo.react(draft, '✏️');
    await lastMark(room, draft.id);
    const posts = discord.place(draft.id)?.messages() ?? [];
    expect(posts).toHaveLength(3);
    expectQuiet(posts);
    await bo.click(posts.at(-1) ?? draft, 'Show changes').said();
    for (const message of discord.place(draft.id)?.seenBy(bo) ?? [])
      if (message.isApp) expect(message.pings).toEqual({ everyone: false, roles: [], users: [] });
  });

  it('come from a button of ours that somebody made up', async () => {
    const room = await openNewsroom();
    const { bo } = room;
    const { posts } = await review(room);
    const result = posts.at(-1);
    if (result === undefined) throw new Error('no result');
    const said = await bo.forge(result, 'use|somebody-elses-run|nonsense').said();
    expect(said.privateTo).toBe(bo.id);
    expect(said.text).toContain('older version');
  });
});

describe('time', () => {
  it('runs out for a token while the editors read; the review arrives all the same', async () => {
    const { critic, begun, letGo } = heldCritic();
    const room = await openNewsroom({ critic });
    const { discord, general, bo } = room;
    const asked = bo.command(general, 'refine', { text: DRAFT });
    await asked.said('Only you can see it');
    await begun;
    discord.pass(16 * 60_000);
    letGo();
    await discord.until(
      () =>
        discord
          .place(bo.direct().id)
          ?.messages()
          .some(({ text }) => text.includes(REFINED)),
      'the review',
    );
    expect(asked.isThinking()).toBe(false);
    expect(general.messages()).toEqual([]);
  });
});
