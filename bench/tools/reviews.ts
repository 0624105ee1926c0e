import { createScriptedCritic, scriptComment } from '../../src/models/scripted.ts';
import type { JobQueue } from '../../src/review/job-queue.ts';
import type { RequestOutcome } from '../../src/review/reviews.ts';
import type { Database } from '../../src/store/database.ts';
import { applyingWriter } from '../../test/loop/harness.ts';
import { createFakePlatform } from '../../test/review/fake-platform.ts';
import { openRoom } from '../../test/review/room.ts';

/** A draft of which the senior editor has something to say, and two others nothing. */
export const DRAFT =
  'Hi all, the export was fixed by us in the time of the night. A number of reports may have been sent twice.';

export interface ReviewsOptions {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly concurrency: number;
  /** Put around each question to a model, which by itself takes no time. */
  readonly around?: <T>(ask: () => Promise<T>) => Promise<T>;
}

/** Reviews by scripted editors over a real database and queue; everything else is in memory. */
export async function openReviews({
  database,
  queue,
  concurrency,
  around = (ask) => ask(),
}: ReviewsOptions) {
  const platform = createFakePlatform();
  const critic = createScriptedCritic(({ persona }) =>
    persona.id === 'senior-editor'
      ? { comments: [scriptComment('in the time of the night', 'last night')] }
      : { comments: [] },
  );
  const writer = applyingWriter();
  const room = await openRoom({
    platform,
    database,
    critic: { critique: (...args) => around(() => critic.critique(...args)) },
    writer: {
      generate: writer.generate,
      refine: (...args) => around(() => writer.refine(...args)),
    },
  });
  room.deps.queue.enqueue = queue.enqueue;
  const waiting = new Map<string, () => void>();
  await queue.work(
    async ({ runId, attempt }, signal) => {
      await room.work(runId, attempt, signal);
      waiting.get(runId)?.();
      waiting.delete(runId);
    },
    { concurrency },
  );
  return {
    platform,
    room,
    /** The end of what was asked for. */
    end(outcome: RequestOutcome): Promise<void> {
      if (outcome.type !== 'accepted') throw new Error('a review was not accepted');
      return new Promise((resolve) => waiting.set(outcome.runId, resolve));
    },
    /** Empties what stands in for people and models, which remembers everything; how many posts it were. */
    clear(): number {
      platform.notes.splice(0);
      for (const { requests } of [critic, writer]) (requests as unknown[]).splice(0);
      return platform.posts.splice(0).length;
    },
  };
}
