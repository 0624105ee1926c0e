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

/** Compares the facts of two texts by value: one that still stands somewhere is neither lost nor new. */
export function summariseFacts(
  before: string,
  after: string,
  names: readonly string[],
): FactSummary {
  const old = countByValue(before, names);
  const now = countByValue(after, names);
  const lost: string[] = [];
  let kept = 0;
  for (const [key, { text, count }] of old) {
    const left = Math.min(count, now.get(key)?.count ?? 0);
    if (!CERTAINTY.test(key)) kept += left;
    if (left === 0) lost.push(text);
  }
  const added = [...now].flatMap(([key, { text }]) => (old.has(key) ? [] : [text]));
  return { kept, lost, added };
}

function countByValue(text: string, names: readonly string[]) {
  const counts = new Map<string, { text: string; count: number }>();
  for (const fact of extractFacts(text, { names })) {
    const key = `${fact.kind}\u0000${fact.value}`;
    const known = counts.get(key);
    if (known) known.count += 1;
    else counts.set(key, { text: fact.text, count: 1 });
  }
  return counts;
}
