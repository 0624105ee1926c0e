import { findProtectedSpans } from '../text/protected-spans.ts';
import { overlaps } from '../text/range.ts';
import { splitSentences } from '../text/sentences.ts';
import { diffHunks, diffWords } from '../text/word-diff.ts';
import type { Assessment, Origin } from './assess.ts';
import type { Comment } from './comment.ts';
import { applyEdits, type Edit, type EditRefusal } from './edits.ts';
import type { LoopEventBody } from './events.ts';
import { type GuardReport, guardRevision } from './guard.ts';
import { exceededLimit, foreseeAgain } from './limits.ts';
import { withLineEndsOf } from './line-ends.ts';
import { type Plan, planRefinement } from './plan.ts';
import { proposeEdits } from './propose-edits.ts';
import { createRevision, type Revision } from './revision.ts';
import { abortable, asRetry, ledgerOf, type Run, setStatus, spend } from './run.ts';
import type { StopReason } from './stop.ts';
import { addUsage, NO_USAGE, type Usage, usageOf } from './usage.ts';
import type { EditProposal, RefineReply, WriterView } from './writer.ts';

export interface Refined {
  readonly revision: Revision;
  readonly origin: Origin;
}

/**
 * Refines the best revision according to its own open comments, never the last one's. The writer gets
 * one second try with the guard's diagnosis; after that the previous revision stands, save for the safe
 * fixes of code, which are made whatever becomes of the rest. `candidate` ends the keys of its steps.
 */
export async function* refineBest(
  run: Run,
  round: number,
  best: Assessment,
  candidate = '',
): AsyncGenerator<LoopEventBody, Refined | StopReason> {
  try {
    const refined = yield* carryOut(run, round, best, candidate);
    if (typeof refined === 'string' && LEAVES_SAFE_FIXES.has(refined)) {
      yield* makeSafeFixes(run, round, best);
    }
    return refined;
  } catch (error) {
    run.signal.throwIfAborted();
    yield* makeSafeFixes(run, round, best);
    throw error;
  }
}

/** Endings after which the fixes of code are still to be made. */
const LEAVES_SAFE_FIXES: ReadonlySet<StopReason> = new Set([
  'refine_rejected',
  'plateau',
  'budget',
  'deadline',
]);

async function* carryOut(
  run: Run,
  round: number,
  best: Assessment,
  candidate: string,
): AsyncGenerator<LoopEventBody, Refined | StopReason> {
  const startedAt = run.deps.now();
  const plan = planRefinement(best.open.filter((comment) => !best.tried.has(comment.id)));
  if (plan.planned.length === 0) return plan.held.length > 0 ? 'needs_author' : 'plateau';
  run.refinements += 1;
  for (const comment of plan.planned) {
    best.tried.add(comment.id);
    setStatus(run, comment.id, 'planned');
  }
  yield {
    type: 'refinement_planned',
    round,
    from: best.revision.number,
    planned: plan.planned.map((comment) => comment.id),
    held: plan.held.map((comment) => comment.id),
  };
  const view = viewFor(run, round, best, plan);
  const task = divideWork(run, plan.planned);
  let spent: Usage = NO_USAGE;
  let diagnosis: string | undefined;
  for (const suffix of ['', '/fix']) {
    const reply = await askWriter(
      run,
      `refine/${round}${candidate}${suffix}`,
      best,
      task.forWriter,
      { ...view, ...(diagnosis === undefined ? {} : { diagnosis }) },
    );
    spent = addUsage(spent, reply.usage);
    if (reply.type === 'no-change' && task.byCode.length === 0) {
      return giveUp(run, plan, 'plateau');
    }
    run.lastRefinement = { usage: spent, ms: run.deps.now() - startedAt };
    const attempt = readReply(run, best, plan, { reply, byCode: task.byCode });
    if (attempt.guard.ok) {
      return yield* acceptAttempt(run, round, best, plan, attempt);
    }
    diagnosis = attempt.guard.diagnosis ?? 'The text could not be used.';
    const key = `refine/${round}${candidate}/fix`;
    const stop = suffix === '' ? await whyNotAgain(run, task, key) : 'refine_rejected';
    yield { type: 'refinement_refused', round, diagnosis, retrying: stop === null };
    if (stop !== null) return giveUp(run, plan, stop);
  }
  return giveUp(run, plan, 'refine_rejected');
}

/** Null where the writer gets its second try, which takes as much again as the first one. */
async function whyNotAgain(run: Run, task: Task, key: string): Promise<StopReason | null> {
  if (task.forWriter.length === 0) return 'refine_rejected';
  return exceededLimit(run, key, foreseeAgain(run.lastRefinement));
}

function viewFor(run: Run, round: number, best: Assessment, plan: Plan): WriterView {
  const { editStyle, brief, names, thread } = run.input;
  return {
    round,
    editStyle,
    brief,
    ledger: ledgerOf(run, plan.held),
    protectedSpans: findProtectedSpans(best.revision.text, { names }),
    ...(thread === undefined ? {} : { thread }),
  };
}

/**
 * Makes the safe fixes of code alone, where the writer or the panel failed: they need neither. The result
 * stands unassessed; nothing happens when there are none, or when people only asked for critiques.
 */
export async function* makeSafeFixes(
  run: Run,
  round: number,
  best: Assessment,
): AsyncGenerator<LoopEventBody, void> {
  const planned = best.open.filter(({ trust }) => trust === 'safe');
  const isAsked = run.input.mode === 'auto' && run.input.maxRounds > 0;
  if (planned.length === 0 || !isAsked || run.unassessedBest !== null) return;
  const plan: Plan = { planned, held: [] };
  const nothing: RefineReply = { type: 'edits', edits: [], usage: NO_USAGE };
  const attempt = readReply(run, best, plan, { reply: nothing, byCode: proposeEdits(planned) });
  if (!attempt.guard.ok) return;
  const accepted = yield* acceptAttempt(run, round, best, plan, attempt);
  if (typeof accepted === 'string') return;
  for (const { id } of planned) setStatus(run, id, 'resolved');
  run.refinements = Math.max(run.refinements, 1);
  run.unassessedBest = accepted.revision;
}

/** What was planned stays undone. */
function giveUp(run: Run, plan: Plan, reason: StopReason): StopReason {
  for (const comment of plan.planned) setStatus(run, comment.id, 'unresolved');
  return reason;
}

interface Task {
  /** Exact replacements code makes itself: a model is not asked to copy them, and cannot get them wrong. */
  readonly byCode: readonly EditProposal[];
  readonly forWriter: readonly Comment[];
}

function divideWork(run: Run, planned: readonly Comment[]): Task {
  if (run.input.editStyle === 'rewrite') return { byCode: [], forWriter: planned };
  const isSafe = (comment: Comment) => comment.trust === 'safe';
  return {
    byCode: proposeEdits(planned.filter(isSafe)),
    forWriter: planned.filter((comment) => !isSafe(comment)),
  };
}

interface Attempt {
  readonly text: string;
  readonly edits: readonly Edit[];
  readonly guard: GuardReport;
}

async function askWriter(
  run: Run,
  key: string,
  best: Assessment,
  plan: readonly Comment[],
  view: WriterView,
): Promise<RefineReply> {
  if (plan.length === 0) return { type: 'edits', edits: [], usage: NO_USAGE };
  const reply = await abortable(run.signal, () =>
    run.deps.step(key, () => run.deps.writer.refine(best.revision, plan, view, run.signal)),
  ).catch((error: unknown) => {
    // What failed was paid for all the same.
    if (!run.signal.aborted) spend(run, usageOf(error));
    throw error;
  });
  const usage = view.diagnosis === undefined ? reply.usage : asRetry(reply.usage);
  spend(run, usage);
  return { ...reply, usage };
}

function readReply(
  run: Run,
  best: Assessment,
  plan: Plan,
  { reply, byCode }: { reply: RefineReply; byCode: readonly EditProposal[] },
): Attempt {
  const before = best.revision.text;
  const { text, edits } =
    reply.type === 'text'
      ? { text: keepEnds(before, reply.text), edits: [] }
      : combineEdits(before, plan, reply.type === 'edits' ? reply.edits : [], byCode);
  if (reply.type === 'edits') {
    for (const { commentId, why } of reply.notAddressed ?? []) run.notes.set(commentId, why);
  }
  const guard = guardRevision({
    before,
    after: text,
    plan: plan.planned,
    editStyle: reply.type === 'text' ? 'rewrite' : 'edits',
    names: run.input.names,
    brief: run.input.brief,
  });
  if (reply.type === 'text') return { text, edits, guard: keepToPlan(run, guard) };
  if (text !== before) return { text, edits, guard };
  return { text, edits, guard: { ...guard, ok: false, diagnosis: describeRefusals(edits) } };
}

/** The writer's edits, and those of code wherever the writer did not already change the words. */
function combineEdits(
  text: string,
  plan: Plan,
  fromWriter: readonly EditProposal[],
  byCode: readonly EditProposal[],
) {
  const scope = { sentences: splitSentences(text), plan: plan.planned };
  const written = fromWriter.map((edit) => ({
    ...edit,
    find: withLineEndsOf(text, edit.find),
    replace: withLineEndsOf(text, edit.replace),
  }));
  const taken = applyEdits(text, written, scope).edits.flatMap((edit) =>
    edit.applied ? [edit.range] : [],
  );
  const free = byCode.filter(({ start = 0, find }) =>
    taken.every((range) => !overlaps(range, { start, end: start + find.length })),
  );
  return applyEdits(text, [...written, ...free], scope);
}

async function* acceptAttempt(
  run: Run,
  round: number,
  best: Assessment,
  plan: Plan,
  { text, edits, guard }: Attempt,
): AsyncGenerator<LoopEventBody, Refined | StopReason> {
  const revision = createRevision(run.revisions.length + 1, text, best.revision.number);
  if (run.revisions.some(({ sha }) => sha === revision.sha)) {
    return giveUp(run, plan, 'cycle');
  }
  run.revisions.push(revision);
  yield { type: 'revision_refined', round, revision, edits, guard };
  // What really changed, not what was put in anew: an edit may repeat most of the words it replaces.
  const changed = diffHunks(diffWords(best.revision.text, text)).map((hunk) => hunk.before);
  return { revision, origin: { planned: plan.planned, changed } };
}

/** Where edits were asked for, a whole text has to be what edits would have made of it. */
function keepToPlan(run: Run, guard: GuardReport): GuardReport {
  if (run.input.editStyle === 'rewrite' || !guard.ok || guard.changedOutsidePlan === 0)
    return guard;
  return { ...guard, ok: false, diagnosis: 'Words outside the planned sentences were changed.' };
}

/** A rewrite keeps the line ends and the white space around the draft: files care, critics do not. */
function keepEnds(before: string, text: string): string {
  const [head = ''] = /^\s*/.exec(before) ?? [];
  const [tail = ''] = /\s*$/.exec(before) ?? [];
  return head + withLineEndsOf(before, text.trim()) + tail;
}

const REFUSALS: Record<EditRefusal, string> = {
  find_missing: 'is not in the draft',
  find_not_unique: 'occurs more than once',
  overlapping: 'overlaps another edit',
  outside_plan: 'lies outside the planned comments',
  splits_character: 'cuts a character in two',
  deletes_all: 'was to be replaced, not deleted',
  no_change: 'changes nothing',
};

function describeRefusals(edits: readonly Edit[]): string {
  const reasons = edits.flatMap((edit) =>
    edit.applied ? [] : [`“${edit.find.slice(0, 60)}” ${REFUSALS[edit.refused]}`],
  );
  return reasons.length === 0
    ? 'The answer held no edit.'
    : `No edit could be applied: ${reasons.slice(0, 3).join('; ')}.`;
}
