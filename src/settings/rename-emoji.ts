import { type Book, type Books, readValues } from './book.ts';
import type { EntryStore, NewEntry } from './entry-store.ts';
import { readPresetEntry } from './library-entries.ts';
import { saveProposal } from './propose.ts';
import { emojiOf } from './workspace-library.ts';

/** A name that an emoji of a workspace got, and the platform that told. */
export interface EmojiRename {
  readonly workspace: string;
  readonly from: string;
  readonly to: string;
  readonly via: string;
}

/** Lets everything that an emoji starts follow its new name; what the new name starts already stays. */
export async function renameTriggerEmoji(
  deps: { readonly store: EntryStore; readonly books: Books },
  { workspace, via, ...names }: EmojiRename,
): Promise<void> {
  await saveProposal(deps, { workspace, what: 'these settings', by: null, via }, async (book) => ({
    entries: [...settingsWith(book, names), ...presetsWith(book, names)].map((entry) => ({
      workspace,
      ...entry,
    })),
    changes: [],
  }));
}

type Names = Pick<EmojiRename, 'from' | 'to'>;
type Renamed = Omit<NewEntry, 'workspace'>;

function settingsWith(book: Book, { from, to }: Names): Renamed[] {
  return ['', ...book.channels()].flatMap((key) => {
    const entry = book.entry('settings', key);
    const values = readValues(entry?.body);
    const map = values.triggerEmoji;
    if (entry === null || map === undefined || !(from in map) || to in map) return [];
    const triggerEmoji = Object.fromEntries(
      Object.entries(map).map(([name, target]) => [name === from ? to : name, target]),
    );
    const body = { ...values, triggerEmoji };
    return [{ kind: 'settings', key, base: entry.version, body }];
  });
}

function presetsWith(book: Book, { from, to }: Names): Renamed[] {
  return book.library.allPresets.flatMap(({ preset }) => {
    const entry = book.entry('preset', preset.id);
    const kept = readPresetEntry(entry?.body);
    if (entry === null || kept?.preset == null || !emojiOf(kept.preset).includes(from)) return [];
    const names = kept.preset.triggerEmoji.map((name) => (name === from ? to : name));
    const body = { ...kept, preset: { ...kept.preset, triggerEmoji: [...new Set(names)] } };
    return [{ kind: 'preset', key: preset.id, base: entry.version, body }];
  });
}
