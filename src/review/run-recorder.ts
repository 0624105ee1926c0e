import type { LoopEvent } from '../loop/events.ts';
import type { EventRecords, RunStore } from './run-store.ts';

/**
 * Listens to a run's events: resolves once an event is saved with the revisions, critiques and
 * comments it brings; the last event also ends the run.
 */
export function createRunRecorder(
  store: RunStore,
  runId: string,
  { now = Date.now }: { readonly now?: () => number } = {},
): (event: LoopEvent) => Promise<void> {
  /** The revision each comment was made on: the end tells all comments together. */
  const madeOn = new Map<string, number>();
  return (event) => {
    if (event.type === 'revision_assessed') {
      for (const { id } of event.comments) madeOn.set(id, event.revision);
    }
    return store.append(runId, event, recordsOf(event, now, madeOn));
  };
}

function recordsOf(
  event: LoopEvent,
  now: () => number,
  madeOn: ReadonlyMap<string, number>,
): EventRecords {
  switch (event.type) {
    case 'revision_created':
    case 'revision_refined':
      return { revisions: [event.revision] };
    case 'critique_received':
      return { critiques: [event.critique] };
    case 'revision_assessed':
      return {
        // Those that were received, as they stand after remarks of several editors were merged.
        critiques: event.critiques,
        comments: event.comments.map((comment) => ({ revision: event.revision, comment })),
      };
    case 'finished':
      return {
        comments: event.result.comments.map((comment) => ({
          revision: madeOn.get(comment.id) ?? event.result.best.number,
          comment,
        })),
        end: {
          stopReason: event.result.stopReason,
          bestRevision: event.result.best.number,
          receipt: event.result.receipt,
          finishedAt: now(),
        },
      };
    default:
      return {};
  }
}
