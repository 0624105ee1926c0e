import { diffArrays } from 'diff';
import type { TokenTable, TokenText } from './diff-tokens.ts';
import type { Unit } from './diff-units.ts';

/** Units `[a0, a1)` of one side that belong together with units `[b0, b1)` of the other. */
export interface Match {
  a0: number;
  a1: number;
  b0: number;
  b1: number;
  /** True when both sides read the same, white space after the last token aside. */
  equal: boolean;
}

export interface Side {
  readonly tokens: TokenText;
  readonly units: readonly Unit[];
}

/**
 * Finds, in order and without crossings, which units of both sides belong together: equal ones, and
 * changed ones at least `minLikeness` alike, also where one unit became several. What is left between
 * two matches has no counterpart. The work grows about linearly with the number of units.
 */
export function alignUnits(
  a: Side,
  b: Side,
  options: { table: TokenTable; minLikeness: number },
): Match[] {
  const compare = createComparison(a, b, options.table);
  const whole = { a0: 0, a1: a.units.length, b0: 0, b1: b.units.length };
  const anchors = bestChain(sparseCandidates(a, b, { ...options, compare }), b.units.length);
  const matches: Match[] = [];
  forEachGap(anchors, whole, (gap, next) => {
    matches.push(...alignGap(gap, { a, b, compare, minLikeness: options.minLikeness }));
    if (next !== undefined) matches.push(next);
  });
  return joinLeftovers(matches, whole, compare);
}

/** Calls back for every stretch before, between and after the matches, with the match that ends it. */
export function forEachGap<M extends Bounds>(
  matches: readonly M[],
  whole: Bounds,
  visit: (gap: Bounds, next: M | undefined) => void,
): void {
  let { a0, b0 } = whole;
  for (const match of matches) {
    visit({ a0, a1: match.a0, b0, b1: match.b0 }, match);
    a0 = match.a1;
    b0 = match.b1;
  }
  visit({ a0, a1: whole.a1, b0, b1: whole.b1 }, undefined);
}

export interface Bounds {
  readonly a0: number;
  readonly a1: number;
  readonly b0: number;
  readonly b1: number;
}

interface Candidate {
  readonly a: number;
  readonly b: number;
  readonly gain: number;
  readonly equal: boolean;
}

type Compare = (units: Bounds) => { shared: number; likeness: number };

// Weighted Dice coefficient over the words of two stretches, 0 (nothing shared) to 1.
function createComparison(a: Side, b: Side, table: TokenTable): Compare {
  const counts = new Int32Array(table.size());
  return ({ a0, a1, b0, b1 }) => {
    const aIds = idsOf(a, a0, a1);
    let total = 0;
    let shared = 0;
    for (const id of aIds) {
      counts[id] = (counts[id] ?? 0) + 1;
      total += table.weight(id);
    }
    for (const id of idsOf(b, b0, b1)) {
      const left = counts[id] ?? 0;
      total += table.weight(id);
      if (left === 0) continue;
      counts[id] = left - 1;
      shared += table.weight(id);
    }
    for (const id of aIds) counts[id] = 0;
    return { shared, likeness: total === 0 ? 0 : (2 * shared) / total };
  };
}

function idsOf({ tokens, units }: Side, from: number, to: number): readonly number[] {
  return tokens.ids.slice(units[from]?.start ?? 0, units[to - 1]?.end ?? 0);
}

const COMMON_WORD = 24;
const MAX_TWINS = 12;
const TRIES_PER_UNIT = 6;

// Only units that share an uncommon word are compared, so 700 sentences do not cost 490,000 comparisons.
function sparseCandidates(
  a: Side,
  b: Side,
  options: { table: TokenTable; minLikeness: number; compare: Compare },
): Candidate[] {
  const twins = indexBy(b.units, (unit) => [unit.key]);
  const postings = indexBy(b.units, (unit) => wordsOf(b.tokens, unit, options.table));
  return a.units.flatMap((unit, index) => {
    const equal = twins.get(unit.key) ?? [];
    if (equal.length > 0) {
      return equal.slice(0, MAX_TWINS).map((twin) => equalCandidate(index, twin, unit));
    }
    const scores = new Map<number, number>();
    for (const id of wordsOf(a.tokens, unit, options.table)) {
      const places = postings.get(id) ?? [];
      if (places.length > COMMON_WORD) continue;
      for (const place of places) {
        scores.set(place, (scores.get(place) ?? 0) + options.table.weight(id));
      }
    }
    const likeliest = [...scores].sort((x, y) => y[1] - x[1]).slice(0, TRIES_PER_UNIT);
    return likeliest.flatMap(([place]) => similarCandidate(index, place, options));
  });
}

function equalCandidate(a: number, b: number, unit: Unit): Candidate {
  return { a, b, gain: unit.weight * 1.2 + 1, equal: true };
}

function similarCandidate(
  a: number,
  b: number,
  { compare, minLikeness }: { compare: Compare; minLikeness: number },
): Candidate[] {
  const { shared, likeness } = compare({ a0: a, a1: a + 1, b0: b, b1: b + 1 });
  if (shared === 0 || likeness < minLikeness) return [];
  return [{ a, b, gain: shared * likeness, equal: false }];
}

function wordsOf(tokens: TokenText, unit: Unit, table: TokenTable): Set<number> {
  return new Set(tokens.ids.slice(unit.start, unit.end).filter((id) => table.weight(id) > 0));
}

function indexBy<K>(units: readonly Unit[], keysOf: (unit: Unit) => Iterable<K>): Map<K, number[]> {
  const index = new Map<K, number[]>();
  units.forEach((unit, place) => {
    for (const key of keysOf(unit)) {
      const places = index.get(key);
      if (places === undefined) index.set(key, [place]);
      else places.push(place);
    }
  });
  return index;
}

interface Link {
  readonly candidate: Candidate;
  readonly gain: number;
  readonly previous: Link | undefined;
}

// Heaviest chain of candidates that rises on both sides; `best` is a prefix-maximum tree over b.
function bestChain(candidates: readonly Candidate[], bCount: number): Match[] {
  const best: (Link | undefined)[] = new Array(bCount + 1);
  const bestBelow = (bound: number) => {
    let found: Link | undefined;
    for (let at = bound; at > 0; at -= at & -at) found = heavier(found, best[at]);
    return found;
  };
  for (const candidate of [...candidates].sort((x, y) => x.a - y.a || y.b - x.b)) {
    const previous = bestBelow(candidate.b);
    const link = { candidate, gain: candidate.gain + (previous?.gain ?? 0), previous };
    for (let at = candidate.b + 1; at <= bCount; at += at & -at) best[at] = heavier(best[at], link);
  }
  const chain: Match[] = [];
  for (let link = bestBelow(bCount); link !== undefined; link = link.previous) {
    const { a, b, equal } = link.candidate;
    chain.push({ a0: a, a1: a + 1, b0: b, b1: b + 1, equal });
  }
  return chain.reverse();
}

function heavier(one: Link | undefined, other: Link | undefined): Link | undefined {
  return (other?.gain ?? 0) > (one?.gain ?? 0) ? other : one;
}

interface GapContext {
  readonly a: Side;
  readonly b: Side;
  readonly compare: Compare;
  readonly minLikeness: number;
}

const MAX_DENSE = 900;
const MAX_KEY_EDITS = 200;

// Between two anchors few units remain as a rule, so every pair can be compared.
function alignGap(gap: Bounds, context: GapContext): Match[] {
  const aCount = gap.a1 - gap.a0;
  const bCount = gap.b1 - gap.b0;
  if (aCount === 0 || bCount === 0) return [];
  if (aCount * bCount > MAX_DENSE) return alignLargeGap(gap, context);
  if (aCount === 1 && bCount === 1) return alignNeighbours(gap, context);
  const candidates: Candidate[] = [];
  for (let a = gap.a0; a < gap.a1; a += 1) {
    for (let b = gap.b0; b < gap.b1; b += 1) {
      const unit = context.a.units[a];
      if (unit !== undefined && unit.key === context.b.units[b]?.key) {
        candidates.push(equalCandidate(a, b, unit));
      } else candidates.push(...similarCandidate(a, b, context));
    }
  }
  return bestChain(candidates, context.b.units.length);
}

// Where exactly one unit on each side is left, its place speaks for it: less likeness is enough.
function alignNeighbours(gap: Bounds, { a, b, compare, minLikeness }: GapContext): Match[] {
  const equal = a.units[gap.a0]?.key === b.units[gap.b0]?.key;
  return equal || compare(gap).likeness >= minLikeness / 2 ? [{ ...gap, equal }] : [];
}

const NEARBY = 8;

// Many units without an uncommon word, such as rows of a table: equal ones, or else those in like places.
function alignLargeGap(gap: Bounds, context: GapContext): Match[] {
  const equal = alignKeys(gap, context);
  if (equal.length > 0) return equal;
  const candidates: Candidate[] = [];
  const slope = (gap.b1 - gap.b0) / (gap.a1 - gap.a0);
  for (let a = gap.a0; a < gap.a1; a += 1) {
    const middle = gap.b0 + Math.round((a - gap.a0) * slope);
    const last = Math.min(middle + NEARBY, gap.b1 - 1);
    for (let b = Math.max(middle - NEARBY, gap.b0); b <= last; b += 1) {
      candidates.push(...similarCandidate(a, b, context));
    }
  }
  return bestChain(candidates, context.b.units.length);
}

function alignKeys(gap: Bounds, { a, b }: { a: Side; b: Side }): Match[] {
  const changes = diffArrays(
    a.units.slice(gap.a0, gap.a1).map((unit) => unit.key),
    b.units.slice(gap.b0, gap.b1).map((unit) => unit.key),
    { maxEditLength: MAX_KEY_EDITS },
  );
  const matches: Match[] = [];
  let { a0, b0 } = gap;
  for (const change of changes ?? []) {
    if (!change.added && !change.removed) {
      for (let n = 0; n < change.count; n += 1) {
        matches.push({ a0: a0 + n, a1: a0 + n + 1, b0: b0 + n, b1: b0 + n + 1, equal: true });
      }
    }
    if (!change.added) a0 += change.count;
    if (!change.removed) b0 += change.count;
  }
  return matches;
}

const MAX_JOINED = 3;
const WORTH_JOINING = 0.05;

// A sentence cut in two leaves one half without a counterpart: it joins the pair next to it when the
// pair grows more alike by it.
function joinLeftovers(matches: readonly Match[], whole: Bounds, compare: Compare): Match[] {
  const joined = matches.map((match) => ({ ...match }));
  const gains = (match: Match, wider: Bounds) =>
    !match.equal && compare(wider).likeness > compare(match).likeness + WORTH_JOINING;
  for (const [index, match] of joined.entries()) {
    const before = joined[index - 1];
    const after = joined[index + 1];
    const room = {
      a0: before?.a1 ?? whole.a0,
      a1: after?.a0 ?? whole.a1,
      b0: before?.b1 ?? whole.b0,
      b1: after?.b0 ?? whole.b1,
    };
    const ahead = oneSided(room.a0, match.a0, room.b0, match.b0);
    if (ahead && gains(match, { ...match, a0: room.a0, b0: room.b0 })) {
      Object.assign(match, { a0: room.a0, b0: room.b0 });
    }
    const behind = oneSided(match.a1, room.a1, match.b1, room.b1);
    if (behind && gains(match, { ...match, a1: room.a1, b1: room.b1 })) {
      Object.assign(match, { a1: room.a1, b1: room.b1 });
    }
  }
  return joined;
}

function oneSided(aFrom: number, aTo: number, bFrom: number, bTo: number): boolean {
  const aCount = aTo - aFrom;
  const bCount = bTo - bFrom;
  return Math.min(aCount, bCount) === 0 && aCount + bCount > 0 && aCount + bCount <= MAX_JOINED;
}
