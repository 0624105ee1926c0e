import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerRights } from './checkup/check-discord-servers.ts';
import type { Config } from './config.ts';
import type { ChannelMove } from './review/channel-move.ts';
import type { FirstContact } from './review/first-contact.ts';
import type { InstallationStore } from './review/installation-store.ts';
import type { Message } from './review/message.ts';
import type { Platform } from './review/platform.ts';
import { type MemberRef, parseRef } from './review/refs.ts';
import type { RequestStore } from './review/request-store.ts';
import type { Reviews } from './review/reviews.ts';
import { createSealer } from './seal.ts';
import type { EmojiTrouble } from './settings/change.ts';
import type { SettingsDoor } from './settings/screens.ts';
import type { WorkspaceSettings } from './settings/workspace-settings.ts';

/** A chat platform that is switched on. */
interface ChatPlatform extends Platform {
  isAdmin(member: MemberRef, workspace: string): Promise<boolean>;
  /** What people call a member; null for one nobody knows. */
  nameOf(member: MemberRef): Promise<string | null>;
  /** Names of a workspace's members that begin with one of these words; what cannot be asked in time is left out. */
  membersNamed(workspace: string, words: readonly string[]): Promise<readonly string[]>;
  /** Some of those who run a workspace, the first of them first. */
  adminsOf(workspace: string): Promise<readonly MemberRef[]>;
  listen(reviews: Reviews): Promise<void>;
  /** Takes no more wishes; what is under way goes on. */
  stopListening?(): Promise<void>;
  /** What is wrong with an emoji's name in a workspace; null for nothing. */
  findEmojiTrouble?(workspace: string, name: string): Promise<EmojiTrouble | null>;
  /** Answers an HTTP request that is the platform's; false for any other. */
  answers?(request: IncomingMessage, response: ServerResponse): boolean;
  close(): Promise<void>;
}

/** All chat platforms that are switched on, by name. */
export interface ChatPlatforms {
  readonly byName: ReadonlyMap<string, Platform>;
  isAdmin(member: MemberRef, workspace: string): Promise<boolean>;
  nameOf(member: MemberRef): Promise<string | null>;
  /** What a platform knows to be wrong with an emoji's name; null for nothing. */
  findEmojiTrouble(platform: string, workspace: string, name: string): Promise<EmojiTrouble | null>;
  /** Names of a workspace's members, at least those that begin with one of these words. */
  membersNamed(workspace: string, words: readonly string[]): Promise<readonly string[]>;
  /** Some of those who run a workspace on a platform, the first of them first. */
  adminsOf(platform: string, workspace: string): Promise<readonly MemberRef[]>;
  /** Opens every door through which members ask. */
  listen(reviews: Reviews): Promise<void>;
  /** Takes no more wishes; what is under way goes on. */
  stopListening(): Promise<void>;
  /** Answers an HTTP request that is a platform's; false for any other. */
  answers(request: IncomingMessage, response: ServerResponse): boolean;
  /** True when people chat somewhere: the desk's own chat, which has no sign-in, is then not served. */
  readonly isClosed: boolean;
  close(): Promise<void>;
}

export interface ChatPlatformDeps extends Pick<WorkspaceSettings, 'settings' | 'library'> {
  readonly door: SettingsDoor;
  /** The last runs a member asked for, newest first. */
  readonly recent: RequestStore['recent'];
  readonly installations: InstallationStore;
  /** Greets whoever installed it. */
  readonly welcome: FirstContact['welcome'];
  /** Gives what was decided for a channel, and its reviews, to its new id. */
  readonly moveChannel: (move: ChannelMove) => Promise<void>;
  /** Lets what an emoji starts follow its new name. */
  readonly renameEmoji: WorkspaceSettings['renameEmoji'];
  readonly describeStatus: () => Promise<Message>;
  /** The channels of a workspace that something of their own is decided for. */
  readonly decidedChannels: (workspace: string) => Promise<readonly string[]>;
  /** This process, and how many work on the same database. */
  readonly instances: () => Promise<{ readonly self: string; readonly count: number }>;
  readonly reportError: (error: unknown, ref: string) => void;
  /** Hears of trouble that an operator should know. */
  readonly warn: (platform: string, sentence: string) => void;
  /** Hears each time a platform wants to be left alone for a while. */
  readonly rateLimited: (platform: string) => void;
  /** Hears of how things stand, without anybody's words. */
  readonly log: (platform: string, what: string, about: Readonly<Record<string, unknown>>) => void;
}

/**
 * Opens the chat platforms whose tokens are set; each is loaded only then, as its SDK is the largest part
 * of a start. Rejects with a `UserError` when one refuses its token.
 */
export async function openChatPlatforms(
  config: Config,
  deps: ChatPlatformDeps,
): Promise<ChatPlatforms> {
  const open = new Map<string, ChatPlatform>();
  const close = async () => {
    for (const platform of open.values()) await platform.close();
  };
  try {
    if (config.discord !== null) {
      const { openDiscord } = await import('./platforms/discord/adapter.ts');
      const warn = (sentence: string) => deps.warn('discord', sentence);
      open.set(
        'discord',
        await openDiscord({
          ...deps,
          ...config.discord,
          publicUrl: config.publicUrl,
          warn,
          rateLimited: () => deps.rateLimited('discord'),
        }),
      );
    }
    if (config.slack !== null) {
      const { openSlack } = await import('./platforms/slack/adapter.ts');
      const log = (what: string, about: Readonly<Record<string, unknown>>) =>
        deps.log('slack', what, about);
      const sealer = createSealer(config.encryptionKeys ?? []);
      const renameEmoji = (workspace: string, from: string, to: string) =>
        deps.renameEmoji(workspace, from, to, 'slack');
      open.set(
        'slack',
        await openSlack({
          ...deps,
          config: config.slack,
          sealer,
          renameEmoji,
          log,
          rateLimited: () => deps.rateLimited('slack'),
        }),
      );
    }
  } catch (error) {
    await close();
    throw error;
  }
  const of = (member: MemberRef) => open.get(parseRef(member).platform);
  return {
    byName: open,
    isAdmin: async (member, workspace) => (await of(member)?.isAdmin(member, workspace)) ?? false,
    nameOf: async (member) => (await of(member)?.nameOf(member)) ?? null,
    findEmojiTrouble: async (platform, workspace, name) =>
      (await open.get(platform)?.findEmojiTrouble?.(workspace, name)) ?? null,
    async membersNamed(workspace, words) {
      // A workspace is one platform's: the others do not know it.
      const names = [...open.values()].map((each) => each.membersNamed(workspace, words));
      return (await Promise.all(names)).flat();
    },
    adminsOf: async (platform, workspace) => (await open.get(platform)?.adminsOf(workspace)) ?? [],
    async listen(reviews) {
      for (const [name, platform] of open) {
        await platform.listen(reviews);
        deps.log(name, 'taking requests', {});
      }
    },
    async stopListening() {
      for (const platform of open.values()) await platform.stopListening?.();
    },
    answers: (request, response) =>
      [...open.values()].some((platform) => platform.answers?.(request, response) ?? false),
    isClosed: open.size > 0,
    close,
  };
}

/** What a platform with servers knows of the rights in them, for who looks from outside; null where none is on. */
export async function loadServerRights(config: Config): Promise<ServerRights | null> {
  if (config.discord !== null) {
    return import('./platforms/discord/permissions.ts');
  }
  return null;
}
