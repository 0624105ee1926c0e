/*
 * A guided review waits for its author. Who forgets it is reminded once, privately, a day later; after that
 * it rests. Nobody is reminded of what they have dealt with, or of what ended long ago.
 */
import type { Message } from './message.ts';
import { note } from './notes.ts';
import { linkToPlace } from './place-link.ts';
import type { FindPlatform } from './platform.ts';
import type { ThreadRef } from './refs.ts';
import type { ReviewThread } from './review-thread.ts';
import { readRun, THREAD_STEP, type ThreadReaderDeps } from './thread-reader.ts';
import type { ToldStore } from './told-store.ts';
import { isWaitingForAuthor, waitingComments } from './waiting.ts';

const REMIND_AFTER_MS = 24 * 60 * 60_000;
/** A server that was off for longer does not come back with reminders of last week. */
const TOO_LATE_MS = 3 * REMIND_AFTER_MS;

export interface RemindDeps extends ThreadReaderDeps {
  readonly told: ToldStore;
  readonly platform: FindPlatform;
  readonly now: () => number;
  /** Hears of a reminder that could not be sent; must not throw. */
  readonly reportError: (error: unknown, about: { runId: string; doing: string }) => void;
}

/** Sends the reminders that are due; to be called every few minutes. */
export async function sendReminders(deps: RemindDeps): Promise<void> {
  const now = deps.now();
  const due = { after: now - TOO_LATE_MS, by: now - REMIND_AFTER_MS };
  for (const runId of await deps.requests.waitingForAuthor(due)) {
    try {
      await remind(deps, runId);
    } catch (error) {
      deps.reportError(error, { runId, doing: 'remind' });
    }
  }
}

async function remind(deps: RemindDeps, runId: string): Promise<void> {
  const known = await readRun(deps, runId);
  if (known?.thread == null) return;
  const { run, request, captured, thread } = known;
  const author = captured?.author ?? run.requester;
  const messenger = deps.platform(run.platform)?.messenger;
  const opened = await deps.runs.recallStep(runId, THREAD_STEP);
  const place = opened === null ? null : (JSON.parse(opened) as ThreadRef | null);
  if (author === null || messenger === undefined || place === null) return;
  const message = reminder(thread, place);
  if (message === null) return;
  const telling = {
    platform: run.platform,
    workspace: request.workspace,
    subject: `reminder/${runId}`,
  };
  // Said before it is sent: a reminder that is lost is better than two.
  if (await deps.told.tell(telling, deps.now())) await messenger.whisper(author, place, message);
}

/** What still waits; null when nothing does. */
function reminder(thread: ReviewThread, place: ThreadRef): Message | null {
  if (!isWaitingForAuthor(thread)) return null;
  const accepted = waitingComments(thread).length;
  const where = linkToPlace('the thread', place);
  if (accepted > 0) {
    return note(
      `${comments(accepted)} you accepted ${accepted === 1 ? 'waits' : 'wait'} for *Refine with accepted* in ${where}. I won’t remind you again.`,
    );
  }
  const open = [...thread.state.comments.values()].filter(
    ({ id, status }) => status === 'open' && !thread.decisions.has(id),
  ).length;
  if (open === 0 || [...thread.decisions.values()].includes('applied')) return null;
  return note(
    `The editors’ ${open === 1 ? 'comment waits' : `${open} comments wait`} for your choice in ${where}. Accept what you agree with, then *Refine with accepted*. I won’t remind you again.`,
  );
}

function comments(count: number): string {
  return count === 1 ? 'The comment' : `The ${count} comments`;
}
