/* The vendor's own framework against the double: what it can parse, an app can. */
import { App, type Logger, LogLevel, SocketModeReceiver } from '@slack/bolt';
import { type Slack, type SlackOptions, startSlack } from './slack.ts';
import type { Workspace } from './workspace.ts';

export const silent: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  setLevel: () => undefined,
  getLevel: () => LogLevel.ERROR,
  setName: () => undefined,
};

/** A double with one workspace, its people, and a Bolt app on the socket. */
export async function openBolt(options: SlackOptions = {}) {
  const slack: Slack = await startSlack(options);
  const acme: Workspace = slack.workspace('Acme');
  const ada = acme.member('Ada Lovelace');
  const ben = acme.member('Ben Okri', { role: 'admin' });
  const general = acme.channel('general');
  const receiver = new SocketModeReceiver({
    appToken: slack.appToken,
    logger: silent,
    // It waits so long before it connects again.
    clientPingTimeout: 1500,
    // Its own client, for apps.connections.open.
    installerOptions: { clientOptions: { slackApiUrl: slack.apiUrl } },
  });
  const app = new App({
    token: acme.botToken,
    receiver,
    logger: silent,
    clientOptions: { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 } },
  });
  return {
    slack,
    acme,
    ada,
    ben,
    general,
    app,
    client: app.client,
    start: () => app.start(),
    async close() {
      await app.stop();
      await slack.close();
    },
  };
}
