import { addUsage, NO_USAGE, type Usage } from '../loop/usage.ts';
import { type Proportion, proportion } from '../review/proportion.ts';
import type { Row } from './evaluate.ts';
import type { Preference } from './prefer.ts';

/** Comparisons counted. */
export interface Tally {
  readonly won: number;
  readonly lost: number;
  /** The judge saw no difference, or the texts are one. */
  readonly equal: number;
  readonly unjudged: number;
  /** Won, of those that somebody won. */
  readonly share: Proportion;
}

/** One arm over all items. */
export interface ArmSummary {
  readonly arm: string;
  readonly items: number;
  readonly failed: number;
  readonly againstFirst: Tally;
  /** Null for the arm the others are compared with. */
  readonly againstBaseline: Tally | null;
  /** The same for pairs of about one length, which a taste for long texts cannot decide. */
  readonly againstBaselineAtOneLength: Tally | null;
  /** Mean share of words that went or came, of items that did not fail. */
  readonly changed: number | null;
  readonly lengthRatio: number | null;
  readonly factsLost: number;
  readonly factsAdded: number;
  /** Items whose best revision is not the last. */
  readonly earlierBest: number;
  /** Items whose final text the panel itself scored higher than the first, and those of them the judge preferred too. */
  readonly scoredHigher: number;
  readonly scoredHigherAndPreferred: number;
  readonly rounds: number | null;
  readonly usage: Usage;
  readonly durationMs: number | null;
  readonly stopReasons: Readonly<Record<string, number>>;
}

/** Pairs count as of one length from 0.9 to 1.1: length-controlled win rates, Dubois et al., 2404.04475. */
const ONE_LENGTH = { least: 0.9, most: 1.1 };

/** Sums what one arm came to, over its rows. */
export function summarise(arm: string, rows: readonly Row[]): ArmSummary {
  const own = rows.filter((row) => row.arm === arm);
  const finished = own.filter(({ failure }) => failure === null);
  const compared = finished.filter(({ againstBaseline }) => againstBaseline !== null);
  const isBaseline = compared.length === 0;
  const against = (some: readonly Row[]) =>
    isBaseline ? null : tally(some.map(({ againstBaseline }) => againstBaseline ?? 'unjudged'));
  const higher = finished.filter(({ scoreGain }) => scoreGain !== null && scoreGain > 0);
  return {
    arm,
    items: own.length,
    failed: own.length - finished.length,
    againstFirst: tally(finished.map(({ againstFirst }) => againstFirst)),
    againstBaseline: against(compared),
    againstBaselineAtOneLength: against(compared.filter(isOfOneLength)),
    changed: mean(finished.map(({ changed }) => changed)),
    lengthRatio: mean(finished.flatMap(({ lengthRatio }) => lengthRatio ?? [])),
    factsLost: sum(finished.map(({ factsLost }) => factsLost)),
    factsAdded: sum(finished.map(({ factsAdded }) => factsAdded)),
    earlierBest: finished.filter(({ isLast }) => !isLast).length,
    scoredHigher: higher.length,
    scoredHigherAndPreferred: higher.filter(({ againstFirst }) => againstFirst === 'better').length,
    rounds: mean(finished.map(({ rounds }) => rounds)),
    usage: own.map(({ usage }) => usage).reduce(addUsage, NO_USAGE),
    durationMs: mean(finished.map(({ durationMs }) => durationMs)),
    stopReasons: countBy(own.map(({ stopReason }) => stopReason)),
  };
}

/**
 * How many decided pairs would show a share of wins above one half, at the given true share: two-sided 5 %,
 * power 80 %, one proportion against 0.5. Null at or below one half.
 */
export function decisionsNeeded(share: number): number | null {
  if (share <= 0.5) return null;
  const [alpha, power] = [1.959964, 0.841621];
  const spread = alpha * 0.5 + power * Math.sqrt(share * (1 - share));
  return Math.ceil((spread / (share - 0.5)) ** 2);
}

function tally(preferences: readonly Preference[]): Tally {
  const counts: Readonly<Partial<Record<Preference, number>>> = countBy(preferences);
  const { better: won = 0, worse: lost = 0, equal = 0, same = 0, unjudged = 0 } = counts;
  return { won, lost, equal: equal + same, unjudged, share: proportion(won, won + lost) };
}

function isOfOneLength({ lengthByBaseline }: Row): boolean {
  return (
    lengthByBaseline !== null &&
    lengthByBaseline >= ONE_LENGTH.least &&
    lengthByBaseline <= ONE_LENGTH.most
  );
}

function countBy<K extends string>(values: readonly K[]): Partial<Record<K, number>> {
  const counts: Partial<Record<K, number>> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : sum(values) / values.length;
}
