import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../user-error.ts';
import { oneEditAway } from './edit-distance.ts';
import { createSortedLines, type SortedLines } from './sorted-lines.ts';

/** What the installed dictionaries and lists know about single English words. */
export interface Lexicon {
  /** True when a dictionary or technical list has the word as written, or written lower case at a sentence start. */
  knows(word: string): boolean;
  /** True when any list has the word in any usual case: `paris` because of `Paris`. */
  knowsInAnyCase(word: string): boolean;
  /** True for words of the general dictionaries alone, without names, companies and jargon. */
  isOrdinary(word: string): boolean;
  /** True when a list has the word with a capital: a name, whatever else it may mean (`Anna`, `Will`). */
  isName(word: string): boolean;
  /** The one correction the misspelling list gives for a word no list knows; null when there is none, several or a doubtful one. */
  correction(word: string): string | null;
  /** Every correction the misspelling list gives, best first; empty when it has none. */
  corrections(word: string): readonly string[];
  /** How many misspellings of the word are listed: the nearest thing to how common it is; 3 is common, 0 rare. */
  commonness(word: string): number;
  /** The words of commonness 1 and more that begin with `letter`. */
  commonWords(letter: string): readonly string[];
}

/** In shorter words another first letter is more often another word. */
const MIN_LETTERS_FOR_NEW_FIRST = 6;

/** Opens the files that `scripts/build-lexicon.ts` wrote; nothing is read before the first question. */
export function openLexicon(dir: string): Lexicon {
  const words = lazily(() => openList(dir, 'words.txt'));
  const terms = lazily(() => openList(dir, 'terms.txt'));
  const misspellings = lazily(() => openList(dir, 'misspellings.txt'));
  const common = lazily(() => openList(dir, 'common.txt'));
  const commonness = lazily(() => readCommonness(common()));
  const commonByLetter = lazily(() => groupByLetter(commonness().keys()));
  const memo = new Map<string, boolean>();
  const certain = new Map<string, boolean>();

  const listed = (word: string) => words().has(word) || terms().has(word);
  const isListed = (word: string): boolean => {
    const known = memo.get(word) ?? listed(word);
    if (memo.size > 20_000) memo.clear();
    memo.set(word, known);
    return known;
  };
  const knows = (word: string): boolean => {
    const plain = plainForm(word);
    return isListed(plain) || (plain !== plain.toLowerCase() && usualForms(plain).some(isListed));
  };
  const knowsInAnyCase = (word: string): boolean => {
    const plain = plainForm(word);
    const lower = plain.toLowerCase();
    return [plain, lower, capitalised(lower), lower.toUpperCase()].some(isListed);
  };
  const corrections = (word: string): readonly string[] => {
    const rights = misspellings().after(`${word.toLowerCase()}\t`);
    return rights === null ? [] : rights.split(',');
  };
  const isOrdinary = (word: string) => words().has(plainForm(word).toLowerCase());
  const commonnessOf = (word: string) => commonness().get(word) ?? 0;

  /** The list's only correction may be a plural (“relatinoship”) or rarer than another (“reliased”: realised). */
  const isCertain = (word: string, right: string): boolean => {
    if (right.endsWith('s') && !word.endsWith('s') && isOrdinary(right.slice(0, -1))) return false;
    const isShort = word.length < MIN_LETTERS_FOR_NEW_FIRST;
    if (isShort && word.charAt(0) !== right.charAt(0)) return false;
    const most = commonnessOf(right);
    return [...oneEditAway(word)].every((rival) => commonnessOf(rival) <= most);
  };
  const isKnownCertain = (word: string, right: string): boolean => {
    const known = certain.get(word) ?? isCertain(word, right);
    if (certain.size > 2_000) certain.clear();
    certain.set(word, known);
    return known;
  };

  return {
    knows,
    knowsInAnyCase,
    isName: (word) => isListed(capitalised(plainForm(word).toLowerCase())),
    isOrdinary,
    corrections,
    correction: (word) => {
      if (knowsInAnyCase(word)) return null;
      const [right, ...others] = corrections(word);
      if (right === undefined || others.length > 0) return null;
      if (!isKnownCertain(word.toLowerCase(), right.toLowerCase())) return null;
      if (isListed(right) || /[^\p{L}]/u.test(right)) return right;
      return isListed(capitalised(right)) ? capitalised(right) : null;
    },
    commonness: commonnessOf,
    commonWords: (letter) => commonByLetter().get(letter) ?? [],
  };
}

/** The word with a straight apostrophe and without the possessive ending. */
function plainForm(word: string): string {
  return word.normalize('NFC').replaceAll('’', "'").replace(/'s?$/i, '');
}

/** What a dictionary would have for a capitalised or shouted word. */
function usualForms(word: string): string[] {
  if (word === word.toUpperCase()) return [capitalised(word.toLowerCase()), word.toLowerCase()];
  return [word.toLowerCase()];
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** One look at every neighbour of a word is hundreds of questions: too many for a search each. */
function readCommonness(lines: SortedLines): Map<string, number> {
  const known = new Map<string, number>();
  lines.each((line) => {
    const [word = '', count] = line.split('\t');
    known.set(word, Number(count));
  });
  return known;
}

function groupByLetter(words: Iterable<string>): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const word of words) {
    const letter = word.charAt(0);
    const group = groups.get(letter);
    if (group) group.push(word);
    else groups.set(letter, [word]);
  }
  return groups;
}

function openList(dir: string, name: string): SortedLines {
  const path = join(dir, name);
  try {
    return createSortedLines(readFileSync(path));
  } catch (cause) {
    throw new UserError(`The word list ${path} cannot be read. Build it with: npm run build`, {
      code: 'lexicon_missing',
      cause,
    });
  }
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
