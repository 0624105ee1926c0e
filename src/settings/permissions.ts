import type { Actor } from './screens.ts';

/** What somebody may be in a workspace, for settings. */
export const ROLES = ['admin', 'manager', 'member', 'guest'] as const;
export type Role = (typeof ROLES)[number];

/** What can be done with settings, and who may. */
export const PERMISSIONS = {
  /** See what applies, and where each value comes from. */
  see: ['admin', 'manager', 'member', 'guest'],
  /** Try an editor or the house style on a text, privately. */
  try: ['admin', 'manager', 'member'],
  'change a channel': ['admin', 'manager'],
  'change the workspace': ['admin', 'manager'],
  'change what is locked': ['admin'],
  'change who may': ['admin'],
  'change personas': ['admin', 'manager'],
  'change presets': ['admin', 'manager'],
  'change the house style': ['admin', 'manager'],
  'change lessons': ['admin', 'manager'],
  'read the log': ['admin', 'manager'],
  'see the statistics': ['admin', 'manager'],
  'export decisions': ['admin'],
  /** Be handed a link that signs in to the settings on a page. */
  'open the pages': ['admin'],
  /** Delete the words of other people's reviews. */
  'forget for others': ['admin'],
} as const satisfies Readonly<Record<string, readonly Role[]>>;

export type Permission = keyof typeof PERMISSIONS;

/** Who somebody is; `managers` are the members and roles the workspace named. */
export function roleOf(actor: Actor, managers: readonly string[]): Role {
  // A guest is nobody's manager, whatever list the name stands in.
  if (actor.isExternal) return 'guest';
  if (actor.isAdmin) return 'admin';
  const names = [actor.member, ...actor.roles];
  return names.some((name) => managers.includes(name)) ? 'manager' : 'member';
}

/** True when this role may. */
export function may(role: Role, permission: Permission): boolean {
  const roles: readonly Role[] = PERMISSIONS[permission];
  return roles.includes(role);
}

/** Why not, and who can; for the one who asked alone. */
export function refusal(permission: Permission, managers: readonly string[]): string {
  const roles: readonly Role[] = PERMISSIONS[permission];
  const others =
    managers.length === 0
      ? ', and nobody else is named in the settings'
      : managers.length === 1
        ? ', and the one person or role named in the settings'
        : `, and the ${managers.length} people and roles named in the settings`;
  const who = roles.includes('manager')
    ? `Workspace admins can${others}.`
    : 'Only workspace admins can.';
  return `${REFUSALS[permission]} ${who} Nothing was changed.`;
}

const REFUSALS: Readonly<Record<Permission, string>> = {
  see: 'You cannot see the settings here.',
  try: 'Guests cannot try the editors.',
  'change a channel': 'You cannot change the settings of this channel.',
  'change the workspace': 'You cannot change the settings of the workspace.',
  'change what is locked': 'This setting is locked.',
  'change who may': 'You cannot change who may change settings.',
  'change personas': 'You cannot change the editors.',
  'change presets': 'You cannot change the presets.',
  'change the house style': 'You cannot change the house style.',
  'change lessons': 'You cannot change the lessons.',
  'read the log': 'You cannot read the log of changes.',
  'see the statistics': 'You cannot see the statistics.',
  'export decisions': 'You cannot export decisions.',
  'open the pages': 'You cannot open the settings in a browser.',
  'forget for others': 'You cannot delete the words of other people’s reviews.',
};
