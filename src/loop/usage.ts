/** What model calls cost. Code that calls no model reports `NO_USAGE`. */
export interface Usage {
  readonly calls: number;
  /** Repeated calls (a re-ask, a diagnosed second try), counted apart from `calls`. */
  readonly retries: number;
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
  /** US dollars; null when the price of any call is unknown. */
  readonly cost: number | null;
  /** Set where a server did not say what it took, so that tokens were counted here: about as many. */
  readonly isCountedHere?: true;
}

export const NO_USAGE: Usage = {
  calls: 0,
  retries: 0,
  inputTokens: 0,
  cachedTokens: 0,
  outputTokens: 0,
  cost: 0,
};

/** Adds two usages; an unknown cost stays unknown. */
export function addUsage(a: Usage, b: Usage): Usage {
  return {
    calls: a.calls + b.calls,
    retries: a.retries + b.retries,
    inputTokens: a.inputTokens + b.inputTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cost: a.cost === null || b.cost === null ? null : a.cost + b.cost,
    ...(a.isCountedHere || b.isCountedHere ? { isCountedHere: true } : {}),
  };
}

/** What was spent between two readings of a running total. */
export function subtractUsage(total: Usage, before: Usage): Usage {
  return {
    calls: total.calls - before.calls,
    retries: total.retries - before.retries,
    inputTokens: total.inputTokens - before.inputTokens,
    cachedTokens: total.cachedTokens - before.cachedTokens,
    outputTokens: total.outputTokens - before.outputTokens,
    cost: total.cost === null || before.cost === null ? null : total.cost - before.cost,
  };
}

/** What a failed call cost: an error may carry its `usage`; without one nothing was spent that is known. */
export function usageOf(error: unknown): Usage {
  const usage = error instanceof Error && 'usage' in error ? error.usage : null;
  return isUsage(usage) ? usage : NO_USAGE;
}

function isUsage(value: unknown): value is Usage {
  return typeof value === 'object' && value !== null && 'calls' in value && 'cost' in value;
}
