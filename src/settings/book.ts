import type { Entry, EntryKey, EntryStore } from './entry-store.ts';
import type { Library } from './library.ts';
import {
  type Place,
  type ResolvedSettings,
  resolveSettings,
  type StoredSettings,
} from './resolution.ts';
import { isSettingName, readSetting } from './setting-rules.ts';
import { BUILT_IN_SETTINGS, type EmojiTarget, type Settings } from './settings.ts';
import { buildLibrary, emojiOf, type WorkspaceLibrary } from './workspace-library.ts';

/** Everything one workspace decided, read at one moment. */
export interface Book {
  readonly library: WorkspaceLibrary;
  /** The settings in force at a place, with the emoji of presets among the triggers. */
  resolve(place: Place): ResolvedSettings;
  /** The settings in force at a place, each as somebody decided it. */
  decided(place: Place): ResolvedSettings;
  /** What the workspace, or one of its channels, decided itself. */
  own(channel: string | null): Partial<Settings>;
  /** The channels that decided anything. */
  channels(): readonly string[];
  /** The newest version of a thing; null when nothing was ever decided about it. */
  entry(kind: EntryKey['kind'], key: string): Entry | null;
  /** The newest versions of all things of a kind. */
  entries(kind: EntryKey['kind']): readonly Entry[];
}

/** Opens the books of workspaces. */
export interface Books {
  open(workspace: string): Promise<Book>;
}

/** Reads a workspace again only when its clock says that something changed. */
export function createBooks(
  store: Pick<EntryStore, 'clock' | 'current'>,
  files: () => Library | null = () => null,
): Books {
  const kept = new Map<string, { readonly clock: number; files: Library | null; book: Book }>();
  return {
    async open(workspace) {
      // Before the reading: what changes in between is seen the next time.
      const clock = await store.clock(workspace);
      const fromFiles = files();
      const known = kept.get(workspace);
      if (known?.clock === clock && known.files === fromFiles) return known.book;
      const book = makeBook(workspace, await store.current(workspace), fromFiles);
      kept.set(workspace, { clock, files: fromFiles, book });
      return book;
    },
  };
}

function makeBook(workspace: string, entries: readonly Entry[], files: Library | null): Book {
  const library = buildLibrary(entries, files);
  const stored = readStored(workspace, entries);
  const decided = (place: Place) => resolveSettings(place, stored);
  const emoji = presetEmoji(library);
  const byKey = new Map(entries.map((entry) => [`${entry.kind} ${entry.key}`, entry]));
  return {
    library,
    decided,
    resolve(place) {
      const settings = decided(place);
      const { value, origin } = settings.triggerEmoji;
      return { ...settings, triggerEmoji: { value: { ...emoji, ...value }, origin } };
    },
    own: (channel) => stored.find((each) => (each.channel ?? null) === channel)?.values ?? {},
    channels: () => stored.flatMap(({ channel }) => (channel === undefined ? [] : [channel])),
    entry: (kind, key) => byKey.get(`${kind} ${key}`) ?? null,
    entries: (kind) => entries.filter((entry) => entry.kind === kind),
  };
}

/** What presets of the workspace's own making start; those built in have theirs in the settings. */
function presetEmoji({ allPresets }: WorkspaceLibrary): Readonly<Record<string, EmojiTarget>> {
  return Object.fromEntries(
    allPresets.flatMap(({ preset, isEnabled }) =>
      isEnabled ? emojiOf(preset).map((name) => [name, { preset: preset.id }] as const) : [],
    ),
  );
}

/** What is stored and still makes sense; a value of another release that does not is left aside. */
function readStored(workspace: string, entries: readonly Entry[]): readonly StoredSettings[] {
  const byChannel = new Map<string, Partial<Settings>>();
  const add = (channel: string, values: Partial<Settings>) => {
    byChannel.set(channel, { ...byChannel.get(channel), ...values });
  };
  for (const { kind, key, body } of entries) {
    if (kind === 'settings') add(key, readValues(body));
    if (kind === 'style' && body !== null) add(key, readValues({ houseStyle: body }));
  }
  return [...byChannel].map(([channel, values]) => ({
    workspace,
    ...(channel === '' ? {} : { channel }),
    values,
  }));
}

/** Reads the values of a settings entry; what is unknown or cannot be is left out. */
export function readValues(body: unknown): Partial<Settings> {
  if (typeof body !== 'object' || body === null) return {};
  const values = Object.entries(body).flatMap(([name, given]) => {
    if (!isSettingName(name)) return [];
    const read = readSetting(name, given);
    return 'value' in read ? [[name, read.value] as const] : [];
  });
  return Object.fromEntries(values) as Partial<Settings>;
}

/** The names a workspace may lock. */
export const LOCKABLE: readonly (keyof Settings)[] = (
  Object.keys(BUILT_IN_SETTINGS) as (keyof Settings)[]
).filter((name) => name !== 'locks' && name !== 'managers');
