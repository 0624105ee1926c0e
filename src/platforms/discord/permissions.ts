/** A right of the bot, and what goes without it. */
export interface Permission {
  /** As Discord's own pages call it. */
  readonly name: string;
  readonly bit: bigint;
  /** What stops working, as a sentence for people. */
  readonly without: string;
  /** Reviews work without it. */
  readonly isOptional: boolean;
}

/**
 * Every right Bluepencil asks for; the invite link and the table of the documentation are made from it.
 * Bits from docs.discord.com/developers/topics/permissions.
 */
export const PERMISSIONS = {
  viewChannel: need('View Channels', 10, 'Nothing works in a channel I cannot see.'),
  sendMessages: need(
    'Send Messages',
    11,
    'I cannot answer in the channel itself where no thread can be opened.',
  ),
  sendInThreads: need(
    'Send Messages in Threads',
    38,
    'I cannot answer in threads or forum posts; the review comes by direct message.',
  ),
  createThreads: want(
    'Create Public Threads',
    35,
    'I answer with replies in the channel instead of a thread.',
  ),
  readHistory: need(
    'Read Message History',
    16,
    'I cannot read the message under review, react to it or reply to it.',
  ),
  addReactions: want('Add Reactions', 6, 'The message under review shows no 👀, ✅ or ⚠️ of mine.'),
  embedLinks: want('Embed Links', 14, 'Parts of a review may not be shown.'),
  attachFiles: want('Attach Files', 15, 'A long draft comes in messages only, not as a file too.'),
  manageWebhooks: want(
    'Manage Webhooks',
    29,
    'The editors speak under my name, with theirs in the first line.',
  ),
} as const satisfies Record<string, Permission>;

export type PermissionKey = keyof typeof PERMISSIONS;

/** The scopes of an invitation. */
const SCOPES = 'bot applications.commands';
const ADMINISTRATOR = 1n << 3n;
const MANAGE_SERVER = 1n << 5n;

/** The number of an invite link: all rights above. */
export function invitePermissions(): bigint {
  return Object.values(PERMISSIONS).reduce((sum, { bit }) => sum | bit, 0n);
}

/** The link with which an admin adds the bot to a server. */
export function inviteLink(applicationId: string): string {
  const query = new URLSearchParams({
    client_id: applicationId,
    scope: SCOPES,
    permissions: String(invitePermissions()),
  });
  return `https://discord.com/oauth2/authorize?${query}`;
}

/** The rights that are missing among those a place gives; `granted` is Discord's number as text. */
export function missingPermissions(granted: string): readonly Permission[] {
  const bits = BigInt(granted);
  if ((bits & ADMINISTRATOR) !== 0n) return [];
  return Object.values(PERMISSIONS).filter(({ bit }) => (bits & bit) === 0n);
}

/** Whether these rights include one. */
export function allows(granted: string, key: PermissionKey): boolean {
  const bits = BigInt(granted);
  return (bits & (ADMINISTRATOR | PERMISSIONS[key].bit)) !== 0n;
}

/** Whether a member with these rights may change how Bluepencil works in a server. */
export function isServerAdmin(granted: string): boolean {
  return (BigInt(granted) & (ADMINISTRATOR | MANAGE_SERVER)) !== 0n;
}

/** A role, or what a channel grants and denies to a role or member. */
export interface Role {
  readonly id: string;
  readonly permissions: string;
}
export interface Overwrite {
  readonly id: string;
  /** 0 for a role, 1 for a member. */
  readonly type: number;
  readonly allow: string;
  readonly deny: string;
}

/** What a member may do in a channel, by Discord's own order of roles and overwrites. */
export function permissionsIn(place: {
  readonly server: string;
  readonly member: string;
  readonly memberRoles: readonly string[];
  readonly roles: readonly Role[];
  readonly overwrites: readonly Overwrite[];
}): string {
  const { server, member, memberRoles, roles, overwrites } = place;
  const own = roles.filter(({ id }) => id === server || memberRoles.includes(id));
  let bits = own.reduce((sum, role) => sum | BigInt(role.permissions), 0n);
  if ((bits & ADMINISTRATOR) !== 0n) return String(bits);
  const layers = [
    overwrites.filter(({ id }) => id === server),
    overwrites.filter(({ id, type }) => type === 0 && id !== server && memberRoles.includes(id)),
    overwrites.filter(({ id, type }) => type === 1 && id === member),
  ];
  for (const layer of layers) {
    const deny = layer.reduce((sum, each) => sum | BigInt(each.deny), 0n);
    const allow = layer.reduce((sum, each) => sum | BigInt(each.allow), 0n);
    bits = (bits & ~deny) | allow;
  }
  return String(bits);
}

function need(name: string, bit: number, without: string): Permission {
  return { name, bit: 1n << BigInt(bit), without, isOptional: false };
}

function want(name: string, bit: number, without: string): Permission {
  return { ...need(name, bit, without), isOptional: true };
}
