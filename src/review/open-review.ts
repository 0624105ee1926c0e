import { type Answer, type Click, type ClickDeps, mayAct } from './click.ts';
import { NOTES } from './notes.ts';

/** Hands who reads a thread a link to its whole review; of a private one, the requester alone. */
export async function openReview(deps: ClickDeps, { by, known, thread }: Click): Answer {
  const { run, request } = known;
  if (thread.plan.isPrivate && by !== run.requester) return NOTES.notYours();
  const { workspace } = request;
  const issued = await deps.passes.issue({
    kind: 'review',
    workspace,
    subject: run.id,
    member: by,
  });
  return issued?.address == null ? NOTES.noPages() : NOTES.opened(issued.address, run.id);
}

/** Takes all links to a review back. */
export async function closeLinks(deps: ClickDeps, { by, known }: Click): Answer {
  if (!(await mayAct(deps, known, by))) return NOTES.notYours();
  return NOTES.linksClosed(await deps.passes.endAll('review', known.run.id));
}
