/*
 * What a model sees of a text, and the way back. The view differs from the text in four ways: secrets are
 * placeholders, hidden characters are gone, look-alikes of our tags are escaped, sentences carry numbers.
 * Every piece of the view knows where it came from, so words a model copied from the view lead back to the
 * exact characters of the text.
 */
import { randomBytes } from 'node:crypto';
import type { Range } from '../../text/range.ts';
import { splitSentences } from '../../text/sentences.ts';
import { findHiddenCharacters, removeHiddenCharacters } from './hidden-characters.ts';
import type { Mask } from './mask.ts';

/** A text as a model sees it. */
export interface DocumentView {
  /** The numbered text inside its tags. */
  readonly block: string;
  /** One part of it, inside tags of its own; its sentences keep the numbers they have in the whole. */
  blockOf(part: Range): string;
  /** How many invisible, bidirectional, private-use and control characters were left out. */
  readonly hiddenCharacters: number;
  /** The text's own characters for words a model quoted; words that are not in the view are only restored. */
  quoteOf(words: string, sentenceId: string | null): string;
  /** Words a model wrote, with secrets in place and without our numbers and escapes. */
  restore(words: string): string;
}

const TAG_NAMES = 'doc|facts|plan|history|keep|brief|asked|outline|thread';
const LOOK_ALIKE = new RegExp(String.raw`^<\s*/?\s*(?:${TAG_NAMES})-`, 'i');
const ESCAPED = new RegExp(String.raw`&lt;(?=\s*/?\s*(?:${TAG_NAMES})-)`, 'gi');
const MARKER = /\[S\d+\][ ]?/g;

/** A random code for the tags of one call; whoever wrote the text cannot have known it. */
export function createTagCode(): string {
  return randomBytes(6).toString('hex');
}

/** Wraps material so that nothing in it can close its own tag. */
export function wrapInTag(name: string, code: string, content: string): string {
  return `<${name}-${code}>\n${content}\n</${name}-${code}>`;
}

/** Material as JSON lines in a tag, secrets hidden; an angle bracket inside is written as an escape. */
export function wrapRecords(
  name: string,
  code: string,
  records: readonly object[],
  mask: Mask,
): string {
  const lines = records.map((record) =>
    JSON.stringify(record, (_, value: unknown) =>
      typeof value === 'string' ? mask.hideCut(removeHiddenCharacters(value)) : value,
    ).replaceAll('<', '\\u003c'),
  );
  return wrapInTag(name, code, lines.join('\n'));
}

/** A text that is no document with numbered sentences, e.g. a brief, made safe for a tag. */
export function plainView(text: string, mask: Mask): string {
  return escapeTags(mask.hide(removeHiddenCharacters(text)));
}

/** Builds the view of one text for one call. */
export function createDocumentView(text: string, code: string, mask: Mask): DocumentView {
  const changes = findChanges(text, mask);
  const view = numberSentences(text, applyChanges(text, changes));
  const hasOwnMarkers = text.search(MARKER) !== -1;
  const plain = (words: string) => {
    const unnumbered = hasOwnMarkers ? words : words.replace(MARKER, '');
    return unnumbered.replace(ESCAPED, '<');
  };
  return {
    block: wrapInTag('doc', code, view.numbered),
    blockOf: (part) => wrapInTag('doc', code, numberPart(view, part)),
    hiddenCharacters: changes
      .filter((change) => change.kind === 'hidden')
      .reduce((count, { start, end }) => count + [...text.slice(start, end)].length, 0),
    quoteOf(words, sentenceId) {
      for (const candidate of [words, words.replace(MARKER, '')]) {
        const range = findInView(view, candidate, sentenceId);
        if (range !== null) return text.slice(range.start, range.end);
      }
      return mask.restore(plain(words));
    },
    restore: (words) => mask.restore(plain(words)),
  };
}

interface Change {
  readonly kind: 'secret' | 'hidden' | 'tag';
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

function findChanges(text: string, mask: Mask): Change[] {
  const hidden = findHiddenCharacters(text).map(
    ({ start, end }): Change => ({ kind: 'hidden', start, end, replacement: '' }),
  );
  // A hidden character inside a key hides it from us, not from the model that gets the text without it.
  const bare = applyChanges(text, hidden);
  const secrets = mask.locate(bare.plain).map(
    ({ start, end, placeholder }): Change => ({
      kind: 'secret',
      ...toText(bare.pieces, start, end),
      replacement: placeholder,
    }),
  );
  const tags = findLookAlikes(text).map(
    (start): Change => ({ kind: 'tag', start, end: start + 1, replacement: '&lt;' }),
  );
  const isFree = ({ start, end }: Change) =>
    !secrets.some((secret) => secret.start < end && start < secret.end);
  return [...secrets, ...[...hidden, ...tags].filter(isFree)].sort((a, b) => a.start - b.start);
}

/** Where an angle bracket begins what reads like one of our tags, hidden characters left out of account. */
function findLookAlikes(text: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) {
    const seen = removeHiddenCharacters(text.slice(at, at + 400));
    if (LOOK_ALIKE.test(seen)) found.push(at);
  }
  return found;
}

function escapeTags(text: string): string {
  return findLookAlikes(text).reduceRight(
    (escaped, at) => `${escaped.slice(0, at)}&lt;${escaped.slice(at + 1)}`,
    text,
  );
}

/** A stretch of the view and the stretch of the text it stands for. */
interface Piece {
  readonly viewStart: number;
  readonly viewEnd: number;
  readonly start: number;
  readonly end: number;
  /** True where the view has the text's own characters. */
  readonly isCopy: boolean;
}

interface Pieces {
  readonly plain: string;
  readonly pieces: readonly Piece[];
}

interface View extends Pieces {
  readonly numbered: string;
  /** Where each sentence stands in `plain`. */
  readonly sentences: ReadonlyMap<string, { readonly start: number; readonly end: number }>;
}

function applyChanges(text: string, changes: readonly Change[]): Pieces {
  const pieces: Piece[] = [];
  let plain = '';
  const add = (start: number, end: number, shown: string, isCopy: boolean) => {
    if (shown === '') return;
    const viewStart = plain.length;
    plain += shown;
    pieces.push({ viewStart, viewEnd: plain.length, start, end, isCopy });
  };
  let at = 0;
  for (const { start, end, replacement } of changes) {
    add(at, start, text.slice(at, start), true);
    add(start, end, replacement, false);
    at = end;
  }
  add(at, text.length, text.slice(at), true);
  return { plain, pieces };
}

function numberSentences(text: string, { plain, pieces }: Pieces): View {
  const sentences = new Map<string, { start: number; end: number }>();
  let numbered = '';
  let written = 0;
  for (const sentence of splitSentences(text)) {
    const start = viewOffset(pieces, sentence.start);
    const end = viewOffset(pieces, sentence.end);
    sentences.set(sentence.id, { start, end });
    // A sentence that lies wholly inside a secret or among hidden characters shows nothing.
    if (start >= end || start < written) continue;
    numbered += `${plain.slice(written, start)}[${sentence.id}] `;
    written = start;
  }
  return { plain, pieces, sentences, numbered: numbered + plain.slice(written) };
}

/** The sentences that begin in a part, with what stands between them. */
function numberPart({ plain, pieces, sentences }: View, part: Range): string {
  const from = viewOffset(pieces, part.start);
  const to = viewOffset(pieces, part.end);
  let numbered = '';
  let written = from;
  for (const [id, { start, end }] of sentences) {
    if (start >= end || start < written || start >= to) continue;
    numbered += `${plain.slice(written, start)}[${id}] `;
    written = start;
  }
  return numbered + plain.slice(written, Math.max(written, to));
}

/** Where an offset of the text is in the view; inside a replaced stretch, where that ends. */
function viewOffset(pieces: readonly Piece[], offset: number): number {
  let before = 0;
  for (const piece of pieces) {
    if (offset < piece.start) return before;
    if (offset < piece.end) {
      if (piece.isCopy) return piece.viewStart + offset - piece.start;
      return offset === piece.start ? piece.viewStart : piece.viewEnd;
    }
    before = piece.viewEnd;
  }
  return before;
}

function findInView(
  view: View,
  words: string,
  sentenceId: string | null,
): { start: number; end: number } | null {
  if (words === '') return null;
  const scope = sentenceId === null ? undefined : view.sentences.get(sentenceId);
  let at = scope === undefined ? -1 : view.plain.indexOf(words, scope.start);
  if (scope === undefined || at === -1 || at >= scope.end) at = view.plain.indexOf(words);
  if (at === -1) return null;
  return toText(view.pieces, at, at + words.length);
}

/** The stretch of the text that a stretch of the view stands for; a replaced piece counts whole. */
function toText(
  pieces: readonly Piece[],
  viewStart: number,
  viewEnd: number,
): { start: number; end: number } {
  const covered = pieces.filter((piece) => piece.viewStart < viewEnd && viewStart < piece.viewEnd);
  const first = covered[0];
  const last = covered.at(-1);
  if (first === undefined || last === undefined) return { start: 0, end: 0 };
  return {
    start: first.isCopy ? first.start + viewStart - first.viewStart : first.start,
    end: last.isCopy ? last.start + viewEnd - last.viewStart : last.end,
  };
}
