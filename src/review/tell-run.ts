/*
 * What the loop says is saved, in order, and shown once it is saved. The loop waits for neither: the next
 * question to a model need not wait for a disk, still less for a platform that is slow. So a death may leave
 * answers of models that are saved and events that are not; those are said again when the run is taken up.
 */
import type { LoopEvent } from '../loop/events.ts';
import type { Attempt, RunWorkerDeps } from './execute.ts';
import { publish, type Speaker } from './publish.ts';
import type { Replay } from './replay.ts';
import { createRunRecorder } from './run-recorder.ts';
import type { RunUnderWay } from './runs-under-way.ts';
import { readRun } from './thread-reader.ts';
import { drawThread } from './thread-view.ts';

/** Hears the loop to its end; resolves once everything is saved and shown, and rejects with what failed first. */
export async function tellRun(
  deps: RunWorkerDeps,
  run: {
    readonly attempt: Attempt;
    readonly speaker: Speaker;
    readonly underWay: RunUnderWay;
    readonly replay: Replay;
  },
  events: AsyncIterable<LoopEvent>,
): Promise<void> {
  const { attempt, speaker, underWay, replay } = run;
  const { runId, known, handBack } = attempt;
  const record = createRunRecorder(deps.runs, runId, { now: deps.now });
  const saved = known.run.events.length;
  const work = createFollower(async () => {
    await attempt.turn();
    await deps.underWay.exclusively(runId, async () => {
      const now = await readRun(deps, runId);
      if (now?.thread) await publish(deps, speaker, drawThread(now.thread));
    });
  });
  try {
    for await (const event of events) {
      // At shutdown the loop says "cancelled"; that is nobody's decision, and the run goes on later.
      if (!underWay.signal.aborted) handBack.throwIfAborted();
      work.throwIfFailed();
      const heard = replay.heard(event);
      // What earlier attempts have saved is shown as soon as all of it was said again.
      const isShown = event.number > saved ? bringsNews(event) : event.number === saved;
      work.save(() => record(heard), isShown);
      await attempt.turn();
    }
  } finally {
    // Whoever takes the run up next must not find this attempt still speaking.
    await work.settled();
  }
  work.throwIfFailed();
}

/** True when there is something new to read; later critiques show once all are in, the end when the run is concluded. */
function bringsNews(event: LoopEvent): boolean {
  return (
    (event.type === 'critique_received' && event.round === 1) || event.type === 'revision_assessed'
  );
}

/** Saves one after the other, and shows what was saved; while it shows, what comes is shown together afterwards. */
function createFollower(show: () => Promise<void>) {
  let saving: Promise<void> = Promise.resolve();
  let showing: Promise<void> | null = null;
  let isShownAgain = false;
  let failure: { readonly error: unknown } | null = null;
  const fail = (error: unknown) => {
    failure ??= { error };
  };

  async function showAll(): Promise<void> {
    try {
      do {
        isShownAgain = false;
        await show();
      } while (isShownAgain && failure === null);
    } finally {
      showing = null;
    }
  }

  return {
    save(work: () => Promise<void>, isShown: boolean): void {
      saving = saving.then(async () => {
        // After one that is missing none may be saved.
        if (failure !== null) return;
        try {
          await work();
        } catch (error) {
          return fail(error);
        }
        if (!isShown) return;
        isShownAgain = true;
        showing ??= showAll().catch(fail);
      });
    },
    throwIfFailed(): void {
      if (failure !== null) throw failure.error;
    },
    async settled(): Promise<void> {
      await saving;
      await showing;
    },
  };
}
