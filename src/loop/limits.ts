import type { Run } from './run.ts';

interface Foreseen {
  readonly calls: number;
  readonly tokens: number;
  /** US dollars. */
  readonly cost: number;
  readonly ms: number;
}

/**
 * The limit the next calls would pass, foreseen before they are made: those of the run itself, and those
 * of the place, which are asked once a round under `key` and remembered, so that a resumed run decides the
 * same. A round is one refinement and the critiques of what it yields; before anything was measured the
 * budget foresees the first critiques of `text`.
 */
export async function exceededLimit(
  run: Run,
  key: string,
  text: string | null = null,
): Promise<'budget' | 'deadline' | null> {
  const { limits } = run.input;
  const { usage, deps } = run;
  const next = text === null ? foreseeRound(run) : foreseeFirst(run, text);
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

function foreseeFirst({ deps, input }: Run, text: string): Foreseen {
  // Every critique is asked with what stands before the draft.
  const read = [...(input.thread?.before ?? []), text].join('\n');
  const { tokens, cost } = deps.budget.foresee(read, input.personas);
  return { calls: 0, tokens, cost, ms: 0 };
}

/** Before the first refinement its cost is taken as one critique's share. */
function foreseeRound({ input, lastCritiques, lastRefinement, refinements }: Run): Foreseen {
  const share = 1 / Math.max(1, input.personas.length);
  const sum = (critiques: number, refinement: number) =>
    critiques + (refinements > 0 ? refinement : critiques * share);
  const [one, other] = [lastCritiques.usage, lastRefinement.usage];
  return {
    calls: sum(one.calls, other.calls),
    tokens: sum(one.inputTokens + one.outputTokens, other.inputTokens + other.outputTokens),
    cost: sum(one.cost ?? 0, other.cost ?? 0),
    ms: sum(lastCritiques.ms, lastRefinement.ms),
  };
}
