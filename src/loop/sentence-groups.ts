import type { Range } from '../text/range.ts';

/** A changed stretch in both texts, widened to whole sentences; an empty range stands for nothing there. */
export interface SentenceGroup {
  readonly before: Range;
  readonly after: Range;
}

/** Widens hunks to the sentences they touch and joins those that share one, in text order. */
export function groupBySentence(
  hunks: readonly SentenceGroup[],
  before: readonly Range[],
  after: readonly Range[],
): SentenceGroup[] {
  const groups: SentenceGroup[] = [];
  for (const hunk of hunks) {
    const wide = { before: widen(hunk.before, before), after: widen(hunk.after, after) };
    const last = groups.at(-1);
    if (last && (touches(last.before, wide.before) || touches(last.after, wide.after))) {
      groups[groups.length - 1] = {
        before: join(last.before, wide.before),
        after: join(last.after, wide.after),
      };
    } else groups.push(wide);
  }
  return groups;
}

function widen(range: Range, sentences: readonly Range[]): Range {
  let { start, end } = range;
  for (const sentence of sentences) {
    if (sentence.end < range.start) continue;
    if (sentence.start > range.end) break;
    start = Math.min(start, sentence.start);
    end = Math.max(end, sentence.end);
  }
  return { start, end };
}

function touches(a: Range, b: Range): boolean {
  return b.start < a.end;
}

function join(a: Range, b: Range): Range {
  return { start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) };
}
