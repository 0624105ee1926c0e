import { randomUUID } from 'node:crypto';
import type { Budget } from '../loop/budget.ts';
import type { CheckRevision } from '../loop/check.ts';
import type { Critic } from '../loop/critic.ts';
import type { Judge } from '../loop/judge.ts';
import { refineLoop } from '../loop/loop.ts';
import type { Meter } from '../loop/metered-call.ts';
import type { Persona } from '../loop/persona.ts';
import { abortable, type LoopDeps, type LoopInput } from '../loop/run.ts';
import type { Step } from '../loop/step.ts';
import type { ThreadContext } from '../loop/thread-context.ts';
import type { Writer } from '../loop/writer.ts';
import { findPersona } from '../personas/library.ts';
import type { Library } from '../settings/library.ts';
import type { ResolvedSettings } from '../settings/resolution.ts';
import { captureDraft } from './capture.ts';
import { dropRun, endUnheard, finishEmpty } from './conclude.ts';
import { dropUnconsented } from './consent.ts';
import type { Attempt, RunWorkerDeps } from './execute.ts';
import { isSample } from './first-contact.ts';
import { readFollowClaim } from './follow-claim.ts';
import { createKeeping, type Keeping } from './keeping.ts';
import type { ThreadRef } from './refs.ts';
import { createReplay, decidedEnd, type Replay } from './replay.ts';
import { parseRunOptions } from './run-options.ts';
import {
  choosePersonas,
  countedAs,
  type FullPlan,
  isForOne,
  makePlan,
  type OpenedPanel,
  presetOf,
} from './run-plan.ts';
import type { Wish } from './run-store.ts';
import type { EndReason, RunUnderWay } from './runs-under-way.ts';
import { type Captured, UnreviewableError } from './source.ts';
import type { Purse } from './spending.ts';
import { isShownOnSource, showStatus } from './status.ts';
import { createStepMemo } from './step-memo.ts';
import type { StepStore } from './step-store.ts';
import { tellRun } from './tell-run.ts';
import { CAPTURE_STEP, CONTEXT_STEP, PLAN_STEP, readRun, THREAD_STEP } from './thread-reader.ts';
import { dropUnfit } from './unfit.ts';
import { warnOfSecrets } from './warn-of-secrets.ts';

/** Who reviews and writes in one run. */
export interface RunEditors extends OpenedPanel {
  readonly critic: Critic;
  readonly writer: Writer;
  readonly judge: Judge;
  readonly check: CheckRevision;
  /** What critiques of a text by these editors will take. */
  readonly foresee: Budget['foresee'];
  /** What of a thread these editors are shown; null for nothing. */
  readonly fitContext: (
    draft: string,
    personas: readonly Persona[],
    thread: {
      readonly before: readonly string[];
      readonly after: readonly string[];
      readonly leftOut: number;
    },
  ) => Promise<ThreadContext | null>;
  /** Ends what was opened for the run. */
  close(): void;
}

/** Runs the loop on what was asked for and shows what it says; `dropped` when there was nothing to review. */
export async function reviewDraft(
  deps: RunWorkerDeps,
  taken: Attempt,
  underWay: RunUnderWay,
): Promise<'reviewed' | 'dropped'> {
  const { runId, known } = taken;
  const keeping = createKeeping();
  const handBack = AbortSignal.any([taken.handBack, keeping.failed]);
  const attempt = { ...taken, handBack };
  const decided = await decidedEnd(deps.runs, runId);
  // It has said nothing yet, and is to say nothing any more.
  if (decided !== null && known.thread === null) {
    await finishEmpty(deps, runId, decided);
    return 'reviewed';
  }
  const signal = AbortSignal.any([underWay.signal, attempt.handBack]);
  try {
    const prepared = await abortable(signal, () => prepare(deps, attempt, { signal, keeping }));
    if (prepared === 'dropped') return 'dropped';
    if (prepared === 'unheard') await endUnheard(deps, attempt);
    else await converse(deps, attempt, { ...prepared, keeping, underWay, signal, decided });
  } catch (error) {
    if (!underWay.signal.aborted || error !== underWay.signal.reason) throw error;
    await finishEmpty(deps, runId, underWay.signal.reason as EndReason);
  }
  return 'reviewed';
}

interface Prepared {
  readonly step: Step;
  readonly captured: Captured | null;
  readonly editors: RunEditors;
  readonly plan: FullPlan;
  readonly thread: ThreadRef;
  readonly context: ThreadContext | null;
  readonly settings: ResolvedSettings;
}

/** Everything before the first question: the words, the editors, the plan and the place to speak. */
async function prepare(
  deps: RunWorkerDeps,
  attempt: Attempt,
  { signal, keeping }: { readonly signal: AbortSignal; readonly keeping: Keeping },
): Promise<Prepared | 'dropped' | 'unheard'> {
  const { runId, known } = attempt;
  const { run, request } = known;
  const settings = await deps.settings(request);
  const showWorking = () => {
    const { source } = request;
    if (source === null || !isShownOnSource(settings, run.options)) return;
    void showStatus(deps, { runId, platform: run.platform, source, state: 'working' });
  };
  // Words that may need their author's leave show nothing before they have it.
  const isFree = settings.consent.value === 'anyone';
  if (isFree) showWorking();
  const steps: StepStore = {
    recallStep: (...of) => keeping.keep(() => deps.runs.recallStep(...of)),
    saveStep: (...of) => keeping.keep(() => deps.runs.saveStep(...of)),
  };
  const step = createStepMemo(steps, runId, { took: deps.watch.stepTook, turn: attempt.turn });
  const captured = await capture(deps, attempt, step);
  if (captured === 'dropped') return 'dropped';
  signal.throwIfAborted();
  if (await dropUnconsented(deps, attempt, { captured, settings })) return 'dropped';
  if (!isFree) showWorking();
  if (await dropUnfit(deps, attempt, { captured, settings })) return 'dropped';

  const library = await deps.library(request.workspace);
  const options = parseRunOptions(run.options);
  const personas = choosePersonas(options, settings, library);
  const editors = await deps.editorsFor(personas, settings, {
    preset: presetOf(options, settings, library),
    meter: meterFor(deps, known.run, request, settings.keepCallWords.value),
  });
  try {
    const plan = await step(PLAN_STEP, () =>
      planRun(deps, attempt, { settings, library, editors, captured }),
    );
    await deps.stats.countAs(runId, countedAs(options, settings, plan));
    const thread = await step(THREAD_STEP, () => openThread(attempt, plan, captured));
    signal.throwIfAborted();
    if (thread !== null) {
      const context = await fitContext(step, editors, captured);
      hint(deps, attempt, { settings, isPrivate: plan.isPrivate });
      void warnOfSecrets(deps, attempt, captured);
      return { step, captured, editors, plan, thread, context, settings };
    }
  } catch (error) {
    editors.close();
    throw error;
  }
  editors.close();
  return 'unheard';
}

/** Settled once, like the words themselves: every prompt of the run begins alike. */
async function fitContext(
  step: Step,
  editors: RunEditors,
  captured: Captured | null,
): Promise<ThreadContext | null> {
  const { text = '', context = [], contextLeftOut: leftOut = 0, scope } = captured ?? {};
  if (context.length === 0 && leftOut === 0) return null;
  const [before, after] = scope === 'thread' ? [[], context] : [context, []];
  return step(CONTEXT_STEP, () =>
    editors.fitContext(text, editors.panel, { before, after, leftOut }),
  );
}

/** Tells the first who asks in a channel how it works there; nobody waits for it. */
function hint(
  { firstContact }: RunWorkerDeps,
  { runId, known }: Attempt,
  { settings, isPrivate }: { readonly settings: ResolvedSettings; readonly isPrivate: boolean },
): void {
  const { run, request } = known;
  if (run.requester === null || isSample(run.given)) return;
  const { workspace, channel, thread } = request;
  const { platform, requester } = run;
  const where = { runId, platform, workspace, channel, thread, requester, isPrivate };
  void firstContact.hint(where, settings);
}

/** Reads the words once; a run on what is nobody's draft is taken back and leaves no mark. */
async function capture(
  deps: RunWorkerDeps,
  attempt: Attempt,
  step: Step,
): Promise<Captured | null | 'dropped'> {
  const { known, platform } = attempt;
  try {
    return await step(CAPTURE_STEP, () => captureDraft(platform.source, known.run, known.request));
  } catch (error) {
    if (!(error instanceof UnreviewableError)) throw error;
    await dropRun(deps, attempt, { note: error.note, standing: null, isUnmarked: true });
    return 'dropped';
  }
}

/** What people said they want of the text. */
function wishesOf({ given }: Attempt['known']['run']): readonly Wish[] {
  return given !== null && 'draft' in given ? (given.wishes ?? []) : [];
}

/** Lets the loop speak, from where an earlier attempt left it. */
async function converse(
  deps: RunWorkerDeps,
  attempt: Attempt,
  work: Prepared & {
    readonly keeping: Keeping;
    readonly underWay: RunUnderWay;
    readonly signal: AbortSignal;
    readonly decided: EndReason | null;
  },
): Promise<void> {
  const { runId, known, maxRunMs } = attempt;
  const { step, editors, plan, thread, keeping, underWay, signal, decided } = work;
  const speaker = { runId, attempt: attempt.number, messenger: attempt.platform.messenger, thread };
  const stop = (reason: EndReason) => deps.underWay.stop(runId, reason);
  const msLeft = plan.deadlineAt - deps.now();
  const replay = createReplay({
    saved: known.run.events.length,
    step,
    now: deps.now,
    startedAt: plan.deadlineAt - maxRunMs,
    endReason: decided ?? (msLeft <= 0 ? 'deadline' : null),
    stop,
  });
  // A clock that was set back must not give a run more time than any run has.
  const endOfTime = setTimeout(
    () => stop('deadline'),
    msLeft <= 0 ? maxRunMs : Math.min(msLeft, maxRunMs),
  );
  try {
    const purse: Purse = {
      runId,
      workspace: known.request.workspace,
      channel: known.request.channel,
      member: known.run.requester,
      limits: work.settings.budget.value,
    };
    const wishes = wishesOf(known.run);
    const markOf = await deps.lessons.marker(known.request.workspace);
    const loopDeps = {
      ...connectLoop(deps, { runId, replay, editors, keeping, underWay, purse, wishes }),
      markOf,
    };
    const input = loopInput(plan, { ...work, given: known.run.given });
    const events = refineLoop(loopDeps, input, signal);
    await tellRun(deps, { attempt, speaker, underWay, replay }, events);
  } finally {
    clearTimeout(endOfTime);
    editors.close();
  }
}

/** Settles the plan: the same on every resume, whatever is set differently by then. */
async function planRun(
  deps: RunWorkerDeps,
  { known, maxRunMs }: Attempt,
  {
    settings,
    library,
    editors,
    captured,
  }: {
    readonly settings: ResolvedSettings;
    readonly library: Library;
    readonly editors: OpenedPanel;
    readonly captured: Captured | null;
  },
): Promise<FullPlan> {
  const { run, request } = known;
  const { workspace, channel } = request;
  const options = parseRunOptions(run.options);
  const isMessage = request.source !== null;
  const lessons = await deps.lessons.inForce(
    { workspace, channel },
    isForOne(options, settings, isMessage) ? run.requester : null,
  );
  return makePlan({
    options,
    settings,
    library,
    editors,
    draft: captured?.text ?? '',
    isBrief: run.given !== null && 'brief' in run.given,
    isMessage,
    hasPage: deps.passes.isPublic(),
    isWished: wishesOf(run).length > 0,
    lessons: {
      ...lessons,
      dismissed: [...lessons.dismissed, ...(await notedBefore(deps, request))],
    },
    deadlineAt: deps.now() + maxRunMs,
  });
}

/** What the run before had people accept and left to them to write: it is theirs by now, and not asked again. */
async function notedBefore(
  deps: RunWorkerDeps,
  { workspace, claim }: Attempt['known']['request'],
): Promise<readonly string[]> {
  const following = readFollowClaim(claim);
  if (following === null || following.how === 'again') return [];
  const before = await readRun(deps, following.runId);
  const { thread } = before ?? {};
  if (before?.request.workspace !== workspace || !thread) return [];
  const markOf = await deps.lessons.marker(workspace);
  return [...thread.state.comments.values()]
    .filter(({ id }) => thread.decisions.get(id) === 'noted')
    .map(({ fingerprint }) => markOf(fingerprint));
}

/** Keeps what every call takes; a run does not fail because that cannot be kept. */
function meterFor(
  deps: RunWorkerDeps,
  { id: runId, requester: member }: Attempt['known']['run'],
  { workspace, channel }: Attempt['known']['request'],
  keepsWords: boolean,
): Meter {
  return async ({ purpose, model, usage, durationMs, outcome }, words) => {
    const { calls, retries, inputTokens, cachedTokens, outputTokens, cost } = usage;
    const took = { inputTokens, cachedTokens, outputTokens, cost, durationMs, outcome };
    const requests = Math.max(1, calls + retries);
    const id = randomUUID();
    const at = deps.now();
    try {
      await deps.spending.record(
        {
          ...{ id, runId, workspace, channel, member, at },
          ...{ purpose, model, requests },
          ...took,
        },
        keepsWords ? words : null,
      );
    } catch (error) {
      deps.reportError(error, { runId, doing: 'keep what a call took' });
    }
  };
}

/** Where the answer goes: the thread that was asked for, or one that only the requester reads. */
async function openThread(
  { known, platform }: Attempt,
  { isPrivate }: FullPlan,
  captured: Captured | null,
): Promise<ThreadRef | null> {
  const { requester, given } = known.run;
  const { thread } = known.request;
  if (!isPrivate || requester === null) return thread;
  const words = given !== null && 'brief' in given ? given.brief : (captured?.text ?? '');
  return platform.messenger.privateThread(requester, thread, words);
}

function connectLoop(
  deps: RunWorkerDeps,
  run: {
    readonly runId: string;
    readonly replay: Replay;
    readonly editors: RunEditors;
    readonly keeping: Keeping;
    readonly underWay: RunUnderWay;
    readonly purse: Purse;
    readonly wishes: readonly Wish[];
  },
): LoopDeps {
  const { runId, replay, editors, keeping, underWay, purse } = run;
  const isWished = run.wishes.length > 0;
  // The same on every resume: what was wished is known before the run begins.
  const wishes = [...run.wishes];
  return {
    critic: editors.critic,
    writer: editors.writer,
    judge: editors.judge,
    budget: {
      foresee: editors.foresee,
      reserve: (foreseen) => keeping.keep(() => deps.spending.reserve(purse, foreseen)),
    },
    check: isWished ? async () => ({ comments: [], limits: [] }) : editors.check,
    step: replay.step,
    now: replay.now,
    inbox: () => [...wishes.splice(0), ...underWay.inbox()],
    reportError: (error, doing) => deps.reportError(error, { runId, doing }),
  };
}

function loopInput(
  plan: FullPlan,
  work: {
    readonly captured: Captured | null;
    readonly context: ThreadContext | null;
    readonly given: Attempt['known']['run']['given'];
    readonly editors: OpenedPanel;
  },
): LoopInput {
  const { captured, context, given, editors } = work;
  const { maxRounds, mode, editStyle, strategy, names, dismissed, maxTokens, deadlineAt } = plan;
  const { lowered = [] } = plan;
  return {
    draft: captured?.text ?? null,
    brief: given !== null && 'brief' in given ? given.brief : '',
    personas:
      plan.personas ??
      plan.panel.flatMap(
        ({ id }) => editors.panel.find((persona) => persona.id === id) ?? findPersona(id) ?? [],
      ),
    maxRounds,
    mode,
    editStyle,
    strategy,
    names,
    dismissed,
    lowered,
    limits: { deadlineAt, ...(maxTokens === null ? {} : { tokens: maxTokens }) },
    ...(context === null ? {} : { thread: context }),
  };
}
