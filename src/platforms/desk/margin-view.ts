/*
 * The margin view: a revision line by line, with the remarks beside the lines they quote. The text stands
 * as it was written, marks and all, because that is what the quotes were taken from.
 */
import type { Comment } from '../../loop/comment.ts';
import type { StoredRun } from '../../review/run-store.ts';

/** A remark in the margin. */
export interface MarginNote {
  /** Counts from 1 in the order of the text; remarks about the whole come first. */
  readonly number: number;
  readonly comment: Comment;
  /** The id of the persona that speaks it. */
  readonly persona: string;
}

/** A stretch of a line, and the notes that quote it. */
export interface MarginSegment {
  readonly text: string;
  readonly notes: readonly number[];
  /** Notes whose quotation ends with this stretch: the place for their numbers. */
  readonly ending: readonly number[];
}

export interface MarginRow {
  readonly segments: readonly MarginSegment[];
  /** Notes that begin in this line. */
  readonly notes: readonly MarginNote[];
}

export interface MarginView {
  /** Notes about the whole text. */
  readonly whole: readonly MarginNote[];
  readonly rows: readonly MarginRow[];
}

/** The comments people saw of a revision, with who spoke each; words that are forgotten leave none. */
export function notesOf(run: StoredRun, revision: number): readonly MarginNote[] {
  const speakers = new Map(
    run.critiques.flatMap(({ persona, words }) =>
      (words?.comments ?? []).map(({ id }) => [id, persona] as const),
    ),
  );
  const comments = run.comments.flatMap(({ comment, revision: of, status }) =>
    comment === null || of !== revision || status === 'dropped' ? [] : [{ ...comment, status }],
  );
  return comments
    .toSorted((a, b) => startOf(a) - startOf(b))
    .map((comment, at) => ({
      number: at + 1,
      comment,
      persona: speakers.get(comment.id) ?? comment.raisedBy[0] ?? '',
    }));
}

/** Lays a text out with its notes. */
export function layOutMargin(text: string, notes: readonly MarginNote[]): MarginView {
  const placed = notes.filter(({ comment }) => comment.anchor.type !== 'document');
  const quoted = placed.flatMap(({ number, comment: { anchor } }) =>
    anchor.type === 'quote' ? [{ number, start: anchor.start, end: anchor.end }] : [],
  );
  const lines = linesOf(text);
  const rowOf = (offset: number) =>
    Math.max(
      0,
      lines.findLastIndex(({ start }) => start <= offset),
    );
  const byRow = Map.groupBy(placed, ({ comment }) => rowOf(startOf(comment)));
  return {
    whole: notes.filter(({ comment }) => comment.anchor.type === 'document'),
    rows: lines.map(({ start, end }, at) => ({
      segments: segmentsOf(text, { start, end }, quoted),
      notes: byRow.get(at) ?? [],
    })),
  };
}

interface Quoted {
  readonly number: number;
  readonly start: number;
  readonly end: number;
}

function segmentsOf(
  text: string,
  line: { readonly start: number; readonly end: number },
  quoted: readonly Quoted[],
): MarginSegment[] {
  const here = quoted.filter(({ start, end }) => start < line.end && end > line.start);
  const cuts = [line.start, line.end, ...here.flatMap(({ start, end }) => [start, end])]
    .filter((at) => at >= line.start && at <= line.end)
    .toSorted((a, b) => a - b);
  return cuts.slice(1).flatMap((end, at) => {
    const start = cuts[at] ?? line.start;
    if (start === end) return [];
    const over = here.filter((each) => each.start <= start && each.end >= end);
    // A quotation may end with the line break itself, which is no stretch of its own.
    const ending = over.filter(
      (each) => each.end === end || (end === line.end && each.end === line.end + 1),
    );
    return {
      text: text.slice(start, end),
      notes: over.map(({ number }) => number),
      ending: ending.map(({ number }) => number),
    };
  });
}

function linesOf(text: string): { readonly start: number; readonly end: number }[] {
  const lines = [];
  let start = 0;
  for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/g)) {
    lines.push({ start, end: index });
    start = index + end.length;
  }
  lines.push({ start, end: text.length });
  return lines;
}

function startOf({ anchor }: Comment): number {
  return anchor.type === 'document' ? -1 : anchor.start;
}
