/*
 * Whether reviews help, by what was counted of them. Pure: rows in, figures out.
 *
 * A private review counts only where nobody can be singled out by it: each figure that it would be part of
 * has to be made of the private reviews of at least five members. Otherwise it is left out everywhere, so
 * that no difference between two figures tells of it either.
 */
import type { DropCounts } from '../loop/screen.ts';
import type { StopReason } from '../loop/stop.ts';
import { median, type Proportion, proportion } from './proportion.ts';
import { personaAt } from './slots.ts';
import type { CountedRun } from './stats-store.ts';

/** What reviews of one kind came to. */
export interface Figures {
  readonly reviews: number;
  /** Comments people accepted, of those they decided about. */
  readonly accepted: Proportion;
  /** Clicks that said “not useful”, of all that said either. */
  readonly notUseful: Proportion;
  /** Blind votes the refined draft won, of those somebody won. */
  readonly votesWon: Proportion;
  readonly votesTied: number;
  /** The refined draft's length by the original's, on average over the votes; null without any. */
  readonly lengthRatio: number | null;
  /** Rounds a review took, on average; null without any. */
  readonly rounds: number | null;
  /** The middle time from the request to the first critique; null where too few are known. */
  readonly firstCritiqueMs: number | null;
  /** What the reviews whose price is known cost together. */
  readonly cost: number;
  readonly priced: number;
  readonly stopReasons: readonly (readonly [StopReason, number])[];
  /** Comments that were left out, by reason. */
  readonly filtered: readonly (readonly [string, number])[];
}

export interface Week {
  /** Monday, 00:00 UTC, in milliseconds since 1970. */
  readonly start: number;
  readonly reviews: number;
  readonly accepted: Proportion;
  readonly notUseful: Proportion;
  readonly votesWon: Proportion;
}

export interface Group extends Figures {
  readonly id: string;
  readonly weeks: readonly Week[];
}

export interface Stats {
  readonly from: number;
  readonly to: number;
  readonly all: Group;
  /** The most used first; editors that were chosen by name have no preset. */
  readonly presets: readonly Group[];
  readonly personas: readonly Group[];
}

/** The share of “not useful” that people put up with. */
export const NOT_USEFUL_LINE = 0.1;

/** How many members' private reviews a figure has to be made of. */
export const LEAST_MEMBERS = 5;

/** Comes to figures about the reviews of a span of time. */
export function computeStats(
  rows: readonly CountedRun[],
  { from, to }: { readonly from: number; readonly to: number },
): Stats {
  const counted = withoutSingledOut(rows.filter(({ createdAt }) => createdAt <= to));
  const weeks = weeksBetween(from, to);
  const groups = (keysOf: (run: CountedRun) => readonly string[], isPersona: boolean) => {
    const ids = [...new Set(counted.flatMap(keysOf))];
    return ids
      .map((id) =>
        groupOf(
          { id, weeks, persona: isPersona ? id : null },
          counted.filter((run) => keysOf(run).includes(id)),
        ),
      )
      .toSorted((a, b) => b.reviews - a.reviews || (a.id < b.id ? -1 : 1));
  };
  return {
    from,
    to,
    all: groupOf({ id: 'all', weeks, persona: null }, counted),
    presets: groups(presetsOf, false),
    personas: groups(({ personas }) => personas, true),
  };
}

/** The Monday a moment's week began with, in UTC. */
export function weekOf(at: number): number {
  const day = Math.floor(at / DAY);
  // 1 January 1970 was a Thursday.
  return (day - ((day + 3) % 7)) * DAY;
}

const DAY = 86_400_000;

function presetsOf({ preset }: CountedRun): readonly string[] {
  return preset === null ? [] : [preset];
}

/** Everything a review would be part of, by the figures that are shown. */
function cellsOf(run: CountedRun): string[] {
  const kinds = [
    'all',
    ...presetsOf(run).map((id) => `preset/${id}`),
    ...(run.preset === null ? ['by name'] : []),
    ...run.personas.map((id) => `persona/${id}`),
  ];
  const week = weekOf(run.createdAt);
  return kinds.flatMap((kind) => [kind, `${kind}/${week}`, `${kind}/${run.stopReason}`]);
}

function withoutSingledOut(rows: readonly CountedRun[]): readonly CountedRun[] {
  let kept = rows;
  for (;;) {
    const members = new Map<string, Set<string>>();
    for (const run of kept.filter(({ isPrivate }) => isPrivate)) {
      for (const cell of cellsOf(run)) {
        const known = members.get(cell) ?? new Set();
        members.set(cell, known.add(run.requester ?? ''));
      }
    }
    const isHidden = (run: CountedRun) =>
      cellsOf(run).every((cell) => (members.get(cell)?.size ?? 0) >= LEAST_MEMBERS);
    const left = kept.filter((run) => !run.isPrivate || isHidden(run));
    if (left.length === kept.length) return left;
    kept = left;
  }
}

function weeksBetween(from: number, to: number): readonly number[] {
  const weeks: number[] = [];
  for (let week = weekOf(from); week <= to; week += 7 * DAY) weeks.push(week);
  return weeks;
}

interface GroupPlan {
  readonly id: string;
  readonly weeks: readonly number[];
  /** Set when the figures are about one persona's own remarks and critiques. */
  readonly persona: string | null;
}

function groupOf({ id, weeks, persona }: GroupPlan, runs: readonly CountedRun[]): Group {
  const votes = votesOf(runs);
  const receipts = runs.flatMap(({ receipt }) => receipt ?? []);
  const costs = receipts.flatMap(({ cost }) => cost ?? []);
  const waits = runs.flatMap(({ createdAt, firstCritiqueAt }) =>
    firstCritiqueAt === null ? [] : [firstCritiqueAt - createdAt],
  );
  return {
    id,
    reviews: runs.length,
    accepted: acceptedOf(runs, persona),
    notUseful: notUsefulOf(runs, persona),
    votesWon: votesWonOf(runs),
    votesTied: votes.filter(isTie).length,
    lengthRatio: mean(
      votes.flatMap(({ originalChars, refinedChars }) =>
        originalChars === 0 ? [] : [refinedChars / originalChars],
      ),
    ),
    rounds: mean(receipts.map(({ rounds }) => rounds)),
    firstCritiqueMs: median(waits),
    cost: costs.reduce((sum, cost) => sum + cost, 0),
    priced: costs.length,
    stopReasons: countUp(runs.map(({ stopReason }) => [stopReason, 1])),
    filtered: countUp(receipts.flatMap(({ filtered }) => entriesOf(filtered))),
    weeks: weeks.map((start) => {
      const own = runs.filter(({ createdAt }) => weekOf(createdAt) === start);
      return {
        start,
        reviews: own.length,
        accepted: acceptedOf(own, persona),
        notUseful: notUsefulOf(own, persona),
        votesWon: votesWonOf(own),
      };
    }),
  };
}

function acceptedOf(runs: readonly CountedRun[], persona: string | null): Proportion {
  const own = runs
    .flatMap(({ decisions }) => decisions)
    .filter(({ raisedBy }) => persona === null || raisedBy.includes(persona));
  return proportion(own.filter(({ isAccepted }) => isAccepted).length, own.length);
}

function notUsefulOf(runs: readonly CountedRun[], persona: string | null): Proportion {
  const own = runs
    .flatMap(({ feedback }) => feedback)
    .filter(({ slot }) => persona === null || personaAt(slot) === persona);
  return proportion(own.filter(({ usefulness }) => usefulness === 'not-useful').length, own.length);
}

type Votes = CountedRun['votes'][number];

/** Votes that somebody took part in. */
function votesOf(runs: readonly CountedRun[]): readonly Votes[] {
  return runs.flatMap((run) => run.votes).filter(({ original, refined }) => original + refined > 0);
}

function votesWonOf(runs: readonly CountedRun[]): Proportion {
  const decided = votesOf(runs).filter((vote) => !isTie(vote));
  const won = decided.filter(({ original, refined }) => refined > original);
  return proportion(won.length, decided.length);
}

function isTie({ original, refined }: Votes): boolean {
  return original === refined;
}

function mean(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function entriesOf(counts: DropCounts): [string, number][] {
  return Object.entries(counts).map(([reason, count]) => [reason, count ?? 0]);
}

/** Sums by name, the greatest first. */
function countUp<Name extends string>(
  counts: readonly (readonly [Name, number])[],
): readonly (readonly [Name, number])[] {
  const sums = new Map<Name, number>();
  for (const [name, count] of counts) sums.set(name, (sums.get(name) ?? 0) + count);
  return [...sums].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
}
