/** What one side of a diff looks like to the alignment: words and signs, each followed by white space. */
export interface TokenText {
  readonly text: string;
  /** Interned id of each token's own characters; equal ids mean equal characters on either side. */
  readonly ids: readonly number[];
  /** UTF-16 offset of each token; the white space after a token ends where the next one starts. */
  readonly starts: readonly number[];
  /** UTF-16 offset where each token ends and its white space begins. */
  readonly ends: readonly number[];
}

/** Ids shared by both sides of one diff, and how much each token weighs when likeness is measured. */
export interface TokenTable {
  intern(token: string): number;
  /** 0 for punctuation; for words their length, within limits, so that *the* says less than *deadline*. */
  weight(id: number): number;
  size(): number;
}

/** An empty table; use one for both sides of a diff. */
export function createTokenTable(): TokenTable {
  const ids = new Map<string, number>();
  const weights: number[] = [];
  return {
    intern(token) {
      const known = ids.get(token);
      if (known !== undefined) return known;
      const id = weights.length;
      ids.set(token, id);
      weights.push(weigh(token));
      return id;
    },
    weight: (id) => weights[id] ?? 0,
    size: () => weights.length,
  };
}

/**
 * Cuts a text into tokens that together cover it without a gap. The first token is always empty and
 * carries the white space the text begins with. No cut falls inside a grapheme cluster.
 */
export function tokenise(text: string, table: TokenTable): TokenText {
  const empty = table.intern('');
  const ids = [empty];
  const starts = [0];
  const ends = [0];
  for (const piece of pieces(text)) {
    if (piece.blank) continue;
    ids.push(table.intern(text.slice(piece.start, piece.end)));
    starts.push(piece.start);
    ends.push(piece.end);
  }
  return { text, ids, starts, ends };
}

/** The offset where the white space after token `index` ends. */
export function tokenEnd(tokens: TokenText, index: number): number {
  return tokens.starts[index + 1] ?? tokens.text.length;
}

/** The white space after token `index`. */
export function gapAfter(tokens: TokenText, index: number): string {
  return tokens.text.slice(tokens.ends[index] ?? 0, tokenEnd(tokens, index));
}

interface Piece {
  start: number;
  end: number;
  blank: boolean;
}

// Scripts written without spaces, for which Intl.Segmenter has a dictionary.
const UNSPACED =
  '\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\u30FC\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}';
const WORD = `[[\\p{L}\\p{N}\\p{M}_]--[${UNSPACED}]]`;

// Built from a string because the `v` flag, needed to subtract sets, is newer than the compile target.
const PIECE = new RegExp(
  [
    '(?<blank>\\s+)',
    '(?<unspaced>[UNSPACED][UNSPACED\\p{M}]*)',
    'https?:\\/\\/[!-~]*[\\w\\/#=&%~]',
    "[@#]?WORD+(?:(?:[\\-'’.·]|(?<=\\p{Nd})[:,](?=\\p{Nd}))WORD+)*",
    '(?<sign>.)\\k<sign>*',
  ]
    .join('|')
    .replaceAll('UNSPACED', UNSPACED)
    .replaceAll('WORD', WORD),
  'gsv',
);

const wordSegmenter = new Intl.Segmenter('und', { granularity: 'word' });
const clusterSegmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  const isBoundary = createBoundaryTest(text);
  const add = (start: number, end: number, blank: boolean) => {
    const last = found.at(-1);
    if (last === undefined || isBoundary(start)) {
      found.push({ start, end, blank });
      return;
    }
    last.end = end;
    last.blank = false;
  };
  for (const match of text.matchAll(PIECE)) {
    const run = match[0];
    const groups = match.groups ?? {};
    if (groups.unspaced === undefined) {
      add(match.index, match.index + run.length, groups.blank !== undefined);
      continue;
    }
    for (const { segment, index } of wordSegmenter.segment(run)) {
      add(match.index + index, match.index + index + segment.length, false);
    }
  }
  return found;
}

function createBoundaryTest(text: string): (offset: number) => boolean {
  let clusters: Intl.Segments | undefined;
  return (offset) => {
    if (standsAlone(text.charCodeAt(offset - 1)) && standsAlone(text.charCodeAt(offset))) {
      return true;
    }
    clusters ??= clusterSegmenter.segment(text);
    return clusters.containing(offset)?.index === offset;
  };
}

// Characters that never join a neighbour of the same kind, so the segmenter need not be asked:
// Latin, Greek, Cyrillic, Armenian, Hebrew and Arabic letters, CJK, kana and Hangul syllables.
function standsAlone(code: number): boolean {
  if (code < 0x300) return code >= 0x20 || code === 0x0a;
  if (code < 0x3000) {
    return (
      (code >= 0x370 && code < 0x483) ||
      (code >= 0x48a && code < 0x590) ||
      (code >= 0x5d0 && code < 0x5eb) ||
      (code >= 0x620 && code < 0x64b) ||
      (code >= 0x2010 && code < 0x2028)
    );
  }
  if (code < 0xac00) {
    return code < 0x302a || (code >= 0x3030 && code < 0x3099) || (code > 0x309a && code < 0xa66f);
  }
  return code < 0xd7a4 || (code >= 0xff01 && code < 0xff9e);
}

const HAS_WORD = /[\p{L}\p{N}]/u;

function weigh(token: string): number {
  if (!HAS_WORD.test(token)) return 0;
  // A CJK word of two characters says as much as a Latin one of six.
  const length = token.charCodeAt(0) >= 0x2e80 ? token.length * 3 : token.length;
  return Math.min(Math.max(length, 1), 10);
}
