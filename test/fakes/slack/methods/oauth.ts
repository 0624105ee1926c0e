/* Installing, by people in a browser and by the app's server; tokens that rotate; uninstalling. */
import type { Answer } from '../api.ts';
import { type Call, type Method, text } from '../call.ts';
import type { Core } from '../core.ts';
import { tell } from '../events.ts';
import { fail } from '../failure.ts';
import type { Installation, Json, MemberRecord, WorkspaceRecord } from '../world.ts';

const CODE_MS = 10 * 60_000;
const TOKEN_SECONDS = 43_200;

/** What a person agreed to; worth one installation. */
export interface Grant {
  readonly code: string;
  readonly at: number;
  readonly redirectUri: string | null;
  readonly workspace: WorkspaceRecord;
  readonly isEnterprise: boolean;
  readonly by: MemberRecord;
  readonly scopes: readonly string[];
  isUsed: boolean;
}

/** `oauth.v2.access`: a code for tokens, or a refresh token for fresh ones. */
export function access(core: Core, args: Json, authorization: string): Json {
  const [id, secret] = credentials(args, authorization);
  if (id !== core.app.clientId) fail('invalid_client_id');
  if (secret !== core.app.clientSecret) fail('bad_client_secret');
  if (text(args, 'grant_type') === 'refresh_token')
    return refresh(core, text(args, 'refresh_token'));
  const grant = core.grants.find(({ code }) => code === text(args, 'code'));
  if (grant === undefined) fail('invalid_code');
  if (grant.isUsed) fail('code_already_used');
  if (core.world.now() - grant.at > CODE_MS) fail('invalid_code');
  const redirect = text(args, 'redirect_uri') || null;
  if (redirect !== grant.redirectUri) fail('bad_redirect_uri');
  grant.isUsed = true;
  const by = installFor(core, grant);
  return shape(core, by, grant.by);
}

function credentials(args: Json, authorization: string): [string, string] {
  const basic = /^Basic (.+)$/.exec(authorization)?.[1];
  if (basic === undefined) return [text(args, 'client_id'), text(args, 'client_secret')];
  const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString('utf8').split(':');
  return [id, secret];
}

/** An installation for a grant: scopes add up, a live token of ours stays. */
function installFor(core: Core, { workspace, scopes, isEnterprise, by }: Grant): Installation {
  const { world } = core;
  const live = world.installations.find(
    (one) => one.teamId === workspace.id && one.dead === null && one.isEnterprise === isEnterprise,
  );
  if (live !== undefined) {
    for (const scope of scopes) live.scopes.add(scope);
    if (core.app.rotatesTokens) giveTokens(core, live);
    return live;
  }
  const made = core.install(workspace, { scopes, isEnterprise, installedBy: by.id });
  return made;
}

function giveTokens(core: Core, by: Installation): void {
  const secret = () => `${core.world.id('')}-${Math.random().toString(36).slice(2)}`;
  by.oldTokens.push({ token: by.token, expiresAt: by.expiresAt });
  by.token = `xoxe.xoxb-1-${secret()}`;
  by.refreshToken = `xoxe-1-${secret()}`;
  by.expiresAt = core.world.now() + TOKEN_SECONDS * 1000;
}

function refresh(core: Core, token: string): Json {
  const by = core.world.installations.find(({ refreshToken }) => refreshToken === token);
  if (by === undefined || token === '') fail('invalid_refresh_token');
  if (by.dead !== null) fail(by.dead);
  giveTokens(core, by);
  return shape(core, by, null);
}

function shape(core: Core, by: Installation, authed: MemberRecord | null): Json {
  const workspace = core.world.workspaces.get(by.teamId);
  return {
    access_token: by.token,
    token_type: 'bot',
    scope: [...by.scopes].join(','),
    bot_user_id: by.botUserId,
    app_id: core.app.id,
    team: by.isEnterprise ? null : { id: by.teamId, name: workspace?.name },
    enterprise: workspace?.enterprise ?? null,
    is_enterprise_install: by.isEnterprise,
    ...(authed === null ? {} : { authed_user: { id: authed.id } }),
    ...(by.refreshToken === null
      ? {}
      : { refresh_token: by.refreshToken, expires_in: TOKEN_SECONDS }),
  };
}

/** What the page a person is sent to checks before it asks them. */
export function checkAuthorize(core: Core, query: URLSearchParams): readonly string[] {
  if (query.get('client_id') !== core.app.clientId) fail('invalid_client_id');
  const scopes = (query.get('scope') ?? '').split(/[ ,]/).filter(Boolean);
  if (scopes.length === 0 && !query.get('user_scope')) fail('invalid_scope');
  if (!query.get('state')) core.violate('authorize: no state');
  return scopes;
}

/** The page where nobody is signed in, for who opens it without a browser of the double. */
export const authorizePage = (): Answer => ({
  status: 200,
  headers: {},
  body: '<!DOCTYPE html><title>Slack</title>Sign in to allow this app.',
});

function uninstall(call: Call): Json {
  const { args, core, by } = call;
  if (text(args, 'client_id') !== core.app.clientId) fail('invalid_client_id');
  if (text(args, 'client_secret') !== core.app.clientSecret) fail('bad_client_secret');
  tell(core, { type: 'app_uninstalled', event_ts: core.world.ts() }, { by, channel: null });
  by.dead = 'account_inactive';
  return {};
}

function revoke(call: Call): Json {
  const { args, by, core } = call;
  if (args.test === true) return { revoked: false };
  const tokens = { oauth: [], bot: [by.botUserId] };
  tell(core, { type: 'tokens_revoked', tokens, event_ts: core.world.ts() }, { by, channel: null });
  by.dead = 'token_revoked';
  return { revoked: true };
}

export const oauthMethods: Record<string, Method> = {
  'apps.uninstall': { scopes: [], perMinute: 20, run: uninstall },
  'auth.revoke': { scopes: [], perMinute: 50, run: revoke },
};
