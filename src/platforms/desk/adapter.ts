import type { DecisionStore } from '../../review/decision-store.ts';
import type { FirstContact } from '../../review/first-contact.ts';
import type { Message } from '../../review/message.ts';
import type { Messenger } from '../../review/messenger.ts';
import type { Platform } from '../../review/platform.ts';
import type { MemberRef, ThreadRef } from '../../review/refs.ts';
import type { Reviews } from '../../review/reviews.ts';
import type { RunStore } from '../../review/run-store.ts';
import type { Source } from '../../review/source.ts';
import type { Library } from '../../settings/library.ts';
import { type ResolvedSettings, resolveSettings } from '../../settings/resolution.ts';
import type { SettingsDoor } from '../../settings/screens.ts';
import { createDiffer } from '../../text/diff-offload.ts';
import { loadAssets } from './assets.ts';
import type { DeskDeps } from './desk-deps.ts';
import type { DeskStore } from './desk-store.ts';
import { createFeed } from './feed.ts';
import { createIds } from './ids.ts';
import { createListeners } from './listeners.ts';
import { createDeskMessenger } from './messenger.ts';
import { channelRef, memberRef, PLATFORM, readMemberRef, readRef, WORKSPACE } from './places.ts';
import { createRunWatch } from './run-watch.ts';
import { addSamples } from './samples.ts';
import {
  type Address,
  type DeskServer,
  type Health,
  openServer,
  type Surroundings,
} from './server.ts';
import type { Access } from './signed-pages.ts';
import { createDeskSource } from './source.ts';
import { WORDS } from './words.ts';
import { openWorkspace, type Workspace } from './workspace.ts';

/** What the desk needs from outside. */
export interface DeskOptions {
  readonly store: DeskStore;
  readonly runs: Pick<RunStore, 'load' | 'related'>;
  /** The personas and presets that may be chosen. */
  readonly library: () => Promise<Library>;
  /** The personas and presets of any workspace. */
  readonly libraryOf: DeskDeps['libraryOf'];
  /** What people call a member, of whatever platform; null for one nobody knows. */
  readonly memberName: DeskDeps['nameOf'];
  /** Who may see what without being at this machine. */
  readonly access: Access;
  /** Where settings are shown and changed. */
  readonly door: SettingsDoor;
  /** What people decided on a run. */
  readonly decisions: DecisionStore['decisions'];
  /** The folder of the built pages. */
  readonly assetsFolder: string;
  readonly health: Health;
  /** How things stand with this installation, for `/refine status`. */
  readonly describeStatus: () => Promise<Message>;
  /** The settings of a channel; without it, what is built in. */
  readonly settings?: (channel: string) => Promise<ResolvedSettings>;
  /** To the desks of other processes on the same database; null when there are none. */
  readonly wire?: NonNullable<Parameters<typeof createFeed>[0]>['wire'];
  /** Members who administer the desk; absent or null: everybody there. */
  readonly admins?: readonly string[] | null;
  /** Writes down what broke, under the reference that people are shown. */
  readonly reportError: (error: unknown, ref: string) => void;
  /** Greets whoever opens the desk first; absent: nobody is greeted. */
  readonly welcome?: FirstContact['welcome'];
  readonly now?: () => number;
}

/** The local web workspace. */
export interface Desk {
  readonly workspace: Workspace;
  readonly messenger: Messenger;
  readonly source: Source;
  /** A member's name; null for one of another platform. */
  nameOf(member: MemberRef): Promise<string | null>;
  /** The channel of a thread; null where only one member reads it. */
  channelOf(thread: ThreadRef): ThreadRef | null;
  readonly rewrite: NonNullable<Platform['rewrite']>;
  /** True for who was named to administer the desk: where everybody does, nobody acts for others. */
  mayActForOthers(member: MemberRef): boolean;
  /** Who is told what concerns the workspace. */
  adminsOf(): readonly MemberRef[];
  /** Opens the pages; what members ask for goes to `reviews`. */
  listen(reviews: Reviews, address: Address, around?: Surroundings): Promise<DeskServer>;
  close(): Promise<void>;
}

/** Opens the desk as it was left; a new one finds sample drafts. */
export async function openDesk(options: DeskOptions): Promise<Desk> {
  const { store, runs, now = Date.now, admins = null, reportError } = options;
  const settings =
    options.settings ??
    (async (channel: string) => resolveSettings({ workspace: WORKSPACE, channel }));
  const feed = createFeed({ wire: options.wire ?? null });
  const workspace = await openWorkspace({ store, feed, ids: createIds({ now }), now });
  await addSamples(workspace, now);
  const watch = createRunWatch({
    runs,
    workspace,
    reportError: (error) => reportError(error, '-'),
  });
  const differ = createDiffer();
  const source = createDeskSource(workspace);
  let server: DeskServer | null = null;
  return {
    workspace,
    messenger: createDeskMessenger(workspace),
    source,
    async rewrite(message, { from, to }) {
      const id = readRef(message)?.message;
      const now = await source.read(message, 'message');
      if (!id || now?.hash !== from) return false;
      await workspace.edit(id, to, readMemberRef(now.author ?? memberRef('')));
      return true;
    },
    channelOf(thread) {
      const channel = readRef(thread)?.channel;
      if (channel === undefined || workspace.channel(channel).privateTo !== null) return null;
      return channelRef(channel, 'post');
    },
    async nameOf(member) {
      const id = readMemberRef(member);
      return workspace.members().find((each) => each.id === id)?.name ?? null;
    },
    adminsOf: () =>
      workspace
        .members()
        .filter(({ id }) => admins === null || admins.includes(id))
        .map(({ id }) => memberRef(id)),
    mayActForOthers(member) {
      const id = readMemberRef(member);
      return id !== null && (admins?.includes(id) ?? false);
    },
    async listen(reviews, address, around) {
      const listeners = createListeners({ ...options, workspace, reviews, watch, settings });
      const assets = loadAssets(options.assetsFolder);
      server = await openServer(
        {
          ...options,
          ...{ workspace, listeners, feed, settings, differ, assets, admins },
          nameOf: options.memberName,
        },
        address,
        around,
      );
      await watch.resume();
      if (!(around?.isClosed ?? false)) await greet(workspace, options.welcome);
      return server;
    },
    async close() {
      watch.close();
      await server?.close();
      await differ.close();
    },
  };
}

/** Whoever tries the desk speaks as its first member until they choose another. */
async function greet(workspace: Workspace, welcome: DeskOptions['welcome']): Promise<void> {
  const [first] = workspace.members();
  if (welcome === undefined || first === undefined) return;
  await welcome(
    { platform: PLATFORM, workspace: WORKSPACE, member: memberRef(first.id) },
    WORDS.firstSteps,
  );
}
