import type { StoredDecision } from '../../review/decision-store.ts';
import { numberRevisions } from '../../review/numbering.ts';
import type { MemberRef } from '../../review/refs.ts';
import type { Library } from '../../settings/library.ts';
import { fullReviewAddress, pageAddress } from './addresses.ts';
import type { DeskDeps } from './desk-deps.ts';
import { notFound } from './desk-error.ts';
import type { FullReview } from './full-review-html.ts';
import { stopSentenceOf } from './run-view.ts';

export interface ReviewPageDeps extends Pick<DeskDeps, 'runs' | 'decisions' | 'differ' | 'assets'> {
  /** The personas and presets of a workspace. */
  readonly libraryOf: (workspace: string) => Promise<Library>;
  /** What people call a member; null for one nobody knows. */
  readonly nameOf: (member: MemberRef) => Promise<string | null>;
}

type Deps = ReviewPageDeps & Pick<DeskDeps, 'workspace'>;

interface Wanted {
  readonly runId: string;
  readonly revision: number | null;
}

/**
 * Gathers what the page of a run shows at the desk. Throws a 404 `DeskError` for a run that is not there,
 * that this viewer may not see, or that has no words yet.
 */
export async function readFullReview(
  deps: Deps,
  { viewer, ...wanted }: Wanted & { readonly viewer: string },
): Promise<FullReview> {
  const place = await deps.workspace.placeOfRun(wanted.runId, viewer);
  if (place === null) throw notFound('review', wanted.runId);
  const back = pageAddress(place.channel, place.root ?? place.id);
  return readReviewPage(deps, { ...wanted, self: fullReviewAddress(wanted.runId), back });
}

/** As `readFullReview`, for whoever holds a link: who may see it was decided when the link was handed out. */
export async function readReviewPage(
  deps: ReviewPageDeps,
  { runId, revision: asked, self, back }: Wanted & Pick<FullReview, 'self' | 'back'>,
): Promise<FullReview> {
  const run = await deps.runs.load(runId);
  if (run === null) throw notFound('review', runId);
  const wanted = asked ?? run.revisions[0]?.number ?? null;
  const revision = run.revisions.find(({ number }) => number === wanted);
  if (revision === undefined) throw notFound('revision', String(wanted ?? runId));
  const parent = run.revisions.find(({ number }) => number === revision.parent);
  const changes =
    parent?.text == null || revision.text === null
      ? null
      : { from: parent.number, parts: await deps.differ.diff(parent.text, revision.text) };
  const library = await deps.libraryOf(run.workspace);
  const decisions = await deps.decisions(run.id);
  const names = new Map(
    await Promise.all(
      [...new Set(decisions.map(({ member }) => member))].map(
        async (member) => [member, (await deps.nameOf(member)) ?? 'someone'] as const,
      ),
    ),
  );
  return {
    run,
    numbers: numberRevisions(run.id, await deps.runs.related(run.id)),
    revision,
    changes,
    decisions: lastWords(decisions, (member) => names.get(member) ?? 'someone'),
    titleOf: (id) => library.personas.find((persona) => persona.id === id)?.title ?? id,
    stopSentence: stopSentenceOf(run),
    self,
    back,
    assets: deps.assets,
  };
}

function lastWords(
  decisions: readonly StoredDecision[],
  name: (member: StoredDecision['member']) => string,
): FullReview['decisions'] {
  return new Map(
    decisions.map(({ subject, decision, member }) => [subject, { decision, by: name(member) }]),
  );
}
