import { extractFacts } from '../text/facts.ts';
import type { DropCounts } from './screen.ts';
import type { Usage } from './usage.ts';

/** What a run cost and what became of the facts, every number counted, none estimated. */
export interface Receipt extends Usage {
  /** Critiques of one revision plus the refinement that follows; the closing critique is no round. */
  readonly rounds: number;
  readonly durationMs: number;
  /** Comments left out, by reason. */
  readonly filtered: DropCounts;
  readonly facts: FactSummary;
}

/** Numbers, dates, names, links, code and quotations of revision 1 against those of the best revision. */
export interface FactSummary {
  readonly kept: number;
  readonly lost: readonly string[];
  readonly added: readonly string[];
}

/** Hedges, negations and quantifiers: told when they are gone or new, not counted among what is kept. */
const CERTAINTY = /^(?:hedge|negation|quantifier)\0/;

/**
 * Compares the facts of two texts by value: one that still stands somewhere is neither lost nor new. A number
 * with another noun behind it ("12 reports", "12 summaries") is the same number.
 */
export function summariseFacts(
  before: string,
  after: string,
  names: readonly string[],
): FactSummary {
  const old = countByValue(before, names);
  const now = countByValue(after, names);
  const stands = (counts: Counts, key: string, { text }: Counted) =>
    counts.get(key)?.count ??
    [...counts].find(([other, twin]) => isNumber(key) && isNumber(other) && twin.text === text)?.[1]
      .count ??
    0;
  const lost: string[] = [];
  let kept = 0;
  for (const [key, fact] of old) {
    const left = Math.min(fact.count, stands(now, key, fact));
    if (!CERTAINTY.test(key)) kept += left;
    if (left === 0) lost.push(fact.text);
  }
  const added = [...now].flatMap(([key, fact]) => (stands(old, key, fact) > 0 ? [] : [fact.text]));
  return { kept, lost, added };
}

function isNumber(key: string): boolean {
  return key.startsWith('number\u0000');
}

interface Counted {
  readonly text: string;
  count: number;
}

type Counts = ReadonlyMap<string, Counted>;

function countByValue(text: string, names: readonly string[]): Counts {
  const counts = new Map<string, Counted>();
  for (const fact of extractFacts(text, { names })) {
    const key = `${fact.kind}\u0000${fact.value}`;
    const known = counts.get(key);
    if (known) known.count += 1;
    else counts.set(key, { text: fact.text, count: 1 });
  }
  return counts;
}
