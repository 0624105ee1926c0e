import type { ChatPlatforms } from './chat-platforms.ts';
import type { Metrics } from './ops/metrics.ts';
import { watchPlatform } from './ops/watched.ts';
import type { Desk } from './platforms/desk/adapter.ts';
import { WORKSPACE as DESK_WORKSPACE } from './platforms/desk/places.ts';
import type { Platform } from './review/platform.ts';
import type { MemberRef } from './review/refs.ts';
import type { EmojiTrouble } from './settings/change.ts';

/** What is asked of platforms, wherever a member or a place is. */
export interface AllPlatforms {
  /** The platform of that name; null where it is not switched on. */
  platform(name: string): Platform | null;
  /** Nobody signs in at the desk, so only its named admins act for others there. */
  isAdmin(member: MemberRef, workspace: string): Promise<boolean>;
  nameOf(member: MemberRef): Promise<string | null>;
  /** Names of a workspace's members, at least those that begin with one of these words. */
  memberNames(workspace: string, words: readonly string[]): Promise<readonly string[]>;
  /** Some of those who run a workspace, the first of them first. */
  adminsOf(platform: string, workspace: string): Promise<readonly MemberRef[]>;
  findEmojiTrouble(
    where: { readonly via: string; readonly workspace: string },
    name: string,
  ): Promise<EmojiTrouble | null>;
}

/**
 * The platforms for those who have to exist before them: a platform needs the settings, and the settings
 * ask it for names. Nothing may be asked until `opened` was told.
 */
export function createAllPlatforms(metrics: Metrics): AllPlatforms & {
  opened(desk: Desk, chats: ChatPlatforms): void;
} {
  const byName = new Map<string, Platform>();
  let open: { readonly desk: Desk; readonly chats: ChatPlatforms } | null = null;
  const all = () => {
    if (open === null) throw new Error('the platforms are not open yet');
    return open;
  };
  return {
    opened(desk, chats) {
      open = { desk, chats };
      for (const [name, platform] of [['desk', desk] as const, ...chats.byName]) {
        byName.set(name, watchPlatform(name, platform, metrics));
      }
    },
    platform: (name) => byName.get(name) ?? null,
    async isAdmin(member, workspace) {
      const { desk, chats } = all();
      return desk.mayActForOthers(member) || (await chats.isAdmin(member, workspace));
    },
    async nameOf(member) {
      const { desk, chats } = all();
      return (await chats.nameOf(member)) ?? desk.nameOf(member);
    },
    async memberNames(workspace, words) {
      const { desk, chats } = all();
      if (workspace !== DESK_WORKSPACE) return chats.membersNamed(workspace, words);
      return desk.workspace.members().map(({ name }) => name);
    },
    async adminsOf(platform, workspace) {
      const { desk, chats } = all();
      return platform === 'desk' ? desk.adminsOf() : chats.adminsOf(platform, workspace);
    },
    findEmojiTrouble: async ({ via, workspace }, name) =>
      all().chats.findEmojiTrouble(via, workspace, name),
  };
}
