import type { DecisionStore } from '../../review/decision-store.ts';
import type { MemberRef } from '../../review/refs.ts';
import type { RunStore } from '../../review/run-store.ts';
import type { Library } from '../../settings/library.ts';
import type { ResolvedSettings } from '../../settings/resolution.ts';
import type { SettingsDoor } from '../../settings/screens.ts';
import type { Differ } from '../../text/diff-offload.ts';
import type { Assets } from './assets.ts';
import type { Feed } from './feed.ts';
import type { Listeners } from './listeners.ts';
import type { Workspace } from './workspace.ts';

/** What the desk's pages and interface are made from. */
export interface DeskDeps {
  readonly workspace: Workspace;
  readonly listeners: Listeners;
  readonly feed: Feed;
  readonly library: () => Promise<Library>;
  /** The personas and presets of any workspace. */
  readonly libraryOf: (workspace: string) => Promise<Library>;
  /** What people call a member, of whatever platform; null for one nobody knows. */
  readonly nameOf: (member: MemberRef) => Promise<string | null>;
  readonly door: SettingsDoor;
  readonly settings: (channel: string) => Promise<ResolvedSettings>;
  readonly runs: Pick<RunStore, 'load' | 'related'>;
  readonly decisions: DecisionStore['decisions'];
  readonly differ: Pick<Differ, 'diff'>;
  readonly assets: Assets;
  /** Members who administer the desk; null: everybody there. */
  readonly admins: readonly string[] | null;
}
