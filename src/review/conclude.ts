import type { StopReason } from '../loop/stop.ts';
import { UserError } from '../user-error.ts';
import type { Attempt, RunWorkerDeps } from './execute.ts';
import type { Message } from './message.ts';
import { NOTES } from './notes.ts';
import type { Platform } from './platform.ts';
import { publish, refresh, SupersededError } from './publish.ts';
import type { ThreadRef } from './refs.ts';
import { unanswered } from './result-message.ts';
import type { ReviewThread } from './review-thread.ts';
import { isShownOnSource, showStatus } from './status.ts';
import { createStepMemo } from './step-memo.ts';
import { EDITED_STEP, type KnownRun, readRun, THREAD_STEP } from './thread-reader.ts';
import { drawThread, hasSaidSomething } from './thread-view.ts';
import { postTeamVote } from './vote.ts';

/** Ends of which the status warns: the review did not get to its own end. */
const STOPPED: readonly StopReason[] = [
  'cancelled',
  'source_deleted',
  'budget',
  'deadline',
  'refused',
  'disabled',
  'model_error',
];

/** Says the last word of a finished run, from what was saved: posts, or a note when nobody spoke; then the status. */
export async function concludeRun(deps: RunWorkerDeps, attempt: Attempt): Promise<void> {
  const { runId } = attempt;
  const known = await deps.underWay.exclusively(runId, async () => {
    await noticeEdit(deps, attempt);
    const now = await readRun(deps, runId);
    if (now !== null) await sayLastWord(deps, attempt, now);
    return now;
  });
  if (known === null) return;
  const { end } = known.run;
  const isStopped = end !== null && STOPPED.includes(end.stopReason);
  if (end?.stopReason === 'source_deleted') return;
  await insist(attempt, endStatus(deps, known, isStopped ? 'stopped' : 'done'));
  await putToVote(deps, known);
}

/**
 * Looks once whether the message still says what was reviewed, so that the last post can tell. What it says
 * counts, not that the platform told of a change: a preview of a link is no edit. A review does not fail over it.
 */
async function noticeEdit(deps: RunWorkerDeps, { runId, platform }: Attempt): Promise<void> {
  const known = await readRun(deps, runId);
  const { captured, request, run, thread } = known ?? {};
  const source = request?.source ?? null;
  if (!captured || source === null || thread?.state.result == null) return;
  if (run?.end?.stopReason === 'source_deleted') return;
  try {
    await createStepMemo(deps.runs, runId)(EDITED_STEP, async () => {
      const now = await platform.source.read(source, captured.scope);
      return now !== null && now.hash !== captured.hash;
    });
  } catch (error) {
    deps.reportError(error, { runId, doing: 'see whether the message was edited' });
  }
}

/** Where the channel wants it, a refined draft is put to a blind vote; a review does not fail over it. */
async function putToVote(deps: RunWorkerDeps, known: KnownRun): Promise<void> {
  const { thread, request, run } = known;
  if (thread === null || thread.plan.isPrivate || thread.wishes.length > 0) return;
  try {
    const { blindVote } = await deps.settings(request);
    if (blindVote.value) await postTeamVote(deps, known);
  } catch (error) {
    if (error instanceof SupersededError) return;
    deps.reportError(error, { runId: run.id, doing: 'open the vote' });
  }
}

/** A status that sticks is worse than one that is late: as long as there are tries left, the run is taken up again for it. */
async function insist({ triesLeft }: Attempt, shown: Promise<boolean>): Promise<void> {
  if (!(await shown) && triesLeft > 0) throw new Error('the status could not be shown');
}

async function sayLastWord(deps: RunWorkerDeps, attempt: Attempt, now: KnownRun): Promise<void> {
  const { runId, number, platform } = attempt;
  if (now.thread === null || now.run.end?.stopReason === 'source_deleted') return;
  const opened = await deps.runs.recallStep(runId, THREAD_STEP);
  const thread = opened === null ? null : (JSON.parse(opened) as ThreadRef | null);
  const { result } = now.thread.state;
  if (thread === null || result === null) return;
  if (hasSaidSomething(now.thread)) {
    const speaker = { runId, attempt: number, messenger: platform.messenger, thread };
    await publish(deps, speaker, drawThread(now.thread));
    // The thread is told that it stopped; what to check concerns who asked, and may name a server.
    const trouble = result.failure?.message;
    if (trouble === undefined) return tellWhoIsMissing(deps, attempt, now, now.thread);
    return tellRequester(deps, attempt, now, NOTES.cutShort(trouble, shortRef(runId)));
  }
  // Who stopped it was told at once.
  if (result.stopReason === 'cancelled') return;
  const message = result.failure?.message ?? `The review ended: ${result.stopSentence}.`;
  await tellRequester(deps, attempt, now, NOTES.failed(message, shortRef(runId)));
}

/** The thread says which editors could not answer; why, who asked is told alone. */
async function tellWhoIsMissing(
  deps: RunWorkerDeps,
  attempt: Attempt,
  now: KnownRun,
  thread: ReviewThread,
): Promise<void> {
  const missing = unanswered(thread);
  // Who did not answer at all gave no reason.
  const reasons = new Set(missing.flatMap(({ reason }) => (/[.!]$/.test(reason) ? [reason] : [])));
  if (reasons.size === 0) return;
  const titles = missing.map(({ title }) => title);
  const note = NOTES.withoutEditors(titles, [...reasons], shortRef(attempt.runId));
  await tellRequester(deps, attempt, now, note);
}

/** Ends a run whose answer cannot reach the one it is for. */
export async function endUnheard(deps: RunWorkerDeps, attempt: Attempt): Promise<void> {
  await tellRequester(deps, attempt, attempt.known, NOTES.unreachable());
  await finishEmpty(deps, attempt.runId, 'disabled');
}

/** Ends a run that cannot go on: as stopped, with a note to the requester, whatever else fails. */
export async function endBroken(
  deps: RunWorkerDeps,
  broken: { readonly known: KnownRun; readonly platform: Platform; readonly error: unknown },
): Promise<void> {
  const { known, platform, error } = broken;
  const { run, request } = known;
  await finishEmpty(deps, run.id, 'model_error');
  const now = await readRun(deps, run.id);
  if (now?.thread) {
    const speaker = { runId: run.id, messenger: platform.messenger };
    await refresh(deps, speaker, drawThread(now.thread));
  }
  const ref = shortRef(run.id);
  const text = error instanceof UserError ? NOTES.failed(error.message, ref) : NOTES.broken(ref);
  try {
    if (run.requester !== null) {
      await platform.messenger.whisper(run.requester, request.thread, text);
    }
  } catch (failure) {
    deps.reportError(failure, { runId: run.id, doing: 'tell the requester' });
  }
  await endStatus(deps, known, 'stopped');
}

export interface Dropped {
  readonly note: Message;
  /** The run that answers the same request; null when there is none. */
  readonly standing: string | null;
  /** No status is put on the source: it is gone, or nothing was shown there before. */
  readonly isUnmarked?: boolean;
}

/** Takes back a run that came to nothing and tells the requester why; its claim goes to the review that stands. */
export async function dropRun(
  deps: RunWorkerDeps,
  attempt: Attempt,
  { note, standing, isUnmarked = false }: Dropped,
): Promise<void> {
  await tellRequester(deps, attempt, attempt.known, note);
  if (!isUnmarked) {
    const state = standing === null ? 'stopped' : 'done';
    await insist(attempt, endStatus(deps, attempt.known, state));
  }
  await deps.requests.drop(attempt.runId, standing);
}

/** Sends a private note at most once, also over a crash: a note cannot be looked for. */
async function tellRequester(
  { posts }: RunWorkerDeps,
  { runId, number, platform }: Attempt,
  { run, request }: KnownRun,
  note: Message,
): Promise<void> {
  if (run.requester === null) return;
  const state = await posts.reserve(runId, 'note', number);
  if (state.type === 'new') await platform.messenger.whisper(run.requester, request.thread, note);
}

/** Ends a run that has nothing to show. */
export async function finishEmpty(
  { runs, now }: Pick<RunWorkerDeps, 'runs' | 'now'>,
  runId: string,
  stopReason: StopReason,
) {
  await runs.finish(runId, { stopReason, bestRevision: null, receipt: null, finishedAt: now() });
}

async function endStatus(
  deps: RunWorkerDeps,
  { run, request }: KnownRun,
  state: 'done' | 'stopped',
): Promise<boolean> {
  if (request.source === null) return true;
  if (!isShownOnSource(await deps.settings(request), run.options)) return true;
  const { source } = request;
  return showStatus(deps, { runId: run.id, platform: run.platform, source, state });
}

/** Enough of a run's id for a person to name it. */
function shortRef(runId: string): string {
  return runId.slice(0, 8);
}
