/* The whole program as an operator starts it, with only the address and the token of the local Discord. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bluepencil } from '../../cli/command.ts';
import { type Discord, openDiscord } from '../../fakes/discord/discord.ts';
import { makeTempFolder } from '../../store/temp-folder.ts';

/** Mistakes that the copy editor finds without any model. */
const DRAFT = 'The launch moves to 5 May at 9:30, becuase the the lift is broken.';
const REFINED = 'The launch moves to 5 May at 9:30, because the lift is broken.';

const folder = makeTempFolder();
let discord: Discord;
beforeAll(async () => {
  discord = await openDiscord();
});
afterAll(async () => {
  await discord.close();
  folder.remove();
});

/** Starts the product and waits until it is connected. */
async function start() {
  const stop = new AbortController();
  const before = discord.gateway.counts.identified;
  const ended = bluepencil(['start'], {
    cwd: folder.path,
    env: {
      PORT: '0',
      DATABASE_URL: 'file:desk.db',
      DISCORD_TOKEN: discord.token,
      DISCORD_API_URL: discord.apiUrl,
    },
    signal: stop.signal,
  });
  await Promise.race([
    discord.until(() => discord.gateway.counts.identified > before, 'the connection'),
    ended.then(({ stderr }) => Promise.reject(new Error(`it ended: ${stderr}`))),
  ]);
  return {
    async stop() {
      stop.abort();
      return ended;
    },
  };
}

describe('the whole program on Discord', () => {
  it('reviews, answers clicks, and does so after a restart', async () => {
    const server = discord.server('Newsroom');
    const general = server.channel('general');
    const ada = server.member('ada', { may: ['manageServer'] });
    const bo = server.member('bo');
    let product = await start();
    const registered = discord.commands().map(({ id }) => id);
    expect(registered.length).toBeGreaterThan(3);

    // A reaction becomes a thread with a refined draft.
    const draft = ada.post(general, DRAFT);
    bo.react(draft, '✏️');
    const thread = await discord.until(() => discord.place(draft.id), 'the thread');
    const result = await discord.until(
      () => thread.messages().find(({ text }) => text.includes(REFINED)),
      'the refined draft',
    );
    await discord.until(
      () => general.messages()[0]?.reactions['✅']?.includes('Bluepencil'),
      'the mark',
    );
    expect((await bo.click(result, 'Show changes').said('because')).privateTo).toBe(bo.id);

    // After a restart the same buttons work, and nothing was registered twice.
    const first = await product.stop();
    product = await start();
    expect(discord.commands().map(({ id }) => id)).toEqual(registered);
    await ada.click(result, 'Use this').answered();
    await discord.until(
      () => thread.messages().some(({ text }) => text.includes('the chosen text')),
      'the choice',
    );

    // The form, with line breaks, answered in direct messages.
    const form = await bo.command(general, 'refine').answered();
    const input = form.form()?.fields.find(({ json }) => json.type === 4);
    const sent = bo.submit(form, { [input?.customId ?? '']: `${DRAFT}\n\nA second paragraph.` });
    await sent.said('Only you can see it');
    await discord.until(
      () =>
        discord
          .place(bo.direct().id)
          ?.messages()
          .some(({ text }) => text.includes(`${REFINED}\n\nA second paragraph.`)),
      'the private review',
    );

    // The menu of a message, the status, and help.
    const other = bo.post(general, DRAFT.replace('launch', 'opening'));
    await ada.menu(other, 'Review this message').said();
    await discord.until(
      () =>
        discord
          .place(other.id)
          ?.messages()
          .some(({ text }) => text.includes('opening moves')),
      'the second thread',
    );
    await ada.command(general, 'refine-admin status').said(/\w/);
    await ada.command(general, 'refine-admin help').said('/refine');

    const second = await product.stop();
    for (const { code, stderr } of [first, second]) expect([code, stderr]).toEqual([0, '']);
    const all = [general, thread].flatMap((place) => place.messages());
    for (const { isApp, pings } of all) if (isApp) expect(pings.users).toEqual([]);
    expect(discord.limits.invalid()).toBe(0);
  }, 180_000);
});
