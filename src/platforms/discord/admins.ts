import { type APIGuildMember, type APIInteraction, Routes } from 'discord.js';
import type { MemberRef } from '../../review/refs.ts';
import type { Api } from './api.ts';
import { unless } from './failure.ts';
import { isServerAdmin, permissionsIn, type Role } from './permissions.ts';
import { memberRef, readMemberRef, serverOf } from './places.ts';

/** Who may change how Bluepencil works in a server. */
export interface Admins {
  /** Takes what an interaction says about its member. */
  learn(interaction: APIInteraction): void;
  isAdmin(member: MemberRef, workspace: string): Promise<boolean>;
  /** Whoever owns the server; nobody for what is no server. */
  ownerOf(workspace: string): Promise<readonly MemberRef[]>;
}

const KEEP_MS = 60_000;
const MAX_KEPT = 2_000;

export function createAdmins(api: Api, now: () => number = Date.now): Admins {
  const kept = new Map<string, { readonly isAdmin: boolean; readonly at: number }>();
  const keep = (key: string, isAdmin: boolean) => {
    kept.delete(key);
    kept.set(key, { isAdmin, at: now() });
    const oldest = kept.size > MAX_KEPT ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
    return isAdmin;
  };

  return {
    learn({ guild_id: server, member }) {
      // Without the rights of the member Discord is asked.
      if (server == null || typeof member?.permissions !== 'string') return;
      keep(`${server}/${member.user.id}`, isServerAdmin(member.permissions));
    },

    async ownerOf(workspace) {
      const server = serverOf(workspace);
      const guild = server === null ? null : await readGuild(api, server);
      return guild === null ? [] : [memberRef(guild.owner_id)];
    },

    async isAdmin(ref, workspace) {
      const member = readMemberRef(ref);
      const server = serverOf(workspace);
      // In direct messages everybody decides for themselves.
      if (member === null || server === null) return false;
      const known = kept.get(`${server}/${member}`);
      if (known !== undefined && now() - known.at < KEEP_MS) return known.isAdmin;
      return keep(`${server}/${member}`, await readAdmin(api, server, member));
    },
  };
}

const doing = 'read who may decide';

function readGuild(api: Api, server: string) {
  return unless<{ owner_id: string; roles: Role[] } | null>(
    api({ method: 'GET', route: Routes.guild(server), doing }),
    ['gone', 'forbidden'],
    () => null,
  );
}

async function readAdmin(api: Api, server: string, member: string): Promise<boolean> {
  const guild = await readGuild(api, server);
  if (guild === null) return false;
  if (guild.owner_id === member) return true;
  const found = await unless<APIGuildMember | null>(
    api<APIGuildMember>({ method: 'GET', route: Routes.guildMember(server, member), doing }),
    ['gone', 'forbidden'],
    () => null,
  );
  if (found === null) return false;
  const { roles } = guild;
  const place = { server, member, memberRoles: found.roles, roles, overwrites: [] };
  return isServerAdmin(permissionsIn(place));
}
