import type { Run, Spent } from './run.ts';

interface Foreseen {
  readonly calls: number;
  readonly tokens: number;
  /** US dollars. */
  readonly cost: number;
  readonly ms: number;
}

/**
 * The limit the next calls would pass, foreseen before they are made: those of the run itself, and those
 * of the place, which are asked under `key` and remembered, so that a resumed run decides the same.
 */
export async function exceededLimit(
  run: Run,
  key: string,
  next: Foreseen,
): Promise<'budget' | 'deadline' | null> {
  const { limits } = run.input;
  const { usage, deps } = run;
  const over =
    usage.calls + usage.retries + next.calls > (limits.calls ?? Number.POSITIVE_INFINITY) ||
    usage.inputTokens + usage.outputTokens + next.tokens >
      (limits.tokens ?? Number.POSITIVE_INFINITY) ||
    (usage.cost ?? 0) + next.cost > (limits.cost ?? Number.POSITIVE_INFINITY);
  if (over) return 'budget';
  if (next.tokens > 0 || next.cost > 0) {
    const { tokens, cost } = next;
    const isFree = await deps.step(`budget/${key}`, () => deps.budget.reserve({ tokens, cost }));
    if (!isFree) return 'budget';
  }
  const deadlineAt = limits.deadlineAt ?? Number.POSITIVE_INFINITY;
  return deps.now() + next.ms > deadlineAt ? 'deadline' : null;
}

/** Before anything was measured: the first draft from a brief. */
export function foreseeDraft(run: Run, brief: string): Foreseen {
  return { ...foreseeReading(run, brief), calls: 1 };
}

/** Before anything was measured: the first critiques of a text. */
export function foreseeCritiques(run: Run, text: string): Foreseen {
  return { ...foreseeReading(run, text), calls: run.input.personas.length };
}

function foreseeReading({ deps, input }: Run, text: string): Foreseen {
  // Every critique is asked with what stands before the draft.
  const read = [...(input.thread?.before ?? []), text].join('\n');
  const { tokens, cost } = deps.budget.foresee(read, input.personas);
  return { calls: 0, tokens, cost, ms: 0 };
}

/**
 * A round: one refinement and the critiques of what it yields. Before the first refinement its cost is taken
 * as one critique's share; a whole text that is written anew costs as much as it is long.
 */
export function foreseeRound(run: Run, text: string): Foreseen {
  const { deps, input, lastCritiques, lastRefinement, refinements } = run;
  const critiques = foreseeAgain(lastCritiques);
  if (refinements > 0) return addForeseen(critiques, foreseeAgain(lastRefinement));
  const share = scale(critiques, 1 / Math.max(1, input.personas.length));
  const isRewritten = input.editStyle === 'rewrite' && share.tokens > 0;
  const written = isRewritten
    ? deps.budget.foresee(`${text}\n${text}`, input.personas.slice(0, 1))
    : { tokens: 0, cost: 0 };
  return addForeseen(critiques, {
    ...share,
    tokens: Math.max(share.tokens, written.tokens),
    cost: Math.max(share.cost, written.cost),
  });
}

/** The same once more as what was measured, so many times. */
export function foreseeAgain({ usage, ms }: Spent, times = 1): Foreseen {
  const { calls, retries, inputTokens, outputTokens, cost } = usage;
  const once = { calls: calls + retries, tokens: inputTokens + outputTokens, cost: cost ?? 0, ms };
  return scale(once, times);
}

function scale({ calls, tokens, cost, ms }: Foreseen, by: number): Foreseen {
  return { calls: calls * by, tokens: tokens * by, cost: cost * by, ms: ms * by };
}

function addForeseen(one: Foreseen, other: Foreseen): Foreseen {
  return {
    calls: one.calls + other.calls,
    tokens: one.tokens + other.tokens,
    cost: one.cost + other.cost,
    ms: one.ms + other.ms,
  };
}
