import type { DecisionStore } from './decision-store.ts';
import { numberRevisions } from './numbering.ts';
import type { RequestStore, RunRequest } from './request-store.ts';
import type { ReviewThread, RunPlan } from './review-thread.ts';
import type { RunStore, StoredRun } from './run-store.ts';
import type { Captured } from './source.ts';
import type { StepStore } from './step-store.ts';
import { type RunEvent, readThreadState } from './thread-state.ts';

/** Keys of the steps around the loop. */
export const PLAN_STEP = 'plan';
export const CAPTURE_STEP = 'capture';
export const THREAD_STEP = 'thread';
/** What of the thread around the draft the editors are shown. */
export const CONTEXT_STEP = 'context';
/** Whether the message was edited while the editors read. */
export const EDITED_STEP = 'edited';
/** The text that was put to a vote beside the refined one. */
export const ORIGINAL_STEP = 'original';
/** Why the run has to end, once somebody decided so. */
export const END_STEP = 'end';

/** A run as it is stored, with its posts' material where its words are still there. */
export interface KnownRun {
  readonly run: StoredRun;
  readonly request: RunRequest;
  readonly captured: Captured | null;
  /** Null before the run has started, and once its words were forgotten. */
  readonly thread: ReviewThread | null;
}

export interface ThreadReaderDeps {
  readonly runs: RunStore & StepStore;
  readonly requests: RequestStore;
  readonly decisions: DecisionStore;
}

/** Reads a run with everything its posts are drawn from; null when there is no such run. */
export async function readRun(
  { runs, requests, decisions }: ThreadReaderDeps,
  runId: string,
): Promise<KnownRun | null> {
  const [run, related, request, plan, capture, edited, decided] = await Promise.all([
    runs.load(runId),
    runs.related(runId),
    requests.request(runId),
    runs.recallStep(runId, PLAN_STEP),
    runs.recallStep(runId, CAPTURE_STEP),
    runs.recallStep(runId, EDITED_STEP),
    decisions.decisions(runId),
  ]);
  if (run === null || request === null) return null;
  // Only this room writes these steps.
  const captured = capture === null ? null : (JSON.parse(capture) as Captured | null);
  const isForgotten = run.events.some(({ event }) => event === null);
  if (plan === null || isForgotten) return { run, request, captured, thread: null };
  const thread: ReviewThread = {
    runId,
    plan: JSON.parse(plan) as RunPlan,
    notRead: captured?.notRead ?? [],
    isEdited: edited !== null && (JSON.parse(edited) as boolean),
    isWritten: run.given !== null && 'brief' in run.given,
    wishes: run.given !== null && 'draft' in run.given ? (run.given.wishes ?? []) : [],
    isOver: run.status === 'finished',
    numbers: numberRevisions(runId, related),
    state: readThreadState(run.events.map(({ event }) => event as RunEvent)),
    decisions: new Map(decided.map(({ subject, decision }) => [subject, decision])),
  };
  return { run, request, captured, thread };
}
