import type { Comment } from '../loop/comment.ts';
import type { Action } from './action.ts';
import { type Answer, type Click, type ClickDeps, commentOf, mayAct } from './click.ts';
import { type DismissReason, reasonSubject, type StoredDecision } from './decision-store.ts';
import type { Button } from './message.ts';
import { NOTES, note } from './notes.ts';
import { fateOf } from './review-thread.ts';
import { rivalsOf } from './rivals.ts';
import { redraw } from './settle.ts';
import { undoableEdits } from './undo.ts';
import { isWaitingForAuthor } from './waiting.ts';

/** Accepts a comment: code puts it into the text once people are quiet, or when its author says so. */
export async function accept(deps: ClickDeps, click: Click): Answer {
  const { by, thread } = click;
  const comment = commentOf(click);
  const refusal = await refuse(deps, click, comment);
  if (refusal !== null || comment === undefined) return refusal;
  if (MADE.includes(fateOf(thread, comment))) return null;
  const rivals = rivalsOf(thread, comment).flatMap(({ id }): StoredDecision[] => [
    { subject: id, decision: 'dismissed', member: by },
    { subject: reasonSubject(id), decision: 'rival', member: by },
  ]);
  await deps.decisions.decide(
    thread.runId,
    { subject: comment.id, decision: 'accepted', member: by },
    ...rivals,
  );
  await draw(deps, click);
  if (!isWaitingForAuthor(thread)) deps.settler.later(thread.runId);
  return null;
}

/** What stands in the text already needs no second accept. */
const MADE: readonly string[] = ['changed', 'settled', 'applied'];

/** Dismisses a comment and asks, privately, why. */
export async function dismiss(deps: ClickDeps, click: Click): Answer {
  const { by, thread } = click;
  const comment = commentOf(click);
  const refusal = await refuse(deps, click, comment);
  if (refusal !== null || comment === undefined) return refusal;
  const before = fateOf(thread, comment);
  const isNew = before !== 'dismissed';
  await deps.decisions.decide(
    thread.runId,
    { subject: comment.id, decision: 'dismissed', member: by },
    ...(isNew ? withoutReason(click, comment) : []),
  );
  await drawOrSettle(deps, click, before);
  return isNew ? askWhy(thread.runId, comment) : null;
}

/** What was said of an earlier dismissal, or that it gave way, says nothing about this one. */
function withoutReason({ thread, by }: Click, { id }: Comment): StoredDecision[] {
  const subject = reasonSubject(id);
  return thread.decisions.has(subject) ? [{ subject, decision: 'open', member: by }] : [];
}

/** Remembers why a comment was dismissed. */
export async function giveReason(deps: ClickDeps, click: Click, decision: DismissReason): Answer {
  const { by, thread } = click;
  const comment = commentOf(click);
  const refusal = await refuse(deps, click, comment);
  if (refusal !== null || comment === undefined) return refusal;
  if (thread.decisions.get(comment.id) !== 'dismissed') return NOTES.notDismissed();
  const subject = reasonSubject(comment.id);
  await deps.decisions.decide(thread.runId, { subject, decision, member: by });
  return NOTES.reasonKept();
}

/**
 * Takes the last decision about a comment back; a change that was made unasked is taken out of the text. Who presses
 * twice, or at the same time as somebody else, means it once.
 */
export async function undo(deps: ClickDeps, click: Click): Answer {
  const { by, thread } = click;
  const comment = commentOf(click);
  const refusal = await refuse(deps, click, comment);
  if (refusal !== null || comment === undefined) return refusal;
  const before = fateOf(thread, comment);
  if (before === 'settled' || before === 'open' || before === 'pending') {
    return undoableEdits(thread.state, comment.id).length === 0 && before === 'settled'
      ? NOTES.cannotUndo()
      : null;
  }
  if (before === 'undone') {
    await draw(deps, click);
    return null;
  }
  const decision = before === 'changed' ? 'dismissed' : 'open';
  await deps.decisions.decide(
    thread.runId,
    { subject: comment.id, decision, member: by },
    ...withoutReason(click, comment),
  );
  await drawOrSettle(deps, click, before);
  return null;
}

/** Takes the undoing of a change back. */
export async function putBack(deps: ClickDeps, click: Click): Answer {
  const { by, thread } = click;
  const comment = commentOf(click);
  const refusal = await refuse(deps, click, comment);
  if (refusal !== null || comment === undefined) return refusal;
  if (fateOf(thread, comment) !== 'undone') {
    await draw(deps, click);
    return null;
  }
  const subject = comment.id;
  await deps.decisions.decide(
    thread.runId,
    { subject, decision: 'open', member: by },
    ...withoutReason(click, comment),
  );
  await drawOrSettle(deps, click, 'undone');
  return null;
}

/** A note for who may not decide, or about a comment that is not there. */
async function refuse(deps: ClickDeps, { known, by }: Click, comment: Comment | undefined): Answer {
  if (comment === undefined) return NOTES.unknownRun();
  return (await mayAct(deps, known, by)) ? null : NOTES.notYours();
}

/** What concerns the text is done at once: who undoes wants to see it. */
async function drawOrSettle(deps: ClickDeps, click: Click, before: string): Promise<void> {
  const isInText = before === 'changed' || before === 'undone' || before === 'applied';
  if (isInText) await deps.settler.now(click.thread.runId);
  else await draw(deps, click);
}

async function draw(deps: ClickDeps, { known, thread }: Click): Promise<void> {
  await deps.underWay.exclusively(thread.runId, () => redraw(deps, known));
}

function askWhy(runId: string, { id }: Comment) {
  const button = (label: string, verb: Action['verb']): Button => ({
    label,
    action: { verb, runId, commentId: id },
    style: 'plain',
  });
  return note('Dismissed. If you like, say why; I’ll remember it for next time.', [
    button('It is wrong', 'why-wrong'),
    button('Matter of taste', 'why-taste'),
    button('Already known', 'why-known'),
    button('Out of scope', 'why-scope'),
  ]);
}
