import { rememberLast } from '../../text/remember.ts';
import { findSecrets } from '../../text/secrets.ts';

/** What is hidden beside secrets, which always are. */
export interface MaskOptions {
  readonly emails: boolean;
  /** Names to hide wherever they stand as whole words. */
  readonly names: readonly string[];
}

export const SECRETS_ONLY: MaskOptions = { emails: false, names: [] };

export type HiddenKind = 'secret' | 'email' | 'name';

/** Stands between a text and a model: what is hidden goes out as numbered placeholders and comes back as it was. */
export interface Mask {
  /** Where hidden words stand in a text and what stands for them, in order. */
  locate(text: string): readonly MaskedRange[];
  /** The text with a placeholder for everything hidden. */
  hide(text: string): string;
  /** The text with everything hidden gone from it: nothing has to be put back. */
  hideForGood(text: string): string;
  /** The same as `hide` for a sentence of ours about a text: it may have cut short what is hidden. */
  hideCut(sentence: string): string;
  /** The text with every placeholder replaced by what it stands for. */
  restore(text: string): string;
  /** The text with names and addresses back in place; secrets stay placeholders, for words people read. */
  reveal(text: string): string;
  /** The placeholders in a text that this mask made. */
  placeholdersIn(text: string): readonly string[];
  /** How many different things of a kind were hidden so far. */
  countOf(kind: HiddenKind): number;
}

interface MaskedRange {
  readonly start: number;
  readonly end: number;
  readonly placeholder: string;
}

interface Hidden {
  readonly kind: HiddenKind;
  readonly value: string;
  readonly placeholder: string;
}

/** Creates a mask for one call; the same words have the same placeholder in all of the call's texts. */
export function createMask(
  texts: readonly string[],
  { emails, names }: MaskOptions = SECRETS_ONLY,
): Mask {
  const hidden = new Map<string, Hidden>();
  const counts: Record<HiddenKind, number> = { secret: 0, email: 0, name: 0 };
  const stems = new Map<HiddenKind, string>();
  const learn = (kind: HiddenKind, value: string) => {
    if (hidden.has(value)) return;
    const stem = stems.get(kind) ?? chooseStem(kind, texts);
    stems.set(kind, stem);
    counts[kind] += 1;
    hidden.set(value, { kind, value, placeholder: `[${stem}-${counts[kind]}]` });
  };
  const known = new Set<string>();
  const read = (text: string) => {
    if (known.has(text)) return;
    known.add(text);
    for (const secret of findSecrets(text)) learn('secret', secret.text);
    if (emails) for (const [address] of text.matchAll(EMAIL)) learn('email', address);
    for (const name of names) {
      if (new RegExp(patternFor('name', name), 'u').test(text)) learn('name', name);
    }
  };
  for (const text of texts) read(text);

  function locate(text: string): MaskedRange[] {
    read(text);
    if (hidden.size === 0) return [];
    // The longest first: one secret may begin like another.
    const patterns = [...hidden.values()]
      .sort((a, b) => b.value.length - a.value.length)
      .map(({ kind, value }) => patternFor(kind, value));
    return [...text.matchAll(new RegExp(patterns.join('|'), 'gu'))].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      placeholder: hidden.get(match[0])?.placeholder ?? '',
    }));
  }

  const putBack = (text: string, kinds: readonly HiddenKind[]) =>
    [...hidden.values()]
      .filter(({ kind }) => kinds.includes(kind))
      .reduce((back, { placeholder, value }) => back.replaceAll(placeholder, () => value), text);

  function replaceHidden(text: string, standIn: (placeholder: string) => string): string {
    let shown = '';
    let at = 0;
    for (const { start, end, placeholder } of locate(text)) {
      shown += text.slice(at, start) + standIn(placeholder);
      at = end;
    }
    return shown + text.slice(at);
  }

  const hide = (text: string) => replaceHidden(text, (placeholder) => placeholder);

  return {
    locate,
    hide,
    hideForGood: (text) => replaceHidden(text, () => HIDDEN),
    hideCut: (sentence) =>
      [...hidden.values()].reduce(
        (shown, { value, placeholder }) => hideBeginning(shown, value, placeholder),
        hide(sentence),
      ),
    restore: (text) => putBack(text, ['secret', 'email', 'name']),
    reveal: (text) => putBack(text, ['email', 'name']),
    placeholdersIn: (text) =>
      [...hidden.values()].flatMap(({ placeholder }) =>
        text.includes(placeholder) ? [placeholder] : [],
      ),
    countOf: (kind) => counts[kind],
  };
}

/**
 * The text without its secrets: for what a place says of its house style and its editors, so that every prompt
 * begins with the same bytes.
 */
export const hideSecrets: (text: string) => string = rememberLast((text) =>
  createMask([text]).hideForGood(text),
);

/** Stands for words that no answer has to bring back. */
const HIDDEN = '[hidden]';

/** Less than this of a value says nothing about it. */
const LEAST_BEGINNING = 6;

/** What cuts a value short says so (`clip.ts`); its first letters alone may be any word. */
function hideBeginning(text: string, value: string, placeholder: string): string {
  if (!text.includes('…') || !text.includes(value.slice(0, LEAST_BEGINNING))) return text;
  for (let length = value.length - 1; length >= LEAST_BEGINNING; length -= 1) {
    const beginning = `${value.slice(0, length)}…`;
    if (text.includes(beginning)) return text.replaceAll(beginning, `${placeholder}…`);
  }
  return text;
}

const EMAIL =
  /(?<![\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-])[\p{L}\p{N}][\p{L}\p{N}._%+-]{0,80}@[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,60}\.){1,5}\p{L}{2,20}(?![\p{L}\p{N}])/gu;

/** A password of fewer characters may well be a part of other words. */
const LONG_SECRET = 12;

/** A name or a short password inside a longer word is not that name, or that password. */
function patternFor(kind: HiddenKind, value: string): string {
  const literal = escapeForRegExp(value);
  const isWhole = kind === 'name' || (kind === 'secret' && value.length < LONG_SECRET);
  return isWhole ? `(?<![\\p{L}\\p{N}_])${literal}(?![\\p{L}\\p{N}_])` : literal;
}

/** A word that no text uses in this form, so that a placeholder is never mistaken for the author's own. */
function chooseStem(kind: HiddenKind, texts: readonly string[]): string {
  for (let number = 0; ; number += 1) {
    const stem = number === 0 ? kind : `${kind}${number}`;
    if (!texts.some((text) => text.includes(`[${stem}-`))) return stem;
  }
}

function escapeForRegExp(literal: string): string {
  return literal.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
