import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  type ManyWorkspaces,
  openInstalledWorkspaces,
} from '../../../src/platforms/slack/installed-workspaces.ts';
import { createSealer } from '../../../src/seal.ts';
import type { Database } from '../../../src/store/database.ts';
import { createInstallationRepository } from '../../../src/store/installation-repository.ts';
import { type Slack, startSlack } from '../../fakes/slack/slack.ts';
import { onEveryEngine } from '../../store/engines.ts';

const CHILD = fileURLToPath(new URL('./token-child.ts', import.meta.url));

/* Tokens that end, in two processes on one database. */
onEveryEngine((store) => {
  let slack: Slack;
  const ending = new AbortController();
  beforeEach(async () => {
    slack = await startSlack({ transport: 'none', app: { rotatesTokens: true } });
  });
  afterEach(async () => {
    expect(slack.violations()).toEqual([]);
    await slack.close();
  });

  const openOn = (database: Database): ManyWorkspaces =>
    openInstalledWorkspaces({
      installations: createInstallationRepository(database),
      sealer: createSealer([Buffer.alloc(32, 7)]),
      clientId: slack.clientId,
      clientSecret: slack.clientSecret,
      reach: { apiUrl: slack.apiUrl, signal: ending.signal, rateLimited: () => undefined },
      log: () => undefined,
      onInstalled: () => undefined,
    });

  /** Writes an installation down as the pages of OAuth do, with a token that ends so soon. */
  const install = async (
    at: ManyWorkspaces,
    acme: ReturnType<Slack['workspace']>,
    endsInMs: number,
  ) => {
    const { installation } = acme;
    installation.expiresAt = slack.core.world.now() + endsInMs;
    await at.oauthStore.storeInstallation({
      team: { id: acme.id, name: 'Acme' },
      enterprise: undefined,
      user: { id: 'U1', token: undefined, scopes: undefined },
      isEnterpriseInstall: false,
      bot: {
        token: installation.token,
        refreshToken: installation.refreshToken ?? '',
        expiresAt: Math.floor(installation.expiresAt / 1000),
        scopes: [...installation.scopes],
        id: installation.botId,
        userId: installation.botUserId,
      },
    });
  };
  const refreshes = () =>
    slack.callsOf('oauth.v2.access').filter(({ args }) => args.grant_type === 'refresh_token');

  it.each([
    ['is about to end', 60 * 60_000],
    ['has ended', 1_000],
  ])(
    'a token that %s is renewed by one process, and all go on with the new one',
    async (_, left) => {
      const acme = slack.workspace('Acme');
      const [here, there] = [openOn(store.database()), openOn(await store.openAnother())];
      await install(here, acme, left);
      if (left < 60_000) acme.expireTokens();
      const found = await Promise.all([here, there, here, there].map((each) => each.find(acme.id)));
      expect(refreshes()).toHaveLength(1);
      for (const workspace of found) await workspace?.client.auth.test();
      const later = openOn(store.database());
      expect((await later.find(acme.id))?.token).toBe(acme.installation.token);
      expect(refreshes()).toHaveLength(1);
    },
  );

  /** A process of its own on the same database, once it is ready to ask. */
  const startProcess = async (workspace: string) => {
    const args = [store.url(), slack.apiUrl, slack.clientId, slack.clientSecret, workspace];
    const child = spawn(process.execPath, ['--import', 'tsx', CHILD, ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const hear = async () => String((await lines.next()).value);
    expect(await hear()).toBe('ready');
    return async () => {
      child.stdin.end('go');
      return hear();
    };
  };

  it('a token that has ended is renewed by one of two real processes, and both get the new one', async () => {
    const acme = slack.workspace('Acme');
    await install(openOn(store.database()), acme, 1_000);
    acme.expireTokens();
    const ask = await Promise.all([1, 2].map(() => startProcess(acme.id)));
    // The first answer is late, so that all of them are waiting for it.
    slack.fault({ method: 'oauth.v2.access', times: 1, effect: { answerAfterMs: 500 } });
    const tokens = await Promise.all(ask.map((each) => each()));
    expect(refreshes()).toHaveLength(1);
    expect(tokens).toEqual(tokens.map(() => acme.installation.token));
  }, 180_000);

  it('a refresh that Slack does not answer leaves the token that is still good', async () => {
    const acme = slack.workspace('Acme');
    const here = openOn(store.database());
    await install(here, acme, 60 * 60_000);
    slack.fault({ method: 'oauth.v2.access', times: 1, effect: 'drop' });
    const workspace = await here.find(acme.id);
    expect(workspace?.token).toBe(acme.installation.token);
    expect((await workspace?.client.auth.test())?.ok).toBe(true);
  });

  it('RC-090 a token that only ended is not taken for one that was revoked', async () => {
    const acme = slack.workspace('Acme');
    const here = openOn(store.database());
    await install(here, acme, 1_000);
    acme.expireTokens();
    await here.forgetIfDead(acme.id);
    expect((await here.find(acme.id))?.token).toBe(acme.installation.token);
  });

  it('RC-090 a revoked one is gone at once, with the time of the first word; a reinstall clears it', async () => {
    const acme = slack.workspace('Acme');
    const database = store.database();
    const here = openOn(database);
    const rows = async () => {
      const [all] = await database.read((db) => [db.select().from(database.tables.installations)]);
      return all;
    };
    await install(here, acme, 12 * 3_600_000);
    acme.revoke('account_inactive');
    await here.forgetIfDead(acme.id);
    const [gone] = await rows();
    expect(gone).toMatchObject({ secret: null, keyId: null });
    expect(gone?.removedAt).not.toBeNull();
    await here.forgetIfDead(acme.id);
    await createInstallationRepository(database).remove('slack', acme.id, Date.now() + 60_000);
    expect((await rows())[0]?.removedAt).toEqual(gone?.removedAt);
    expect(await here.find(acme.id)).toBeNull();

    acme.install();
    await install(here, acme, 12 * 3_600_000);
    expect((await rows())[0]).toMatchObject({ removedAt: null });
    await here.forgetIfDead(acme.id);
    expect(await here.find(acme.id)).not.toBeNull();
  });

  it('RC-090 what another process saved meanwhile is not removed with what was there before', async () => {
    const acme = slack.workspace('Acme');
    const database = store.database();
    const installations = createInstallationRepository(database);
    const here = openOn(database);
    await install(here, acme, 12 * 3_600_000);
    const before = await installations.find('slack', acme.id);
    acme.install();
    await install(openOn(await store.openAnother()), acme, 12 * 3_600_000);
    if (before === null) throw new Error('it was installed');
    await installations.removeUnchanged({ ...before, at: 1 });
    expect(await installations.find('slack', acme.id)).not.toBeNull();
  });
});
