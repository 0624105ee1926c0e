import type { Range } from './range.ts';

/** A text with everything folded away that a person changes when retyping a quote. */
export interface Folded {
  readonly folded: string;
  /** Where a stretch of `folded` stands in the original; an empty stretch maps to an empty range. */
  toOriginal(start: number, end: number): Range;
  /** The first place in `folded` that stands for the original from `offset` on. */
  toFolded(offset: number): number;
}

/*
 * Folding looks at characters and their neighbours only, never at the grammar of the whole text: a
 * quote torn out of a text must fold the same way as it does inside.
 */
const PIECE =
  /(?<plain>[A-Za-z0-9.,;:!?()/]+(?!\p{M}))|(?<space>^\s*(?:>\s*)+|\s*[\r\n]\s*(?:>\s*)*|\s+)|(?<target>\]\((?:[^()\s]|\([^()\s]{0,500}\)){0,4000}(?:\s{1,4}"[^"\r\n]{0,500}")?\)|[[\]])|(?<nothing>[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF`]+)|(?<mark>\*+|_+|~{2,})|(?<dash>[-‐‑‒–—―−﹘﹣－]+)|(?<ellipsis>…)|(?<quote>["“”„‟«»″＂])|(?<apostrophe>['‘’‚‛′´＇])|(?<cluster>[\u1100-\u115F\uA960-\uA97C][\u1160-\u11A7\uD7B0-\uD7C6]*[\u11A8-\u11FF\uD7CB-\uD7FB]*|\P{M}\p{M}*|\p{M}+)/gu;

/**
 * Folds case, quotation marks, dashes, white space (with `> ` behind a line break), composition of
 * accents, invisible characters, and the marks of emphasis, code and links; every offset maps back.
 */
export function foldWithOffsets(text: string): Folded {
  const pieces: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (const found of text.matchAll(PIECE)) {
    const plain = found.groups?.plain;
    if (plain !== undefined) {
      pieces.push(plain.toLowerCase());
      for (let at = found.index; at < found.index + plain.length; at += 1) {
        starts.push(at);
        ends.push(at + 1);
      }
      continue;
    }
    const replacement = foldPiece(text, found);
    if (replacement === '') continue;
    pieces.push(replacement);
    for (let i = 0; i < replacement.length; i += 1) {
      starts.push(found.index);
      ends.push(found.index + found[0].length);
    }
  }
  return {
    folded: pieces.join(''),
    toOriginal(start, end) {
      const from = starts[start] ?? text.length;
      if (end <= start) return { start: from, end: from };
      return { start: from, end: ends[Math.min(end, ends.length) - 1] ?? from };
    },
    toFolded(offset) {
      let low = 0;
      let high = starts.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((starts[middle] ?? 0) < offset) low = middle + 1;
        else high = middle;
      }
      return low;
    },
  };
}

function foldPiece(text: string, found: RegExpMatchArray & { index: number }): string {
  const groups = found.groups ?? {};
  if (groups.cluster !== undefined) return foldCluster(groups.cluster);
  if (groups.space !== undefined) return ' ';
  if (groups.dash !== undefined) return '-';
  if (groups.ellipsis !== undefined) return '...';
  if (groups.quote !== undefined) return '"';
  if (groups.apostrophe !== undefined) return "'";
  if (groups.mark !== undefined)
    return isEmphasis(text, found.index, groups.mark) ? '' : groups.mark;
  return '';
}

function foldCluster(cluster: string): string {
  return cluster
    .replace(/[\uFE00-\uFE0F]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace('ς', 'σ');
}

/** `snake_case` and `5 * 3` keep their marks; what stands at the edge of a word is emphasis. */
function isEmphasis(text: string, start: number, mark: string): boolean {
  if (mark.length > 1)
    return mark[0] !== '_' || !isWord(text, start - 1) || !isWord(text, start + mark.length);
  const before = isWord(text, start - 1);
  const after = isWord(text, start + 1);
  if (mark === '_') return before !== after;
  return !(isBlank(text[start - 1]) && isBlank(text[start + 1]));
}

function isWord(text: string, at: number): boolean {
  return /[\p{L}\p{M}\p{N}_]/u.test(text[at] ?? '');
}

function isBlank(character: string | undefined): boolean {
  return character === undefined || character.trim() === '';
}
