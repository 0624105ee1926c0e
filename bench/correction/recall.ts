import type { Lexicon } from '../../src/models/offline/lexicon.ts';
import { proseRanges } from '../../src/text/prose.ts';
import { contains } from '../../src/text/range.ts';
import type { Pair } from './judge.ts';
import { distance, shortestPath, tokenise } from './tokens.ts';

export type FaultKind = 'non-word' | 'doubled word';

/** One place people corrected, with where it stands in the source. */
export interface Fault {
  readonly kind: FaultKind;
  readonly start: number;
  readonly end: number;
  readonly word: string;
}

/**
 * The misspelled non-words and doubled words in the prose of a sentence (not in code or addresses) that
 * the closest reference corrects.
 */
export function findFaults(pair: Pair, lexicon: Lexicon): Fault[] {
  const source = tokenise(pair.source);
  const [closest] = pair.refs
    .map((ref) => tokenise(ref))
    .sort((a, b) => distance(source, a) - distance(source, b));
  if (!closest) return [];
  const places = placesOf(pair.source, source);
  const prose = proseRanges(pair.source);
  const faults: Fault[] = [];
  for (const step of shortestPath(source, closest)) {
    const place = places[step.at];
    if (!place || !prose.some((range) => contains(range, place))) continue;
    if (step.type === 'keep' || step.type === 'insert') continue;
    const before = source[step.at - 1];
    const after = source[step.at + 1];
    const isWord = /^\p{L}{2,}$/u.test(step.from);
    const twin = [before, after].some((other) => other?.toLowerCase() === step.from.toLowerCase());
    if (step.type === 'delete' && isWord && twin) {
      faults.push({ kind: 'doubled word', ...place, word: step.from });
    } else if (step.type === 'replace' && isNonWord(step.from, step.to, lexicon)) {
      faults.push({ kind: 'non-word', ...place, word: step.from });
    }
  }
  return faults;
}

/** A lower-case word no dictionary has, corrected to one that looks like it. */
function isNonWord(from: string, to: string, lexicon: Lexicon): boolean {
  if (!/^[a-z]{3,}$/.test(from) || lexicon.knowsInAnyCase(from)) return false;
  if (to.toLowerCase() === from) return false;
  if (!lexicon.knowsInAnyCase(to)) return false;
  return distance([...from], [...to.toLowerCase()]) <= Math.max(2, from.length / 3);
}

function placesOf(text: string, tokens: readonly string[]): { start: number; end: number }[] {
  let at = 0;
  return tokens.map((token) => {
    const start = text.indexOf(token, at);
    at = start + token.length;
    return { start, end: at };
  });
}
