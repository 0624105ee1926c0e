import type { Book } from './book.ts';
import type { EmojiTarget } from './settings.ts';
import { emojiOf, showEmoji, targetWords } from './workspace-library.ts';

/**
 * Why an emoji cannot start this: a preset of the workspace's own says in its page that the same emoji
 * starts something else. Null when nothing stands against it.
 */
export function findConflict(book: Book, name: string, target: EmojiTarget): string | null {
  const other = book.library.allPresets.find(
    ({ preset, isEnabled }) =>
      isEnabled &&
      emojiOf(preset).includes(name) &&
      !('preset' in target && target.preset === preset.id),
  );
  if (other === undefined) return null;
  return `${showEmoji(name)} already starts “${other.preset.title}”: take it away there, or choose another emoji.`;
}
/** Why a preset cannot have this emoji: the settings give it to something else. Null when it can. */
export function findPresetConflict(
  book: Book,
  workspace: string,
  { id, emoji }: { readonly id: string; readonly emoji: string },
): string | null {
  const places = [null, ...book.channels()];
  for (const channel of places) {
    const place = channel === null ? { workspace } : { workspace, channel };
    const target = book.decided(place).triggerEmoji.value[emoji];
    if (target === undefined || ('preset' in target && target.preset === id)) continue;
    return `${showEmoji(emoji)} already starts ${targetWords(target, book.library)}${channel === null ? '' : ' in a channel'}: change that under Trigger emoji, or choose another one.`;
  }
  const conflict = findConflict(book, emoji, { preset: id });
  return conflict;
}
