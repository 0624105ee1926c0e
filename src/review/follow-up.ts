/* Runs that go on from another one: on its text, with its choices, in its thread. */
import { randomUUID } from 'node:crypto';
import { followClaim } from './follow-claim.ts';
import type { Message } from './message.ts';
import { NOTES } from './notes.ts';
import type { MemberRef } from './refs.ts';
import { type RequestDeps, requestReview } from './request.ts';
import type { RequestOutcome, ReviewChoices, ReviewTarget } from './reviews.ts';
import { parseRunOptions } from './run-options.ts';
import type { Wish } from './run-store.ts';
import type { KnownRun } from './thread-reader.ts';

export interface FollowUp {
  readonly by: MemberRef;
  readonly target: ReviewTarget;
  /** What the new run holds until it has finished; absent: what its target says. */
  readonly claim?: string;
  readonly interactionId?: string;
}

/** Begins a run with the choices of another one, in the same thread. */
export function followUp(
  deps: RequestDeps,
  { run, request, thread }: KnownRun,
  { by, target, claim, interactionId = randomUUID() }: FollowUp,
): Promise<RequestOutcome> {
  const { workspace, channel } = request;
  const isPrivate = thread?.plan.isPrivate ?? false;
  return requestReview(deps, {
    workspace,
    platform: run.platform,
    channel,
    trigger: run.trigger,
    requester: by,
    target,
    thread: request.thread,
    origin: request.origin,
    // Who reads it does not change with the way it goes on.
    choices: { ...choicesOf(run.options), delivery: isPrivate ? 'private' : 'thread' },
    interactionId,
    again: true,
    ...(claim === undefined ? {} : { claim }),
  });
}

/** The text that counts now, as the draft of a further run; null when its words are gone. */
export function currentDraft(
  { run, captured, thread }: KnownRun,
  wishes: readonly Wish[] = [],
): Extract<ReviewTarget, { type: 'draft' }> | null {
  const text = thread?.state.current?.text;
  if (text === undefined) return null;
  const author = captured?.author ?? run.requester;
  return {
    type: 'draft',
    text,
    notRead: [],
    fromFile: true,
    ...(author === null ? {} : { author }),
    ...(wishes.length === 0 ? {} : { wishes }),
    ...surroundings(captured),
  };
}

/** A wish may be about what was said before the text: whoever carries it out is shown the same as before. */
function surroundings(captured: KnownRun['captured']) {
  if (captured === null) return {};
  const { context, contextLeftOut, scope } = captured;
  if (context.length === 0 && contextLeftOut === undefined) return {};
  const leftOut = contextLeftOut === undefined ? {} : { contextLeftOut };
  return { around: { context, scope, ...leftOut } };
}

/** Begins a run that does to the text what people want, and nothing else. */
export async function carryOut(
  deps: RequestDeps,
  known: KnownRun,
  wish: {
    readonly by: MemberRef;
    readonly wishes: readonly Wish[];
    readonly interactionId: string;
  },
): Promise<RequestOutcome> {
  const { by, wishes, interactionId } = wish;
  const target = currentDraft(known, wishes);
  if (target === null) return { type: 'note', note: NOTES.forgotten() };
  return followUp(deps, known, {
    by,
    target,
    interactionId,
    claim: followClaim('wish', known.run.id),
  });
}

/** The note of an outcome; null when a run was begun. */
export function noteOf(outcome: RequestOutcome): Message | null {
  return outcome.type === 'note' ? outcome.note : null;
}

function choicesOf(stored: unknown): ReviewChoices {
  const { preset, personas, rounds, editStyle } = parseRunOptions(stored);
  return {
    ...(preset === null ? {} : { preset }),
    ...(personas === null ? {} : { personas }),
    ...(rounds === null ? {} : { rounds }),
    ...(editStyle === null ? {} : { editStyle }),
  };
}
