import type { HumanRemark } from '../loop/inbox.ts';
import type { StopReason } from '../loop/stop.ts';

/** Why somebody outside ends a run; the loop tells it as its stop reason. */
export type EndReason = Extract<StopReason, 'cancelled' | 'source_deleted' | 'deadline'>;

/** One run while this process works on it. */
export interface RunUnderWay {
  readonly signal: AbortSignal;
  /** Takes what people said since the last call. */
  readonly inbox: () => readonly HumanRemark[];
  end(): void;
}

/** What this process is doing with runs right now; shared by those who ask and those who work. */
export interface RunsUnderWay {
  begin(runId: string): RunUnderWay;
  /** Stops a run here and now; false when this process does not work on it. */
  stop(runId: string, reason: EndReason): boolean;
  /** Hands a remark to a run; false when this process does not work on it. */
  tell(runId: string, remark: HumanRemark): boolean;
  /** As `stop` and `tell`, whichever process works on the run; false when none does. */
  stopAnywhere(runId: string, reason: EndReason): Promise<boolean>;
  tellAnywhere(runId: string, remark: HumanRemark): Promise<boolean>;
  /** Runs `work` when nobody else speaks for this run any more: posts are never written by two at once. */
  exclusively<T>(runId: string, work: () => Promise<T>): Promise<T>;
}

/** Keeps account of the runs of this process. */
export function createRunsUnderWay(): RunsUnderWay {
  const live = new Map<string, { controller: AbortController; remarks: HumanRemark[] }>();
  const queues = new Map<string, Promise<unknown>>();
  const here: RunsUnderWay = {
    begin(runId) {
      const run = { controller: new AbortController(), remarks: [] as HumanRemark[] };
      live.set(runId, run);
      return {
        signal: run.controller.signal,
        inbox: () => run.remarks.splice(0),
        end: () => {
          if (live.get(runId) === run) live.delete(runId);
        },
      };
    },

    stop(runId, reason) {
      const run = live.get(runId);
      run?.controller.abort(reason);
      return run !== undefined;
    },

    tell(runId, remark) {
      const run = live.get(runId);
      run?.remarks.push(remark);
      return run !== undefined;
    },

    exclusively(runId, work) {
      const before = queues.get(runId) ?? Promise.resolve();
      const done = before.then(work, work);
      const settled = done
        .catch(() => undefined)
        .finally(() => {
          if (queues.get(runId) === settled) queues.delete(runId);
        });
      queues.set(runId, settled);
      return done;
    },

    // One process is all there is, unless somebody shares its runs.
    stopAnywhere: async (runId, reason) => here.stop(runId, reason),
    tellAnywhere: async (runId, remark) => here.tell(runId, remark),
  };
  return here;
}
