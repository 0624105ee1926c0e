import { findNames } from './house-names.ts';
import type { Range } from './range.ts';

const CAPITALISED = String.raw`\p{Lu}[\p{L}\p{M}\p{N}]*(?:[-&'’.]\p{Lu}?[\p{L}\p{M}\p{N}]+)*`;
const LINK_WORD = '(?:of|for|de|du|des|la|von|van|der|den|del|di|da|al|bin)';
const NAME = new RegExp(
  String.raw`(?<![\p{L}\p{M}\p{N}_@#.\/-])${CAPITALISED}(?:\s{1,8}(?:${LINK_WORD}\s{1,4}){0,2}${CAPITALISED}){0,6}(?![\p{L}\p{M}_@])`,
  'gu',
);
const FIRST_WORD = new RegExp(CAPITALISED, 'uy');
const ACRONYM = /^\p{Lu}[\p{Lu}\p{N}]{1,9}(?:[-/&][\p{Lu}\p{N}]+)*s?$/u;
const CAMEL = /^\p{Lu}?[\p{Ll}\p{N}]+\p{Lu}[\p{L}\p{N}]*$|^(?:iPhone|iPad|iOS|macOS)s?$/u;

/** Capitalised for other reasons than being a name. */
const NOT_NAMES = new Set(
  "I I'm I've I'd I'll I’m I’ve I’d I’ll A The AM PM OK NOT NO YES MUST NEVER ALWAYS ALL ANY ONLY IMPORTANT WARNING NOTE TODO FIXME TBD FYI ASAP PLEASE STOP NOW AND OR IF NEW HERE WE YOU DO DON'T SHALL SHOULD MAY URGENT ATTENTION May March HI HELLO THIS IT IS TLDR TL DR Mr Mrs Ms Dr Prof Internet Web Sie Ihnen Ihr Ihre Ihrem Ihren Du Dir Dich Dein Deine Deinen Deinem Deiner Deines Ihrer Ihres".split(
    ' ',
  ),
);

/** What speaks against reading a capital as a name. */
export interface NamePlaces {
  /** Offsets where a sentence, quotation, cell or bullet begins, so that a capital says nothing. */
  readonly starts: ReadonlySet<number>;
  /** Headings: often in title case, so only acronyms and CamelCase count there. */
  readonly titles: readonly Range[];
  /** Nouns have capitals in German: there, one capitalised word alone is no name. */
  readonly language: string;
}

/** Finds names in masked prose, in order: given ones, then capitalised words, acronyms, CamelCase. */
export function findProperNames(
  prose: string,
  given: readonly string[],
  places: NamePlaces,
): Range[] {
  const names = findNames(prose, given);
  const taken = new Uint8Array(prose.length);
  for (const { start, end } of names) taken.fill(1, start, end);
  let title = 0;
  for (const { 0: found, index } of prose.matchAll(NAME)) {
    while ((places.titles[title]?.end ?? Number.POSITIVE_INFINITY) <= index) title += 1;
    const inTitle = (places.titles[title]?.start ?? Number.POSITIVE_INFINITY) <= index;
    for (const range of namesIn(found, index, places, inTitle)) {
      if (!taken.subarray(range.start, range.end).includes(1)) names.push(range);
    }
  }
  // A capital at the start of a sentence says nothing, unless the word is a name elsewhere.
  const known = new Set(names.map(({ start, end }) => prose.slice(start, end)));
  const begun = new Set(names.map(({ start }) => start));
  for (const start of places.starts) {
    FIRST_WORD.lastIndex = start;
    const word = FIRST_WORD.exec(prose)?.[0];
    if (word === undefined || !known.has(word) || taken[start] === 1 || begun.has(start)) continue;
    names.push({ start, end: start + word.length });
  }
  return names.sort((a, b) => a.start - b.start);
}

/** The names in one run of capitalised words: without what only opens the sentence. */
function namesIn(run: string, offset: number, places: NamePlaces, inTitle: boolean): Range[] {
  const words = wordsIn(run, offset);
  const ranges: Range[] = [];
  let open: OpenName | null = null;
  const close = (): void => {
    if (open !== null && isName(open, places.language, inTitle)) {
      ranges.push({ start: open.start, end: open.end });
    }
    open = null;
  };
  for (const [at, { text, start }] of words.entries()) {
    const strong = ACRONYM.test(text) || CAMEL.test(text);
    const opensSentence = places.starts.has(start) && !strong;
    const isNone =
      isNoName(text, words[at - 1]?.text, places) || (text.length < 2 && open === null);
    if (isNone || opensSentence) close();
    else if (/^\p{Ll}/u.test(text) && open === null) continue;
    else if (open === null) open = { start, end: start + text.length, words: 1, strong };
    else if (inTitle && !strong) close();
    else {
      open.end = start + text.length;
      open.words += 1;
      open.strong ||= strong;
    }
  }
  close();
  return ranges;
}

function wordsIn(run: string, offset: number) {
  return Array.from(run.matchAll(/\S+/g), ({ 0: text, index }) => ({
    text: text.replace(/['’]s$/, ''),
    start: offset + index,
  }));
}

/** "Durchführung der Wartung" are two nouns; "Ursula von der Leyen" is one name. */
function isNoName(word: string, previous: string | undefined, { language }: NamePlaces): boolean {
  const isArticle = language === 'de' && /^(?:der|den|des)$/.test(word);
  return NOT_NAMES.has(word) || (isArticle && previous !== 'von');
}

interface OpenName {
  start: number;
  end: number;
  words: number;
  /** Holds an acronym or CamelCase, which is a name wherever it stands. */
  strong: boolean;
}

function isName({ strong, words }: OpenName, language: string, inTitle: boolean): boolean {
  return strong || (!inTitle && (language !== 'de' || words > 1));
}
