/*
 * Whether the desk helps with this model: every arm works on every item, and a judge compares what came of
 * it with the first draft and with what the first arm made, in both orders. Everything else is counted.
 */
import type { Judge } from '../loop/judge.ts';
import type { LoopDeps, LoopInput } from '../loop/run.ts';
import type { StopReason } from '../loop/stop.ts';
import { addUsage, NO_USAGE, type Usage } from '../loop/usage.ts';
import type { Arm } from './arms.ts';
import { type Judgement, type Preference, prefer } from './prefer.ts';
import { type Item, type Trial, tryArm } from './try-arm.ts';

/** What is known of one arm on one item; no word of a text. */
export interface Row extends Omit<Trial, 'first' | 'final' | 'result'> {
  readonly item: string;
  readonly arm: string;
  readonly stopReason: StopReason;
  /** Set when something outside failed; what came of it is counted, and compared with nothing. */
  readonly failure: string | null;
  readonly rounds: number;
  readonly usage: Usage;
  readonly durationMs: number;
  readonly factsLost: number;
  readonly factsAdded: number;
  /** The best revision is the last one. */
  readonly isLast: boolean;
  /** The final text beside this arm's first draft. */
  readonly againstFirst: Preference;
  /** The final text beside the first arm's; null for the first arm itself. */
  readonly againstBaseline: Preference | null;
  /** The final text's length by that of the first arm's. */
  readonly lengthByBaseline: number | null;
}

/** Everything that was measured. */
export interface Evaluation {
  readonly rows: readonly Row[];
  readonly judging: Usage;
  /** Why comparisons are missing, each reason once. */
  readonly unjudged: readonly string[];
}

export interface EvaluationDeps {
  /** The editors for one item: its names are its own. */
  readonly loopDeps: LoopDeps;
  readonly inputFor: (item: Item) => LoopInput;
  readonly judge: Judge;
  /** Items that are worked on at once. */
  readonly concurrency: number;
  /** Hears of each item as it is done. */
  readonly onItem: (item: Item, rows: readonly Row[]) => void;
}

/**
 * Evaluates `arms` on `items`; the first arm is what the others are compared with. An abort ends it early
 * with the items that were done.
 */
export async function evaluate(
  deps: EvaluationDeps,
  { items, arms, signal }: { items: readonly Item[]; arms: readonly Arm[]; signal: AbortSignal },
): Promise<Evaluation> {
  const rows: Row[] = [];
  const unjudged = new Set<string>();
  let judging = NO_USAGE;
  const waiting = [...items];
  const work = async () => {
    for (let item = waiting.shift(); item && !signal.aborted; item = waiting.shift()) {
      const done = await evaluateItem(deps, item, arms, signal).catch((error: unknown) => {
        if (signal.aborted) return null;
        throw error;
      });
      if (done === null) return;
      rows.push(...done.rows);
      for (const { usage, failed } of done.judgements) {
        judging = addUsage(judging, usage);
        if (failed !== undefined) unjudged.add(failed);
      }
      deps.onItem(item, done.rows);
    }
  };
  await Promise.all(Array.from({ length: Math.min(deps.concurrency, items.length) }, work));
  return { rows, judging, unjudged: [...unjudged] };
}

async function evaluateItem(
  deps: EvaluationDeps,
  item: Item,
  arms: readonly Arm[],
  signal: AbortSignal,
): Promise<{ rows: readonly Row[]; judgements: readonly Judgement[] }> {
  const input = deps.inputFor(item);
  const how = { deps: deps.loopDeps, input, signal };
  const trials = await Promise.all(arms.map((arm) => tryArm(arm, item, how)));
  const baseline = trials[0];
  const purpose = { brief: item.brief, personas: input.personas };
  const compare = (trial: Trial, other: string | null): Promise<Judgement> | null =>
    other === null || trial.result.failure !== undefined
      ? null
      : prefer(deps.judge, trial.final, other, purpose, signal);
  const judged = await Promise.all(
    trials.map(async (trial) => {
      const isBaseline = trial === baseline || baseline?.result.failure !== undefined;
      const [first, other] = await Promise.all([
        compare(trial, trial.first),
        compare(trial, isBaseline ? null : (baseline?.final ?? null)),
      ]);
      return { trial, first, other };
    }),
  );
  return {
    rows: judged.map(({ trial, first, other }, index) => ({
      item: item.id,
      arm: arms[index]?.id ?? '',
      ...measure(trial),
      againstFirst: first?.preference ?? 'unjudged',
      againstBaseline: other?.preference ?? null,
      lengthByBaseline:
        other === null || !baseline?.final ? null : trial.final.length / baseline.final.length,
    })),
    judgements: judged.flatMap(({ first, other }) => [first, other].filter((one) => one !== null)),
  };
}

function measure({ result, changed, lengthRatio, scoreGain }: Trial) {
  const { receipt, best, revisions, failure, stopReason } = result;
  const { rounds, durationMs, facts, filtered: _, ...usage } = receipt;
  return {
    ...{ changed, lengthRatio, scoreGain, stopReason, rounds, usage, durationMs },
    failure: failure?.message ?? null,
    factsLost: facts.lost.length,
    factsAdded: facts.added.length,
    isLast: best.number === revisions.at(-1)?.number,
  };
}
