import type { LoopResult } from '../loop/events.ts';
import { type Change, diffForReading } from '../text/diff-changes.ts';

/** A passage the writer changed, and its line in the draft. */
export interface WrittenChange {
  readonly change: Change;
  readonly line: number;
}

/** What a writer changed, passage by passage; the small fixes of code are listed as comments already. */
export function writtenChanges(result: LoopResult): WrittenChange[] {
  const hasWriter = result.comments.some(
    ({ status, trust }) => status === 'resolved' && trust !== 'safe',
  );
  if (!hasWriter) return [];
  const draft = withSafeFixes(result);
  if (draft === result.best.text) return [];
  return diffForReading(draft, result.best.text).map((change) => ({
    change,
    line: draft.slice(0, change.place.before.start).split('\n').length,
  }));
}

/** Revision 1 as code alone would have left it. */
function withSafeFixes({ comments, revisions }: LoopResult): string {
  const draft = revisions[0]?.text ?? '';
  const fixes = comments.flatMap(({ status, trust, anchor, suggestion }) => {
    if (status !== 'resolved' || trust !== 'safe' || anchor.type !== 'quote') return [];
    const { start, end, quote } = anchor;
    const isHere = draft.slice(start, end) === quote && suggestion.action !== 'insert';
    return isHere ? [{ start, end, text: suggestion.text ?? '' }] : [];
  });
  return fixes
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (text, { start, end, text: fix }) => text.slice(0, start) + fix + text.slice(end),
      draft,
    );
}
