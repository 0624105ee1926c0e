/*
 * One identity for an emoji whatever it is called. Slack's names are those of the iamcal data set, aliases
 * included; skin tones stand behind `::`; custom emoji keep the name their workspace gave them.
 */
import type { EmojiMartData } from '@emoji-mart/data';
import data from '@emoji-mart/data/sets/15/native.json' with { type: 'json' };

const { emojis, aliases } = data as unknown as EmojiMartData;
const characters = new Map(
  Object.entries(emojis).map(([name, { skins }]) => [name, bare(skins[0]?.native ?? '')]),
);
const names = new Map([...characters].map(([name, character]) => [character, name]));

/** The name that all names of an emoji share: without colons, skin tone and alias; the same for its character. */
export function emojiIdentity(given: string): string {
  const written = given.trim();
  const name = written.replace(/^:+|:+$/g, '').split('::')[0] ?? '';
  const lower = name.toLowerCase();
  const canonical = aliases[lower] ?? lower;
  return characters.has(canonical) ? canonical : (names.get(bare(written)) ?? lower);
}

/** The character of a name; null for a custom emoji or none. */
export function emojiCharacter(name: string): string | null {
  const native = emojis[emojiIdentity(name)]?.skins[0]?.native;
  return native ?? null;
}

/** True for what stands between colons and is an emoji of Unicode. */
export function isStandardEmoji(name: string): boolean {
  return characters.has(emojiIdentity(name));
}

/** Without skin tone and presentation, in which the same emoji may differ. */
function bare(character: string): string {
  return character.replace(/[\uFE0E\uFE0F]|[\u{1F3FB}-\u{1F3FF}]/gu, '');
}
