import { Worker } from 'node:worker_threads';
import type { DiffRequest } from './diff-worker.ts';
import { type DiffPart, diffBlocks, diffWords } from './word-diff.ts';

/** Compares texts without holding up the caller's thread for long. */
export interface Differ {
  /**
   * Like `diffWords`, but never fails because of the texts: where they are too much, the answer is the
   * whole text removed and the whole text added. Rejects only with the signal's reason.
   */
  diff(before: string, after: string, signal?: AbortSignal): Promise<DiffPart[]>;
  /** Ends the worker; what is still waiting is answered with blocks. The differ stays usable. */
  close(): Promise<void>;
}

export interface DifferOptions {
  /** Up to this many characters of both texts together are compared at once, without a worker. */
  readonly inlineMaxChars?: number;
  /** How long one comparison in the worker may take. */
  readonly timeoutMs?: number;
  /** How long the worker is kept once it has nothing to do. */
  readonly idleMs?: number;
  readonly compare?: (before: string, after: string) => DiffPart[];
  readonly startWorker?: () => Worker;
}

interface Job {
  readonly request: DiffRequest;
  readonly settle: (parts: DiffPart[]) => void;
}

/** A differ whose worker starts on first need, ends when idle and is replaced when it dies. */
export function createDiffer(options: DifferOptions = {}): Differ {
  // 20,000 characters take about 15 ms here; handing them over and back saves nothing below that.
  const { inlineMaxChars = 20_000, compare = diffWords } = options;
  const worker = createDiffWorker(options);
  return {
    diff(before, after, signal) {
      if (signal?.aborted) return Promise.reject(signal.reason);
      if (before === after || before.length + after.length <= inlineMaxChars) {
        return Promise.resolve(compareOrBlocks(compare, { before, after }));
      }
      return new Promise((resolve, reject) => {
        const abort = () => {
          worker.cancel(job);
          reject(signal?.reason);
        };
        const job: Job = {
          request: { before, after },
          settle(parts) {
            signal?.removeEventListener('abort', abort);
            resolve(parts);
          },
        };
        signal?.addEventListener('abort', abort, { once: true });
        worker.run(job);
      });
    },
    close: () => worker.close(),
  };
}

function compareOrBlocks(
  compare: (before: string, after: string) => DiffPart[],
  { before, after }: DiffRequest,
): DiffPart[] {
  try {
    return compare(before, after);
  } catch {
    // A comparison is only a view of two texts that are both at hand; it must never cost the review.
    return diffBlocks(before, after);
  }
}

function blocksOf({ before, after }: DiffRequest): DiffPart[] {
  return diffBlocks(before, after);
}

// One comparison at a time, so that a crash or a timeout costs only the texts that caused it.
function createDiffWorker(options: DifferOptions) {
  const { timeoutMs = 10_000, idleMs = 30_000, startWorker = startDiffWorker } = options;
  const waiting: Job[] = [];
  let worker: Worker | undefined;
  let current: Job | undefined;
  let timer: NodeJS.Timeout | undefined;

  const start = () => {
    const started = startWorker();
    started.on('message', (parts: DiffPart[]) => {
      if (started === worker) finish(parts);
    });
    started.on('error', () => discard(started));
    started.on('exit', () => discard(started));
    return started;
  };

  const discard = (gone: Worker | undefined): Promise<unknown> => {
    if (gone === undefined || gone !== worker) return Promise.resolve();
    worker = undefined;
    const ended = gone.terminate();
    finish(undefined);
    return ended;
  };

  const finish = (parts: DiffPart[] | undefined) => {
    clearTimeout(timer);
    const done = current;
    current = undefined;
    if (done !== undefined) done.settle(parts ?? blocksOf(done.request));
    next();
  };

  const next = () => {
    if (current !== undefined) return;
    clearTimeout(timer);
    current = waiting.shift();
    if (current === undefined) {
      worker?.unref();
      timer = setTimeout(() => discard(worker), idleMs).unref();
      return;
    }
    try {
      worker ??= start();
    } catch {
      finish(undefined);
      return;
    }
    // Somebody awaits this answer, so the process stays for it; an idle worker holds nothing.
    worker.ref();
    timer = setTimeout(() => discard(worker), timeoutMs);
    worker.postMessage(current.request);
  };

  return {
    run(job: Job) {
      waiting.push(job);
      next();
    },
    cancel(job: Job) {
      const place = waiting.indexOf(job);
      if (place >= 0) waiting.splice(place, 1);
      if (job === current) {
        current = undefined;
        void discard(worker);
      }
    },
    async close() {
      for (const job of waiting.splice(0)) job.settle(blocksOf(job.request));
      await discard(worker);
      clearTimeout(timer);
    },
  };
}

function startDiffWorker(): Worker {
  const file = import.meta.url.endsWith('.ts') ? './diff-worker.ts' : './diff-worker.js';
  return new Worker(new URL(file, import.meta.url), {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 },
  });
}
