// The thread that writes: waiting for the disk would otherwise hold up everything the process does.
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { preparePragmas } from './pragmas.ts';
import { retryWhenBusy } from './retry-when-busy.ts';
import { type Scrub, scrubFile } from './scrub-file.ts';
import { createEngine, type Outcome, type Query } from './sqlite-engine.ts';

/** What the thread is started with. */
export interface WriterData {
  readonly path: string;
  readonly budgetMs: number;
  /** Set to 1 once the file is let go. */
  readonly closed: SharedArrayBuffer;
}

export type ToWriter =
  | { readonly id: number; readonly batch: readonly (readonly Query[])[] }
  | { readonly id: number; readonly scrub: Scrub }
  | 'close';

export type FromWriter =
  | { readonly id: number; readonly outcomes: readonly SentOutcome[] }
  /** Somebody else's lock holds writes up, or no longer does. */
  | { readonly isHeldUp: boolean };

/** Errors lose their code on the way from thread to thread. */
export type SentOutcome =
  | { readonly results: readonly unknown[] }
  | { readonly failed: { readonly message: string; readonly code: string | null } };

/** Locks of less are what programs beside us hold all the time. */
const HELD_UP_AFTER_MS = 40;

const port = parentPort;
if (port === null) throw new Error('The writer runs in a thread of its own.');
const { path, budgetMs, closed } = workerData as WriterData;
const connection = new Sqlite(path, { fileMustExist: true });
preparePragmas(connection);
connection.pragma('foreign_keys = ON');
const engine = createEngine(connection);
let last: Promise<void> = Promise.resolve();

port.on('message', (message: ToWriter) => {
  last = last.then(() => answer([message, ...whatElseCame()]));
});

/** What came while the disk was waited for is written together. */
function whatElseCame(): ToWriter[] {
  const came: ToWriter[] = [];
  for (;;) {
    const next = port === null ? undefined : receiveMessageOnPort(port);
    if (next === undefined) return came;
    came.push(next.message);
  }
}

async function answer(messages: readonly ToWriter[]): Promise<void> {
  const asked = messages.filter((message) => message !== 'close' && 'batch' in message);
  const outcomes = await write(asked.flatMap(({ batch }) => batch));
  let from = 0;
  for (const { id, batch } of asked) {
    const own = outcomes.slice(from, from + batch.length);
    from += batch.length;
    port?.postMessage({ id, outcomes: own.map(toSent) } satisfies FromWriter);
  }
  for (const message of messages) {
    if (message === 'close' || !('scrub' in message)) continue;
    const outcomes = [toSent(await scrub(message.scrub))];
    port?.postMessage({ id: message.id, outcomes } satisfies FromWriter);
  }
  if (messages.includes('close')) letGo();
}

async function write(batch: readonly (readonly Query[])[]): Promise<readonly Outcome[]> {
  if (batch.length === 0) return [];
  let isHeldUp = false;
  const tell = (now: boolean) => {
    if (isHeldUp === now) return;
    isHeldUp = now;
    port?.postMessage({ isHeldUp } satisfies FromWriter);
  };
  try {
    return await retryWhenBusy(
      () => engine.write(batch),
      budgetMs,
      (forMs) => tell(forMs >= HELD_UP_AFTER_MS),
    );
  } catch (error) {
    return batch.map(() => ({ error }));
  } finally {
    tell(false);
  }
}

async function scrub(how: Scrub): Promise<Outcome> {
  try {
    await scrubFile(connection, how, budgetMs);
    return { results: [] };
  } catch (error) {
    return { error };
  }
}

function letGo(): void {
  connection.close();
  const flag = new Int32Array(closed);
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
  port?.close();
}

function toSent(outcome: Outcome): SentOutcome {
  if ('results' in outcome) return outcome;
  const { error } = outcome;
  const code = error instanceof Sqlite.SqliteError ? error.code : null;
  return { failed: { message: error instanceof Error ? error.message : String(error), code } };
}
