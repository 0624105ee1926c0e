/*
 * Many workspaces, each with the token its installation brought. A token that ends is renewed before it
 * does, by one process at a time: the refresh token works once, and the loser of a race is locked out.
 * https://docs.slack.dev/authentication/using-token-rotation
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Installation, type InstallationStore as OAuthStore, webApi } from '@slack/bolt';
import type { InstallationStore, Sealed, Sealer } from '../../review/installation-store.ts';
import { clientOptions, type Reach } from './calls.ts';
import { PLATFORM } from './places.ts';
import { remember } from './remembered.ts';
import type { InstalledWorkspaces } from './single-workspace.ts';
import { DEAD_TOKEN, refusalCode } from './slack-errors.ts';
import { logGaps } from './standing.ts';
import { type Identity, identify, openWorkspace, type SlackWorkspace } from './workspace.ts';

export interface ManyOptions {
  readonly installations: InstallationStore;
  readonly sealer: Sealer;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly reach: Reach;
  readonly log: (what: string, about: Readonly<Record<string, unknown>>) => void;
  /** Hears who installed the app where. */
  readonly onInstalled: (workspace: Installed, installer: string) => void;
}

/** A workspace, and what people call it. */
export interface Installed {
  readonly workspace: string;
  readonly name: string | null;
}

/** What is sealed of an installation. */
interface Kept {
  readonly identity: Identity;
  readonly refreshToken: string | null;
  /** Milliseconds since 1970; null for a token that does not end. */
  readonly expiresAt: number | null;
  /** Who installed it. */
  readonly installer: string | null;
}

/** An installation as it was read; `secret` tells whether it was changed since. */
interface Stored {
  readonly kept: Kept;
  readonly secret: Sealed;
}

export interface ManyWorkspaces extends InstalledWorkspaces {
  /** For the OAuth pages of the SDK. */
  readonly oauthStore: OAuthStore;
}

/** How long what the database said is believed: another process may renew or remove. */
const BELIEVED_MS = 30_000;
const RENEW_BEFORE_MS = 2 * 60 * 60_000;
const LEASE_MS = 30_000;
/** What says that the app was removed, of an access token or of the one that renews it. */
const TAKEN_AWAY: readonly string[] = [...DEAD_TOKEN, 'invalid_refresh_token'];

/** Opens the workspaces that installed the app. */
export function openInstalledWorkspaces(options: ManyOptions): ManyWorkspaces {
  const { installations, sealer, reach, log } = options;
  const believed = remember<SlackWorkspace>(2_000, { ttlMs: BELIEVED_MS });
  const open = remember<SlackWorkspace>(2_000);
  const finding = new Map<string, Promise<SlackWorkspace | null>>();

  const keep = (kept: Kept) => sealer.seal(JSON.stringify(kept));
  const load = async (workspace: string): Promise<Stored | null> => {
    const found = await installations.find(PLATFORM, workspace);
    if (found === null) return null;
    const { secret } = found;
    return { kept: JSON.parse(sealer.open(secret)) as Kept, secret };
  };

  const look = async (id: string): Promise<SlackWorkspace | null> => {
    const stored = await load(id);
    const kept = stored === null ? null : await renewed(options, stored, { load, keep });
    const now = kept === null ? null : reopened(kept.identity);
    // What is not there may be installed in another process the next moment.
    if (now !== null) believed.set(id, now);
    return now;
  };

  /** Who asks at the same moment looks once. */
  const find = async (id: string): Promise<SlackWorkspace | null> => {
    const before = believed.get(id);
    if (before !== undefined) return before;
    const underWay = finding.get(id) ?? look(id);
    finding.set(id, underWay);
    try {
      return await underWay;
    } finally {
      finding.delete(id);
    }
  };

  /** The same token keeps what is known of its workspace. */
  const reopened = (identity: Identity): SlackWorkspace => {
    const known = open.get(identity.workspace);
    if (known?.token === identity.token) return known;
    const fresh = openWorkspace(identity, reach);
    open.set(identity.workspace, fresh);
    void fresh.emoji.refresh();
    if (known === undefined) logGaps(fresh, log);
    return fresh;
  };

  return {
    find,
    async authorize(source, body) {
      const poster = (body as Payload).message?.bot_id ?? null;
      let other: SlackWorkspace | null = null;
      for (const id of candidates(source, body)) {
        const found = await find(id);
        // In a shared channel the clicker's workspace may have the app as well: whose post it is decides.
        if (found !== null && (poster === null || found.botId === poster)) return found;
        other ??= found;
      }
      return other;
    },
    async forgetIfDead(id) {
      const stored = await load(id);
      if (stored === null) return;
      try {
        // A token that only ended was not taken away.
        const alive = await renewed(options, stored, { load, keep });
        if (alive !== null) await identify(alive.identity.token, reach);
      } catch (error) {
        if (!TAKEN_AWAY.includes(refusalCode(error) ?? '')) throw error;
        const { secret } = stored;
        await installations.removeUnchanged({
          platform: PLATFORM,
          workspace: id,
          secret,
          at: Date.now(),
        });
        believed.delete(id);
        log('Slack was uninstalled', { workspace: id });
      }
    },
    oauthStore: {
      async storeInstallation(installation) {
        const kept = await keptOf(installation, reach);
        const { workspace } = kept.identity;
        await installations.save({
          platform: PLATFORM,
          workspace,
          secret: keep(kept),
          installedAt: Date.now(),
        });
        believed.delete(workspace);
        log('Slack was installed', { workspace });
        if (kept.installer !== null) options.onInstalled(kept.identity, kept.installer);
      },
      async fetchInstallation() {
        throw new Error('installations are looked up by workspace');
      },
      async deleteInstallation({ teamId, enterpriseId, isEnterpriseInstall }) {
        const id = (isEnterpriseInstall ? enterpriseId : teamId) ?? '';
        await installations.remove(PLATFORM, id, Date.now());
        believed.delete(id);
      },
    },
  };
}

/** A token with time left, renewed by whoever gets the lease; the others wait for what comes of it. */
async function renewed(
  options: ManyOptions,
  { kept, secret }: Stored,
  box: {
    load(workspace: string): Promise<Stored | null>;
    keep(kept: Kept): Sealed;
  },
): Promise<Kept | null> {
  const { installations, reach } = options;
  const { expiresAt, refreshToken, identity } = kept;
  const { workspace } = identity;
  if (expiresAt === null || refreshToken === null) return kept;
  const left = expiresAt - Date.now();
  if (left > RENEW_BEFORE_MS) return kept;
  const times = { now: Date.now(), until: Date.now() + LEASE_MS };
  if (!(await installations.lease(PLATFORM, workspace, times))) {
    // Who renews it is soon done; meanwhile the old one may still do.
    if (left > 2 * LEASE_MS) return kept;
    await sleep(500, undefined, { signal: reach.signal });
    const now = await box.load(workspace);
    return now === null ? null : renewed(options, now, box);
  }
  const latest = await box.load(workspace);
  if (latest === null || latest.secret.body !== secret.body) return latest?.kept ?? null;
  try {
    const next = await refreshed(options, kept, refreshToken);
    const renewal = { secret: box.keep(next), before: secret };
    await installations.renew({ platform: PLATFORM, workspace, ...renewal });
    return next;
  } catch (error) {
    // There is time to try again: the lease ends long before the token does.
    if (left > 2 * LEASE_MS && refusalCode(error) === null) return kept;
    throw error;
  }
}

/** Asks Slack for the next tokens; the refresh token given is used up by it. */
async function refreshed(
  { clientId, clientSecret, reach }: ManyOptions,
  kept: Kept,
  refreshToken: string,
): Promise<Kept> {
  const client = new webApi.WebClient(undefined, {
    ...clientOptions(reach.apiUrl),
    // Whether a lost answer used the token up cannot be told; the next try finds out.
    retryConfig: { retries: 0 },
  });
  const answer = await client.oauth.v2.access({
    client_id: clientId,
    client_secret: clientSecret,
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
  });
  return {
    ...kept,
    identity: { ...kept.identity, token: answer.access_token ?? kept.identity.token },
    refreshToken: answer.refresh_token ?? refreshToken,
    expiresAt: answer.expires_in === undefined ? null : Date.now() + answer.expires_in * 1000,
  };
}

async function keptOf(
  { team, enterprise, isEnterpriseInstall, bot, appId, user }: Installation,
  reach: Reach,
): Promise<Kept> {
  const token = bot?.token ?? '';
  const known = await identify(token, reach);
  const workspace = (isEnterpriseInstall ? enterprise?.id : team?.id) ?? known.workspace;
  return {
    identity: {
      ...known,
      workspace,
      botUser: bot?.userId ?? known.botUser,
      botId: bot?.id ?? known.botId,
      appId: appId ?? known.appId,
      name: (isEnterpriseInstall ? enterprise?.name : team?.name) ?? known.name,
      scopes: bot?.scopes ?? known.scopes,
    },
    refreshToken: bot?.refreshToken ?? null,
    expiresAt: bot?.expiresAt === undefined ? null : bot.expiresAt * 1000,
    installer: user?.id ?? null,
  };
}

interface Payload {
  readonly authorizations?: readonly {
    readonly team_id?: string | null;
    readonly enterprise_id?: string | null;
    readonly is_enterprise_install?: boolean;
  }[];
  readonly view?: { readonly app_installed_team_id?: string };
  readonly message?: {
    readonly team?: string;
    readonly bot_id?: string;
    readonly bot_profile?: { readonly team_id?: string };
  };
  readonly enterprise?: { readonly id?: string } | null;
  readonly enterprise_id?: string;
}

/**
 * Ids of the installation a payload may be for, the surest first. In shared channels the team of the event
 * or the clicker is another organisation's. https://docs.slack.dev/apis/slack-connect
 */
function candidates(source: { readonly teamId?: string }, body: unknown): string[] {
  const { authorizations, view, message, enterprise, enterprise_id: grid } = body as Payload;
  const [first] = authorizations ?? [];
  const ids = [
    first?.is_enterprise_install ? first.enterprise_id : first?.team_id,
    view?.app_installed_team_id,
    message?.bot_profile?.team_id,
    message?.team,
    source.teamId,
    enterprise?.id,
    grid,
  ];
  return [...new Set(ids.filter((id) => id != null && id !== ''))] as string[];
}
