import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { bluepencil } from '../../cli/command.ts';
import { type Slack, startSlack } from '../../fakes/slack/slack.ts';

const DRAFT = 'We recieved alot of feedback , and we will definately will look at it.';

describe.each(['socket', 'http'] as const)('the program as it is started, over %s', (transport) => {
  let slack: Slack;
  const ending: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const end of ending.splice(0).reverse()) await end();
  });

  /** Starts the program with nothing but its environment; resolves to where it listens. */
  async function start(env: Record<string, string>): Promise<string> {
    const folder = mkdtempSync(join(tmpdir(), 'bluepencil-slack-'));
    const stop = new AbortController();
    let heard = '';
    const running = bluepencil(['start'], {
      cwd: folder,
      env: { PORT: '0', DATABASE_URL: 'file:desk.db', ...env },
      signal: stop.signal,
      onOutput: (text) => {
        heard += text;
      },
    });
    ending.push(async () => {
      stop.abort();
      const { code, stderr } = await running;
      rmSync(folder, { recursive: true, force: true });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    });
    const listening = () => /http:\/\/127\.0\.0\.1:\d+/.exec(heard)?.[0];
    return slack.until(listening, 'the desk', 60_000);
  }

  it('reviews on Slack, offline, with only its configuration changed', async () => {
    slack = await startSlack({ transport });
    ending.push(() => slack.close());
    const acme = slack.workspace('Acme');
    const ada = acme.member('Ada Lovelace', { role: 'admin' });
    const general = acme.channel('general');
    const reached =
      transport === 'socket'
        ? { SLACK_APP_TOKEN: slack.appToken }
        : { SLACK_SIGNING_SECRET: slack.signingSecret };
    const url = await start({
      SLACK_API_URL: slack.apiUrl,
      SLACK_BOT_TOKEN: acme.botToken,
      ...reached,
    });
    if (transport === 'http') await slack.connectHttp(`${url}/slack/events`);
    else await slack.until(() => slack.socket.count > 0, 'a connection', 60_000);

    const draft = ada.post(general, DRAFT);
    ada.react(draft, 'pencil2');
    await slack.until(() => general.message(draft)?.reactions.white_check_mark, 'the end', 60_000);
    const thread = general.thread(draft);
    const refined = thread.find(({ text }) => text.includes('received'));
    expect(refined?.text).toContain('definitely');
    expect(thread.flatMap(({ notified }) => notified)).toEqual([]);

    const { seen } = await ada.command(general, '/refine', 'help');
    expect(seen).toBe('ok');
    await ada.command(general, '/refine');
    const form = await slack.until(() => ada.modal(), 'the form');
    await ada.submit(form, { 'Your text': DRAFT });
    await slack.until(
      () =>
        ada
          .dm()
          .messages()
          .find(({ text }) => text.includes('definitely')),
      'the answer in direct messages',
      60_000,
    );
    await slack.settled();
    const late = slack.deliveries.filter(({ attempts }) => attempts[0]?.result.type !== 'acked');
    expect(late.map(({ payload }) => payload)).toEqual([]);
    expect(slack.violations()).toEqual([]);
  }, 180_000);
});
