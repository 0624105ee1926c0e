/*
 * The strategy `best-of-n`: several candidates, and a judge that compares them two by two, each pair in
 * both orders, because judges favour a place. A challenger has to win both times; else the one before it
 * stays. First drafts from a brief, or refinements of one draft by one plan.
 */
import { UserError } from '../user-error.ts';
import type { Assessment } from './assess.ts';
import type { LoopEventBody } from './events.ts';
import { refineBest } from './refine.ts';
import { createRevision, type Revision } from './revision.ts';
import { abortable, type Run, spend } from './run.ts';
import type { StopReason } from './stop.ts';
import { NO_USAGE, type Usage, usageOf } from './usage.ts';

/** How many candidates are written. */
export const CANDIDATES = 3;

/** Writes several first drafts and keeps the best. */
export async function* chooseDraft(
  run: Run,
  write: (run: Run, step: string) => Promise<string>,
): AsyncGenerator<LoopEventBody, StopReason> {
  const candidates: Revision[] = [];
  for (let number = 1; number <= CANDIDATES; number += 1) {
    const text = await write(run, number === 1 ? 'generate' : `generate/c${number}`);
    const revision = createRevision(run.revisions.length + 1, text, null);
    if (run.revisions.some(({ sha }) => sha === revision.sha)) continue;
    run.revisions.push(revision);
    candidates.push(revision);
    yield { type: 'revision_created', revision };
  }
  run.unassessedBest = await champion(run, candidates);
  return 'strategy_done';
}

/** Refines one assessed draft several times by the same plan and keeps the best that the guard let pass. */
export async function* chooseRefinement(
  run: Run,
  round: number,
  best: Assessment,
): AsyncGenerator<LoopEventBody, StopReason> {
  const candidates: Revision[] = [];
  const tried = new Set(best.tried);
  let reason: StopReason = 'plateau';
  for (let number = 1; number <= CANDIDATES; number += 1) {
    // Every candidate answers the same plan.
    best.tried.clear();
    for (const id of tried) best.tried.add(id);
    const suffix = number === 1 ? '' : `/c${number}`;
    const refined = yield* refineBest(run, round, best, suffix);
    if (typeof refined !== 'string') candidates.push(refined.revision);
    else if (number === 1) reason = refined;
  }
  // Candidates are one refinement, told three times.
  run.refinements = Math.min(run.refinements, round);
  if (candidates.length === 0) return reason;
  run.unassessedBest = await champion(run, candidates);
  return 'strategy_done';
}

async function champion(run: Run, candidates: readonly Revision[]): Promise<Revision | null> {
  const [first = null, ...challengers] = candidates;
  let holder = first;
  for (const challenger of challengers) {
    if (holder !== null && (await beats(run, challenger, holder))) holder = challenger;
  }
  return holder;
}

async function beats(run: Run, challenger: Revision, holder: Revision): Promise<boolean> {
  const key = `judge/${holder.number}-${challenger.number}`;
  const [there, back] = await Promise.all([
    compare(run, `${key}/1`, holder.text, challenger.text),
    compare(run, `${key}/2`, challenger.text, holder.text),
  ]);
  return there === 'second' && back === 'first';
}

interface Judgement {
  readonly better: 'first' | 'second' | 'neither';
  readonly usage: Usage;
  /** Why no judgement was had, in words for people. */
  readonly failed?: string;
}

/** A judge that cannot answer favours nobody; that is remembered like an answer, and told once. */
async function compare(
  run: Run,
  key: string,
  first: string,
  second: string,
): Promise<Judgement['better']> {
  const { deps, input, signal } = run;
  const { brief, personas } = input;
  const { better, usage, failed } = await abortable(signal, () =>
    deps.step(key, async (): Promise<Judgement> => {
      try {
        return await deps.judge.compare({ first, second, brief, personas }, signal);
      } catch (error) {
        signal.throwIfAborted();
        deps.reportError(error, key);
        const failed = error instanceof UserError ? error.message : 'It did not answer.';
        return { better: 'neither', usage: usageOf(error), failed };
      }
    }),
  );
  spend(run, usage);
  if (failed !== undefined) {
    const told = `The judge could not compare all candidates, so an earlier one stands. ${failed}`;
    if (!run.limits.includes(told)) run.limits.push(told);
  }
  return better;
}

/** A judge for editors that can only check: it favours nobody. */
export const NO_JUDGE = {
  compare: async (): Promise<Judgement> => ({ better: 'neither', usage: NO_USAGE }),
};
