/*
 * The same talk with Discords that answer otherwise in what the documentation leaves open: fields left
 * out, fields that are null, fields nobody knows, other addresses, other headers. The bot has to come
 * through all of them alike.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { threadRef } from '../../../src/platforms/discord/places.ts';
import { openDiscord } from '../../fakes/discord/discord.ts';
import { isJson, type Json } from '../../fakes/discord/json.ts';
import { type Mood, openMood } from '../../fakes/discord/moods.ts';
import { type Look, MOODS, numbersComponents } from './moods.ts';
import { DRAFT, REFINED } from './newsroom.ts';
import { openService } from './service.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function openRoom(mood: Mood, apiUrl = (address: string) => address) {
  const discord = await openDiscord();
  closers.push(() => discord.close());
  const glass = await openMood(discord, mood);
  closers.push(() => glass.close());
  const server = discord.server('Newsroom');
  const room = {
    ...{ discord, glass, server, general: server.channel('general') },
    ada: server.member('ada', { may: ['manageServer'] }),
    bo: server.member('bo'),
  };
  const env = { DISCORD_TOKEN: discord.token, DISCORD_API_URL: apiUrl(glass.apiUrl) };
  const { discord: configured } = readConfig(env);
  const service = await openService({ ...discord, apiUrl: configured?.apiUrl ?? '' });
  closers.push(() => service.close());
  return { ...room, service };
}

type Room = Awaited<ReturnType<typeof openRoom>>;

/** Waits for the closing post of a review whose draft carries this word. */
async function closing({ discord }: Room, places: readonly string[], after = 0) {
  return discord.until(
    () =>
      places
        .flatMap((id) => discord.place(id)?.messages() ?? [])
        .filter(({ text }) => / · stopped: /.test(text))[after],
    'the closing post',
  );
}

/** What every way in comes to, and what a click does. */
async function talk(room: Room, { hasPersonas = true, hasThreads = true }: Look): Promise<void> {
  const { discord, general, ada, bo, service } = room;
  await discord.until(() => discord.commands().length > 0, 'the commands');
  const draft = ada.post(general, DRAFT);
  bo.react(draft, '✏️');
  const place = hasThreads ? draft.id : general.id;
  const result = await closing(room, [place]);
  expect(result.text).toContain(REFINED);
  const posts = (discord.place(place)?.messages() ?? []).filter(({ id }) => id !== draft.id);
  const [first] = posts;
  expect(first?.isWebhook).toBe(hasPersonas);
  const shown = await bo.click(result, 'Show changes').said('struck out');
  expect(shown.privateTo).toBe(bo.id);
  await ada.click(result, 'Use this').answered();
  await discord.until(
    () =>
      discord
        .place(place)
        ?.messages()
        .some(({ text }) => text.includes('the chosen text')),
    'the choice',
  );
  const own = () =>
    Object.entries(general.messages()[0]?.reactions ?? {})
      .filter(([, who]) => who.includes(discord.bot.username))
      .map(([emoji]) => emoji);
  await discord.until(() => own().join() === '✅', 'the mark');

  const second = ada.post(general, `${DRAFT} It is the second.`);
  await bo.menu(second, 'Review this message').said('The editors are reading');
  await closing(room, [hasThreads ? second.id : general.id], hasThreads ? 0 : 1);

  const pointer = await bo.command(general, 'refine', { text: `${DRAFT} Third.` }).said('editors');
  expect(pointer.privateTo).toBe(bo.id);
  await closing(room, [bo.direct().id]);
  const form = await bo.command(general, 'refine').answered();
  expect(form.form()?.title).toBe('Have a text reviewed');
  bo.submit(form, { text: `${DRAFT}\n\nFourth.`, who: ['private'] });
  await closing(room, [bo.direct().id], 1);

  const asked = bo.suggest(general, 'refine', { persona: 'li' }, 'persona');
  const choices = await discord.until(() => asked.choices(), 'suggestions');
  expect(choices[0]?.value).toBe('line-editor');
  await ada.command(general, 'refine-admin status').said('Bluepencil');
  const settings = await ada.command(general, 'refine-admin settings').said(/./);
  expect(settings.buttons.length + settings.selects.length).toBeGreaterThan(0);
  expect(service.errors).toEqual([]);
}

describe('a Discord that', () => {
  for (const [name, make] of Object.entries(MOODS)) {
    it(`${name}`, async () => {
      const { apiUrl, hasPersonas, hasThreads, ...mood } = make();
      const room = await openRoom(mood, apiUrl);
      await talk(room, {
        ...(hasPersonas === undefined ? {} : { hasPersonas }),
        ...(hasThreads === undefined ? {} : { hasThreads }),
      });
      // So much is said that a busy machine needs its time.
    }, 180_000);
  }

  it.each([
    ['elsewhere', { resumesElsewhere: true }, 1],
    ['where they began, as no address is told', { frame: withoutResumeAddress }, 0],
  ] as const)('takes sessions up again %s loses nothing', async (_name, more, elsewhere) => {
    const room = await openRoom({ ...more, gateway: (address) => `${address}/?v=10` });
    const { discord, general, ada, bo, glass } = room;
    const draft = ada.post(general, DRAFT);
    discord.gateway.cut();
    bo.react(draft, '✏️');

    expect((await closing(room, [draft.id])).text).toContain(REFINED);
    expect(glass.resumed()).toBe(elsewhere);
    expect(discord.gateway.counts).toMatchObject({ identified: 1, resumed: 1 });
  });

  it('numbers components itself sees a long post changed, and not said again', async () => {
    const { discord, server, general, ada, bo, service } = await openRoom(numbersComponents);
    const draft = ada.post(general, DRAFT);
    const thread = threadRef({
      ...{ kind: 'under', server: server.id, channel: general.id },
      ...{ message: draft.id, asker: bo.id },
    });
    const say = (word: string) => ({
      identity: null,
      parts: Array.from({ length: 80 }, (_, at) => ({
        markdown: `${word} ${at} ${'plain words '.repeat(9)}`,
        buttons: [],
      })),
    });
    const slot = { runId: 'run-1', slot: 'result' };
    const { messenger } = service.adapter;
    const ref = await messenger.post(thread, say('before'), slot);
    const posts = () => discord.place(draft.id)?.messages() ?? [];
    const count = posts().length;
    expect(count).toBeGreaterThan(1);

    // Nothing is known as a repetition any more.
    discord.pass(10 * 60_000);
    await messenger.update(ref, say('after'));

    expect(posts()[0]?.text).toContain('after 0');
    expect(posts()).toHaveLength(count);
  });
});

function withoutResumeAddress(frame: Json): Json[] {
  if (!isJson(frame.d)) return [frame];
  const { resume_gateway_url: _address, ...rest } = frame.d;
  return [{ ...frame, d: rest }];
}
