import { afterEach, describe, expect, it } from 'vitest';
import { openSlack } from '../../../src/platforms/slack/adapter.ts';
import { createReviews } from '../../../src/review/review-door.ts';
import type { Posted } from '../../fakes/slack/people.ts';
import { waitingCritic } from './cases.ts';
import { DRAFT, openSlackRig, type SlackRig, type SlackRigOptions } from './rig.ts';

const REFINED = 'This is a very long story about the lift.';

describe.each(['socket', 'http'] as const)('a bad day on Slack, over %s', (transport) => {
  let rig: SlackRig;
  /** What only one of the two can suffer. */
  const onlyOn = (wanted: 'socket' | 'http') => (title: string, test: () => Promise<void>) => {
    if (wanted === transport) it(title, test);
  };
  const open = async (options: SlackRigOptions = {}) => {
    rig = await openSlackRig({ ...options, slack: { transport, ...options.slack } });
    return rig;
  };
  /** What the process may complain about; nothing unless a test says so. */
  let complaints: RegExp | null = null;
  afterEach(async () => {
    await rig.close();
    expect(rig.slack.violations()).toEqual([]);
    const unexpected = rig.errors.filter((error) => !complaints?.test(String(error)));
    complaints = null;
    expect(unexpected).toEqual([]);
  });

  const answersTo = (on: Posted) =>
    rig.channel
      .thread(on)
      .filter(({ text, privateTo }) => privateTo === null && text.includes(REFINED));
  const answered = (on: Posted) => rig.slack.until(() => answersTo(on)[0], 'the answer');
  const isWhole = async (on: Posted) => {
    await answered(on);
    await rig.quiet();
    expect(answersTo(on)).toHaveLength(1);
    const names = rig.channel.thread(on).map(({ by }) => by);
    expect(names).toEqual(['Line editor · AI', 'Bluepencil']);
    expect(Object.keys(rig.channel.message(on)?.reactions ?? {})).toContain('white_check_mark');
  };

  it('answers once when everything comes twice, and again as retries', async () => {
    const { slack, ines, tomek, channel } = await open();
    slack.meddle(() => 'twice');
    const draft = ines.post(channel, DRAFT);
    tomek.react(draft, 'pencil2');
    await answered(draft);
    slack.meddle(null);
    for (const delivery of [...slack.deliveries]) {
      if (delivery.type === 'events_api') await slack.redeliver(delivery);
    }
    await isWhole(draft);
  });

  it('answers a command once though it is brought twice as equals', async () => {
    const { slack, tomek, channel } = await open();
    slack.meddle(({ type }) => (type === 'slash_commands' ? 'twice' : 'send'));
    await tomek.command(channel, '/refine', DRAFT);
    const results = () =>
      tomek
        .dm()
        .messages()
        .filter(({ text }) => text.includes(REFINED));
    await slack.until(() => results()[0], 'the answer');
    await rig.quiet();
    expect(results()).toHaveLength(1);
  });

  it('answers once when what happened last is told first', async () => {
    const { slack, ines, tomek, channel } = await open();
    slack.meddle(() => 'hold');
    const draft = ines.post(channel, DRAFT);
    tomek.mention(channel, 'review', { thread: draft });
    tomek.react(draft, 'pencil2');
    slack.release((numbers) => numbers.toReversed());
    slack.meddle(null);
    await answered(draft);
    await rig.quiet();
    expect(answersTo(draft)).toHaveLength(1);
  });

  it('says nothing in the channel about a message that was gone when it heard of it', async () => {
    const { slack, ines, tomek, channel } = await open();
    slack.meddle(({ payload }) =>
      (payload.event as { type?: string } | undefined)?.type === 'reaction_added' ? 'hold' : 'send',
    );
    const draft = ines.post(channel, DRAFT);
    tomek.react(draft, 'pencil2');
    ines.remove(draft);
    slack.release();
    slack.meddle(null);
    await slack.settled();
    await rig.quiet();
    expect(channel.messages().filter(({ privateTo }) => privateTo === null)).toEqual([]);
  });

  it('republishes nothing when the message is deleted while editors read', async () => {
    const { critic, begun, goOn } = waitingCritic();
    const { slack, ines, tomek, channel } = await open({ critic });
    const draft = ines.post(channel, DRAFT);
    tomek.react(draft, 'pencil2');
    await begun;
    ines.remove(draft);
    await slack.settled();
    goOn();
    await rig.quiet();
    const left = channel.messages().filter(({ privateTo }) => privateTo === null);
    expect(left.filter(({ text }) => text.includes('very'))).toEqual([]);
    expect(left.filter(({ threadTs }) => threadTs === null)).toEqual([]);
  });

  it('says nothing more under a tombstone', async () => {
    const { critic, begun, goOn } = waitingCritic();
    const { slack, ines, tomek, channel } = await open({ critic });
    const draft = ines.post(channel, DRAFT);
    tomek.post(channel, 'Let us see.', { thread: draft });
    tomek.react(draft, 'pencil2');
    await begun;
    ines.remove(draft);
    await slack.settled();
    goOn();
    await rig.quiet();
    expect(channel.thread(draft).filter(({ text }) => text.includes('very'))).toEqual([]);
  });

  it('mentions an edit during the review, and not the coming of a preview', async () => {
    const { critic, begun, goOn } = waitingCritic();
    const { slack, ines, tomek, channel } = await open({ critic });
    const [edited, unfurled] = [ines.post(channel, DRAFT), ines.post(channel, DRAFT)];
    for (const draft of [edited, unfurled]) tomek.react(draft, 'pencil2');
    await begun;
    ines.edit(edited, `${DRAFT} And more.`);
    ines.unfurl(unfurled);
    await slack.settled();
    goOn();
    await answered(edited);
    await answered(unfurled);
    await rig.quiet();
    const last = (draft: Posted) => channel.thread(draft).at(-1)?.text ?? '';
    expect(last(edited)).toMatch(/edited|changed/i);
    expect(last(unfurled)).not.toMatch(/was edited/i);
  });

  it('posts once when answers are lost, servers fail and connections break', async () => {
    const { slack, ines, tomek, channel } = await open();
    complaints = /fetch failed|statusCode = 500/;
    for (const effect of ['lose answer', { status: 500 }, 'drop', 'lose answer'] as const) {
      slack.fault({ method: 'chat.postMessage', times: 1, effect });
    }
    slack.fault({ method: 'reactions.add', times: 1, effect: 'lose answer' });
    const draft = ines.post(channel, DRAFT);
    tomek.react(draft, 'pencil2');
    await isWhole(draft);
  });

  it('waits as long as it is told, and meanwhile answers in another channel', async () => {
    const { acme, slack, ines, tomek, channel } = await open();
    const other = acme.channel('other');
    slack.fault({
      method: 'chat.postMessage',
      times: 1,
      when: (args) => args.channel === channel.id,
      effect: { rateLimited: 3 },
    });
    const slow = ines.post(channel, DRAFT);
    tomek.react(slow, 'pencil2');
    await slack.until(() => slack.callsOf('chat.postMessage')[0], 'the refused post');
    const quick = ines.post(other, DRAFT);
    tomek.react(quick, 'pencil2');
    await slack.until(
      () => other.thread(quick).find(({ text }) => text.includes(REFINED)),
      'the other answer',
    );
    expect(answersTo(slow)).toEqual([]);
    await isWhole(slow);
    const [refused, again] = slack
      .callsOf('chat.postMessage')
      .filter(({ args }) => args.channel === channel.id);
    expect((again?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThanOrEqual(3_000);
  });

  it('lives on when its token is revoked in the middle, and says so in its log', async () => {
    const { critic, begun, goOn } = waitingCritic();
    const { acme, slack, ines, tomek, channel, logged } = await open({ critic });
    complaints = /no longer lets me in|token_revoked/;
    const draft = ines.post(channel, DRAFT);
    tomek.react(draft, 'pencil2');
    await begun;
    acme.revoke();
    goOn();
    await slack.until(
      () =>
        logged.some(({ about, what }) => /token|revoked/.test(`${what} ${JSON.stringify(about)}`)),
      'a line in the log',
    );
    await slack.settled();
    expect(answersTo(draft)).toEqual([]);
  });

  it('tells the requester privately when it was removed from the channel meanwhile', async () => {
    const { critic, begun, goOn } = waitingCritic();
    const { acme, slack, ines, tomek, channel } = await open({ critic });
    complaints = /not in that channel|not_in_channel/;
    const draft = ines.post(channel, DRAFT);
    tomek.react(draft, 'pencil2');
    await begun;
    channel.remove(acme.bot);
    // Public posts without membership are no way around being removed.
    acme.withdrawScope('chat:write.public');
    goOn();
    await rig.quiet();
    const notes = () =>
      [...tomek.dm().messages(), ...channel.messages(tomek)].filter(
        ({ botId, privateTo }) => botId !== null || privateTo !== null,
      );
    await slack.until(() => notes()[0], 'a note');
    expect(answersTo(draft)).toEqual([]);
  });

  onlyOn('socket')(
    'answers once when two processes hear the same on sockets of their own',
    async () => {
      const { slack, ines, tomek, channel, deps, appOptions } = await open();
      const sockets = slack.socket.count;
      const other = await openSlack(appOptions);
      await other.listen(createReviews(deps));
      await slack.until(() => slack.socket.count > sockets, 'the sockets of the other');
      slack.meddle(() => 'twice');
      const drafts = [1, 2, 3].map(() => ines.post(channel, DRAFT));
      for (const draft of drafts) tomek.react(draft, 'pencil2');
      for (const draft of drafts) await isWhole(draft);
      await other.stopListening();
      await other.close();
    },
  );

  onlyOn('socket')('goes on when its sockets are cut in the middle', async () => {
    const { critic, begun, goOn } = waitingCritic();
    const { slack, ines, tomek, channel } = await open({
      critic,
      slack: { pace: { retryMs: [500, 2_000, 5_000] } },
    });
    const draft = ines.post(channel, DRAFT);
    tomek.react(draft, 'pencil2');
    await begun;
    slack.socket.cut();
    const second = ines.post(channel, DRAFT);
    tomek.react(second, 'pencil2');
    goOn();
    await isWhole(draft);
    await isWhole(second);
    const before = slack.socket.opened;
    await slack.socket.refresh();
    await slack.until(() => slack.socket.opened > before, 'new connections');
  });

  onlyOn('http')('takes no request it cannot believe', async () => {
    const { slack, ines, channel } = await open();
    const draft = ines.post(channel, DRAFT);
    await slack.settled();
    const payload = slack.deliveries[0]?.payload;
    const event = {
      ...payload,
      event_id: 'EvFORGED',
      event: {
        type: 'reaction_added',
        user: ines.id,
        reaction: 'pencil2',
        item: { type: 'message', channel: channel.id, ts: draft.ts },
        event_ts: '1.000001',
      },
    };
    for (const forgery of [{ secret: 'another' }, { offsetSeconds: -400 }, { isUnsigned: true }]) {
      const answer = await slack.http.raw(slack.http.url, JSON.stringify(event), forgery);
      expect(answer.status).toBe(401);
    }
    await rig.quiet();
    expect(channel.thread(draft)).toEqual([]);
  });
});
