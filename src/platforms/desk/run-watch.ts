import type { RunStore, StoredRun } from '../../review/run-store.ts';
import type { Workspace } from './workspace.ts';

/*
 * A run on words that came with a command has no source message of its own, but on the desk its draft
 * stands at the head of the thread. Its progress is shown there all the same: the watch looks at the run
 * until it has finished, also after a restart.
 */

export interface RunWatch {
  /** Shows on the message that the run works, and how it ended. */
  follow(runId: string, message: string): Promise<void>;
  /** Takes up again what was followed when the desk was closed. */
  resume(): Promise<void>;
  close(): void;
}

const LOOK_EVERY_MS = 250;

/** Reasons for which a run ends before its work is done. */
const CUT_SHORT: readonly string[] = [
  'cancelled',
  'source_deleted',
  'budget',
  'deadline',
  'refused',
  'disabled',
  'model_error',
];

/** Watches runs through the run store. */
export function createRunWatch(deps: {
  readonly runs: Pick<RunStore, 'load'>;
  readonly workspace: Pick<Workspace, 'followed' | 'follow' | 'show'>;
  readonly reportError: (error: unknown) => void;
}): RunWatch {
  const { runs, workspace, reportError } = deps;
  const watched = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;

  const look = async () => {
    for (const [runId, message] of watched) {
      const run = await runs.load(runId);
      const isOver = run === null || run.status === 'finished';
      if (!isOver) continue;
      watched.delete(runId);
      await workspace.show(message, endOf(run));
    }
  };
  const schedule = () => {
    if (timer !== undefined || watched.size === 0) return;
    timer = setTimeout(() => {
      void look()
        .catch(reportError)
        .finally(() => {
          timer = undefined;
          schedule();
        });
    }, LOOK_EVERY_MS);
  };
  return {
    async follow(runId, message) {
      await workspace.follow(runId, message);
      watched.set(runId, message);
      schedule();
    },
    async resume() {
      for (const { runId, message } of await workspace.followed()) watched.set(runId, message);
      schedule();
    },
    close() {
      watched.clear();
      clearTimeout(timer);
    },
  };
}

function endOf(run: StoredRun | null): 'done' | 'stopped' {
  const reason = run?.end?.stopReason;
  return reason === undefined || CUT_SHORT.includes(reason) ? 'stopped' : 'done';
}
