import type { Message } from './message.ts';
import { NOTES } from './notes.ts';
import type { PostStore } from './post-store.ts';
import { refresh } from './publish.ts';
import type { MemberRef } from './refs.ts';
import { decidedEnd, decideEnd } from './replay.ts';
import type { RunStore } from './run-store.ts';
import type { EndReason, RunsUnderWay } from './runs-under-way.ts';
import { type StatusDeps, showStatus } from './status.ts';
import type { StepStore } from './step-store.ts';
import { type KnownRun, readRun, type ThreadReaderDeps } from './thread-reader.ts';
import { drawThread } from './thread-view.ts';

export interface StopDeps extends StatusDeps, ThreadReaderDeps {
  readonly runs: RunStore & StepStore;
  readonly posts: PostStore;
  readonly underWay: RunsUnderWay;
  readonly isAdmin: (member: MemberRef, workspace: string) => Promise<boolean>;
  readonly now: () => number;
}

/** Ends a run on request of its requester, its author or an admin; the note says so to who asked. */
export async function stopRun(deps: StopDeps, known: KnownRun, by: MemberRef): Promise<Message> {
  const { run, request, captured } = known;
  if (run.status === 'finished') return NOTES.over();
  const mayStop =
    by === run.requester || by === captured?.author || (await deps.isAdmin(by, request.workspace));
  if (!mayStop) return NOTES.notYours();
  if ((await decidedEnd(deps.runs, run.id)) !== null) return NOTES.over();
  await endRun(deps, known, 'cancelled');
  return NOTES.stopped();
}

/**
 * Ends a run wherever it is: under way here, waiting, or between two tries. Once it resolves nothing
 * brings the run back; its mark says so at once, whatever a post or a model under way still takes.
 */
export async function endRun(deps: StopDeps, known: KnownRun, reason: EndReason): Promise<void> {
  const { run, request } = known;
  await decideEnd(deps.runs, run.id, reason);
  const isUnderWay = await deps.underWay.stopAnywhere(run.id, reason);
  if (!isUnderWay) await endHere(deps, known, reason);
  if (request.source === null || reason === 'source_deleted') return;
  const { source } = request;
  const change = { runId: run.id, platform: run.platform, source, state: 'stopped' } as const;
  const shown = showStatus(deps, change);
  // A platform that is slow with marks must not hold up the answer to who asked.
  if (!isUnderWay) await shown;
}

/** Nobody works on the run: it ends as it stands, and its posts offer nothing more to stop. */
async function endHere(deps: StopDeps, { run }: KnownRun, reason: EndReason): Promise<void> {
  const end = { stopReason: reason, bestRevision: null, receipt: null, finishedAt: deps.now() };
  await deps.runs.finish(run.id, end);
  const messenger = deps.platform(run.platform)?.messenger;
  if (messenger === undefined || reason === 'source_deleted') return;
  await deps.underWay.exclusively(run.id, async () => {
    const now = await readRun(deps, run.id);
    if (now?.thread) await refresh(deps, { runId: run.id, messenger }, drawThread(now.thread));
  });
}
