import type { Comment } from '../loop/comment.ts';
import { type Answer, type Click, type ClickDeps, mayAct } from './click.ts';
import { carryOut, noteOf } from './follow-up.ts';
import { NOTES } from './notes.ts';
import type { MemberRef } from './refs.ts';
import type { Wish } from './run-store.ts';
import { isExact } from './team-text.ts';
import { readRun } from './thread-reader.ts';
import { waitingComments } from './waiting.ts';

/** Puts in what was accepted: exact words by code, and what has to be written by the writer, if there is one. */
export async function refineAccepted(deps: ClickDeps, click: Click): Answer {
  const { by, known, thread } = click;
  if (!(await mayAct(deps, known, by))) return NOTES.notYours();
  const waiting = waitingComments(thread);
  if (waiting.length === 0) return NOTES.nothingAccepted();
  await deps.settler.now(thread.runId, { all: true });
  const toWrite = waiting.filter((comment) => !isExact(comment));
  if (toWrite.length === 0 || thread.plan.blindSpots !== null) return null;
  const now = await readRun(deps, thread.runId);
  if (now === null) return NOTES.unknownRun();
  const outcome = await carryOut(deps, now, {
    by,
    wishes: toWrite.map((comment) => wishOf(comment, by)),
    interactionId: `accepted/${thread.runId}/${toWrite.map(({ id }) => id).join('+')}`,
  });
  return noteOf(outcome);
}

/** An accepted comment in the mouth of who accepted it. */
function wishOf({ id, anchor, problem, suggestion }: Comment, member: MemberRef): Wish {
  const isQuestion = suggestion.action === 'ask';
  return {
    type: 'comment',
    id: id.replaceAll('.', '-'),
    member,
    text: isQuestion ? problem : suggestion.instruction,
    ...(anchor.type === 'quote' ? { quote: anchor.quote } : {}),
    ...(isQuestion ? {} : { suggestion }),
  };
}
