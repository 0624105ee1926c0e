/*
 * Edits are applied by code, so that everything outside them stays byte-identical. An edit that is not
 * certain is refused and listed with its reason; the others are applied. Nothing is ever guessed: of two
 * edits that want the same words, neither is made.
 */
import { contains, overlaps, type Range } from '../text/range.ts';
import type { Sentence } from '../text/sentences.ts';
import type { Comment } from './comment.ts';
import type { EditProposal } from './writer.ts';

export type EditRefusal =
  | 'find_missing'
  | 'find_not_unique'
  | 'overlapping'
  | 'outside_plan'
  | 'splits_character'
  | 'deletes_all'
  | 'no_change';

/** One proposal and what became of it. `range` is where it stood in the old text, `newRange` in the new one. */
export type Edit = EditProposal &
  (
    | { readonly applied: true; readonly range: Range; readonly newRange: Range }
    | { readonly applied: false; readonly refused: EditRefusal }
  );

export interface AppliedEdits {
  readonly text: string;
  /** Every proposal in its original order. */
  readonly edits: readonly Edit[];
}

export interface EditScope {
  readonly sentences: readonly Sentence[];
  readonly plan: readonly Comment[];
}

/** Applies what can be applied exactly; with a scope, edits outside the planned comments' sentences are refused. */
export function applyEdits(
  text: string,
  proposals: readonly EditProposal[],
  scope: EditScope,
): AppliedEdits {
  const allowed = plannedRanges(scope, text.length);
  const graphemes = graphemesOf(text);
  const placed = proposals.map((proposal) => {
    const range = placeEdit(text, proposal, scope.sentences);
    if (typeof range === 'string') return { proposal, refused: range };
    if (proposal.find === proposal.replace) return { proposal, refused: 'no_change' as const };
    if (!isPlanned(proposal, range, allowed)) return { proposal, refused: 'outside_plan' as const };
    if (deletesAll(proposal, scope.plan)) return { proposal, refused: 'deletes_all' as const };
    const cuts =
      [range.start, range.end].some((at) => !isGraphemeBoundary(graphemes, text, at)) ||
      growsTogether(graphemes, range, proposal.replace);
    return cuts ? { proposal, refused: 'splits_character' as const } : { proposal, range };
  });
  return rebuild(text, refuseConflicts(placed));
}

/** Undoes applied edits: gives back the bytes the text had before `applyEdits`. */
export function revertEdits(text: string, edits: readonly Edit[]): string {
  return edits
    .flatMap((edit) => (edit.applied ? [edit] : []))
    .sort((a, b) => b.range.start - a.range.start)
    .reduce(
      (result, edit) =>
        result.slice(0, edit.newRange.start) + edit.find + result.slice(edit.newRange.end),
      text,
    );
}

type Placed = { proposal: EditProposal } & (
  | { range: Range; refused?: never }
  | { refused: EditRefusal; range?: never }
);

function placeEdit(
  text: string,
  { find, start, sentenceId }: EditProposal,
  sentences: readonly Sentence[],
): Range | EditRefusal {
  if (find === '') return 'find_missing';
  if (start !== undefined && text.startsWith(find, start)) {
    return { start, end: start + find.length };
  }
  const sentence = sentences.find((candidate) => candidate.id === sentenceId);
  const scope = sentence ?? { start: 0, end: text.length };
  const at = text.indexOf(find, scope.start);
  if (at === -1 || at >= scope.end) return 'find_missing';
  const next = text.indexOf(find, at + 1);
  if (next !== -1 && next < scope.end) return 'find_not_unique';
  return { start: at, end: at + find.length };
}

/** Where each planned comment lets the text change: its sentence or section; everywhere for the whole draft. */
function plannedRanges({ plan, sentences }: EditScope, length: number): Map<string, Range> {
  const byId = new Map(sentences.map((sentence) => [sentence.id, sentence]));
  return new Map(
    plan.map(({ id, anchor }) => {
      if (anchor.type === 'document') return [id, { start: 0, end: length }];
      if (anchor.type === 'section') return [id, anchor];
      const first = byId.get(anchor.sentenceId) ?? anchor;
      return [
        id,
        { start: Math.min(first.start, anchor.start), end: Math.max(first.end, anchor.end) },
      ];
    }),
  );
}

function isPlanned(proposal: EditProposal, range: Range, allowed: Map<string, Range>): boolean {
  return proposal.commentIds.some((id) => {
    const scope = allowed.get(id);
    return scope !== undefined && contains(scope, range);
  });
}

/** Nothing takes the place of words that were to be replaced by others. */
function deletesAll(
  { commentIds, find, replace }: EditProposal,
  plan: readonly Comment[],
): boolean {
  if (replace.trim() !== '') return false;
  const named = plan.filter(({ id }) => commentIds.includes(id));
  return named.every(
    ({ anchor, suggestion: { action, text = '' } }) =>
      action === 'replace' &&
      text.trim() !== '' &&
      anchor.type === 'quote' &&
      find.includes(anchor.quote),
  );
}

function isGraphemeBoundary(graphemes: Intl.Segments, text: string, at: number): boolean {
  return at === 0 || at === text.length || graphemes.containing(at)?.index === at;
}

/** True when the new words would join the character before or behind them: an accent, a skin tone. */
function growsTogether(graphemes: Intl.Segments, { start, end }: Range, replace: string): boolean {
  const left = graphemes.containing(start - 1)?.segment ?? '';
  const right = graphemes.containing(end)?.segment ?? '';
  const joined = left + replace + right;
  const around = graphemesOf(joined);
  return [left.length, left.length + replace.length].some(
    (at) => !isGraphemeBoundary(around, joined, at),
  );
}

function graphemesOf(text: string): Intl.Segments {
  return SEGMENTER.segment(text);
}

const SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function refuseConflicts(placed: readonly Placed[]): Placed[] {
  const byStart = placed
    .flatMap((edit) => (edit.range === undefined ? [] : [edit]))
    .sort((a, b) => a.range.start - b.range.start);
  const conflicting = new Set<Placed>();
  const repeated = new Set<Placed>();
  let reach = byStart[0];
  for (const edit of byStart.slice(1)) {
    if (reach && overlaps(reach.range, edit.range)) {
      if (isSameEdit(reach, edit)) {
        repeated.add(edit);
        continue;
      }
      conflicting.add(reach).add(edit);
    }
    if (!reach || edit.range.end > reach.range.end) reach = edit;
  }
  return placed.map((edit) => {
    if (conflicting.has(edit)) return { proposal: edit.proposal, refused: 'overlapping' };
    return repeated.has(edit) ? { proposal: edit.proposal, refused: 'no_change' } : edit;
  });
}

function isSameEdit(a: Placed, b: Placed): boolean {
  return (
    a.range?.start === b.range?.start &&
    a.range?.end === b.range?.end &&
    a.proposal.replace === b.proposal.replace
  );
}

function rebuild(text: string, placed: readonly Placed[]): AppliedEdits {
  const ordered = placed
    .flatMap((edit) => (edit.range === undefined ? [] : [edit]))
    .sort((a, b) => a.range.start - b.range.start);
  const newRanges = new Map<Placed, Range>();
  let result = '';
  let at = 0;
  for (const edit of ordered) {
    result += text.slice(at, edit.range.start);
    const start = result.length;
    result += edit.proposal.replace;
    newRanges.set(edit, { start, end: result.length });
    at = edit.range.end;
  }
  const edits = placed.map((edit): Edit => {
    const newRange = newRanges.get(edit);
    return edit.range !== undefined && newRange !== undefined
      ? { ...edit.proposal, applied: true, range: edit.range, newRange }
      : { ...edit.proposal, applied: false, refused: edit.refused ?? 'overlapping' };
  });
  return { text: result + text.slice(at), edits };
}
