/*
 * What people accept and undo becomes one new revision once they have been quiet for a while: not one
 * post per click. The decisions are the truth; a revision follows from them, so doing it twice changes
 * nothing, and what a crash left undone is done at the next start.
 */
import { createRevision } from '../loop/revision.ts';
import type { DecisionStore } from './decision-store.ts';
import type { PostStore } from './post-store.ts';
import { refresh } from './publish.ts';
import type { RunStore } from './run-store.ts';
import type { StatusDeps } from './status.ts';
import type { StepStore } from './step-store.ts';
import { teamText } from './team-text.ts';
import { type KnownRun, readRun, type ThreadReaderDeps } from './thread-reader.ts';
import type { DecidedEvent } from './thread-state.ts';
import { drawThread } from './thread-view.ts';
import { isWaitingForAuthor } from './waiting.ts';

export interface SettleDeps extends StatusDeps, ThreadReaderDeps {
  readonly runs: RunStore & StepStore;
  readonly posts: PostStore;
  readonly decisions: DecisionStore;
}

/** Brings texts in line with what people decided. */
export interface Settler {
  /** Once nobody has asked for this run for a while. */
  later(runId: string): void;
  /** Here and now; `all`: also what waits for its author's word. */
  now(runId: string, options?: { readonly all?: boolean }): Promise<void>;
  /** Takes up what was decided before the last start. */
  recover(): Promise<void>;
  /** Forgets what is to be done later; it is taken up at the next start. */
  close(): void;
}

/** How long people have to be quiet. */
const QUIET_MS = 10_000;

/** Settles runs of this process. */
export function createSettler(
  deps: SettleDeps,
  { quietMs = QUIET_MS }: { readonly quietMs?: number } = {},
): Settler {
  const timers = new Map<string, NodeJS.Timeout>();
  const forget = (runId: string) => {
    clearTimeout(timers.get(runId));
    timers.delete(runId);
  };
  const now: Settler['now'] = async (runId, { all = false } = {}) => {
    forget(runId);
    await deps.underWay.exclusively(runId, () => settle(deps, runId, all));
  };
  return {
    now,
    later(runId) {
      forget(runId);
      const timer = setTimeout(() => {
        now(runId).catch((error: unknown) => deps.reportError(error, { runId, doing: 'settle' }));
      }, quietMs);
      timers.set(runId, timer.unref());
    },
    async recover() {
      for (const runId of await deps.decisions.unsettled()) {
        await now(runId).catch((error: unknown) =>
          deps.reportError(error, { runId, doing: 'settle' }),
        );
      }
    },
    close() {
      for (const runId of [...timers.keys()]) forget(runId);
    },
  };
}

/** Another process may write a revision of its own meanwhile; the one after it counts. */
const MAX_TRIES = 5;

async function settle(deps: SettleDeps, runId: string, all: boolean): Promise<void> {
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const known = await readRun(deps, runId);
    if (known?.thread == null) return;
    const { thread } = known;
    const withPending = all || !isWaitingForAuthor(thread);
    const decided = teamText(thread, { withPending });
    const current = thread.state.current;
    if (decided === null || current === null) return;
    const number = Math.max(...thread.state.revisions.map((each) => each.number)) + 1;
    const revision = createRevision(number, decided.text, current.number);
    if (revision.sha === current.sha) {
      await deps.decisions.settle(runId, decided.outcomes);
      return redraw(deps, known);
    }
    const event: DecidedEvent = {
      number: known.run.events.length + 1,
      type: 'revision_undone',
      revision,
    };
    await deps.runs.append(runId, event, { revisions: [revision] });
  }
}

/** Brings the posts that stand in line with what was decided; to be called by whoever speaks for the run. */
export async function redraw(deps: SettleDeps, { run }: Pick<KnownRun, 'run'>): Promise<void> {
  const messenger = deps.platform(run.platform)?.messenger;
  if (messenger === undefined) return;
  const now = await readRun(deps, run.id);
  if (now?.thread) await refresh(deps, { runId: run.id, messenger }, drawThread(now.thread));
}
