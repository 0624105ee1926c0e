/*
 * What a refinement did to the facts. A fact may occur as often as in the old text, as in the text the
 * plan alone would make of it, or anything between. Certainty words (hedges, negations, quantifiers) are
 * compared stretch by stretch, because moving a "not" to another sentence keeps every count and changes
 * the meaning. What traded places is found in `fact-swaps.ts`, what turned round in `reversals.ts`.
 */
import { extractFacts, type Fact } from '../text/facts.ts';
import { detectLanguage } from '../text/language.ts';
import { overlaps, type Range } from '../text/range.ts';
import { splitSentences } from '../text/sentences.ts';
import { findCertaintyMoves } from './certainty-moves.ts';
import { clip } from './clip.ts';
import type { Comment } from './comment.ts';
import { findSwaps, nounOf } from './fact-swaps.ts';
import { findReversals } from './reversals.ts';
import { groupBySentence, type SentenceGroup } from './sentence-groups.ts';
import { wordsOf } from './similarity.ts';

export interface FactChanges {
  readonly numbers: readonly string[];
  readonly names: readonly string[];
  readonly links: readonly string[];
  readonly code: readonly string[];
  readonly quotes: readonly string[];
  /** Hedges, negations and quantifiers. */
  readonly certainty: readonly string[];
}

export interface FactComparison {
  readonly lost: FactChanges;
  readonly added: FactChanges;
  /** Each a clause that names the fact and what happened to it. */
  readonly problems: readonly string[];
}

export interface FactInput {
  readonly before: string;
  readonly after: string;
  /** The old text with every planned replacement made. */
  readonly expected: string;
  /** Where the two texts differ. */
  readonly hunks: readonly SentenceGroup[];
  readonly plan: readonly Comment[];
  /** Sentences of the old text that a person wanted gone, and are. */
  readonly removed: readonly Range[];
  /** House-list names. */
  readonly names: readonly string[];
  readonly brief: string;
}

/** Compares the facts of a text before and after a refinement, less what the plan and people asked for. */
export function compareFacts(input: FactInput): FactComparison {
  const options = { names: input.names };
  const old = extractFacts(input.before, options);
  const now = extractFacts(input.after, options);
  const wanted = input.expected === input.before ? old : extractFacts(input.expected, options);
  const groups = groupBySentence(
    input.hunks,
    splitSentences(input.before),
    splitSentences(input.after),
  );
  const facts = compareCounts(input, { old, now, wanted });
  const standing = old.filter((fact) => !input.removed.some((range) => isIn(fact, range)));
  const certainty = compareCertainty(input.plan, groups, { old: standing, now });
  const lost = [...facts.lost, ...certainty.lost];
  const added = [...facts.added, ...certainty.added];
  return {
    lost: sortFacts(lost),
    added: sortFacts(added),
    problems: [
      ...lost.map((fact) => `The ${nameFact(fact, input.before)} is missing or was changed`),
      ...added.map((fact) => `The ${nameFact(fact, input.after)} was added`),
      ...findSwaps({ ...input, groups, old, now, wanted }),
      ...findCertaintyMoves({ ...input, groups, old, now }),
      ...findReversals(
        { ...input, language: detectLanguage(input.before).language },
        (range, side) =>
          (side === 'before' ? old : now).some(
            (fact) => fact.kind === 'negation' && overlaps(fact, range),
          ),
      ),
    ],
  };
}

interface Changes {
  readonly lost: readonly Fact[];
  readonly added: readonly Fact[];
}

/** Numbers, dates, names, links, code and quotations, counted over the whole text: they may move. */
function compareCounts(
  { before, after, expected, plan, brief, names }: FactInput,
  { old, now, wanted }: { old: readonly Fact[]; now: readonly Fact[]; wanted: readonly Fact[] },
): Changes {
  const [was, is, planned] = [old, now, wanted].map((facts) =>
    countFacts(facts.filter((fact) => !isCertainty(fact))),
  ) as [Counts, Counts, Counts];
  const said = valuesOf(wordsOfPeople(plan), names);
  const given = new Set([...said, ...valuesOf(brief, names)]);
  const lost = [...was.values()].flatMap(({ fact, count }) => {
    const least = Math.min(count, countOf(planned, fact));
    const isKept =
      countOf(is, fact) >= least || stillStands(fact, after, least) || hasTwin(fact, now, old);
    return isKept || said.has(fact.value) ? [] : [fact];
  });
  const added = [...is.values()].flatMap(({ fact }) => {
    const isKnown = countOf(was, fact) > 0 || countOf(planned, fact) > 0 || given.has(fact.value);
    const stood = isKnown || stillStands(fact, before, 1) || stillStands(fact, expected, 1);
    return stood || hasTwin(fact, old, now) || isCapitalised(fact, before) ? [] : [fact];
  });
  return { lost, added };
}

/**
 * Hedges, negations and quantifiers of each changed stretch. Those inside words the plan replaces may
 * stay or go, those its replacements bring may come; every other one has to stand there still.
 */
function compareCertainty(
  plan: readonly Comment[],
  groups: readonly SentenceGroup[],
  { old, now }: { old: readonly Fact[]; now: readonly Fact[] },
): Changes {
  const replaced = plan.flatMap(({ anchor, suggestion, source }) => {
    const isReplaced = suggestion.action === 'delete' || suggestion.text !== undefined;
    return anchor.type === 'quote' && (isReplaced || 'human' in source)
      ? [{ anchor, brings: extractFacts(suggestion.text ?? '').filter(isCertainty) }]
      : [];
  });
  const lost: Fact[] = [];
  const added: Fact[] = [];
  for (const { before, after } of groups) {
    const was = old.filter((fact) => isCertainty(fact) && isIn(fact, before));
    const is = countFacts(now.filter((fact) => isCertainty(fact) && isIn(fact, after)));
    const here = replaced.filter(({ anchor }) => overlaps(anchor, before));
    const required = countFacts(
      was.filter((fact) => !here.some(({ anchor }) => overlaps(fact, anchor))),
    );
    const allowed = countFacts([...was, ...here.flatMap(({ brings }) => brings)]);
    for (const { fact, count } of required.values()) {
      if (countOf(is, fact) < count && !isSaidAgain(fact, was, is)) lost.push(fact);
    }
    for (const { fact, count } of is.values()) {
      if (countOf(allowed, fact) < count && !isAnyOfNone(fact, is)) added.push(fact);
    }
  }
  return { lost, added };
}

/** How far a doubled hedge reaches: "it is possible that some users might". */
const HEDGE_REACH = 60;
const POSSIBILITY = new Set(['may', 'could', 'perhaps', 'possible']);

/** A doubt said twice may be said once, and "not … any" is "no". */
function isSaidAgain(fact: Fact, was: readonly Fact[], is: Counts): boolean {
  if (isAnyOfNone(fact, is)) return was.some(({ kind }) => kind === 'negation');
  if (!POSSIBILITY.has(fact.value)) return false;
  return was.some(
    (other) =>
      other !== fact &&
      POSSIBILITY.has(other.value) &&
      countOf(is, other) > 0 &&
      Math.abs(other.start - fact.start) <= HEDGE_REACH,
  );
}

function isAnyOfNone(fact: Fact, is: Counts): boolean {
  return fact.value === 'any' && [...is.values()].some((other) => other.fact.kind === 'negation');
}

/** What people wrote in their remarks: they may ask for a fact to change by naming it. */
function wordsOfPeople(plan: readonly Comment[]): string {
  return plan
    .filter(({ source }) => 'human' in source)
    .map(({ problem }) => problem)
    .join('\n');
}

function valuesOf(text: string, names: readonly string[]): Set<string> {
  return new Set(extractFacts(text, { names }).map((fact) => fact.value));
}

function isCertainty(fact: Fact): boolean {
  return fact.kind === 'hedge' || fact.kind === 'negation' || fact.kind === 'quantifier';
}

type Counts = ReadonlyMap<string, { readonly fact: Fact; readonly count: number }>;

function keyOf(fact: Fact): string {
  return `${fact.kind}\u0000${fact.value}`;
}

function countOf(counts: Counts, fact: Fact): number {
  return counts.get(keyOf(fact))?.count ?? 0;
}

function countFacts(facts: readonly Fact[]): Counts {
  const counts = new Map<string, { fact: Fact; count: number }>();
  for (const fact of facts) {
    const known = counts.get(keyOf(fact));
    if (known) known.count += 1;
    else counts.set(keyOf(fact), { fact, count: 1 });
  }
  return counts;
}

/** Quotation marks around fewer words set a term apart; around more, they say that somebody said so. */
export const WORDS_OF_A_SAYING = 3;

/** A name or quotation moved to where extraction no longer sees it (a sentence start) has not been lost. */
function stillStands(fact: Fact, text: string, times: number): boolean {
  const isMark = fact.kind === 'quote' && wordsOf(fact.text).length < WORDS_OF_A_SAYING;
  if (fact.kind !== 'name' && !isMark) return false;
  return text.split(fact.text).length - 1 >= times;
}

/**
 * "12 new and shiny reports" is read as a bare 12, "12 new reports" as 12 reports: the same number, as
 * long as no other 12 is about.
 */
function hasTwin(fact: Fact, there: readonly Fact[], here: readonly Fact[]): boolean {
  if (fact.kind !== 'number') return false;
  const amount = fact.value.split(' ')[0];
  const same = (facts: readonly Fact[]) =>
    facts.filter(({ kind, value }) => kind === 'number' && value.split(' ')[0] === amount);
  const [other, ...more] = same(there);
  if (other === undefined || more.length > 0 || same(here).length > 1) return false;
  const [bare, named] = fact.value.includes(' ') ? [other, fact] : [fact, other];
  return bare.value === amount && nounOf(named) !== undefined;
}

/** `Support` for `support` is a spelling, no new name; `US` for `us` is one. */
function isCapitalised({ kind, text }: Fact, before: string): boolean {
  return (
    kind === 'name' && /^\p{Lu}\p{Ll}+$/u.test(text) && wordsIn(before).has(text.toLowerCase())
  );
}

function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.match(/[\p{L}\p{M}]+/gu) ?? []);
}

function isIn(fact: Range, range: Range): boolean {
  return range.start <= fact.start && fact.end <= range.end;
}

const GROUPS: Record<Fact['kind'], { group: keyof FactChanges; name: string }> = {
  number: { group: 'numbers', name: 'number' },
  date: { group: 'numbers', name: 'date or time' },
  name: { group: 'names', name: 'name' },
  mention: { group: 'names', name: 'mention' },
  link: { group: 'links', name: 'link' },
  email: { group: 'links', name: 'address' },
  code: { group: 'code', name: 'code' },
  quote: { group: 'quotes', name: 'quotation' },
  hedge: { group: 'certainty', name: 'hedge' },
  negation: { group: 'certainty', name: 'negation' },
  quantifier: { group: 'certainty', name: 'quantifier' },
};

function nameFact(fact: Fact, text: string): string {
  return `${GROUPS[fact.kind].name} “${clip(factWords(fact, text))}”`;
}

/** A fact as it stands in a text, a number with the noun it counts: three numbers in a draft may all be 12. */
export function factWords(fact: Fact, text: string): string {
  const isCounting = fact.kind === 'number' && /\p{L}/u.test(fact.value.replace(/^\S+/, ''));
  const noun = isCounting ? (/^\s+[\p{L}\p{M}'’-]+/u.exec(text.slice(fact.end))?.[0] ?? '') : '';
  return fact.text + noun;
}

function sortFacts(facts: readonly Fact[]): FactChanges {
  const pick = (group: keyof FactChanges) =>
    facts.filter((fact) => GROUPS[fact.kind].group === group).map((fact) => fact.text);
  return {
    numbers: pick('numbers'),
    names: pick('names'),
    links: pick('links'),
    code: pick('code'),
    quotes: pick('quotes'),
    certainty: pick('certainty'),
  };
}
