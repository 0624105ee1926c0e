import { Worker } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import type { WriteBatch } from './atomic.ts';
import type { Scrub } from './scrub-file.ts';
import type { Outcome } from './sqlite-engine.ts';
import type { FromWriter, SentOutcome, ToWriter, WriterData } from './writer-thread.ts';

/** Writes to one database file in a thread of its own. */
export interface Writer {
  readonly write: WriteBatch;
  /** Leaves nothing of what was deleted in the file, after the writes asked for before. */
  scrub(how: Scrub): Promise<void>;
  readonly holdUps: HoldUps;
  /** Finishes what was asked for and lets the file go; the thread is waited for. */
  close(): void;
}

/** Whether somebody else's lock on the file keeps what is written waiting. */
export interface HoldUps {
  /** Calls when that is so: at once, or as soon as it is. The result ends the listening. */
  hear(listener: () => void): () => void;
}

/** How long a writer may take to finish when the file is let go. */
const CLOSE_WITHIN_MS = 5_000;

/** Starts a writer for a file that exists and is migrated. */
export function startWriter(path: string, budgetMs: number): Writer {
  const closed = new SharedArrayBuffer(4);
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let gone: Error | null = null;
  const worker = new Worker(entry(), {
    workerData: { path, budgetMs, closed } satisfies WriterData,
    env: {},
    execArgv: [],
    // It passes rows on and keeps none; without a limit its heap grows to the size of the program's own.
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  });
  // It keeps the process only while somebody waits for it.
  worker.unref();
  let isHeldUp = false;
  const listeners = new Set<() => void>();
  worker.on('message', (message: FromWriter) => {
    if ('isHeldUp' in message) {
      isHeldUp = message.isHeldUp;
      if (isHeldUp) for (const listener of [...listeners]) listener();
      return;
    }
    const { id, outcomes } = message;
    waiting.get(id)?.resolve(outcomes.map(fromSent));
    waiting.delete(id);
    if (waiting.size === 0) worker.unref();
  });
  const end = (error: Error) => {
    gone ??= error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('error', end);
  worker.on('exit', () => end(new Error('The thread that writes to the database has ended.')));

  const ask = (what: { readonly batch: WriterBatch } | { readonly scrub: Scrub }) =>
    new Promise<readonly Outcome[]>((resolve, reject) => {
      if (gone !== null) {
        reject(gone);
        return;
      }
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      worker.ref();
      worker.postMessage({ id: lastId, ...what } satisfies ToWriter);
    });

  return {
    write: (batch) => ask({ batch }),
    async scrub(how) {
      const [outcome] = await ask({ scrub: how });
      if (outcome !== undefined && 'error' in outcome) throw outcome.error;
    },
    holdUps: {
      hear(listener) {
        listeners.add(listener);
        if (isHeldUp) listener();
        return () => listeners.delete(listener);
      },
    },
    close() {
      if (gone !== null) return;
      gone = new Error('The database is closed.');
      worker.postMessage('close' satisfies ToWriter);
      Atomics.wait(new Int32Array(closed), 0, 0, CLOSE_WITHIN_MS);
    },
  };
}

type WriterBatch = Parameters<WriteBatch>[0];

interface Waiting {
  readonly resolve: (outcomes: readonly Outcome[]) => void;
  readonly reject: (error: Error) => void;
}

function fromSent(outcome: SentOutcome): Outcome {
  if ('results' in outcome) return outcome;
  const { message, code } = outcome.failed;
  return { error: code === null ? new Error(message) : new Sqlite.SqliteError(message, code) };
}

/** From source it is a TypeScript file; in the bundle it stands beside the program as JavaScript. */
function entry(): URL {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return new URL(`./writer-thread.${extension}`, import.meta.url);
}
