import { describe, expect, it } from 'vitest';
import { createSlackMessenger } from '../../../src/platforms/slack/messenger.ts';
import { messageRef, threadRef } from '../../../src/platforms/slack/places.ts';
import { identify, openWorkspace } from '../../../src/platforms/slack/workspace.ts';
import type { Posted } from '../../fakes/slack/people.ts';
import { DRAFT, listeningReviews, type SlackRigOptions } from './rig.ts';
import { setUpRigs } from './rigs.ts';

const openRig = setUpRigs();

async function open(options: SlackRigOptions = {}) {
  const rig = await openRig(options);
  const linesUnder = (root: Posted) =>
    rig.slack.statuses
      .filter(({ channel, threadTs }) => channel === root.channel && threadTs === root.ts)
      .map(({ status }) => status);
  const isOver = (on: Posted) =>
    rig.slack.until(() => rig.channel.message(on)?.reactions.white_check_mark, 'the end');
  const isBlank = (root: Posted) =>
    rig.slack.until(() => {
      const lines = linesUnder(root);
      return lines.length > 1 && lines.at(-1) === '';
    }, 'the line to go');
  return { ...rig, linesUnder, isOver, isBlank };
}

/** A messenger whose every call is the test's. */
async function openMessenger() {
  const rig = await open({ reviews: listeningReviews().reviews });
  const at = {
    apiUrl: rig.slack.apiUrl,
    signal: new AbortController().signal,
    rateLimited: () => undefined,
  };
  const workspace = openWorkspace(await identify(rig.acme.botToken, at), at);
  const messenger = createSlackMessenger({
    workspaces: { find: async () => workspace },
    warn: () => undefined,
    onDeadToken: () => undefined,
  });
  const message = (markdown: string) => ({ identity: null, parts: [{ markdown, buttons: [] }] });
  return { ...rig, messenger, message };
}

const AT_WORK = 'is working on the draft…';

describe('the status line of a thread', () => {
  it('stands while editors read a reply, under its root, and is gone at the end', async () => {
    const { ines, tomek, channel, linesUnder, isOver, isBlank } = await open();
    const root = ines.post(channel, 'Who writes about the lift?');
    const reply = tomek.post(channel, DRAFT, { thread: root });
    ines.react(reply, 'pencil2');
    await isOver(reply);
    await isBlank(root);
    expect(linesUnder(root)[0]).toBe(AT_WORK);
  });

  it('comes back after a post while work goes on, and not after the end', async () => {
    const { acme, ines, channel, slack, messenger, message, linesUnder } = await openMessenger();
    const posted = ines.post(channel, DRAFT);
    const source = messageRef(acme.id, channel.id, posted.ts);
    const thread = threadRef(acme.id, channel.id, posted.ts);
    await messenger.status(source, 'working');
    await slack.until(() => linesUnder(posted).at(-1) === AT_WORK, 'the line');
    await messenger.post(thread, message('One.'), { runId: 'run', slot: 'one' });
    expect(linesUnder(posted)).toEqual([AT_WORK, '']);
    await slack.until(() => linesUnder(posted).length === 3, 'the line again');
    await messenger.post(thread, message('Two.'), { runId: 'run', slot: 'two' });
    await messenger.status(source, 'done');
    const calls = () => slack.callsOf('assistant.threads.setStatus').map(({ args }) => args.status);
    await slack.until(() => calls().at(-1) === '', 'the end of the line');
    expect(linesUnder(posted).at(-1)).toBe('');
    expect(calls()).toEqual([AT_WORK, AT_WORK, '']);
  });

  it('stays while another message of the thread is still worked on', async () => {
    const { acme, ines, tomek, channel, slack, messenger, linesUnder } = await openMessenger();
    const root = ines.post(channel, DRAFT);
    const reply = tomek.post(channel, DRAFT, { thread: root });
    const [first, second] = [root, reply].map(({ ts }) => messageRef(acme.id, channel.id, ts));
    if (first === undefined || second === undefined) throw new Error('two messages');
    await messenger.status(first, 'working');
    await messenger.status(second, 'working');
    await slack.until(() => linesUnder(root).length === 2, 'both lines');
    await messenger.status(first, 'done');
    expect(linesUnder(root)).toEqual([AT_WORK, AT_WORK]);
    await messenger.status(second, 'stopped');
    await slack.until(() => linesUnder(root).at(-1) === '', 'the end of the line');
    expect(linesUnder(root)).toEqual([AT_WORK, AT_WORK, '']);
  });

  it.each(['missing_scope', 'unknown_method', 'method_not_supported_for_channel_type'])(
    'is left alone for good where Slack answers %s, and nobody is told',
    async (error) => {
      const { ines, tomek, channel, slack, isOver } = await open();
      slack.fault({ method: 'assistant.threads.setStatus', effect: { error } });
      for (const words of [DRAFT, `${DRAFT} Again.`]) {
        const draft = ines.post(channel, words);
        tomek.react(draft, 'pencil2');
        await isOver(draft);
        await slack.until(() => slack.callsOf('assistant.threads.setStatus')[0]?.answer, 'the no');
      }
      expect(slack.callsOf('assistant.threads.setStatus')).toHaveLength(1);
      expect(channel.messages().filter(({ privateTo }) => privateTo !== null)).toEqual([]);
    },
  );

  it('holds nothing up while Slack does not answer for it', async () => {
    const { ines, tomek, channel, slack, isOver } = await open();
    slack.fault({ method: 'assistant.threads.setStatus', times: 1, effect: 'hang' });
    const draft = ines.post(channel, DRAFT);
    tomek.react(draft, 'pencil2');
    await isOver(draft);
    expect(channel.thread(draft).length).toBeGreaterThan(0);
  });
});
