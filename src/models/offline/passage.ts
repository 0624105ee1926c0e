import { contains, overlaps, type Range } from '../../text/range.ts';

/** One word of prose as it stands in the draft; an apostrophe inside belongs to it, a hyphen ends it. */
export interface Word extends Range {
  readonly text: string;
  readonly lower: string;
  /** The word stands for itself: no hyphen, digit, underscore, slash, `@` or code touches it. */
  readonly plain: boolean;
  readonly startsSentence: boolean;
  /** Words of one sentence or line share a number. */
  readonly segment: number;
}

/** The words of a draft that are prose, with what rules ask about their surroundings. */
export interface Passage {
  /** The whole draft, code and links included: every offset counts in it. */
  readonly text: string;
  readonly words: readonly Word[];
  readonly prose: readonly Range[];
  /** The apostrophe this draft uses. */
  readonly apostrophe: '’' | "'";
  /** The characters between a word and the next one, or null when more than prose or white space lies between. */
  gapAfter(index: number): string | null;
}

const WORD = /\p{L}[\p{L}\p{M}]*(?:['’`´]\p{L}[\p{L}\p{M}]*)*/gu;
const TOUCHES_BEFORE = /[\p{L}\p{N}\p{M}_\-‐‑/\\@#$%&=+.:]$/u;
const TOUCHES_AFTER = /^(?:[\p{L}\p{N}\p{M}_\-‐‑/\\@#$%&=+(]|[.:]\S|[`´])/u;
const SENTENCE_START =
  /(?:^|[.!?:…][)\]"'”’*_]*\s+|\n\s*(?:[-*+•>#]+\s*|\d+[.)]\s*)*)["'“‘(*_[]*$/u;

/** Reads the words of `prose` (spans of `text` that are neither code, link target nor markup), minus `offLimits`. */
export function readPassage(
  text: string,
  prose: readonly Range[],
  offLimits: readonly Range[] = [],
): Passage {
  const words: Word[] = [];
  let segment = 0;
  let last = 0;
  for (const range of prose) {
    for (const match of text.slice(range.start, range.end).matchAll(WORD)) {
      const start = range.start + match.index;
      const end = start + match[0].length;
      const between = text.slice(last, start);
      if (/\n|[.!?…;]["'”’)\]]*\s/u.test(between)) segment += 1;
      last = end;
      if (offLimits.some((span) => overlaps(span, { start, end }))) continue;
      words.push({
        start,
        end,
        text: match[0],
        lower: match[0].toLowerCase(),
        plain: isPlain(text, range, start, end),
        startsSentence: SENTENCE_START.test(text.slice(Math.max(0, start - 24), start)),
        segment,
      });
    }
  }
  return {
    text,
    words,
    prose,
    apostrophe: usualApostrophe(text),
    gapAfter: (index) => {
      const [word, next] = [words[index], words[index + 1]];
      if (!word || !next) return null;
      const gap = text.slice(word.end, next.start);
      if (/^\s*$/u.test(gap)) return gap;
      return prose.some((range) => contains(range, { start: word.end, end: next.start }))
        ? gap
        : null;
    },
  };
}

/** Emphasis marks may touch a word; what touches it inside its own prose, or a code span beside it, may not. */
function isPlain(text: string, prose: Range, start: number, end: number): boolean {
  const before = start > prose.start ? text.slice(prose.start, start) : text.slice(0, start);
  const after = end < prose.end ? text.slice(end, prose.end) : text.slice(end, end + 2);
  const beforeEdge = start === prose.start ? /[\p{L}\p{N}`@#/\\$<]$/u : TOUCHES_BEFORE;
  const afterEdge = end === prose.end ? /^[\p{L}\p{N}`@/\\$>]/u : TOUCHES_AFTER;
  return !beforeEdge.test(before.slice(-2)) && !afterEdge.test(after.slice(0, 2));
}

function usualApostrophe(text: string): '’' | "'" {
  const curly = text.match(/\p{L}’\p{L}/gu)?.length ?? 0;
  const straight = text.match(/\p{L}'\p{L}/gu)?.length ?? 0;
  return curly > straight ? '’' : "'";
}

/** True when the word begins with a capital letter. */
export function isCapitalised(word: Word): boolean {
  return /^\p{Lu}/u.test(word.text);
}

/** `replacement` in the case of `original`: a capital at its start stays one. */
export function inCaseOf(original: string, replacement: string): string {
  if (!/^\p{Lu}/u.test(original)) return replacement;
  return replacement.charAt(0).toUpperCase() + replacement.slice(1);
}

/** A word in quotation marks of its own is talked about, not used. */
export function isQuotedAlone(text: string, range: Range): boolean {
  return (
    /["'“”‘’«»„`]$/.test(text.slice(0, range.start)) && /^["'“”‘’«»`]/.test(text.slice(range.end))
  );
}
