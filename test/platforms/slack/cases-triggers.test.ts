import { describe, expect, it } from 'vitest';
import { REFINED, setUpStages, waitingCritic } from './cases.ts';
import { DRAFT } from './rig.ts';

const open = setUpStages();

describe('ways in, as they went wrong elsewhere', () => {
  it('RC-001 one event that is brought four times is one run', async () => {
    const { slack, ines, tomek, channel, over, answersUnder, runs } = await open();
    const draft = ines.post(channel, DRAFT);
    tomek.react(draft, 'pencil2');
    const delivery = await slack.until(() =>
      slack.deliveries.find(({ payload }) => JSON.stringify(payload).includes('reaction_added')),
    );
    for (const number of [1, 2]) {
      await slack.redeliver(delivery, { number, reason: 'http_timeout' });
    }
    await over(draft);
    await slack.redeliver(delivery, { number: 3, reason: 'http_timeout' });
    await slack.settled();
    expect(answersUnder(draft)).toHaveLength(1);
    expect(await runs()).toHaveLength(1);
    const results = delivery.attempts.map(({ result }) => result.type);
    expect(results).toEqual(['acked', 'acked', 'acked', 'acked']);
  });

  it('RC-003 reaction and shortcut on one message are one run, and the second is told privately', async () => {
    const { critic, begun, goOn } = waitingCritic();
    const { ines, tomek, channel, over, note, runs, publicPosts } = await open({ critic });
    const draft = ines.post(channel, DRAFT);
    ines.react(draft, 'pencil2');
    await begun;
    await tomek.shortcut('review_message', draft);
    const told = await note(tomek, 'Already under review');
    expect(JSON.stringify(told.blocks)).toContain('https://acme.slack.com/');
    goOn();
    await over(draft);
    expect((await runs()).filter(({ status }) => status === 'finished')).toHaveLength(1);
    expect(publicPosts().filter(({ text }) => text.includes(REFINED))).toHaveLength(1);
  });

  it('RC-004 a mention that comes as two events is one run of the workspace it came to', async () => {
    const { acme, tomek, channel, slack, answersUnder, quiet, runs } = await open();
    const said = tomek.mention(channel, DRAFT);
    await slack.until(() => answersUnder(said)[0], 'the answer');
    await quiet();
    const types = slack.deliveries.map(({ payload }) => (payload.event as { type?: string })?.type);
    expect(types).toEqual(expect.arrayContaining(['app_mention', 'message']));
    expect((await runs()).map(({ workspace }) => workspace)).toEqual([acme.id]);
  });

  it('RC-005 off and on again is one run; after the end a note offers to run again; an edit is a new run', async () => {
    const { ines, tomek, channel, slack, over, note, answersUnder, quiet } = await open();
    const draft = ines.post(channel, DRAFT);
    tomek.react(draft, 'pencil2');
    tomek.unreact(draft, 'pencil2');
    tomek.react(draft, 'pencil2');
    await over(draft);
    expect(answersUnder(draft)).toHaveLength(1);

    tomek.unreact(draft, 'pencil2');
    tomek.react(draft, 'pencil2');
    const told = await note(tomek, 'has not changed');
    expect(told.buttons).toEqual(['Run again']);
    expect(answersUnder(draft)).toHaveLength(1);
    await quiet();

    ines.edit(draft, `${DRAFT} It still is.`);
    tomek.unreact(draft, 'pencil2');
    tomek.react(draft, 'pencil2');
    await slack.until(() => answersUnder(draft).length === 2, 'the second run');
  });

  it('RC-007, RC-008 its own marks and posts start nothing, and one private hint says why', async () => {
    const { ines, tomek, channel, acme, slack, over, note, runs, isOurs, publicPosts } = await open(
      { settings: { triggerEmoji: { eyes: { preset: null }, pencil2: { preset: null } } } },
    );
    const draft = ines.post(channel, DRAFT);
    tomek.react(draft, 'pencil2');
    await over(draft);
    expect(isOurs('white_check_mark')).toBe(true);
    expect(await runs()).toHaveLength(1);

    const before = publicPosts().length;
    for (const post of channel.thread(draft)) tomek.react(post, 'pencil2');
    await note(tomek, 'my own posts');
    await slack.settled();
    expect(await runs()).toHaveLength(1);
    expect(publicPosts()).toHaveLength(before);
    expect(acme.bot.id).not.toBe('');
  });

  it('RC-012 says where commands cannot be typed, in the form and in the help', async () => {
    const { ines, channel, slack } = await open();
    await ines.command(channel, '/refine', '');
    const form = await slack.until(() => ines.modal(), 'the form');
    expect(form.text).toMatch(/no commands inside threads.*✏️.*Review this message.*@Bluepencil/s);
    const { body } = await ines.command(channel, '/refine', 'help');
    expect(JSON.stringify(body)).toMatch(/In a thread.*@Bluepencil/s);
  });

  it('RC-013 a command where the app is not: the words are reviewed privately, with one answer', async () => {
    const { ines, tomek, acme, slack, quiet } = await open();
    const between = acme.channel('two-of-us', {
      kind: 'mpim',
      members: [ines, tomek],
      withBot: false,
    });
    const { body } = await ines.command(between, '/refine', DRAFT);
    expect(JSON.stringify(body)).toContain('direct messages');
    await slack.until(() =>
      ines
        .dm()
        .messages()
        .find(({ text }) => text.includes(REFINED)),
    );
    await quiet();
    expect(between.messages(ines).filter(({ privateTo }) => privateTo === ines.id)).toHaveLength(1);

    const { body: refused } = await ines.command(between, '/refine', `--public ${DRAFT}`);
    expect(JSON.stringify(refused)).toContain('/invite @Bluepencil');
  });

  it('RC-015 typographic quotes, dashes and bold count as typed in options, and stay in the draft', async () => {
    const { ines, channel, slack, quiet } = await open();
    const draft = 'Dear all, “soon” — we hope. A very very long lift.';
    await ines.command(channel, '/refine', `—persona “Line editor” *rounds*=2 ${draft}`);
    await slack.until(
      () =>
        ines
          .dm()
          .messages()
          .find(({ text }) => text.includes('A very long lift.')),
      'the answer',
    );
    await quiet();
    expect(ines.dm().messages()[0]?.text).toContain(draft);
  });

  it('RC-018 the form is open before the settings are read, and a late trigger is told with a way on', async () => {
    const { ines, channel, slack } = await open({ settingsAfterMs: 300 });
    await ines.command(channel, '/refine', '');
    // Read and filled in with what the channel decided, the form is changed only afterwards.
    await slack.until(() => ines.modal(), 'the form');
    expect(slack.callsOf('views.update')).toEqual([]);

    slack.fault({ method: 'views.open', times: 1, effect: { error: 'expired_trigger_id' } });
    await ines.command(channel, '/refine', '');
    await slack.until(
      () =>
        channel.messages(ines).find(({ text }) => text.includes('waited too long for the form')),
      'the way on',
    );
  });
});
