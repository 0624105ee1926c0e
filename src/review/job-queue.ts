declare const statement: unique symbol;

/** A write that is described but not made: the store makes it in one transaction with others. */
export interface Statement {
  readonly [statement]: true;
}

/** A run's place in the queue. */
export interface RunJob {
  readonly runId: string;
  /** Runs with the same lane start in order, a few at a time. */
  readonly lane: string;
  /** Whose run it is: workspaces take turns, however much one of them asks for. */
  readonly workspace: string;
}

/** A job in the hands of a worker. */
export interface TakenJob extends Omit<RunJob, 'workspace'> {
  /** How often it has been taken, this time included; a hand-back at shutdown does not count. */
  readonly attempt: number;
}

export interface QueueStats {
  readonly waiting: number;
  readonly active: number;
}

/** Hands runs to workers, each to one at a time. */
export interface JobQueue {
  /** Describes the insertion of a job; for a run that is queued already it changes nothing. */
  enqueue(job: RunJob): Statement;
  /**
   * Starts handing out jobs; a handler that rejects gets its job again later, later each time. The
   * signal aborts when the job has to be handed back.
   */
  work(
    handler: (job: TakenJob, signal: AbortSignal) => Promise<void>,
    options: { readonly concurrency: number },
  ): Promise<void>;
  /** How many runs of its lane a run has to wait for; 0 when it can start at once or is not queued. */
  ahead(runId: string): Promise<number>;
  /** Runs `work` at the times of a cron line, once per tick over all processes. */
  schedule(name: string, cron: string, work: () => Promise<void>): Promise<void>;
  /** Stops handing out jobs, waits up to `graceMs` for those under way and hands the rest back. */
  stop(graceMs: number): Promise<void>;
  stats(): Promise<QueueStats>;
}
