import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { pathTo } from '../../src/package-root.ts';
import { createSealer } from '../../src/seal.ts';
import { createInstallationRepository } from '../../src/store/installation-repository.ts';
import { openDiscord } from '../fakes/discord/discord.ts';
import { startSlack } from '../fakes/slack/slack.ts';
import { open } from '../store/open-store.ts';
import { setUpDoctor } from './doctor-rig.ts';

const { doctor, decide, folder } = setUpDoctor();

describe('of Discord', () => {
  let discord: Awaited<ReturnType<typeof openDiscord>>;
  beforeEach(async () => {
    discord = await openDiscord();
  });
  afterEach(() => discord.close());

  async function look() {
    const { code, about } = await doctor({
      DISCORD_TOKEN: discord.token,
      DISCORD_API_URL: discord.apiUrl,
    });
    return { code, said: about('Discord').slice(2) };
  }

  it('tells of each server what the bot may not do there', async () => {
    discord.server('Newsroom');
    discord.server('Studio', { permissions: 0n });
    const { code, said } = await look();
    expect(code).toBe(0);
    expect(said).toEqual([
      'ok: In Newsroom it has every permission it uses.',
      expect.stringMatching(/^warn: In Studio it lacks .*Manage Webhooks\.$/),
    ]);
  });

  it('tells of channels with settings that lack more than their server does', async () => {
    const newsroom = discord.server('Newsroom');
    const press = newsroom.channel('press', { botMayNot: ['sendMessages'] });
    newsroom.channel('unset', { botMayNot: ['sendMessages'] });
    await decide(newsroom.id, [press.id, newsroom.channel('open').id]);
    expect((await look()).said).toEqual([
      'ok: In Newsroom it has every permission it uses.',
      'warn: In #press of Newsroom, which has settings of its own, it lacks Send Messages.',
    ]);
  });

  it('looks at twenty servers, and says how many more there are', async () => {
    for (let at = 0; at < 22; at += 1) discord.server(`Server ${at}`);
    const { said } = await look();
    expect(said).toHaveLength(21);
    expect(said.at(-1)).toBe('warn: 2 more servers were not looked at.');
  });

  it('says what Discord would not tell', async () => {
    discord.server('Newsroom');
    discord.trouble({ method: 'GET', path: /roles$/, how: { status: 403 }, times: 1 });
    expect((await look()).said).toEqual(['warn: Discord did not say what it may do in Newsroom.']);
  });
});

describe('of Slack', () => {
  it('asks about both tokens and compares the scopes with the manifest', async () => {
    const { oauth_config } = parse(readFileSync(pathTo('manifest.yml'), 'utf8'));
    const slack = await startSlack({ app: { scopes: oauth_config.scopes.bot } });
    const workspace = slack.workspace('Acme');
    const env = {
      SLACK_API_URL: slack.apiUrl,
      SLACK_BOT_TOKEN: workspace.botToken,
      SLACK_APP_TOKEN: slack.appToken,
    };
    const { code, about, stdout } = await doctor(env);
    expect(about('Slack')).toEqual([
      expect.stringMatching(/^ok: The bot is in Acme as /),
      'ok: Every scope of the manifest was given.',
      'ok: Socket Mode can be opened.',
    ]);
    expect(code).toBe(0);
    expect(stdout).not.toContain(workspace.botToken);
    const wrong = await doctor({ ...env, SLACK_BOT_TOKEN: 'xoxb-1-2-wrong' });
    expect(wrong.code).toBe(1);
    expect(wrong.about('Slack')[0]).toBe(
      'fail: Slack does not take SLACK_BOT_TOKEN (invalid_auth).',
    );
    const app = await doctor({ ...env, SLACK_APP_TOKEN: 'xapp-1-wrong' });
    expect(app.about('Slack').at(-1)).toBe('fail: Socket Mode cannot be opened (invalid_auth).');
    await slack.close();
  });

  it('asks about the token of every workspace that installed the app', async () => {
    const { oauth_config } = parse(readFileSync(pathTo('manifest.yml'), 'utf8'));
    const scopes: string[] = oauth_config.scopes.bot;
    const slack = await startSlack({ app: { scopes } });
    const [acme, bolt, corp] = ['Acme', 'Bolt', 'Corp'].map((name) => slack.workspace(name));
    const key = Buffer.alloc(32, 7);
    const env = {
      SLACK_API_URL: slack.apiUrl,
      SLACK_CLIENT_ID: slack.clientId,
      SLACK_CLIENT_SECRET: slack.clientSecret,
      SLACK_SIGNING_SECRET: slack.signingSecret,
      SLACK_STATE_SECRET: 'a state secret of some length',
      PUBLIC_URL: 'https://desk.example.com',
      ENCRYPTION_KEY: key.toString('base64'),
    };
    expect((await doctor(env)).about('Slack')[0]).toBe(
      'ok: Workspaces install the app at /slack/install.',
    );
    const database = await open(folder().file('desk.db'));
    const installations = createInstallationRepository(database);
    const sealer = createSealer([key]);
    const save = (workspace: string, token: string) =>
      installations.save({
        ...{ platform: 'slack', workspace, installedAt: 1 },
        secret: sealer.seal(JSON.stringify({ identity: { token }, refreshToken: null })),
      });
    await save(acme?.id ?? '', acme?.botToken ?? '');
    await save(bolt?.id ?? '', bolt?.botToken ?? '');
    await save(corp?.id ?? '', 'xoxb-gone');
    await database.close();

    const { about, code, stdout } = await doctor(env);
    expect(about('Slack').slice(0, 3)).toEqual([
      'ok: Workspaces install the app at /slack/install.',
      'ok: The app is in order in 2 workspaces.',
      `fail: Slack does not take the token of the workspace ${corp?.id} (invalid_auth).`,
    ]);
    expect(code).toBe(1);
    expect(stdout).not.toContain('xoxb-');
    await slack.close();
  });

  describe('about channels with settings of their own', () => {
    let slack: Awaited<ReturnType<typeof startSlack>>;
    let workspace: ReturnType<typeof slack.workspace>;

    async function openWithout(scope: string | null) {
      const { oauth_config } = parse(readFileSync(pathTo('manifest.yml'), 'utf8'));
      const all: string[] = oauth_config.scopes.bot;
      slack = await startSlack({ app: { scopes: all.filter((each) => each !== scope) } });
      workspace = slack.workspace('Acme');
    }
    afterEach(() => slack.close());

    async function look(channels: readonly string[]) {
      await decide(workspace.id, channels);
      const { about } = await doctor({
        SLACK_API_URL: slack.apiUrl,
        SLACK_BOT_TOKEN: workspace.botToken,
        SLACK_APP_TOKEN: slack.appToken,
      });
      return about('Slack').filter((each) => /settings|channels/i.test(each));
    }

    it('names those the bot is not in, and asks Slack little', async () => {
      await openWithout(null);
      const inside = Array.from({ length: 30 }, (_, at) => workspace.channel(`team-${at}`).id);
      const outside = workspace.channel('outside', { withBot: false });
      const secret = workspace.channel('secret', { withBot: false, kind: 'private' });
      expect(await look([...inside, outside.id, secret.id])).toEqual([
        expect.stringContaining(`warn: Settings wait in #outside and ${secret.id}, where`),
      ]);
      expect(slack.callsOf('users.conversations')).toHaveLength(1);
      expect(slack.callsOf('conversations.info')).toHaveLength(2);
    });

    it('asks about ten at most, and says that there are more', async () => {
      await openWithout(null);
      const outside = Array.from(
        { length: 12 },
        (_, at) => workspace.channel(`far-${at}`, { withBot: false }).id,
      );
      expect(await look(outside)).toEqual([expect.stringContaining('and perhaps 2 more, where')]);
      expect(slack.callsOf('conversations.info')).toHaveLength(10);
    });

    it('has no more to say where it is in all of them, or none has any', async () => {
      await openWithout(null);
      expect(await look([])).toEqual([]);
      expect(await look([workspace.channel('general').id])).toEqual([
        'ok: The bot is in every channel with settings of its own (1 channel).',
      ]);
    });

    it('says that Slack would not tell', async () => {
      await openWithout('channels:read');
      expect((await look([workspace.channel('general').id])).at(-1)).toBe(
        'warn: Slack did not say which channels the bot is in (missing_scope).',
      );
    });
  });

  it('names the scopes the app was not given', async () => {
    const slack = await startSlack({ app: { scopes: ['commands', 'chat:write'] } });
    const workspace = slack.workspace('Acme');
    const env = {
      SLACK_API_URL: slack.apiUrl,
      SLACK_BOT_TOKEN: workspace.botToken,
      SLACK_APP_TOKEN: slack.appToken,
    };
    const { code, about } = await doctor(env);
    expect(code).toBe(1);
    expect(about('Slack')[1]).toMatch(/^fail: Scopes are missing: .*reactions:read/);
    await slack.close();
  });
});

it('asks Discord about the token and about reading messages', async () => {
  const discord = await openDiscord({ mayReadContent: false });
  const env = { DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl };
  const { about, stdout } = await doctor(env);
  expect(about('Discord')).toEqual([
    'ok: The token is that of Bluepencil.',
    'warn: The bot may not read what messages say, so reactions cannot start reviews.',
    'warn: The bot is in no server yet.',
  ]);
  expect(stdout).not.toContain(discord.token);
  const wrong = await doctor({ ...env, DISCORD_TOKEN: 'not.the.token' });
  expect(wrong.code).toBe(1);
  expect(wrong.about('Discord')).toEqual(['fail: Discord does not know this token.']);
  await discord.close();
});
