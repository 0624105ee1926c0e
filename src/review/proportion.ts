/** A share with what is known of it. */
export interface Proportion {
  readonly hits: number;
  readonly of: number;
  /** From 0 to 1; null where nothing was counted. */
  readonly rate: number | null;
  /** Wilson's 95 % interval. */
  readonly low: number;
  readonly high: number;
  /** Too few were counted to say anything by it. */
  readonly isTooFew: boolean;
}

/** The standard normal's 97.5 % point. */
const Z = 1.959963984540054;

/*
 * When a share is shown at all: the presentation standards of the US National Center for Health Statistics
 * (Parker et al., Vital and Health Statistics 2(175), 2017): at least 30 cases, and an interval of less
 * than 30 points; they ask for more of very small shares, which the 10 % line here does not need.
 */
const LEAST_CASES = 30;
const WIDEST_INTERVAL = 0.3;

/**
 * A share with Wilson's score interval (1927), which keeps its promise for small numbers and never leaves
 * 0 to 1: Newcombe, Statistics in Medicine 17 (1998), method 3.
 */
export function proportion(hits: number, of: number): Proportion {
  if (of === 0) return { hits, of, rate: null, low: 0, high: 1, isTooFew: true };
  const rate = hits / of;
  const centre = hits + Z ** 2 / 2;
  const spread = Z * Math.sqrt((hits * (of - hits)) / of + Z ** 2 / 4);
  const low = Math.max(0, (centre - spread) / (of + Z ** 2));
  const high = Math.min(1, (centre + spread) / (of + Z ** 2));
  const isTooFew = of < LEAST_CASES || high - low >= WIDEST_INTERVAL;
  return { hits, of, rate, low, high, isTooFew };
}

/** Fewer values than this say nothing of a middle: even from the least to the greatest covers it in under 95 % of cases (1 − 2 · ½ⁿ). */
export const LEAST_FOR_MEDIAN = 6;

/** The middle of some values; null where there are too few. */
export function median(values: readonly number[]): number | null {
  if (values.length < LEAST_FOR_MEDIAN) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const [lower = 0, upper = 0] = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.ceil((sorted.length - 1) / 2)],
  ];
  return (lower + upper) / 2;
}
