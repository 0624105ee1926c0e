import type { Pass } from '../review/pass-store.ts';
import { createBooks } from './book.ts';
import { createLessons, type Lessons } from './lessons.ts';
import type { Library } from './library.ts';
import { renameTriggerEmoji } from './rename-emoji.ts';
import type { Place, ResolvedSettings } from './resolution.ts';
import type { SettingsDoor } from './screens.ts';
import { createSettingsDoor, type SettingsDoorDeps } from './settings-door.ts';
import { drawPlotOf } from './stats-screen.ts';

/** What workspaces decided, for everybody who has to follow it, and the door to change it. */
export interface WorkspaceSettings {
  /** The settings in force at a place: every trigger follows these. */
  settings(place: Place): Promise<ResolvedSettings>;
  /** The personas and presets that may be chosen in a workspace. */
  library(workspace: string): Promise<Library>;
  readonly door: SettingsDoor;
  /** Lets what an emoji starts follow its new name. */
  renameEmoji(workspace: string, from: string, to: string, via: string): Promise<void>;
  readonly lessons: Lessons;
  /** The picture a pass for a plot opens, as PNG; null where there is none any more. */
  drawPlot(pass: Pick<Pass, 'workspace' | 'subject'>): Promise<Buffer | null>;
}

/** Opens what is kept in a store; `files` are personas and presets that live outside it, or null. */
export function createWorkspaceSettings({
  files = () => null,
  findEmojiTrouble = async () => null,
  ...rest
}: Omit<SettingsDoorDeps, 'books' | 'findEmojiTrouble'> &
  Partial<Pick<SettingsDoorDeps, 'findEmojiTrouble'>> & {
    readonly files?: () => Library | null;
  }): WorkspaceSettings {
  const books = createBooks(rest.store, files);
  const deps = { ...rest, findEmojiTrouble, books };
  return {
    settings: async (place) => (await books.open(place.workspace)).resolve(place),
    library: async (workspace) => (await books.open(workspace)).library,
    door: createSettingsDoor(deps),
    renameEmoji: (workspace, from, to, via) =>
      renameTriggerEmoji({ store: rest.store, books }, { workspace, from, to, via }),
    lessons: createLessons(deps),
    drawPlot: (pass) => drawPlotOf(deps, pass),
  };
}
