import { type Books, readValues } from './book.ts';
import type { EntryStore, NewEntry } from './entry-store.ts';
import { readPresetEntry } from './library-entries.ts';
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
  { store, books }: { readonly store: EntryStore; readonly books: Books },
  { workspace, from, to, via }: EmojiRename,
): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1) {
    const book = await books.open(workspace);
    const changed: NewEntry[] = [];
    for (const key of ['', ...book.channels()]) {
      const entry = book.entry('settings', key);
      const values = readValues(entry?.body);
      const map = values.triggerEmoji;
      if (entry === null || map === undefined || !(from in map) || to in map) continue;
      const triggerEmoji = Object.fromEntries(
        Object.entries(map).map(([name, target]) => [name === from ? to : name, target]),
      );
      const body = { ...values, triggerEmoji };
      changed.push({ workspace, kind: 'settings', key, base: entry.version, body });
    }
    for (const { preset } of book.library.allPresets) {
      const entry = book.entry('preset', preset.id);
      const kept = readPresetEntry(entry?.body);
      if (entry === null || kept?.preset == null || !emojiOf(kept.preset).includes(from)) continue;
      const names = kept.preset.triggerEmoji.map((name) => (name === from ? to : name));
      const body = { ...kept, preset: { ...kept.preset, triggerEmoji: [...new Set(names)] } };
      changed.push({ workspace, kind: 'preset', key: preset.id, base: entry.version, body });
    }
    if (changed.length === 0 || (await store.save(changed, { by: null, via }))) return;
  }
}
