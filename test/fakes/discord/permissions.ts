import type { Channel, Member, Server } from './state.ts';

/** Bits as topics/permissions of the developer documentation lists them. */
export const PERMISSION = {
  administrator: 1n << 3n,
  manageChannels: 1n << 4n,
  manageServer: 1n << 5n,
  addReactions: 1n << 6n,
  viewChannel: 1n << 10n,
  sendMessages: 1n << 11n,
  manageMessages: 1n << 13n,
  embedLinks: 1n << 14n,
  attachFiles: 1n << 15n,
  readMessageHistory: 1n << 16n,
  mentionEveryone: 1n << 17n,
  useExternalEmojis: 1n << 18n,
  manageRoles: 1n << 28n,
  manageWebhooks: 1n << 29n,
  useApplicationCommands: 1n << 31n,
  manageThreads: 1n << 34n,
  createPublicThreads: 1n << 35n,
  createPrivateThreads: 1n << 36n,
  sendMessagesInThreads: 1n << 38n,
  sendPolls: 1n << 49n,
  useExternalApps: 1n << 50n,
  pinMessages: 1n << 51n,
} as const;

export type PermissionName = keyof typeof PERMISSION;

export const ALL_PERMISSIONS = Object.values(PERMISSION).reduce((all, bit) => all | bit, 0n);

/** What people may do who have no role. */
export const EVERYONE_DEFAULT = bitsOf([
  'addReactions',
  'viewChannel',
  'sendMessages',
  'embedLinks',
  'attachFiles',
  'readMessageHistory',
  'useApplicationCommands',
  'createPublicThreads',
  'createPrivateThreads',
  'sendMessagesInThreads',
  'sendPolls',
  'useExternalApps',
]);

export function bitsOf(names: readonly PermissionName[]): bigint {
  return names.reduce((bits, name) => bits | PERMISSION[name], 0n);
}

/** What a member may do, in a channel when one is given; threads go by their parent. */
export function permissionsOf(server: Server, member: Member, channel?: Channel): bigint {
  if (server.ownerId === member.user.id) return ALL_PERMISSIONS;
  const roles = [server.id, ...member.roles].flatMap((id) => server.roles.get(id) ?? []);
  const base = roles.reduce((bits, role) => bits | role.permissions, 0n);
  if (base & PERMISSION.administrator) return ALL_PERMISSIONS;
  const place = channel?.thread ? channel.thread.parent : channel;
  if (place === undefined) return base;
  return withOverwrites(base, place, server, member);
}

/** The order of the documentation: everyone, then all roles together, then the member. */
function withOverwrites(base: bigint, channel: Channel, server: Server, member: Member): bigint {
  const find = (id: string) => channel.overwrites.find((each) => each.id === id);
  let bits = base;
  const everyone = find(server.id);
  if (everyone) bits = (bits & ~everyone.deny) | everyone.allow;
  let [allow, deny] = [0n, 0n];
  for (const id of member.roles) {
    const role = find(id);
    allow |= role?.allow ?? 0n;
    deny |= role?.deny ?? 0n;
  }
  bits = (bits & ~deny) | allow;
  const own = find(member.user.id);
  if (own) bits = (bits & ~own.deny) | own.allow;
  return bits & PERMISSION.viewChannel ? bits : 0n;
}
