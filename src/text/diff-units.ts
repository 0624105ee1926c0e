import { gapAfter, type TokenTable, type TokenText } from './diff-tokens.ts';

/** A stretch of tokens `[start, end)` of one side that is aligned as a whole: a paragraph or a sentence. */
export interface Unit {
  readonly start: number;
  readonly end: number;
  /** The unit's characters without the white space after it. */
  readonly key: string;
  /** Sum of its words' weights. */
  readonly weight: number;
}

export type UnitLevel = 'paragraph' | 'sentence';

/** Divides the tokens `[start, end)` into units that cover them without a gap. */
export function splitUnits(
  tokens: TokenText,
  span: { start: number; end: number },
  options: { level: UnitLevel; table: TokenTable },
): Unit[] {
  const isEnd = options.level === 'paragraph' ? endsParagraph : endsSentence;
  const units: Unit[] = [];
  let start = span.start;
  let weight = 0;
  for (let index = span.start; index < span.end; index += 1) {
    weight += options.table.weight(tokens.ids[index] ?? 0);
    if (index + 1 < span.end && !isEnd(tokens, index)) continue;
    const key = tokens.text.slice(tokens.starts[start], tokens.ends[index]);
    units.push({ start, end: index + 1, key, weight });
    start = index + 1;
    weight = 0;
  }
  return units;
}

const BLANK_LINE = /(?:\r\n|\n|\r).*(?:\n|\r)|\u2029/s;

function endsParagraph(tokens: TokenText, index: number): boolean {
  const gap = gapAfter(tokens, index);
  return gap.length > 1 ? BLANK_LINE.test(gap) && gap !== '\r\n' : gap === '\u2029';
}

const STOP = /^[.!?…؟۔।]+$/;
const WIDE_STOP = /^[。！？｡]+$/;
const CLOSER = /^["'”’)\]*_»」』）]+$/;
const LINE_BREAK = /[\n\r\u2028\u2029]/;
const LOWER_CASE = /^\p{Ll}/u;
const LIST_MARK = /^[-*+•>#|]+$/;

function endsSentence(tokens: TokenText, index: number): boolean {
  const gap = gapAfter(tokens, index);
  if (gap === '' || gap === ' ') {
    let last = index;
    if (CLOSER.test(tokenAt(tokens, last)) && last > 0) last -= 1;
    const token = tokenAt(tokens, last);
    if (WIDE_STOP.test(token)) return !CLOSER.test(tokenAt(tokens, index + 1)) || gap !== '';
    return gap !== '' && STOP.test(token) && !LOWER_CASE.test(tokenAt(tokens, index + 1));
  }
  if (!LINE_BREAK.test(gap)) {
    return STOP.test(tokenAt(tokens, index)) && !LOWER_CASE.test(tokenAt(tokens, index + 1));
  }
  return STOP.test(tokenAt(tokens, index)) || !isWrap(tokens, index, gap);
}

// A line of about the usual width that runs on is taken as wrapped: its break is only white space,
// so a paragraph that was filled anew does not look rewritten.
function isWrap(tokens: TokenText, index: number, gap: string): boolean {
  if (BLANK_LINE.test(gap) && gap !== '\r\n') return false;
  if (LIST_MARK.test(tokenAt(tokens, index + 1))) return false;
  const end = tokens.ends[index] ?? 0;
  const width = end - (tokens.text.lastIndexOf('\n', Math.max(end - 1, 0)) + 1);
  return width >= 60 && width <= 120;
}

function tokenAt(tokens: TokenText, index: number): string {
  return tokens.text.slice(tokens.starts[index] ?? tokens.text.length, tokens.ends[index]);
}
