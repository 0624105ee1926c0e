import { gemoji } from 'gemoji';

export interface Emoji {
  readonly character: string;
  /** Shortcode without colons. */
  readonly name: string;
  readonly label: string;
  readonly category: string;
  /** What else it is found by. */
  readonly words: string;
}

/** Every emoji, in the order of the picker. */
export const EMOJI: readonly Emoji[] = gemoji.map(
  ({ emoji, names, description, category, tags }) => ({
    character: emoji,
    name: names[0] ?? description,
    label: description,
    category,
    words: [...names, ...tags].join(' '),
  }),
);

/** Names of other chat platforms that the list does not know. */
const ALSO: Readonly<Record<string, string>> = { face_with_raised_eyebrow: '🤨' };

const byName = new Map([
  ...Object.entries(ALSO),
  ...gemoji.flatMap(({ emoji, names }) => names.map((name) => [name, emoji] as const)),
]);
const labels = new Map(gemoji.map(({ emoji, description }) => [emoji, description]));
const canonical = new Map(
  gemoji.flatMap(({ names }) => names.map((name) => [name, names[0] ?? name] as const)),
);
const byCharacter = new Map(gemoji.map(({ emoji, names }) => [emoji, names[0]]));

/** The character of a shortcode; null for one that does not exist. */
export function emojiCharacter(name: string): string | null {
  return byName.get(name) ?? null;
}

/** What an emoji shows, in words. */
export function emojiLabel(name: string): string {
  return labels.get(emojiCharacter(name) ?? '') ?? name.replaceAll('_', ' ');
}

/** The shortcode for a shortcode, a shortcode in colons, or the character itself; null for anything else. */
export function readEmoji(given: string): string | null {
  const name = given.replace(/^:|:$/g, '');
  return canonical.get(name) ?? byCharacter.get(given) ?? byCharacter.get(`${given}\uFE0F`) ?? null;
}
