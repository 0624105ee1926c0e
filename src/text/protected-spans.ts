import { findDates } from './dates.ts';
import { findNames } from './house-names.ts';
import { findIdentifiers } from './identifiers.ts';
import { addressIn } from './links.ts';
import { mapMarkdown, type Part } from './markdown.ts';
import { findNumbers } from './numbers.ts';
import { maskProse } from './prose.ts';
import type { Range } from './range.ts';
import { findTokens, type TokenKind } from './tokens.ts';

export type ProtectedKind =
  | 'code'
  | 'link'
  | 'mention'
  | 'channel'
  | 'emoji'
  | 'email'
  | 'date'
  | 'number'
  | 'name'
  | 'markup';

/** A stretch of the draft that nobody may change unless a person asked for exactly that. */
export interface ProtectedSpan extends Range {
  readonly kind: ProtectedKind;
  /** The span's own characters, `text.slice(start, end)`. */
  readonly text: string;
}

/**
 * Finds every protected span, in order, none overlapping; what lies inside a larger one (a date in a
 * link, a number in code) is part of that one. Of a link, the address is protected, not its label.
 */
export function findProtectedSpans(
  markdown: string,
  options: { readonly names?: readonly string[] } = {},
): ProtectedSpan[] {
  const prose = maskProse(markdown);
  const spans: ProtectedSpan[] = [];
  const taken = new Uint8Array(markdown.length);
  const add = (kind: ProtectedKind, { start, end }: Range): void => {
    if (end <= start || taken.subarray(start, end).includes(1)) return;
    taken.fill(1, start, end);
    spans.push({ kind, start, end, text: markdown.slice(start, end) });
  };
  for (const [kind, range] of structuralSpans(markdown)) add(kind, range);
  for (const token of findTokens(markdown)) add(TOKEN_KINDS[token.kind], token);
  for (const range of findNames(prose, options.names ?? [])) add('name', range);
  for (const range of findDates(prose)) add('date', range);
  for (const range of findIdentifiers(prose)) add('code', range);
  for (const range of findNumbers(prose)) add('number', range);
  return spans.sort((a, b) => a.start - b.start);
}

const TOKEN_KINDS: Readonly<Record<TokenKind, ProtectedKind>> = {
  mention: 'mention',
  channel: 'channel',
  emoji: 'emoji',
  date: 'date',
  link: 'link',
  email: 'email',
  placeholder: 'markup',
};

const BLOCK_KINDS: Readonly<Record<string, ProtectedKind>> = {
  code: 'code',
  html: 'markup',
  definition: 'markup',
  frontMatter: 'markup',
};

/** What the Markdown itself marks as something else than prose. */
function structuralSpans(markdown: string): [ProtectedKind, Range][] {
  const { blocks, parts } = mapMarkdown(markdown);
  const spans: [ProtectedKind, Range][] = [];
  for (const block of blocks) {
    const kind = BLOCK_KINDS[block.type];
    if (kind !== undefined) spans.push([kind, block]);
  }
  for (const part of parts) {
    const span = partSpan(markdown, part);
    if (span !== null) spans.push(span);
  }
  return spans;
}

function partSpan(markdown: string, part: Part): [ProtectedKind, Range] | null {
  if (part.type === 'code') return ['code', part];
  if (part.type === 'image') return ['link', part];
  if (part.type === 'html') return ['markup', part];
  if (part.type === 'marker')
    return markdown.startsWith('[^', part.start) ? ['markup', part] : null;
  if (part.type !== 'target') return null;
  const address = addressIn(markdown, part);
  if (address === null) return part.end - part.start > 1 ? ['markup', part] : null;
  const written = markdown.slice(address.start, address.end);
  return [/^(?:mailto:)?[^\s/:@]+@[^\s/@]+$/i.test(written) ? 'email' : 'link', address];
}
