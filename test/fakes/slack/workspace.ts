/* Workspaces as the test sets them up: people, channels, the app in them. */

import { plant } from '../../logs/gather.js';
import { tell } from './events.ts';
import type { Stage } from './interactions.ts';
import { createOtherApp, type OtherApp } from './other-app.ts';
import { type Channel, createChannel, createPerson, newChannel, type Person } from './people.ts';
import type {
  ChannelKind,
  Installation,
  Json,
  MemberRecord,
  Role,
  WorkspaceRecord,
} from './world.ts';

export interface MemberOptions {
  readonly role?: Role;
  readonly locale?: string;
  readonly tz?: string;
}

export interface ChannelOptions {
  readonly kind?: Exclude<ChannelKind, 'im'>;
  /** Everybody of the workspace when left out. */
  readonly members?: readonly { readonly id: string }[];
  /** Whether the app is in it; yes when left out. */
  readonly withBot?: boolean;
  /** Workspaces it is shared with over Slack Connect. */
  readonly sharedWith?: readonly { readonly id: string }[];
}

export interface WorkspaceOptions {
  readonly enterprise?: { readonly id: string; readonly name: string };
  /** Whether the app is installed from the start; yes when left out. */
  readonly installed?: boolean;
  /** What was granted; all the app asks for when left out. */
  readonly scopes?: readonly string[];
}

export type Workspace = ReturnType<typeof createWorkspace>;

/** Makes a workspace. */
export function createWorkspace(stage: Stage, name: string, options: WorkspaceOptions = {}) {
  const { core } = stage;
  const { world } = core;
  const record: WorkspaceRecord = {
    id: world.id('T'),
    name,
    domain: name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
    enterprise: options.enterprise ?? null,
    emoji: new Map(),
    usergroups: new Map(),
  };
  world.workspaces.set(record.id, record);
  const bot = newMember(stage, record, core.app.name, { role: 'bot' });

  function install(scopes: readonly string[] = core.app.scopes): Installation {
    return core.install(record, { scopes, isEnterprise: false, installedBy: bot.id });
  }
  if (options.installed !== false) install(options.scopes);

  const installation = () => {
    const last = world.installations.findLast(({ teamId }) => teamId === record.id);
    if (last === undefined) throw new Error(`the app is not installed in ${name}`);
    return last;
  };

  function tellEmoji(change: Json): void {
    const by = world.installations.find((one) => one.dead === null && one.teamId === record.id);
    if (by === undefined) return;
    tell(core, { type: 'emoji_changed', ...change, event_ts: world.ts() }, { by, channel: null });
  }

  return {
    id: record.id,
    name,
    record,
    get botToken() {
      return installation().token;
    },
    /** The app's member there. */
    bot: { id: bot.id, botId: bot.botId ?? '' },
    get installation() {
      return installation();
    },
    member: (fullName: string, more: MemberOptions = {}): Person =>
      createPerson(stage, newMember(stage, record, fullName, more)),
    channel(channelName: string, more: ChannelOptions = {}): Channel {
      const { kind = 'public', withBot = true, sharedWith = [] } = more;
      const everybody = [...world.members.values()].filter(
        ({ teamId, role }) => teamId === record.id && role !== 'bot',
      );
      const members = (more.members ?? everybody).map(({ id }) => id);
      const made = newChannel(stage, {
        kind,
        name: channelName,
        teamId: record.id,
        members: withBot ? [...members, bot.id] : members,
        creator: members[0] ?? bot.id,
      });
      for (const { id } of sharedWith) made.sharedWith.add(id);
      return createChannel(stage, made);
    },
    /** A custom emoji comes; with `alias:name` as its address it is another name of one that is there. */
    addEmoji(emoji: string, url = 'https://emoji.example.com/custom.png') {
      record.emoji.set(emoji, url);
      tellEmoji({ subtype: 'add', name: emoji, value: url });
    },
    removeEmoji(emoji: string) {
      record.emoji.delete(emoji);
      tellEmoji({ subtype: 'remove', names: [emoji] });
    },
    renameEmoji(from: string, to: string) {
      const url = record.emoji.get(from) ?? '';
      record.emoji.delete(from);
      record.emoji.set(to, url);
      tellEmoji({ subtype: 'rename', old_name: from, new_name: to, value: url });
    },
    /** Another app of the workspace, which posts as apps do. */
    otherApp(appName: string): OtherApp {
      const member = newMember(stage, record, appName, { role: 'bot' });
      return createOtherApp(stage, { ...member, appId: world.id('A') });
    },
    usergroup(handle: string, users: readonly { readonly id: string }[]): string {
      const id = world.id('S');
      record.usergroups.set(id, { handle, name: handle, users: users.map((user) => user.id) });
      return id;
    },
    install,
    /** Takes one scope away, as an administrator can for optional ones. */
    withdrawScope: (scope: string) => installation().scopes.delete(scope),
    /** The app is removed: its tokens die, then it is told. `tell` says of what, in which order. */
    uninstall(
      order: readonly ('app_uninstalled' | 'tokens_revoked')[] = [
        'tokens_revoked',
        'app_uninstalled',
      ],
    ) {
      const by = installation();
      for (const type of order) {
        const tokens =
          type === 'tokens_revoked' ? { tokens: { oauth: [], bot: [by.botUserId] } } : {};
        tell(core, { type, ...tokens }, { by, channel: null });
      }
      by.dead = 'account_inactive';
    },
    /** Rotating tokens run out now. */
    expireTokens() {
      installation().expiresAt = world.now();
    },
    /** The tokens die without a word. */
    revoke(as: Installation['dead'] = 'token_revoked') {
      installation().dead = as;
    },
  };
}

function newMember(
  stage: Stage,
  record: WorkspaceRecord,
  fullName: string,
  more: MemberOptions,
): MemberRecord {
  const { world, app } = stage.core;
  const isBot = more.role === 'bot';
  const member: MemberRecord = {
    id: world.id('U'),
    teamId: record.id,
    name: fullName.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '.'),
    realName: fullName,
    email: `${fullName.toLowerCase().replaceAll(/[^a-z0-9]+/g, '.')}@example.com`,
    role: more.role ?? 'member',
    deleted: false,
    locale: more.locale ?? 'en-US',
    tz: more.tz ?? 'Europe/Berlin',
    botId: isBot ? world.id('B') : null,
    appId: isBot ? app.id : null,
  };
  world.members.set(member.id, member);
  // A first name alone may be a word like any other.
  if (!isBot && fullName.includes(' ')) plant(fullName);
  return member;
}

/** A fresh installation with a token of its own. */
export function newInstallation(
  { core }: Stage,
  {
    record,
    bot,
    scopes,
    isEnterprise = false,
    installedBy = bot.id,
  }: {
    record: WorkspaceRecord;
    bot: MemberRecord;
    scopes: readonly string[];
    isEnterprise?: boolean;
    installedBy?: string;
  },
): Installation {
  const { world, app } = core;
  const secret = () => {
    const made = `${world.id('')}-${Math.random().toString(36).slice(2)}`;
    plant(made);
    return made;
  };
  return {
    teamId: record.id,
    enterpriseId: record.enterprise?.id ?? null,
    isEnterprise,
    botUserId: bot.id,
    botId: bot.botId ?? '',
    token: app.rotatesTokens ? `xoxe.xoxb-1-${secret()}` : `xoxb-${secret()}`,
    refreshToken: app.rotatesTokens ? `xoxe-1-${secret()}` : null,
    expiresAt: app.rotatesTokens ? world.now() + 12 * 3_600_000 : null,
    oldTokens: [],
    scopes: new Set(scopes),
    dead: null,
    installedBy,
  };
}
