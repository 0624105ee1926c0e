import { WebClient } from '@slack/web-api';
import { afterEach, describe, expect, it } from 'vitest';
import { openBolt, silent } from './bolt-app.ts';

describe('the Slack double between workspaces and in trouble', () => {
  let rig: Awaited<ReturnType<typeof openBolt>>;
  afterEach(async () => {
    await rig.close();
    expect(rig.slack.violations()).toEqual([]);
  });

  it('tells installation, author and clicker apart in a shared channel', async () => {
    rig = await openBolt();
    const { acme, ada, app, slack } = rig;
    const beta = slack.workspace('Beta', { installed: false });
    const cleo = beta.member('Cleo');
    const shared = acme.channel('shared', { members: [ada, cleo], sharedWith: [beta] });
    const heard: object[] = [];
    app.event('message', async ({ event, body, context }) => {
      if (event.subtype !== undefined) return;
      heard.push({
        by: event.user,
        outer: body.team_id,
        of: context.teamId,
        ext: body.is_ext_shared_channel,
      });
    });
    app.action('accept', async ({ ack, body }) => {
      heard.push({ team: body.team?.id, clicker: body.user.team_id });
      await ack();
    });
    await rig.start();

    cleo.post(shared, 'From outside.');
    await slack.settled();
    expect(heard).toEqual([{ by: cleo.id, outer: beta.id, of: acme.id, ext: true }]);
    const { ts = '' } = await rig.client.chat.postMessage({
      channel: shared.id,
      text: 'Pick',
      blocks: [
        {
          type: 'actions',
          elements: [
            { type: 'button', action_id: 'accept', text: { type: 'plain_text', text: 'Accept' } },
          ],
        },
      ],
    });
    await cleo.click({ channel: shared.id, ts }, 'Accept');
    expect(heard.at(-1)).toEqual({ team: acme.id, clicker: beta.id });
    const { user } = await rig.client.users.info({ user: cleo.id });
    expect(user).toMatchObject({ is_stranger: true, team_id: beta.id });
    expect(user).not.toHaveProperty('locale');
    expect(() => cleo.command(shared, '/refine')).toThrow('not installed');
  });

  it('reaches every workspace of an organisation with one installation', async () => {
    rig = await openBolt();
    const { slack } = rig;
    const enterprise = { id: 'E0ORG00001', name: 'Org' };
    const north = slack.workspace('North', { installed: false, enterprise });
    const south = slack.workspace('South', { installed: false, enterprise });
    const by = slack.core.install(north.record, {
      scopes: ['channels:read'],
      isEnterprise: true,
      installedBy: north.bot.id,
    });
    const place = south.channel('south');
    const client = new WebClient(by.token, {
      slackApiUrl: slack.apiUrl,
      logger: silent,
      retryConfig: { retries: 0 },
    });
    expect((await client.conversations.info({ channel: place.id })).channel?.name).toBe('south');
    expect((await client.auth.teams.list()).teams?.map(({ name }) => name)).toEqual([
      'North',
      'South',
    ]);
    await expect(client.conversations.info({ channel: rig.general.id })).rejects.toMatchObject({
      data: { error: 'channel_not_found' },
    });
  });

  it('plays other apps, previews, joins, deletions and tombstones', async () => {
    rig = await openBolt();
    const { acme, ada, app, general, slack } = rig;
    const heard: string[] = [];
    app.event('message', async ({ event }) => {
      const inner =
        'message' in event ? (event.message as { edited?: object; subtype?: string }) : null;
      const about =
        inner === null ? '' : (inner.subtype ?? (inner.edited ? ' edited' : ' not edited'));
      heard.push(`${event.subtype ?? 'plain'}${about}`);
    });
    await rig.start();

    acme.otherApp('Deploybot').post(general, 'Done & <https://x.example|out>.', { legacy: true });
    const draft = ada.post(general, 'See https://example.com');
    ada.unfurl(draft);
    ada.edit(draft, 'Other.');
    const reply = ada.post(general, 'A reply', { thread: draft });
    ada.remove(draft);
    ada.remove(reply);
    await slack.settled();
    expect(heard.toSorted()).toEqual(
      [
        'bot_message',
        'plain',
        'message_changed not edited',
        'message_changed edited',
        'plain',
        'message_changed edited',
        'message_changedtombstone',
        'message_deleted',
      ].toSorted(),
    );
    expect(general.message(draft)).toMatchObject({ isTombstone: true });
  });

  it('holds, reorders, doubles and drops what it brings', async () => {
    rig = await openBolt();
    const { ada, app, general, slack } = rig;
    const heard: string[] = [];
    app.event('message', async ({ event }) => {
      if ('text' in event) heard.push(event.text ?? '');
    });
    await rig.start();
    slack.meddle(() => 'hold');
    for (const word of ['one', 'two', 'three']) ada.post(general, word);
    await slack.until(() => slack.deliveries.length === 3);
    slack.release((numbers) => numbers.toReversed());
    await slack.settled();
    expect(heard.splice(0)).toEqual(['three', 'two', 'one']);
    slack.meddle(() => 'twice');
    ada.post(general, 'double');
    await slack.settled();
    expect(heard.splice(0)).toEqual(['double', 'double']);
    slack.meddle(() => 'drop');
    ada.post(general, 'never');
    await slack.settled();
    expect(heard).toEqual([]);
  });

  it('loses a socket without a word and brings what was under way over the next', async () => {
    rig = await openBolt({ pace: { retryMs: [1000, 2000, 10_000] } });
    const { ada, app, general, slack } = rig;
    const heard: string[] = [];
    app.event('message', async ({ event, context }) => {
      if ('text' in event) heard.push(`${event.text} ${context.retryNum}`);
    });
    await rig.start();
    slack.socket.cut();
    ada.post(general, 'In the gap.');
    await slack.settled();
    expect(heard).toEqual([expect.stringMatching(/^In the gap\. [123]$/)]);
  });
});
