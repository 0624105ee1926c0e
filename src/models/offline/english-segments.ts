import type { Lexicon } from './lexicon.ts';
import { isCapitalised, type Passage, type Word } from './passage.ts';

const ENGLISH = new Set(
  `the of to and is are was were be been it that this these those with for from by as at we you they our your
  their has have had will would can could should not but if when which who what there than then so or`.split(
    /\s+/,
  ),
);

/** Small words of other languages that are no small words of English. */
const FOREIGN = new Set(
  `de la les des du le et un une est pour dans que qui sur avec vos votre nous vous el los las por para con del
  una es se der das und ist nicht ein eine mit zu von auf für dem den em não uma um os ao na il di che per non
  sono gli della het een van niet och att det som ett og jeg ikke`.split(/\s+/),
);

interface Tally {
  known: number;
  counted: number;
  english: number;
  foreign: number;
}

/**
 * Says for each word whether its sentence reads as English: most of the other words in it are known, and
 * its small words are not those of another language. One misspelling in an English sentence passes, a
 * French line in an English draft does not.
 */
export function englishSegments(
  passage: Passage,
  lexicon: Lexicon,
  isName: (word: string) => boolean,
): (word: Word) => boolean {
  const looksEnglish = (word: Word) =>
    lexicon.knows(word.lower) ||
    lexicon.correction(word.lower) !== null ||
    /^\p{L}+(?:nt|[`´]\p{L}{1,2})$/u.test(word.lower);
  const isCounted = (word: Word) =>
    word.text.length >= 2 && !isName(word.text) && !(isCapitalised(word) && !word.startsSentence);

  const tallies = new Map<number, Tally>();
  for (const word of passage.words) {
    const tally = tallies.get(word.segment) ?? { known: 0, counted: 0, english: 0, foreign: 0 };
    tallies.set(word.segment, tally);
    if (ENGLISH.has(word.lower)) tally.english += 1;
    if (FOREIGN.has(word.lower)) tally.foreign += 1;
    if (!isCounted(word)) continue;
    tally.counted += 1;
    if (looksEnglish(word)) tally.known += 1;
  }
  return (word) => {
    const tally = tallies.get(word.segment);
    if (!tally || (tally.foreign > 1 && tally.foreign >= tally.english)) return false;
    const others = tally.counted - (isCounted(word) ? 1 : 0);
    const knownOthers = tally.known - (isCounted(word) && looksEnglish(word) ? 1 : 0);
    return others > 0 && knownOthers / others >= 0.6;
  };
}
