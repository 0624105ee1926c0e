import type { Range } from './range.ts';

/** A number written as a word. */
export interface NumberWord extends Range {
  /** `12`, `1/2`, `2 ×`: the value the same number has in digits. */
  readonly value: string;
}

const WORDS: Readonly<Record<string, string>> = {
  en: 'zero=0 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 thirteen=13 fourteen=14 fifteen=15 sixteen=16 seventeen=17 eighteen=18 nineteen=19 twenty=20 thirty=30 forty=40 fifty=50 sixty=60 seventy=70 eighty=80 ninety=90 hundred=100 hundreds=100s thousand=1000 thousands=1000s dozen=12 dozens=12s million=1m billion=1bn twice=2× thrice=3× double=2× triple=3× half=1/2 halves=1/2 third=3. thirds=/3 quarter=1/4 quarters=/4 first=1. second=2. fourth=4. fifth=5.',
  de: 'null=0 zwei=2 drei=3 vier=4 fünf=5 sechs=6 sieben=7 acht=8 neun=9 zehn=10 elf=11 zwölf=12 zwanzig=20 dreißig=30 fünfzig=50 hundert=100 tausend=1000 dutzend=12 zweimal=2× dreimal=3× doppelt=2× doppelte=2× halb=1/2 halbe=1/2 halben=1/2 hälfte=1/2 viertel=1/4 drittel=1/3 erste=1. ersten=1. zweite=2. zweiten=2. dritte=3. dritten=3.',
  fr: 'zéro=0 deux=2 trois=3 quatre=4 cinq=5 six=6 sept=7 huit=8 dix=10 onze=11 douze=12 vingt=20 trente=30 cinquante=50 cent=100 mille=1000 douzaine=12 double=2× moitié=1/2 demi=1/2 demie=1/2 tiers=1/3 premier=1. première=1. deuxième=2. troisième=3.',
  es: 'cero=0 dos=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 nueve=9 diez=10 once=11 doce=12 veinte=20 treinta=30 cincuenta=50 cien=100 mil=1000 docena=12 doble=2× mitad=1/2 medio=1/2 media=1/2 tercio=1/3 primero=1. primera=1. segundo=2. segunda=2. tercero=3. tercera=3.',
};

const TABLES = new Map(
  Object.entries(WORDS).map(([language, list]) => [
    language,
    new Map(
      list
        .split(' ')
        .map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
    ),
  ]),
);
const TENS_AND_ONES =
  /(?<![\p{L}\p{N}_])(?<tens>twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-(?<ones>one|two|three|four|five|six|seven|eight|nine)(?![\p{L}\p{N}_])/giu;
/** `one` counts only where a noun follows and nothing makes it a pronoun. */
const ONE =
  /(?<![\p{L}\p{N}_]|\b(?:no|any|each|every|this|that|the|which|some|another|other|or|last|next|first|new|good|bad|only|right|wrong|by)\s)one(?=\s+(?!of\b|or\b|another\b|can\b|could\b|should\b|must\b|may\b|might\b|is\b|was\b|has\b|will\b|would\b|that\b|who\b|which\b|to\b|and\b|in\b|on\b|at\b|for\b|with\b|by\b|the\b|a\b|more\b|day\b|thing\b)\p{L})(?![\p{L}\p{N}_])/giu;
const ONE_OF =
  /(?<![\p{L}\p{N}_])one(?=\s+(?:of|in|out of)\s+(?:\p{N}|two|three|four|five|six|ten))(?![\p{L}\p{N}_])/giu;
const WORD = /(?<![\p{L}\p{M}\p{N}_'’-])[\p{L}\p{M}]+(?![\p{L}\p{M}\p{N}_])/gu;

/**
 * Finds number words of a language in masked prose, in order: cardinals, `dozen`, `half`, `twice`,
 * low ordinals. A word that more often means something else (`second` as a unit, `once`) is left out.
 */
export function findNumberWords(prose: string, language: string): NumberWord[] {
  const table = TABLES.get(language) ?? TABLES.get('en');
  const found: NumberWord[] = [];
  if (table === undefined) return found;
  const isEnglish = table === TABLES.get('en');
  for (const { 0: word, index } of prose.matchAll(WORD)) {
    const value = table.get(word.toLowerCase());
    if (value === undefined || (isEnglish && isOtherSense(prose, index, word.toLowerCase())))
      continue;
    found.push({ start: index, end: index + word.length, value });
  }
  if (isEnglish) {
    for (const match of prose.matchAll(TENS_AND_ONES)) {
      const value = amountOf(table, match.groups?.tens) + amountOf(table, match.groups?.ones);
      found.push({ start: match.index, end: match.index + match[0].length, value: String(value) });
    }
    for (const pattern of [ONE, ONE_OF]) {
      for (const { index } of prose.matchAll(pattern)) {
        found.push({ start: index, end: index + 3, value: '1' });
      }
    }
  }
  return dropOverlaps(found);
}

function amountOf(table: ReadonlyMap<string, string>, word = ''): number {
  return Number(table.get(word.toLowerCase()) ?? 1);
}

/** `second` after a number is a unit; `first`, `second`, `third` open clauses; `double-check` is one word. */
function isOtherSense(prose: string, index: number, word: string): boolean {
  const before = prose.slice(Math.max(0, index - 12), index);
  const after = prose.slice(index + word.length, index + word.length + 12);
  if (after.startsWith('-') && /^(?:double|triple|first|second|third|half)$/.test(word))
    return true;
  if (/^(?:first|second|third|fourth|fifth)$/.test(word))
    return !/\b(?:the|a|its|our|their|his|her|your|my|this)\s+$/i.test(before);
  return /^(?:hundred|thousand|million|billion|quarter)$/.test(word) && /\p{N}\s*$/u.test(before);
}

function dropOverlaps(words: NumberWord[]): NumberWord[] {
  const kept: NumberWord[] = [];
  for (const word of words.sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (word.start >= (kept.at(-1)?.end ?? 0)) kept.push(word);
  }
  return kept;
}
