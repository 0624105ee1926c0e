/*
 * The text a team has made of a run's result: the best revision without the changes that were undone and
 * with the comments that were accepted. It follows from the decisions alone, whatever their order and
 * however often it is asked for, so a crash between a decision and its revision loses nothing.
 */
import type { Comment } from '../loop/comment.ts';
import { applyEdits } from '../loop/edits.ts';
import { proposeEdits } from '../loop/propose-edits.ts';
import { overlaps, type Range } from '../text/range.ts';
import { sentenceAt, splitSentences } from '../text/sentences.ts';
import type { Decision } from './decision-store.ts';
import type { ReviewThread } from './review-thread.ts';
import { findSamePlace } from './same-place.ts';
import { textWithout } from './undo.ts';

export interface TeamText {
  readonly text: string;
  /** What became of each accepted comment. */
  readonly outcomes: ReadonlyMap<string, 'applied' | 'noted'>;
}

/** The text as people have decided it to be, with or without what waits; null before the run has a result. */
export function teamText(
  { state, decisions }: ReviewThread,
  { withPending }: { readonly withPending: boolean },
): TeamText | null {
  if (state.result === null) return null;
  const ids = [...decisions.keys()].filter((id) => state.comments.has(id));
  const undone = ids.filter((id) => decisions.get(id) === 'dismissed');
  const base = textWithout(state, undone);
  const accepted = ids
    .filter((id) => counts(decisions.get(id), withPending))
    .flatMap((id) => state.comments.get(id) ?? []);
  const taken: Comment[] = [];
  const outcomes = new Map<string, 'applied' | 'noted'>();
  for (const comment of accepted) {
    const placed = placeIn(base, comment, { state });
    const isFree = placed !== null && taken.every((other) => !collide(other, placed));
    outcomes.set(comment.id, isFree ? 'applied' : 'noted');
    if (isFree) taken.push(placed);
  }
  const scope = { sentences: splitSentences(base), plan: taken };
  const { text, edits } = applyEdits(base, proposeEdits(taken), scope);
  for (const edit of edits) {
    if (edit.applied) continue;
    for (const id of edit.commentIds) outcomes.set(id, 'noted');
  }
  return { text, outcomes };
}

/** True for a comment that spells out what to write, so that code can do it. */
export function isExact(comment: Comment): boolean {
  return proposeEdits([asWish(comment)]).length > 0;
}

function counts(decision: Decision | undefined, withPending: boolean): boolean {
  return decision === 'applied' || decision === 'noted' || (withPending && decision === 'accepted');
}

/** The comment at its place in this text; null where its words are gone or code cannot act on it. */
function placeIn(
  text: string,
  comment: Comment,
  { state }: Pick<ReviewThread, 'state'>,
): Comment | null {
  const { anchor } = comment;
  if (anchor.type !== 'quote' || !isExact(comment)) return null;
  const number = state.madeOn.get(comment.id) ?? 1;
  const from = state.revisions.find((revision) => revision.number === number)?.text ?? '';
  const place = findSamePlace(anchor, from, text);
  if (place === null) return null;
  const sentenceId = sentenceAt(splitSentences(text), place.start)?.id ?? anchor.sentenceId;
  const quote = text.slice(place.start, place.end);
  return { ...asWish(comment), anchor: { ...anchor, ...place, quote, sentenceId } };
}

/** What a person accepted is a person's wish: nothing in it has to be asked for again. */
function asWish(comment: Comment): Comment {
  return { ...comment, source: { human: 'team' } };
}

function collide(a: Comment, b: Comment): boolean {
  if (a.anchor.type !== 'quote' || b.anchor.type !== 'quote') return false;
  const [one, other]: [Range, Range] = [a.anchor, b.anchor];
  return overlaps(one, other);
}
