import type { Assessment } from './assess.ts';
import type { Budget } from './budget.ts';
import type { CheckRevision } from './check.ts';
import type { Comment, CommentStatus } from './comment.ts';
import type { Critic } from './critic.ts';
import type { Critique } from './critique.ts';
import type { Inbox } from './inbox.ts';
import type { Judge } from './judge.ts';
import type { LedgerEntry } from './ledger.ts';
import type { Persona } from './persona.ts';
import type { Revision } from './revision.ts';
import type { DropCounts, Lowered } from './screen.ts';
import type { Step } from './step.ts';
import type { ThreadContext } from './thread-context.ts';
import { addUsage, NO_USAGE, type Usage } from './usage.ts';
import type { EditStyle, Writer } from './writer.ts';

/** Everything outside the loop, as functions. */
export interface LoopDeps {
  readonly critic: Critic;
  readonly writer: Writer;
  /** Chooses among candidates; only the strategy `best-of-n` asks it. */
  readonly judge: Judge;
  readonly check: CheckRevision;
  readonly budget: Budget;
  readonly step: Step;
  /** Milliseconds of a clock that only moves forward in ordinary use. */
  readonly now: () => number;
  readonly inbox: Inbox;
  /** How the fingerprint of a suggestion becomes the mark that is kept of a refused one; absent: it is its own. */
  readonly markOf?: (fingerprint: string) => string;
  /** Hears of failures the run survives or ends on; must not throw. */
  readonly reportError: (error: unknown, step: string) => void;
}

/** Stops a run before the round that would pass one of these. */
export interface Limits {
  readonly calls?: number;
  readonly tokens?: number;
  /** US dollars. */
  readonly cost?: number;
  /** On the clock of `now`. */
  readonly deadlineAt?: number;
}

export interface LoopInput {
  /** The text under review; null when the writer writes it from `brief`. */
  readonly draft: string | null;
  readonly brief: string;
  /** The panel, in the order their critiques are shown. */
  readonly personas: readonly Persona[];
  /** How many refinements at most, 0–4. */
  readonly maxRounds: number;
  readonly mode: 'auto' | 'guided' | 'critique-only';
  readonly editStyle: EditStyle;
  readonly strategy: 'self-refine' | 'three-step' | 'one-shot' | 'best-of-n';
  /** House-list names: never changed, never flagged. */
  readonly names: readonly string[];
  /** Fingerprints of suggestions the team refused, or their marks. */
  readonly dismissed: readonly string[];
  /** Kinds of remarks the team refused again and again, by persona. */
  readonly lowered: readonly Lowered[];
  readonly limits: Limits;
  /** What others wrote around the draft; absent without any, and where no model reads. */
  readonly thread?: ThreadContext;
}

/** The state of one run while it runs. Only this room writes it. */
export interface Run {
  readonly deps: LoopDeps;
  readonly input: LoopInput;
  readonly signal: AbortSignal;
  readonly startedAt: number;
  readonly revisions: Revision[];
  readonly critiques: Critique[];
  /** Every comment of the run by id, with its latest status. */
  readonly comments: Map<string, Comment>;
  readonly assessments: Assessment[];
  readonly notes: Map<string, string>;
  /** Plain sentences about what could not be done, beside those of critiques. */
  readonly limits: string[];
  best: Assessment | null;
  /** Set when a strategy ends on a revision nobody assessed any more. */
  unassessedBest: Revision | null;
  usage: Usage;
  filtered: DropCounts;
  refinements: number;
  isFinal: boolean;
  /** People's remarks that no round has taken up yet. */
  remarks: Extract<ReturnType<Inbox>[number], { type: 'comment' }>[];
  /** Usage and duration of the last first draft, critiques and refinement, to foresee the next ones. */
  lastDraft: Spent;
  lastCritiques: Spent;
  lastRefinement: Spent;
}

export interface Spent {
  readonly usage: Usage;
  readonly ms: number;
}

const NOTHING_SPENT: Spent = { usage: NO_USAGE, ms: 0 };

/** A fresh run before its first event. */
export function createRun(deps: LoopDeps, input: LoopInput, signal: AbortSignal): Run {
  return {
    deps,
    input,
    signal,
    startedAt: deps.now(),
    revisions: [],
    critiques: [],
    comments: new Map(),
    assessments: [],
    notes: new Map(),
    limits: [],
    best: null,
    unassessedBest: null,
    usage: NO_USAGE,
    filtered: {},
    refinements: 0,
    isFinal: false,
    remarks: [],
    lastDraft: NOTHING_SPENT,
    lastCritiques: NOTHING_SPENT,
    lastRefinement: NOTHING_SPENT,
  };
}

/** Adds what a call cost. */
export function spend(run: Run, usage: Usage): void {
  run.usage = addUsage(run.usage, usage);
}

/** A repeated call costs the same and is counted apart. */
export function asRetry(usage: Usage): Usage {
  return { ...usage, calls: 0, retries: usage.retries + usage.calls };
}

/** Counts comments left out. */
export function countDropped(run: Run, dropped: DropCounts): void {
  const total = { ...run.filtered };
  for (const [reason, count] of Object.entries(dropped) as [keyof DropCounts, number][]) {
    if (count > 0) total[reason] = (total[reason] ?? 0) + count;
  }
  run.filtered = total;
}

/** Takes what people said since the last call. */
export function readInbox(run: Run): void {
  for (const remark of run.deps.inbox()) {
    if (remark.type === 'final') run.isFinal = true;
    else run.remarks.push(remark);
  }
}

/** Notes what became of a comment. */
export function setStatus(run: Run, commentId: string, status: CommentStatus): void {
  const comment = run.comments.get(commentId);
  if (comment) run.comments.set(commentId, { ...comment, status });
}

/** The history a writer sees: every earlier comment that was acted on, held back or refused. */
export function ledgerOf(run: Run, held: readonly Comment[]): LedgerEntry[] {
  const heldIds = new Set(held.map((comment) => comment.id));
  return [...run.comments.values()].flatMap((comment) => {
    const note = run.notes.get(comment.id);
    const outcome = outcomeOf(comment.status, heldIds.has(comment.id), note !== undefined);
    if (outcome === null) return [];
    const entry: LedgerEntry = {
      commentId: comment.id,
      round: Number(comment.id.split('.')[0]),
      quote: comment.anchor.type === 'quote' ? comment.anchor.quote : '',
      problem: comment.problem,
      outcome,
      ...(note === undefined ? {} : { note }),
    };
    return [entry];
  });
}

function outcomeOf(
  status: CommentStatus,
  isHeld: boolean,
  isNoted: boolean,
): LedgerEntry['outcome'] | null {
  if (isHeld) return 'held';
  if (status === 'open' || status === 'planned') return isNoted ? 'not_addressed' : null;
  return status;
}

/** Settles as soon as the run is aborted, even if the work ignores its signal. */
export function abortable<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort));
  });
}
