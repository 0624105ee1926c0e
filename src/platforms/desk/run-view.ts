import type { StoredRun } from '../../review/run-store.ts';

/** A run as the HTTP interface tells it. */
export function runView(run: StoredRun) {
  const { end } = run;
  const best = run.revisions.find(({ number }) => number === end?.bestRevision);
  return {
    id: run.id,
    status: run.status,
    trigger: run.trigger,
    requester: run.requester,
    createdAt: new Date(run.createdAt).toISOString(),
    finishedAt: end === null ? null : new Date(end.finishedAt).toISOString(),
    stopReason: end?.stopReason ?? null,
    stopSentence: stopSentenceOf(run),
    rounds: end?.receipt?.rounds ?? 0,
    revisions: run.revisions.map(({ number, parent, text }) => ({ number, parent, text })),
    best: best === undefined ? null : { number: best.number, text: best.text },
    critiques: run.critiques.map(({ words, ...critique }) => ({ ...critique, ...words })),
    comments: run.comments.map(({ comment, ...counted }) => ({ ...comment, ...counted })),
    receipt: end?.receipt ?? null,
  };
}

/** The sentence a run ended with; null while it lives and once its words are forgotten. */
export function stopSentenceOf({ events }: StoredRun): string | null {
  const last = events.findLast(({ type }) => type === 'finished')?.event;
  const result = (last as { readonly result?: { readonly stopSentence?: unknown } } | null)?.result;
  return typeof result?.stopSentence === 'string' ? result.stopSentence : null;
}
