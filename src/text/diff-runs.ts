import { diffArrays } from 'diff';
import { type Bounds, forEachGap } from './diff-align.ts';
import type { TokenTable, TokenText } from './diff-tokens.ts';

/** Tokens `[a0, a1)` against `[b0, b1)`: equal one by one when `same`, a replacement otherwise. */
export interface Run extends Bounds {
  readonly same: boolean;
}

/** Both sides of one diff, cut into tokens of one table. */
export interface TokenPair {
  readonly a: TokenText;
  readonly b: TokenText;
  readonly table: TokenTable;
}

/**
 * Compares two stretches word by word. Runs come back in order and cover both stretches; words that
 * stayed only by chance, or alone between two changes, are part of the change.
 */
export function compareWords(pair: TokenPair, span: Bounds): Run[] {
  const runs: Run[] = [];
  collect(pair, span, { runs, depth: 0 });
  const merged = mergeIslands(pair, joinRuns(runs));
  return isUnrelated(pair, merged) ? replaceWhole(pair, span) : merged;
}

/** Puts neighbouring runs of one kind together and leaves out empty ones. */
export function joinRuns(runs: readonly Run[]): Run[] {
  const joined: Run[] = [];
  for (const run of runs) {
    if (run.a0 === run.a1 && run.b0 === run.b1) continue;
    const last = joined.at(-1);
    if (last?.same === run.same) joined[joined.length - 1] = { ...last, a1: run.a1, b1: run.b1 };
    else joined.push(run);
  }
  return joined;
}

const SMALL = 300;
const SHINGLES = [4, 2, 1];
const MAX_EDITS = 150;

interface Progress {
  readonly runs: Run[];
  readonly depth: number;
}

function collect(pair: TokenPair, span: Bounds, { runs, depth }: Progress): void {
  let { a0, a1, b0, b1 } = span;
  const { ids: aIds } = pair.a;
  const { ids: bIds } = pair.b;
  while (a0 < a1 && b0 < b1 && aIds[a0] === bIds[b0]) {
    a0 += 1;
    b0 += 1;
  }
  while (a0 < a1 && b0 < b1 && aIds[a1 - 1] === bIds[b1 - 1]) {
    a1 -= 1;
    b1 -= 1;
  }
  runs.push({ a0: span.a0, a1: a0, b0: span.b0, b1: b0, same: true });
  const middle = { a0, a1, b0, b1 };
  const shingle = SHINGLES[depth];
  if (a0 === a1 || b0 === b1) runs.push({ ...middle, same: false });
  else if (a1 - a0 + b1 - b0 <= SMALL || shingle === undefined) {
    runs.push(...shortestEdit(pair, middle));
  } else {
    const anchors = uniqueAnchors(pair, middle, shingle);
    forEachGap(anchors, middle, (gap, next) => {
      collect(pair, gap, { runs, depth: depth + 1 });
      if (next !== undefined) runs.push({ ...next, same: true });
    });
  }
  runs.push({ a0: a1, a1: span.a1, b0: b1, b1: span.b1, same: true });
}

function shortestEdit(pair: TokenPair, span: Bounds): Run[] {
  const changes = diffArrays(
    pair.a.ids.slice(span.a0, span.a1),
    pair.b.ids.slice(span.b0, span.b1),
    { maxEditLength: MAX_EDITS },
  );
  if (changes === undefined) return [{ ...span, same: false }];
  let { a0, b0 } = span;
  return changes.map((change) => {
    const a1 = change.added ? a0 : a0 + change.count;
    const b1 = change.removed ? b0 : b0 + change.count;
    const run = { a0, a1, b0, b1, same: !change.added && !change.removed };
    a0 = a1;
    b0 = b1;
    return run;
  });
}

// Stretches of `size` tokens that occur once on each side, in an order both sides share.
function uniqueAnchors({ a, b }: TokenPair, span: Bounds, size: number): Bounds[] {
  const aPlaces = uniqueShingles(a.ids, { start: span.a0, end: span.a1, size });
  const bPlaces = uniqueShingles(b.ids, { start: span.b0, end: span.b1, size });
  const pairs: { at: number; to: number }[] = [];
  for (const [key, at] of aPlaces) {
    const to = bPlaces.get(key);
    if (at >= 0 && to !== undefined && to >= 0) pairs.push({ at, to });
  }
  const anchors: Bounds[] = [];
  for (const { at, to } of longestRise(pairs)) {
    const last = anchors.at(-1);
    if (last !== undefined && (at < last.a1 || to < last.b1)) {
      // Overlapping shingles on one diagonal make one longer anchor.
      if (at - last.a0 !== to - last.b0) continue;
      anchors[anchors.length - 1] = { ...last, a1: at + size, b1: to + size };
    } else anchors.push({ a0: at, a1: at + size, b0: to, b1: to + size });
  }
  return anchors;
}

function uniqueShingles(
  ids: readonly number[],
  { start, end, size }: { start: number; end: number; size: number },
): Map<string, number> {
  const places = new Map<string, number>();
  for (let index = start; index + size <= end; index += 1) {
    const key = ids.slice(index, index + size).join(' ');
    places.set(key, places.has(key) ? -1 : index);
  }
  return places;
}

interface Step {
  readonly at: number;
  readonly to: number;
  readonly previous: Step | undefined;
}

// Longest strictly rising subsequence of `to`; the pairs come in rising order of `at`.
function longestRise(pairs: readonly { at: number; to: number }[]): Step[] {
  const tails: Step[] = [];
  for (const { at, to } of pairs) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((tails[middle]?.to ?? 0) < to) low = middle + 1;
      else high = middle;
    }
    tails[low] = { at, to, previous: tails[low - 1] };
  }
  const rise: Step[] = [];
  for (let step = tails.at(-1); step !== undefined; step = step.previous) rise.push(step);
  return rise.reverse();
}

function mergeIslands(pair: TokenPair, runs: readonly Run[]): Run[] {
  let merged = [...runs];
  for (let before = -1; before !== merged.length; ) {
    before = merged.length;
    merged = joinRuns(
      merged.map((run, index) => {
        const left = merged[index - 1];
        const right = merged[index + 1];
        if (!run.same || left === undefined || right === undefined) return run;
        return isIsland(pair, run, [left, right]) ? { ...run, same: false } : run;
      }),
    );
  }
  return merged;
}

const SHORT_WORD = 4;
const SMALL_ISLAND_WORDS = 3;

function isIsland(pair: TokenPair, run: Run, changes: readonly [Run, Run]): boolean {
  const { words, weight } = measure(pair, 'a', run);
  if (words === 0) return true;
  if (words === 1 && weight <= SHORT_WORD) return true;
  if (words > SMALL_ISLAND_WORDS) return false;
  const smaller = Math.min(...changes.map((change) => size(pair, change)));
  return weight * 2 <= smaller;
}

function size(pair: TokenPair, run: Run): number {
  return Math.max(measure(pair, 'a', run).weight, measure(pair, 'b', run).weight);
}

function measure(pair: TokenPair, side: 'a' | 'b', run: Bounds): { words: number; weight: number } {
  const { ids } = pair[side];
  let words = 0;
  let total = 0;
  for (let index = run[`${side}0`]; index < run[`${side}1`]; index += 1) {
    const weight = pair.table.weight(ids[index] ?? 0);
    total += weight;
    if (weight > 0) words += 1;
  }
  return { words, weight: total };
}

const RELATED = 0.35;
const RELATED_AROUND_ONE = 0.15;
const CONTAINED = 0.75;

// Two stretches that share little are shown one after the other; a short one that lives on inside a
// longer one is an insertion, however long. A single change is easy to read and needs less around it.
function isUnrelated(pair: TokenPair, runs: readonly Run[]): boolean {
  let same = 0;
  let a = 0;
  let b = 0;
  for (const run of runs) {
    const weight = measure(pair, 'a', run).weight;
    if (run.same) same += weight;
    a += weight;
    b += measure(pair, 'b', run).weight;
  }
  const changes = runs.filter((run) => !run.same).length;
  const enough = (changes > 1 ? RELATED : RELATED_AROUND_ONE) * Math.max(a, b);
  return same < enough && same < CONTAINED * Math.min(a, b);
}

/** One stretch in place of the other; list and heading marks both start with stay outside. */
export function replaceWhole(pair: TokenPair, span: Bounds): Run[] {
  let { a0, b0 } = span;
  while (
    a0 < span.a1 - 1 &&
    b0 < span.b1 - 1 &&
    pair.a.ids[a0] === pair.b.ids[b0] &&
    pair.table.weight(pair.a.ids[a0] ?? 0) === 0
  ) {
    a0 += 1;
    b0 += 1;
  }
  return [
    { a0: span.a0, a1: a0, b0: span.b0, b1: b0, same: true },
    { ...span, a0, b0, same: false },
  ];
}
