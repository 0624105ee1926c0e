/*
 * The strategy `best-of-n`: several candidates, and a judge that compares them two by two, each pair in
 * both orders, because judges favour a place. A challenger has to win both times; else the one before it
 * stays. First drafts from a brief, or refinements of one draft by one plan.
 */
import { UserError } from '../user-error.ts';
import type { Assessment } from './assess.ts';
import type { LoopEventBody } from './events.ts';
import { exceededLimit, foreseeAgain } from './limits.ts';
import { refineBest } from './refine.ts';
import { createRevision, type Revision } from './revision.ts';
import { abortable, type Run, type Spent, spend } from './run.ts';
import type { StopReason } from './stop.ts';
import { NO_USAGE, subtractUsage, type Usage, usageOf } from './usage.ts';

/** How many candidates are written. */
export const CANDIDATES = 3;

/** Writes several first drafts, as many as the limits allow, and keeps the best. */
export async function* chooseDraft(
  run: Run,
  write: (run: Run, step: string) => Promise<string>,
): AsyncGenerator<LoopEventBody, StopReason> {
  const candidates: Revision[] = [];
  let passed: Passed = null;
  for (let number = 1; number <= CANDIDATES; number += 1) {
    passed = await limitOfCandidate(run, 'generate', number, run.lastDraft);
    if (passed !== null) break;
    const text = await write(run, number === 1 ? 'generate' : `generate/c${number}`);
    const revision = createRevision(run.revisions.length + 1, text, null);
    if (run.revisions.some(({ sha }) => sha === revision.sha)) continue;
    run.revisions.push(revision);
    candidates.push(revision);
    yield { type: 'revision_created', revision };
  }
  return (await crown(run, candidates, run.lastDraft)) ?? passed ?? 'strategy_done';
}

type Passed = Awaited<ReturnType<typeof exceededLimit>>;

/** The limit that another candidate would pass; the first one has been allowed with its round. */
async function limitOfCandidate(run: Run, of: string, number: number, writing: Spent) {
  return number === 1 ? null : exceededLimit(run, `${of}/c${number}`, foreseeAgain(writing));
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
  let passed: Passed = null;
  for (let number = 1; number <= CANDIDATES; number += 1) {
    passed = await limitOfCandidate(run, String(round), number, run.lastRefinement);
    if (passed !== null) break;
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
  if (candidates.length === 0) return passed ?? reason;
  return (await crown(run, candidates, run.lastRefinement)) ?? passed ?? 'strategy_done';
}

/**
 * Makes the best of the candidates the one that stands. Each comparison is foreseen to take twice what writing
 * one took, and then what the one before took; the limit that one more would pass is returned.
 */
async function crown(run: Run, candidates: readonly Revision[], writing: Spent): Promise<Passed> {
  const [first, ...challengers] = candidates;
  let holder = first ?? null;
  let next = foreseeAgain(writing, 2);
  for (const challenger of challengers) {
    run.unassessedBest = holder;
    const key = `judge/${holder?.number}-${challenger.number}`;
    const passed = await exceededLimit(run, key, next);
    if (passed !== null) return passed;
    const [before, startedAt] = [run.usage, run.deps.now()];
    if (holder !== null && (await beats(run, challenger, holder))) holder = challenger;
    const usage = subtractUsage(run.usage, before);
    next = foreseeAgain({ usage, ms: run.deps.now() - startedAt });
  }
  run.unassessedBest = holder;
  return null;
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
