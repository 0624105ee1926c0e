import { editDistance, oneEditAway } from './edit-distance.ts';
import type { Lexicon } from './lexicon.ts';

/** Words shorter than this are only compared with words one edit away. */
const MIN_LETTERS_FOR_TWO_EDITS = 7;

/** The dictionary words an unknown word may stand for, likeliest first. */
export function rankReplacements(word: string, lexicon: Lexicon): string[] {
  const listed = lexicon.corrections(word).filter((right) => lexicon.knowsInAnyCase(right));
  const close = [...oneEditAway(word)].filter((edit) => lexicon.isOrdinary(edit));
  const far =
    word.length < MIN_LETTERS_FOR_TWO_EDITS
      ? []
      : lexicon
          .commonWords(word.charAt(0))
          .filter((other) => editDistance(word, other, 2) === 2 && lexicon.isOrdinary(other));
  const found = [...new Set([...listed, ...close, ...far])].map((candidate) => ({
    candidate,
    cost:
      slipCost(word, candidate) -
      familiarity(candidate, lexicon) -
      (listed.includes(candidate) ? 2 : 0),
  }));
  return found.sort((a, b) => a.cost - b.cost).map(({ candidate }) => candidate);
}

/** A dropped, doubled or swapped letter is likelier than a wrong one, and the first letter is rarely wrong. */
function slipCost(word: string, candidate: string): number {
  const edits = editDistance(word, candidate, 3);
  const wrongLetter = word.length === candidate.length && !isSwap(word, candidate) ? 0.4 : 0;
  const wrongStart = word.charAt(0) === candidate.charAt(0) ? 0 : 1;
  const wrongEnd = word.at(-1) === candidate.at(-1) ? 0 : 0.3;
  return edits * 1.5 + wrongLetter + wrongStart + wrongEnd;
}

function isSwap(word: string, candidate: string): boolean {
  return [...word].sort().join('') === [...candidate].sort().join('');
}

function familiarity(word: string, lexicon: Lexicon): number {
  return Math.min(2, Math.log2(1 + lexicon.commonness(word)) / 2);
}
