/*
 * A suggestion that would change what a draft states is a question to its author. What is stated: numbers,
 * dates, names, links, code and quotations, wherever they stand; and, in the sentence that is changed, its
 * doubts and its “not”, which an editor who likes strong sentences takes for spare words.
 */
import { extractFacts, type Fact } from '../text/facts.ts';
import { contains, overlaps, type Range } from '../text/range.ts';
import type { Anchor, AnchorIndex } from './anchor.ts';
import { clip } from './clip.ts';
import type { Suggestion } from './comment.ts';
import { factWords, WORDS_OF_A_SAYING } from './fact-changes.ts';
import { wordsOf } from './similarity.ts';

/** What the draft and its brief state, as far as a suggestion is measured by it. */
export interface Stated {
  readonly index: AnchorIndex;
  /** What the text under review states. */
  readonly facts: readonly Fact[];
  /** Values of the facts that a suggestion may use: those of the draft and the brief. */
  readonly knownFacts: ReadonlySet<string>;
  /** The language of the text, as an ISO 639-1 code. */
  readonly language: string;
}

/** What has to be asked before the suggestion is made, in one sentence; null where nothing stated changes. */
export function factQuestion(
  stated: Stated,
  anchor: Anchor,
  suggestion: Suggestion,
): string | null {
  const change = anchor.type === 'quote' ? changeOf(stated, anchor, suggestion) : null;
  const { text } = stated.index;
  const gone =
    change === null ? [] : inWords([...lostFacts(stated, change), ...lostCertainty(change)], text);
  const come = [
    ...inWords(newFacts(stated, suggestion), suggestion.text ?? ''),
    ...(change === null ? [] : inWords(newNegations(change), change.left)),
  ];
  const parts = [
    ...(gone.length === 0 ? [] : [`${listed(gone)} ${gone.length === 1 ? 'goes' : 'go'}`]),
    ...(come.length === 0 ? [] : [`${listed(come)} ${come.length === 1 ? 'comes' : 'come'} in`]),
  ];
  return parts.length === 0 ? null : `Is it right that ${parts.join(' and ')}?`;
}

const MOST_NAMED = 3;

function inWords(facts: readonly Fact[], text: string): string[] {
  // A date at the end of a sentence may hold its full stop.
  const words = facts.map((fact) => `“${clip(factWords(fact, text).replace(/[.,]$/, ''))}”`);
  return [...new Set(words)].slice(0, MOST_NAMED);
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** What a suggestion makes of the sentences its quote stands in. */
interface Change {
  readonly quote: Range;
  /** The sentences, as a stretch of the text. */
  readonly here: Range;
  /** What would stand there. */
  readonly left: string;
  /** Facts there now, and those that would be there. */
  readonly was: readonly Fact[];
  readonly is: readonly Fact[];
}

/** Null where code could not make the change itself. */
function changeOf(
  { index: { text, sentences }, facts, language }: Stated,
  quote: Range,
  { action, text: put }: Suggestion,
): Change | null {
  if (action !== 'delete' && (action !== 'replace' || put === undefined)) return null;
  const around = [quote, ...sentences.filter((sentence) => overlaps(sentence, quote))];
  const here = {
    start: Math.min(...around.map(({ start }) => start)),
    end: Math.max(...around.map(({ end }) => end)),
  };
  const left = [
    text.slice(here.start, quote.start),
    action === 'delete' ? '' : put,
    text.slice(quote.end, here.end),
  ].join('');
  const was = facts.filter((fact) => contains(here, fact));
  return { quote, here, left, was, is: extractFacts(left, { language }) };
}

/** What a text states; how surely it does so is looked at sentence by sentence. */
const STATED = new Set(['number', 'date', 'name', 'link', 'email', 'mention', 'code']);

/** Facts that the text would state no more, nowhere and in no other words. */
function lostFacts({ facts }: Stated, { quote, here, left, is }: Change): Fact[] {
  const stated = facts.filter(isStated);
  const still = new Set([
    ...stated.filter((fact) => !contains(here, fact)).map(({ value }) => value),
    ...is.map(({ value }) => value),
  ]);
  return stated.filter(
    (fact) => overlaps(fact, quote) && !still.has(fact.value) && !isWrittenIn(left, fact),
  );
}

/** A name that moved to the start of a sentence is not seen as one; a date or number always is. */
function isWrittenIn(left: string, { kind, text }: Fact): boolean {
  return (kind === 'name' || kind === 'quote') && left.includes(text);
}

function isStated({ kind, text }: Fact): boolean {
  return STATED.has(kind) || (kind === 'quote' && wordsOf(text).length >= WORDS_OF_A_SAYING);
}

/** Duties are hedges to the guard; an editor may put “you should run” as “run”. */
const DUTIES = new Set(['must', 'should']);

/** The last doubt and the last “not” of sentences that otherwise stay; whole sentences take theirs with them. */
function lostCertainty({ quote, left, was, is }: Change): Fact[] {
  if (wordsOf(left).length === 0) return [];
  return (['hedge', 'negation'] as const).flatMap((kind) => {
    if (is.some((fact) => fact.kind === kind)) return [];
    return was.filter(
      (fact) => fact.kind === kind && !DUTIES.has(fact.value) && overlaps(fact, quote),
    );
  });
}

function newNegations({ was, is }: Change): Fact[] {
  const negations = (facts: readonly Fact[]) => facts.filter(({ kind }) => kind === 'negation');
  return negations(was).length === 0 ? negations(is) : [];
}

/** Kinds of fact a suggestion may not bring in by itself. */
const INFORMATION = new Set(['number', 'date', 'name', 'link', 'email', 'mention', 'quote']);

function newFacts({ knownFacts }: Stated, { text = '' }: Suggestion): Fact[] {
  return extractFacts(text).filter(
    (fact) => INFORMATION.has(fact.kind) && !knownFacts.has(fact.value),
  );
}
