/*
 * Every run numbers its revisions from 1, and the reviews of one draft stand in one thread. So people know each
 * revision by a number of its own: counted over all these runs in the order they came about, and the text that
 * a run goes on from keeps the number it has.
 */
import { readFollowClaim } from './follow-claim.ts';

/** A run about the same draft, as far as its numbers go. */
export interface RelatedRun {
  readonly runId: string;
  readonly claim: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly bestRevision: number | null;
  readonly revisions: readonly RelatedRevision[];
}

export interface RelatedRevision {
  readonly number: number;
  /** UTF-16 length of the text. */
  readonly chars: number;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
  /** Made by what people decided after the run. */
  readonly isDecided: boolean;
}

/** What people know the revisions of a run by; one that is not in it keeps its own number. */
export type RevisionNumbers = ReadonlyMap<number, number>;

/** What people know a revision by. */
export function knownAs(numbers: RevisionNumbers, revision: number): number {
  return numbers.get(revision) ?? revision;
}

/** Numbers the revisions of a run among all that are related to it; without any, each keeps its own number. */
export function numberRevisions(runId: string, related: readonly RelatedRun[]): RevisionNumbers {
  const known = new Map(related.map((run) => [run.runId, run]));
  const counted = [...related]
    .sort((a, b) => a.createdAt - b.createdAt)
    .flatMap((run) => run.revisions.map((revision) => ({ run, revision })))
    .filter(({ run, revision }) => whereItStands(run, revision, known) === null)
    .sort((a, b) => a.revision.madeAt - b.revision.madeAt);
  const places = new Map(counted.map(({ revision }, at) => [revision, at + 1]));
  const numberOf = (run: RelatedRun, revision: RelatedRevision): number => {
    const before = whereItStands(run, revision, known);
    if (before !== null) return numberOf(before.run, before.revision);
    return places.get(revision) ?? revision.number;
  };
  const run = known.get(runId);
  return new Map(run?.revisions.map((each) => [each.number, numberOf(run, each)]));
}

/** The same text in the run that this one goes on from; null for a text of its own. */
function whereItStands(
  run: RelatedRun,
  { number, chars }: RelatedRevision,
  known: ReadonlyMap<string, RelatedRun>,
): { readonly run: RelatedRun; readonly revision: RelatedRevision } | null {
  const following = readFollowClaim(run.claim);
  const before = known.get(following?.runId ?? '');
  if (number !== 1 || before === undefined) return null;
  // Asked again with the words that were given, or going on from what had become of them.
  const wanted = following?.how === 'again' ? 1 : currentAt(before, run.createdAt);
  const revision = before.revisions.find((each) => each.number === wanted);
  return revision?.chars === chars ? { run: before, revision } : null;
}

/** The revision that counted in a run at a moment. */
function currentAt({ revisions, bestRevision }: RelatedRun, at: number): number | null {
  const decided = revisions.findLast(({ isDecided, madeAt }) => isDecided && madeAt <= at);
  return decided?.number ?? bestRevision;
}
