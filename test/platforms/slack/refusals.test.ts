import { describe, expect, it } from 'vitest';
import { isSlackHost } from '../../../src/platforms/slack/files.ts';
import { DRAFT } from './rig.ts';
import { setUpRigs } from './rigs.ts';

const open = setUpRigs();

describe('a refusal of Slack that comes in an unusual form', () => {
  it('waits a moment when it is limited and not told for how long', async () => {
    const { slack, ines, tomek, channel, quiet } = await open();
    slack.fault({ method: 'chat.postMessage', times: 1, effect: { status: 429 } });
    const draft = ines.post(channel, DRAFT);
    tomek.react(draft, 'pencil2');
    await slack.until(() => channel.message(draft)?.reactions.white_check_mark, 'the end');
    await quiet();
    expect(channel.thread(draft).map(({ by }) => by)).toEqual(['Line editor · AI', 'Bluepencil']);
  });

  it('takes one with a status of HTTP for what it says', async () => {
    const { slack, ines, tomek, channel, quiet } = await open();
    const body = JSON.stringify({ ok: false, error: 'already_reacted' });
    const headers = { 'content-type': 'application/json' };
    slack.fault({ method: 'reactions.add', effect: { status: 403, body, headers } });
    const draft = ines.post(channel, DRAFT);
    tomek.react(draft, 'pencil2');
    await slack.until(() => channel.thread(draft)[1], 'the answer');
    await quiet();
  });

  it('reads a message without replies from its channel where no thread is known', async () => {
    const { slack, ines, tomek, channel, quiet } = await open();
    slack.fault({ method: 'conversations.replies', effect: { error: 'thread_not_found' } });
    const draft = ines.post(channel, DRAFT);
    ines.post(channel, 'A neighbour.');
    tomek.react(draft, 'pencil2');
    await slack.until(() => channel.message(draft)?.reactions.white_check_mark, 'the end');
    await quiet();
    expect(channel.thread(draft).at(-1)?.text).toContain('This is a very long story');
  });

  it('opens the form when Slack puts it off for a second', async () => {
    const { slack, ines, channel } = await open();
    slack.fault({ method: 'views.open', times: 1, effect: { rateLimited: 1 } });
    await ines.command(channel, '/refine');
    const form = await slack.until(() => ines.modal(), 'the form');
    expect(form.text).toContain('Your text');
  });

  it('gives the token to the machine that stands in for Slack, and to no other', () => {
    const api = 'http://127.0.0.1:4000/api/';
    expect(isSlackHost('http://127.0.0.1:4001/files-pri/F1', api)).toBe(true);
    expect(isSlackHost('http://localhost:4000/files-pri/F1', api)).toBe(false);
    expect(isSlackHost('https://files.slack.com/F1', 'https://slack.com/api/')).toBe(true);
    expect(isSlackHost('http://slack.com/F1', 'https://slack.com/api/')).toBe(false);
    expect(isSlackHost('https://slack.com.example.org/F1', 'https://slack.com/api/')).toBe(false);
  });
});
