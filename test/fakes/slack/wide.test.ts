import { App, HTTPReceiver } from '@slack/bolt';
import { WebClient } from '@slack/web-api';
import { afterEach, describe, expect, it } from 'vitest';
import { silent } from './bolt-app.ts';
import { type Slack, type SlackOptions, startSlack } from './slack.ts';

describe('the Slack double', () => {
  const closing: (() => Promise<unknown>)[] = [];
  let slack: Slack;
  let allowed: readonly RegExp[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
    const wrong = slack.violations().filter((text) => !allowed.some((one) => one.test(text)));
    allowed = [];
    expect(wrong).toEqual([]);
  });

  async function open(options: SlackOptions = {}) {
    slack = await startSlack(options);
    closing.push(() => slack.close());
    const acme = slack.workspace('Acme');
    const ada = acme.member('Ada Lovelace');
    const general = acme.channel('general');
    return { acme, ada, general, client: clientFor(acme.botToken) };
  }
  const clientFor = (token: string) =>
    new WebClient(token, {
      slackApiUrl: slack.apiUrl,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      logger: silent,
    });
  const refusing = (call: Promise<unknown>) =>
    call
      .then(() => 'ok')
      .catch((error: Error & { data?: { error?: string } }) => error.data?.error ?? error.name);

  async function openHttp() {
    const parts = await open({ transport: 'http' });
    const receiver = new HTTPReceiver({
      signingSecret: slack.signingSecret,
      processBeforeResponse: false,
      logger: silent,
    });
    const app = new App({
      token: parts.acme.botToken,
      receiver,
      logger: silent,
      clientOptions: { slackApiUrl: slack.apiUrl },
    });
    const server = await app.start({ port: 0, host: '127.0.0.1' });
    closing.push(() => app.stop());
    const address = 'address' in server ? server.address() : null;
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/slack/events`;
    await slack.connectHttp(url);
    return { ...parts, app, url };
  }

  it('calls over signed HTTP, and a forged request is refused', async () => {
    const { app, url, ada, general } = await openHttp();
    const heard: string[] = [];
    app.event('message', async ({ event }) => {
      heard.push('text' in event ? (event.text ?? '') : '');
    });
    app.command('/refine', async ({ ack, command }) => {
      await ack(`Got ${command.text}`);
    });
    app.action('go', async ({ ack }) => {
      await ack();
    });

    ada.post(general, 'Over HTTP.');
    await slack.settled();
    expect(heard).toEqual(['Over HTTP.']);
    await ada.command(general, '/refine', 'a\nb');
    expect(general.messages(ada).at(-1)?.text).toBe('Got a\nb');
    for (const forgery of [{ secret: 'other' }, { offsetSeconds: -600 }, { isUnsigned: true }]) {
      const body = JSON.stringify({ type: 'url_verification', challenge: 'x' });
      expect((await slack.http.raw(url, body, forgery)).status).toBe(401);
    }
  });

  it('retries a failed event three times, with its headers, and heeds x-slack-no-retry', async () => {
    const { createServer } = await import('node:http');
    const { ada, general } = await open({ transport: 'http', pace: { retryMs: [1, 1, 1] } });
    const seen: string[] = [];
    let isFinal = false;
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += String(chunk);
      });
      request.on('end', () => {
        const parsed = JSON.parse(body) as { challenge?: string };
        if (parsed.challenge !== undefined) {
          response.end(parsed.challenge);
          return;
        }
        const { 'x-slack-retry-num': number = '-', 'x-slack-retry-reason': reason = '-' } =
          request.headers;
        seen.push(`${String(number)} ${String(reason)}`);
        response.writeHead(500, isFinal ? { 'x-slack-no-retry': '1' } : {}).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => new Promise((resolve) => server.close(resolve)));
    const address = server.address();
    await slack.connectHttp(
      `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`,
    );

    ada.post(general, 'Fails.');
    await slack.settled();
    expect(seen.splice(0)).toEqual(['- -', '1 http_error', '2 http_error', '3 http_error']);
    isFinal = true;
    ada.post(general, 'Fails for good.');
    await slack.settled();
    expect(seen).toEqual(['- -']);
  });

  it('says no with the real codes', async () => {
    const { acme, ada, client, general } = await open({
      app: { scopes: ['chat:write', 'channels:history', 'channels:read', 'users:read'] },
    });
    const away = acme.channel('away', { withBot: false });
    const hidden = acme.channel('hidden', { kind: 'private', withBot: false });
    const draft = ada.post(general, 'A draft.');
    const post = (channel: string, more: object = {}) =>
      refusing(client.chat.postMessage({ channel, text: 'x', ...more }));

    expect(await post(away.id)).toBe('not_in_channel');
    expect(await post(hidden.id)).toBe('channel_not_found');
    expect(await post('C0NOWHERE1')).toBe('channel_not_found');
    expect(await post(general.id, { username: 'Somebody' })).toBe('missing_scope');
    expect(
      await refusing(
        client.reactions.add({ channel: general.id, timestamp: draft.ts, name: 'eyes' }),
      ),
    ).toBe('missing_scope');
    expect(await refusing(client.conversations.history({ channel: away.id }))).toBe(
      'not_in_channel',
    );
    expect(
      await refusing(client.chat.update({ channel: general.id, ts: draft.ts, text: 'mine' })),
    ).toBe('cant_update_message');
    expect(
      await refusing(
        client.chat.postEphemeral({ channel: general.id, user: 'U0NOBODY1', text: 'x' }),
      ),
    ).toBe('user_not_found');
    general.restrictPosting(['admin']);
    expect(await post(general.id)).toBe('restricted_action');
    general.restrictPosting(null);
    general.archive();
    expect(await post(general.id)).toBe('is_archived');
    expect(await refusing(clientFor('xoxb-unknown').auth.test())).toBe('invalid_auth');
    acme.revoke();
    expect(await refusing(client.auth.test())).toBe('token_revoked');
  });

  it('holds what it receives against the published types and writes it down', async () => {
    const { client, general } = await open();
    const blocks = [
      { type: 'section' },
      { type: 'header', text: { type: 'plain_text', text: 'x'.repeat(151) } },
      { type: 'section', text: { type: 'mrkdwn', text: '' } },
      { type: 'section', text: { type: 'mrkdwn', text: 'fine' }, colour: 'red' },
    ];
    const call = client.apiCall('chat.postMessage', {
      channel: general.id,
      text: 'x',
      blocks: JSON.stringify(blocks),
      colour: 'red',
    });
    expect(await refusing(call)).toBe('invalid_blocks');
    expect(
      await refusing(
        client.chat.update({ channel: general.id, ts: '1.000001', text: 'x'.repeat(4001) }),
      ),
    ).toBe('message_not_found');
    const found = slack.violations();
    allowed = [/./];
    expect(found).toEqual([
      'chat.postMessage: unknown argument colour',
      expect.stringContaining('must NOT have more than 150 characters'),
      expect.stringContaining('must NOT have fewer than 1 characters'),
      expect.stringContaining('(colour)'),
      expect.stringContaining('neither text nor fields'),
    ]);
  });

  it('limits posts a channel with Retry-After, without holding up another', async () => {
    const { acme, client, general } = await open();
    const other = acme.channel('other');
    const say = (channel: string) => client.chat.postMessage({ channel, text: 'x' });
    for (let count = 0; count < 10; count += 1) await say(general.id);
    await expect(say(general.id)).rejects.toMatchObject({ retryAfter: 1 });
    expect((await say(other.id)).ok).toBe(true);
  });

  it('makes calls go wrong as told', async () => {
    const { client, general } = await open();
    const say = () => client.chat.postMessage({ channel: general.id, text: 'x' });
    slack.fault({ method: 'chat.postMessage', times: 1, effect: 'lose answer' });
    slack.fault({ method: 'chat.postMessage', times: 1, effect: 'drop' });
    slack.fault({ method: 'chat.postMessage', times: 1, effect: { status: 503 } });
    slack.fault({ method: 'chat.postMessage', times: 1, effect: { error: 'msg_too_long' } });
    const results: string[] = [];
    for (let count = 0; count < 5; count += 1) results.push(await refusing(say()));
    expect(results).toEqual([
      'WebAPIRequestError',
      'WebAPIRequestError',
      'WebAPIHTTPError',
      'msg_too_long',
      'ok',
    ]);
    expect(general.messages()).toHaveLength(2);
  });

  it('keeps files on a host of their own and shows strangers a sign-in page', async () => {
    const { acme, ada, client, general } = await open();
    const file = ada.file('# A draft\n', { name: 'draft.md' });
    const post = ada.post(general, 'Please read.', { files: [file] });
    const history = await client.conversations.history({ channel: general.id });
    const url = history.messages?.[0]?.files?.[0]?.url_private_download ?? '';
    const get = (token: string) => fetch(url, { headers: { authorization: `Bearer ${token}` } });

    expect(await (await get(acme.botToken)).text()).toBe('# A draft\n');
    const page = await get('xoxb-other');
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    await client.filesUploadV2({
      channel_id: general.id,
      thread_ts: post.ts,
      filename: 'refined.md',
      content: 'Refined.',
      initial_comment: 'Here it is.',
    });
    const shared = await slack.until(() => general.thread(post)[0]);
    expect(shared.files).toEqual([
      expect.objectContaining({ name: 'refined.md', content: 'Refined.' }),
    ]);
  });

  it('streams a message, and closes the stream after its time', async () => {
    let now = Date.now();
    const { ada, client, general } = await open({ now: () => now });
    const draft = ada.post(general, 'A draft.');
    const start = {
      channel: general.id,
      thread_ts: draft.ts,
      recipient_user_id: ada.id,
      recipient_team_id: ada.teamId,
    };
    expect(
      await refusing(client.chat.startStream({ channel: general.id, thread_ts: draft.ts })),
    ).toBe('missing_recipient_user_id');
    await client.assistant.threads.setStatus({
      channel_id: general.id,
      thread_ts: draft.ts,
      status: 'is reading',
    });
    const { ts = '' } = await client.chat.startStream({
      ...start,
      chunks: [{ type: 'task_update', id: 'a', title: 'Reading', status: 'in_progress' }],
    });
    expect(slack.statuses.map(({ status }) => status)).toEqual(['is reading', '']);
    await client.chat.appendStream({
      channel: general.id,
      ts,
      chunks: [
        { type: 'task_update', id: 'a', title: 'Read', status: 'complete' },
        { type: 'markdown_text', text: 'Done.' },
      ],
    });
    expect(general.thread(draft)[0]).toMatchObject({
      text: 'Read (complete)\nDone.',
      streaming: 'in_progress',
    });
    expect(await refusing(client.chat.update({ channel: general.id, ts, text: 'x' }))).toBe(
      'streaming_state_conflict',
    );
    await client.chat.stopStream({ channel: general.id, ts });
    expect(general.thread(draft)[0]?.streaming).toBe('completed');

    const second = await client.chat.startStream({ ...start, markdown_text: 'Slow.' });
    now += 5 * 60_000 + 1;
    expect(
      await refusing(
        client.chat.appendStream({
          channel: general.id,
          ts: second.ts ?? '',
          markdown_text: 'Late.',
        }),
      ),
    ).toBe('message_not_in_streaming_state');
  });

  it('installs by OAuth with consent, rotates tokens once each, and tells of the end', async () => {
    const { ada } = await open({ app: { rotatesTokens: true } });
    const beta = slack.workspace('Beta', { installed: false });
    const cleo = beta.member('Cleo', { role: 'admin' });
    const { createServer } = await import('node:http');
    let query = new URLSearchParams();
    const server = createServer((request, response) => {
      query = new URL(request.url ?? '', 'http://localhost').searchParams;
      response.end('thanks');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => new Promise((resolve) => server.close(resolve)));
    const address = server.address();
    const redirect = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/back`;
    const asked = new URLSearchParams({
      client_id: slack.clientId,
      scope: 'chat:write,commands',
      state: 's1',
      redirect_uri: redirect,
    });
    const page = await slack.browser(cleo).visit(`${slack.authorizeUrl}?${asked}`);
    expect(page.consent?.scopes).toEqual(['chat:write', 'commands']);
    expect((await page.consent?.allow())?.body).toBe('thanks');
    expect(query.get('state')).toBe('s1');

    const anybody = new WebClient(undefined, {
      slackApiUrl: slack.apiUrl,
      logger: silent,
      retryConfig: { retries: 0 },
    });
    const keys = { client_id: slack.clientId, client_secret: slack.clientSecret };
    const exchange = { ...keys, code: query.get('code') ?? '', redirect_uri: redirect };
    const granted = await anybody.oauth.v2.access(exchange);
    expect(granted).toMatchObject({
      team: { id: beta.id },
      is_enterprise_install: false,
      token_type: 'bot',
      expires_in: 43200,
    });
    expect(await refusing(anybody.oauth.v2.access(exchange))).toBe('code_already_used');
    const renew = {
      ...keys,
      grant_type: 'refresh_token' as const,
      refresh_token: granted.refresh_token ?? '',
    };
    const fresh = await anybody.oauth.v2.access(renew);
    expect(await refusing(anybody.oauth.v2.access(renew))).toBe('invalid_refresh_token');
    expect((await clientFor(fresh.access_token ?? '').auth.test()).team_id).toBe(beta.id);
    beta.expireTokens();
    expect(await refusing(clientFor(fresh.access_token ?? '').auth.test())).toBe('token_expired');
    expect(ada.home()).toBeNull();
  });
});
