import { describe, expect, it } from 'vitest';
import { setUpStages } from './cases.ts';
import { DRAFT } from './rig.ts';

const open = setUpStages();

describe('sockets that fail', () => {
  it('are given up when they look alive and carry nothing, and what they lost comes again', async () => {
    const { slack, ines, tomek, channel, answersUnder, over } = await open({
      slack: { pace: { ackMs: 1_000, retryMs: [1_000, 4_000, 4_000, 4_000, 4_000, 8_000, 8_000] } },
    });
    await slack.until(() => slack.socket.count === 2, 'both connections');
    const before = slack.socket.opened;
    slack.socket.freeze();
    const draft = ines.post(channel, DRAFT);
    tomek.react(draft, 'pencil2');
    await slack.until(() => slack.socket.opened >= before + 2, 'new connections', 60_000);
    await slack.until(() => answersUnder(draft)[0], 'the answer', 60_000);
    await over(draft);
    expect(answersUnder(draft)).toHaveLength(1);
  }, 150_000);

  it.each([
    ['a server that fails', { status: 500 }, 9],
    ['a network that fails', 'drop', 9],
    ['a token that is refused', { error: 'invalid_auth' }, 4],
    ['too many connections', { error: 'too_many_websockets' }, 4],
    ['a limit', { rateLimited: 1 }, 4],
  ] as const)(
    'are opened again after %s, and the process lives on',
    async (_, effect, times) => {
      const { slack, ines, tomek, channel, over, logged } = await open();
      await slack.until(() => slack.socket.count === 2, 'both connections');
      const before = slack.socket.opened;
      slack.fault({ method: 'apps.connections.open', times, effect });
      slack.socket.cut();
      await slack.until(() => slack.socket.opened >= before + 2, 'new connections', 60_000);
      const draft = ines.post(channel, DRAFT);
      tomek.react(draft, 'pencil2');
      await over(draft);
      const words = logged.map(({ what }) => what);
      expect(words).toContain('the connection to Slack could not be opened');
    },
    90_000,
  );

  it('leave over a warning and a refresh nothing unanswered', async () => {
    const { slack, ines, tomek, channel, over, answersUnder } = await open();
    await slack.until(() => slack.socket.count === 2, 'both connections');
    const before = slack.socket.opened;
    const drafts = [ines.post(channel, DRAFT), ines.post(channel, `${DRAFT} Again.`)];
    const [first, second] = drafts;
    if (first === undefined || second === undefined) throw new Error('two drafts');
    tomek.react(first, 'pencil2');
    await slack.socket.refresh({ warnMs: 50 });
    tomek.react(second, 'pencil2');
    await slack.until(() => slack.socket.opened >= before + 2, 'new connections', 60_000);
    for (const draft of drafts) {
      await over(draft);
      expect(answersUnder(draft)).toHaveLength(1);
    }
  }, 90_000);
});
