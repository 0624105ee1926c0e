import { type RawComment, SEVERITIES } from '../../loop/comment.ts';
import { overlaps, type Range } from '../../text/range.ts';

/**
 * Keeps one comment per place, in the order of the draft: what is safe to apply beats what is offered,
 * then the worse severity wins, then the earlier rule. A question and a replacement may share a place.
 */
export function keepOnePerPlace(comments: readonly RawComment[]): RawComment[] {
  const ranked = comments
    .map((comment, order) => ({ comment, order, range: rangeOf(comment) }))
    .sort((a, b) => rank(a.comment) - rank(b.comment) || a.order - b.order);
  const kept: typeof ranked = [];
  for (const candidate of ranked) {
    if (!kept.some((other) => isSamePlace(other, candidate))) kept.push(candidate);
  }
  return kept
    .sort((a, b) => a.range.start - b.range.start || a.order - b.order)
    .map(({ comment }) => comment);
}

/** The same offer again and again is one remark: the first stays and says how often. */
export function groupOffers(comments: readonly RawComment[]): RawComment[] {
  const counts = new Map<string, number>();
  for (const comment of comments) {
    counts.set(keyOf(comment), (counts.get(keyOf(comment)) ?? 0) + 1);
  }
  const seen = new Set<string>();
  return comments.flatMap((comment) => {
    const key = keyOf(comment);
    const count = counts.get(key) ?? 1;
    if (comment.trust !== 'offered' || count === 1) return [comment];
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ ...comment, problem: `${comment.problem} The same stands in ${count} places.` }];
  });
}

function keyOf(comment: RawComment): string {
  return [comment.rule, comment.quote, comment.suggestion.text, comment.problem].join('\n');
}

function rank(comment: RawComment): number {
  return (comment.trust === 'safe' ? 0 : 10) + SEVERITIES.indexOf(comment.severity);
}

function rangeOf(comment: RawComment): Range {
  const start = comment.start ?? 0;
  return { start, end: start + comment.quote.length };
}

interface Placed {
  readonly comment: RawComment;
  readonly range: Range;
}

function isSamePlace(a: Placed, b: Placed): boolean {
  if (a.range.start === b.range.start && a.range.end === b.range.end) return true;
  return overlaps(a.range, b.range) && isQuestion(a.comment) === isQuestion(b.comment);
}

function isQuestion(comment: RawComment): boolean {
  return comment.suggestion.action === 'ask';
}
