/* users.*, usergroups.*, team.*, bots.*, emoji.*, auth.* */
import { type Call, type Method, needed, paged } from '../call.ts';
import { fail } from '../failure.ts';
import { userShape } from '../shapes.ts';
import { covers, type Json, type MemberRecord, teamsOf } from '../world.ts';

/** Members an installation can know of: its own, and those it shares a channel with. */
function visible({ by, core }: Call): readonly MemberRecord[] {
  const shared = new Set(
    [...core.world.channels.values()]
      .filter((channel) => teamsOf(channel).some((team) => covers(core.world, by, team)))
      .flatMap(({ members }) => [...members]),
  );
  return [...core.world.members.values()].filter(
    ({ id, teamId }) => covers(core.world, by, teamId) || shared.has(id),
  );
}

function userInfo(call: Call): Json {
  const id = needed(call.args, 'user');
  const member = call.core.world.members.get(id);
  if (member === undefined) fail('user_not_found');
  if (!visible(call).includes(member)) fail('user_not_visible');
  const user = userShape(member, call.by.teamId, call.args.include_locale === true);
  return { user: { ...user, ...enterpriseFields(call, member) } };
}

/** In an organisation, who somebody is there beside their workspace. */
function enterpriseFields({ core }: Call, { id, teamId, role }: MemberRecord): Json {
  const enterprise = core.world.workspaces.get(teamId)?.enterprise ?? null;
  if (enterprise === null) return {};
  return {
    enterprise_user: {
      id,
      enterprise_id: enterprise.id,
      enterprise_name: enterprise.name,
      is_admin: role === 'admin' || role === 'owner',
      is_owner: role === 'owner',
      teams: [teamId],
    },
  };
}

function userList(call: Call): Json {
  const { page, next } = paged(visible(call), call.args, { usual: 1000, most: 1000 });
  return {
    members: page.map((member) =>
      userShape(member, call.by.teamId, call.args.include_locale === true),
    ),
    cache_ts: 1_700_000_000,
    response_metadata: { next_cursor: next },
  };
}

function authTest({ by, core }: Call): Json {
  const workspace = core.world.workspaces.get(by.teamId);
  return {
    url: `https://${workspace?.domain}.slack.com/`,
    team: workspace?.name,
    user: core.app.name.toLowerCase(),
    team_id: by.teamId,
    user_id: by.botUserId,
    bot_id: by.botId,
    ...(workspace?.enterprise == null ? {} : { enterprise_id: workspace.enterprise.id }),
    is_enterprise_install: by.isEnterprise,
  };
}

function teamInfo({ by, core, args }: Call): Json {
  const workspace = core.world.workspaces.get(String(args.team ?? by.teamId));
  if (workspace === undefined) fail('team_not_found');
  return {
    team: {
      id: workspace.id,
      name: workspace.name,
      url: `https://${workspace.domain}.slack.com/`,
      domain: workspace.domain,
      email_domain: '',
      icon: { image_default: true },
      ...(workspace.enterprise === null
        ? {}
        : { enterprise_id: workspace.enterprise.id, enterprise_name: workspace.enterprise.name }),
    },
  };
}

function botInfo(call: Call): Json {
  const bot = [...call.core.world.members.values()].find(({ botId }) => botId === call.args.bot);
  if (bot === undefined) fail('bot_not_found');
  return {
    bot: {
      id: bot.botId,
      deleted: bot.deleted,
      name: bot.realName,
      updated: 1_700_000_000,
      app_id: bot.appId,
      user_id: bot.id,
      icons: { image_36: '', image_48: '', image_72: '' },
    },
  };
}

function emojiList({ by, core }: Call): Json {
  const own = core.world.workspaces.get(by.teamId)?.emoji ?? new Map<string, string>();
  return { emoji: Object.fromEntries(own), cache_ts: '1700000000.000000' };
}

function groups({ by, core, args }: Call): Json {
  const all = core.world.workspaces.get(by.teamId)?.usergroups ?? new Map();
  return {
    usergroups: [...all].map(([id, { handle, name, users }]) => ({
      id,
      team_id: by.teamId,
      is_usergroup: true,
      name,
      description: '',
      handle,
      is_external: false,
      date_create: 1_700_000_000,
      date_update: 1_700_000_000,
      date_delete: 0,
      user_count: users.length,
      ...(args.include_users === true ? { users } : {}),
    })),
  };
}

function groupUsers({ by, core, args }: Call): Json {
  const group = core.world.workspaces.get(by.teamId)?.usergroups.get(String(args.usergroup));
  if (group === undefined) fail('no_such_subteam');
  return { users: group.users };
}

function lookupByEmail(call: Call): Json {
  const email = needed(call.args, 'email');
  const member = visible(call).find((one) => one.email === email && !one.deleted);
  if (member === undefined) fail('users_not_found');
  return { user: userShape(member, call.by.teamId) };
}

/** Workspaces an installation reaches. */
function teamsList({ by, core }: Call): Json {
  const teams = [...core.world.workspaces.values()].filter(({ id }) => covers(core.world, by, id));
  return {
    teams: teams.map(({ id, name }) => ({ id, name })),
    response_metadata: { next_cursor: '' },
  };
}

export const peopleMethods: Record<string, Method> = {
  'auth.test': { scopes: [], perMinute: 600, run: authTest },
  'auth.teams.list': { scopes: [], perMinute: 20, run: teamsList },
  'users.lookupByEmail': { scopes: ['users:read.email'], perMinute: 50, run: lookupByEmail },
  'team.info': { scopes: ['team:read'], perMinute: 50, run: teamInfo },
  'users.info': { scopes: ['users:read'], perMinute: 100, run: userInfo },
  'users.list': { scopes: ['users:read'], perMinute: 20, run: userList },
  'bots.info': { scopes: ['users:read'], perMinute: 50, run: botInfo },
  'emoji.list': { scopes: ['emoji:read'], perMinute: 20, run: emojiList },
  'usergroups.list': { scopes: ['usergroups:read'], perMinute: 20, run: groups },
  'usergroups.users.list': { scopes: ['usergroups:read'], perMinute: 20, run: groupUsers },
};
