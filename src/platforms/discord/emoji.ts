import { emojiCharacter } from '../../text/emoji.ts';

/** An emoji as an event brings it: a character, or one of a server's own with an id. */
export interface EventEmoji {
  readonly id?: string | null;
  readonly name?: string | null;
}

/**
 * What makes two spellings the same emoji. Of a server's own only the id counts, as names change and the
 * `animated` mark is not always sent; a character counts without variation selectors and skin tones.
 */
export function emojiIdentity({ id, name }: EventEmoji): string {
  return id ? `custom:${id}` : `character:${plain(name ?? '')}`;
}

/**
 * The identity of an emoji as settings write it: a shortcode, the character itself, or one of a server's
 * own as `<:name:id>`, `<a:name:id>`, `name:id` or the bare id. Null for anything else.
 */
export function settingIdentity(setting: string): string | null {
  const given = setting.trim();
  const custom = /^(?:<a?:\w+:(\d{1,20})>|:?\w+:(\d{15,20}):?|(\d{15,20}))$/.exec(given);
  const id = custom?.[1] ?? custom?.[2] ?? custom?.[3];
  if (id !== undefined) return `custom:${id}`;
  const character = emojiCharacter(given.replace(/^:|:$/g, '')) ?? given;
  return /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u.test(character)
    ? `character:${plain(character)}`
    : null;
}

/** What a route of the API takes for an emoji. */
export function emojiRoute(character: string): string {
  return encodeURIComponent(character);
}

function plain(character: string): string {
  return character.replace(/[\uFE0E\uFE0F]|[\u{1F3FB}-\u{1F3FF}]/gu, '');
}
