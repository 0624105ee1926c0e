import { extractFacts, type Fact } from '../text/facts.ts';
import { contains, overlaps, type Range } from '../text/range.ts';
import type { AnchorIndex } from './anchor.ts';
import type { Suggestion } from './comment.ts';
import { WORDS_OF_A_SAYING } from './fact-changes.ts';
import { wordsOf } from './similarity.ts';

/** What a text states; how surely it does so is left to those who judge its wording. */
const STATED = new Set(['number', 'date', 'name', 'link', 'email', 'mention', 'code']);

/**
 * True when a text would no longer state something that it states now, nowhere and in no other words, once
 * the quote is deleted or replaced as suggested.
 */
export function takesFacts(
  { text, sentences }: AnchorIndex,
  facts: readonly Fact[],
  quote: Range,
  { action, text: put }: Suggestion,
): boolean {
  if (action !== 'delete' && (action !== 'replace' || put === undefined)) return false;
  const stated = facts.filter(isStated);
  if (!stated.some((fact) => overlaps(fact, quote))) return false;
  const touched = sentences.filter((sentence) => overlaps(sentence, quote));
  const around = [quote, ...touched];
  const here = {
    start: Math.min(...around.map(({ start }) => start)),
    end: Math.max(...around.map(({ end }) => end)),
  };
  const left = [
    text.slice(here.start, quote.start),
    action === 'delete' ? '' : put,
    text.slice(quote.end, here.end),
  ].join('');
  const still = new Set([
    ...stated.filter((fact) => !contains(here, fact)).map(({ value }) => value),
    ...extractFacts(left).map(({ value }) => value),
  ]);
  return stated.some(
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
