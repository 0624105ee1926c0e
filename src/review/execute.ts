/*
 * Works on one run from its place in the queue to its end. Everything that costs or may differ the next
 * time is a remembered step, every event is saved before it is shown, and posts are brought in line
 * with what was saved. So after a crash the run is simply started again: what was done is recalled,
 * what was said is left alone, and it goes on where it was.
 *
 * A run always ends. Failures of the loop are its stop reasons; anything else is tried again by the
 * queue, and after the last try the run ends as stopped, its status with it.
 */
import type { Meter } from '../loop/metered-call.ts';
import type { Persona, Preset } from '../loop/persona.ts';
import type { Lessons } from '../settings/lessons.ts';
import type { Library } from '../settings/library.ts';
import type { Place, ResolvedSettings } from '../settings/resolution.ts';
import { UserError } from '../user-error.ts';
import { concludeRun, endBroken } from './conclude.ts';
import type { ConsentStore } from './consent-store.ts';
import type { DecisionStore } from './decision-store.ts';
import type { FirstContact } from './first-contact.ts';
import type { TakenJob } from './job-queue.ts';
import type { Passes } from './passes.ts';
import type { Platform } from './platform.ts';
import type { PostStore } from './post-store.ts';
import type { Precedence } from './precedence.ts';
import { SupersededError } from './publish.ts';
import type { MemberRef } from './refs.ts';
import type { RequestDeps } from './request.ts';
import type { RequestStore } from './request-store.ts';
import { type RunEditors, reviewDraft } from './review-draft.ts';
import type { RunStore } from './run-store.ts';
import type { RunWatch } from './run-watch.ts';
import type { RunsUnderWay } from './runs-under-way.ts';
import { takeUpWishes } from './say.ts';
import type { Spending } from './spending.ts';
import type { StatsStore } from './stats-store.ts';
import type { StepStore } from './step-store.ts';
import { isStorageTrouble } from './storage-trouble.ts';
import { type KnownRun, readRun } from './thread-reader.ts';
import type { ToldStore } from './told-store.ts';
import type { VoteStore } from './vote-store.ts';

export interface RunWorkerDeps extends RequestDeps {
  readonly runs: RunStore & StepStore;
  readonly requests: RequestStore;
  readonly posts: PostStore;
  readonly decisions: DecisionStore;
  readonly stats: Pick<StatsStore, 'countAs'>;
  readonly votes: VoteStore;
  readonly consents: ConsentStore;
  readonly firstContact: Pick<FirstContact, 'hint'>;
  /** What was said once to somebody. */
  readonly told: Pick<ToldStore, 'tell'>;
  /** What people call a member; null for one nobody knows. */
  readonly nameOf: (member: MemberRef) => Promise<string | null>;
  readonly underWay: RunsUnderWay;
  readonly settings: (place: Place) => Promise<ResolvedSettings>;
  /** The personas and presets of a workspace. */
  readonly library: (workspace: string) => Promise<Library>;
  /** What the team has taught. */
  readonly lessons: Pick<Lessons, 'inForce' | 'marker'>;
  /** Opens the editors for the personas asked for. */
  readonly editorsFor: (
    personas: readonly Persona[],
    settings: ResolvedSettings,
    more: { readonly preset: Preset; readonly meter: Meter },
  ) => Promise<RunEditors>;
  /** Knows whether there are pages that people reach. */
  readonly passes: Pick<Passes, 'isPublic'>;
  /** Watches over the budgets of the place. */
  readonly spending: Spending;
  readonly watch: RunWatch;
  readonly now: () => number;
}

export interface RunWorkerOptions {
  /** How long a run may take from its first start. */
  readonly maxRunMs?: number;
  /** How often a run is tried before it ends as stopped. */
  readonly maxAttempts?: number;
  /** Resolves when the next piece of work may begin; absent: at once. */
  readonly turn?: Precedence['turn'];
}

/** One attempt at a run. */
export interface Attempt {
  readonly runId: string;
  readonly known: KnownRun;
  readonly platform: Platform;
  /** Its number; a later attempt makes this one silent. */
  readonly number: number;
  /** How often it may be tried again. */
  readonly triesLeft: number;
  /** Aborts when the job has to be handed back. */
  readonly handBack: AbortSignal;
  readonly maxRunMs: number;
  /** Resolves when its next piece of work may begin. Never to be waited for with a lock in hand. */
  readonly turn: Precedence['turn'];
}

/** Makes the queue's handler: it carries a run to its end, however often it is taken up. */
export function createRunWorker(
  deps: RunWorkerDeps,
  { maxRunMs = 15 * 60_000, maxAttempts = 5, turn = async () => {} }: RunWorkerOptions = {},
): (job: TakenJob, signal: AbortSignal) => Promise<void> {
  return async ({ runId, attempt }, handBack) => {
    const known = await readRun(deps, runId);
    if (known === null) return;
    deps.watch.taken(known.run, attempt);
    const platform = deps.platform(known.run.platform);
    // One that was switched off may come back: the run waits in the queue.
    if (platform === null) throw new Error(`${known.run.platform} is not switched on`);
    try {
      // A run that takes the process down with it each time never reaches the handling of its error.
      if (attempt > maxAttempts) throw new Error('the run was interrupted too often');
      const number = await deps.posts.begin(runId);
      const left = { triesLeft: maxAttempts - attempt, maxRunMs };
      await workOn(deps, { runId, known, platform, number, handBack, turn, ...left });
    } catch (error) {
      if (error instanceof SupersededError) return;
      if (handBack.aborted || isWorthRetrying(error, maxAttempts - attempt)) throw error;
      deps.reportError(error, { runId, doing: 'review' });
      await endBroken(deps, { known, platform, error });
    }
  };
}

/** What a person has to change does not get better by trying again; a disk that is full may. */
function isWorthRetrying(error: unknown, attemptsLeft: number): boolean {
  if (attemptsLeft <= 0) return false;
  return !(error instanceof UserError) || isStorageTrouble(error);
}

async function workOn(deps: RunWorkerDeps, attempt: Attempt): Promise<void> {
  if (attempt.known.run.status !== 'finished') {
    const underWay = deps.underWay.begin(attempt.runId);
    try {
      if ((await reviewDraft(deps, attempt, underWay)) === 'dropped') return;
    } finally {
      underWay.end();
    }
  }
  await concludeRun(deps, attempt);
  await takeUpWishes(deps, attempt.runId);
}
