import { readEmoji } from '../text/emoji.ts';

/**
 * Reads an emoji as people give it on any platform: the character, in any skin tone; `pencil2` or
 * `:pencil2:`; a workspace's own by name; or `<:name:id>`. Gives the name settings keep (for one with an
 * id `name:id`), or null for what is no emoji.
 */
export function readTriggerEmoji(given: string): string | null {
  const text = given.trim();
  const custom = /^<a?:(\w{2,32}):(\d{5,20})>$/.exec(text) ?? /^(\w{2,32}):(\d{5,20})$/.exec(text);
  if (custom !== null) return `${custom[1]}:${custom[2]}`;
  const plain = text.replace(/::?skin-tone-[2-6]:?$/, '').replace(/[\u{1F3FB}-\u{1F3FF}]/gu, '');
  const known = readEmoji(plain) ?? readEmoji(plain.replaceAll('\uFE0F', ''));
  if (known !== null) return known;
  const name = plain.replace(/^:|:$/g, '').toLowerCase();
  return /^[\p{Ll}\p{Lo}\p{N}_+'-]{2,64}$/u.test(name) ? name : null;
}
