/*
 * The loop: generate → reflect → refine, until nothing is left to fix or a limit is reached.
 *
 * What it guarantees, where each guarantee is kept, and the test (`test/loop/`) that fails without it:
 * - It never throws and always ends with `finished` and a reason: here, `decide-stop.ts`, `stop.ts`;
 *   stopping.test.ts, loop-endings.test.ts.
 * - The result is the best revision, not the last: `better.ts`; best-revision.test.ts.
 * - A comment counts only where its quote is found in the revision under review: `anchor.ts`; anchor.test.ts.
 *   It says something to do, was not refused before and undoes no earlier round: `screen.ts`; screen.test.ts.
 *   What several raise stands once: `merge.ts`; panel.test.ts.
 * - A suggestion that would change a fact asks its author: `fact-question.ts`, `plan.ts`; screen.test.ts.
 * - A refinement starts from the best revision and touches only what was planned: `refine.ts`, `edits.ts`;
 *   best-revision.test.ts, edits.test.ts. It stands only after the guard passed, else the previous revision
 *   stands: `guard.ts`; guard.test.ts, refused-refinements.test.ts.
 * - The critics' verdicts alone never end a run while a serious comment can still be acted on:
 *   `decide-stop.ts`; stopping.test.ts.
 * - No limit is passed, a run stops before: `limits.ts`, `budget.ts`; budget.test.ts.
 * - What a model reads is material and gives no orders: `prompts/`; prompts.test.ts, instructions.test.ts.
 * - Every model call is a step with a stable key; events are numbered and the same on every resume:
 *   `step.ts`, `panel.ts`; rounds.test.ts, loop-endings.test.ts.
 */
import { UserError } from '../user-error.ts';
import {
  type Assessment,
  assessRevision,
  type Origin,
  settlePlan,
  takeUpRemarks,
} from './assess.ts';
import { chooseDraft, chooseRefinement } from './best-of-n.ts';
import { isBetter } from './better.ts';
import type { Comment } from './comment.ts';
import { decideStop } from './decide-stop.ts';
import type { LoopEvent, LoopEventBody, LoopResult } from './events.ts';
import { exceededLimit, foreseeAgain, foreseeCritiques, foreseeDraft } from './limits.ts';
import { findNotADraftSign } from './not-a-draft.ts';
import { summariseFacts } from './receipt.ts';
import { makeSafeFixes, refineBest } from './refine.ts';
import { createRevision, type Revision } from './revision.ts';
import {
  abortable,
  asRetry,
  createRun,
  type LoopDeps,
  type LoopInput,
  type Run,
  setStatus,
  spend,
} from './run.ts';
import { type StopReason, stopSentence } from './stop.ts';

/** Runs the loop on one draft or brief. Yields numbered events, ends with `finished`, never throws. */
export async function* refineLoop(
  deps: LoopDeps,
  input: LoopInput,
  signal: AbortSignal,
): AsyncGenerator<LoopEvent, LoopResult> {
  // Leaving the generator early (a consumer's `break`) aborts what is still under way.
  const ended = new AbortController();
  const run = createRun(deps, input, AbortSignal.any([signal, ended.signal]));
  let number = 0;
  const tell = (body: LoopEventBody): LoopEvent => {
    number += 1;
    return { number, ...body };
  };
  let ending: Ending;
  try {
    const rounds = runRounds(run);
    let next = await rounds.next();
    while (!next.done) {
      yield tell(next.value);
      next = await rounds.next();
    }
    ending = { reason: next.value };
  } catch (error) {
    ending = endingOf(error, run);
  } finally {
    ended.abort('cancelled' satisfies StopReason);
  }
  const result = conclude(run, ending);
  yield tell({ type: 'finished', result });
  return result;
}

interface Ending {
  readonly reason: StopReason;
  readonly failure?: { readonly code: string; readonly message: string };
}

async function* runRounds(run: Run): AsyncGenerator<LoopEventBody, StopReason> {
  const { personas, maxRounds, strategy } = run.input;
  yield { type: 'started', personas: personas.map(({ id }) => id), maxRounds };
  run.signal.throwIfAborted();
  const first = yield* begin(run);
  if (typeof first === 'string') return first;
  let current: { revision: Revision; origin: Origin } = {
    revision: first,
    origin: { planned: [], changed: [] },
  };
  for (let round = 1; ; round += 1) {
    const { assessment, before, best } = yield* judge(run, round, current);
    const stop = await decideStop(run, { round, assessment, before, best });
    takeUpRemarks(run, round, best);
    if (stop !== null) return stop;
    if (strategy === 'best-of-n') return yield* chooseRefinement(run, round, best);
    const refined = yield* refineBest(run, round, best);
    if (typeof refined === 'string') return refined;
    current = refined;
    if (strategy === 'three-step') {
      run.unassessedBest = refined.revision;
      settlePlan(run, refined.origin, [], []);
      return 'strategy_done';
    }
  }
}

/** The first revision, given or written; a stop reason where it goes no further. */
async function* begin(run: Run): AsyncGenerator<LoopEventBody, Revision | StopReason> {
  const { draft, brief, strategy } = run.input;
  if (draft === null) {
    const tooMuch = await exceededLimit(run, 'generate', foreseeDraft(run, brief));
    if (tooMuch !== null) return tooMuch;
    if (strategy === 'best-of-n') return yield* chooseDraft(run, writeFirst);
  }
  const first = createRevision(1, draft ?? (await writeFirst(run, 'generate')), null);
  run.revisions.push(first);
  yield { type: 'revision_created', revision: first };
  return (await endBeforeReading(run, first)) ?? first;
}

async function endBeforeReading(run: Run, first: Revision): Promise<StopReason | null> {
  if (run.input.strategy === 'one-shot') {
    run.unassessedBest = first;
    return 'strategy_done';
  }
  return exceededLimit(run, 'start', foreseeCritiques(run, first.text));
}

interface Judgement {
  readonly assessment: Assessment;
  /** The best revision before this one. */
  readonly before: Assessment | null;
  readonly best: Assessment;
}

/** Has a revision critiqued and compares it with the best one so far. */
async function* judge(
  run: Run,
  round: number,
  { revision, origin }: { readonly revision: Revision; readonly origin: Origin },
): AsyncGenerator<LoopEventBody, Judgement> {
  const assessment = yield* assessRevision(run, round, revision, origin);
  const before = run.best;
  const isBest = before === null || (assessment.failure === null && isBetter(assessment, before));
  run.assessments.push(assessment);
  if (isBest) run.best = assessment;
  yield {
    type: 'revision_assessed',
    round,
    revision: revision.number,
    critiques: assessment.critiques,
    comments: assessment.open,
    score: assessment.score,
    isBest,
    limits: assessment.limits,
  };
  if (assessment.failure !== null) {
    if (isBest) yield* makeSafeFixes(run, round, assessment);
    const { code, message } = assessment.failure;
    throw new UserError(message, { code });
  }
  return { assessment, before, best: isBest ? assessment : before };
}

/**
 * Writes a first draft from the brief; a reply that is no draft gets one second try, where there is anything
 * left to spend on it.
 */
async function writeFirst(run: Run, step: string): Promise<string> {
  const { deps, input, signal } = run;
  for (const key of [step, `${step}/2`]) {
    const startedAt = deps.now();
    const { text, usage } = await abortable(signal, () =>
      deps.step(key, () => deps.writer.generate(input, signal)),
    );
    spend(run, key === step ? usage : asRetry(usage));
    run.lastDraft = { usage, ms: deps.now() - startedAt };
    if (findNotADraftSign(text, null) === null) return text;
    if (key === step && (await exceededLimit(run, `${step}/2`, foreseeAgain(run.lastDraft)))) break;
  }
  throw new UserError('The writer answered without writing a draft. Try another brief.', {
    code: 'not_a_draft',
  });
}

function endingOf(error: unknown, run: Run): Ending {
  if (run.signal.aborted) return { reason: abortReason(run.signal.reason) };
  if (!(error instanceof UserError)) {
    run.deps.reportError(error, 'loop');
    return {
      reason: 'model_error',
      failure: { code: 'internal', message: 'Something went wrong while the draft was reviewed.' },
    };
  }
  const reason =
    error.code === 'refused' || error.code === 'disabled' ? error.code : ('model_error' as const);
  return { reason, failure: { code: error.code, message: error.message } };
}

const ABORT_REASONS: readonly StopReason[] = ['source_deleted', 'disabled', 'deadline'];

/** Whoever aborts may name the stop reason; anything else counts as cancelled. */
function abortReason(reason: unknown): StopReason {
  return ABORT_REASONS.find((known) => known === reason) ?? 'cancelled';
}

function conclude(run: Run, ending: Ending): LoopResult {
  const first = run.revisions[0] ?? createRevision(1, run.input.draft ?? '', null);
  const best = run.unassessedBest ?? run.best?.revision ?? first;
  const stillOpen = settleComments(run);
  return {
    best,
    revisions: run.revisions.length > 0 ? run.revisions : [first],
    critiques: run.critiques,
    stillOpen,
    comments: [...run.comments.values()],
    stopReason: ending.reason,
    stopSentence: stopSentence(ending.reason, stillOpen.length),
    limits: [...(run.best?.limits ?? []), ...run.limits],
    runLimits: [...(run.input.thread?.limits ?? []), ...run.limits],
    receipt: {
      ...run.usage,
      rounds: Math.max(run.refinements, Math.min(1, run.assessments.length)),
      durationMs: Math.max(0, run.deps.now() - run.startedAt),
      filtered: run.filtered,
      facts: summariseFacts(first.text, best.text, run.input.names),
    },
    ...(ending.failure === undefined ? {} : { failure: ending.failure }),
  };
}

/**
 * What became of the comments on the revision that is returned: what was resolved only in a revision that
 * did not become best is not resolved in this one, and a plan that was cut short is no plan any more.
 */
function settleComments(run: Run): readonly Comment[] {
  const open = run.best?.open ?? [];
  if (run.unassessedBest === null) {
    for (const { id } of open) {
      if (run.comments.get(id)?.status === 'resolved') setStatus(run, id, 'unresolved');
    }
  }
  for (const { id, status } of run.comments.values()) {
    if (status === 'planned') setStatus(run, id, 'open');
  }
  return open.flatMap(({ id }) => {
    const comment = run.comments.get(id);
    return comment === undefined || comment.status === 'resolved' ? [] : [comment];
  });
}
