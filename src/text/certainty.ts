import {
  CERTAINTY_WORDS,
  type CertaintyKind,
  type CertaintyLists,
  OTHER_SCRIPT_WORDS,
} from './certainty-words.ts';
import { OBJECT } from './prose.ts';
import type { Range } from './range.ts';

/** A hedge, negation or quantifier in a text. */
export interface CertaintySpan extends Range {
  readonly kind: CertaintyKind;
  /** What spellings and synonyms share, in English: `not`, `may`, `at least`. */
  readonly value: string;
}

/**
 * Finds hedges, negations and quantifiers in masked prose, in order, none overlapping. `language`
 * picks the word list; words of other scripts are found whatever it says.
 */
export function findCertainty(prose: string, language: string): CertaintySpan[] {
  const lists = CERTAINTY_WORDS[language] ?? CERTAINTY_WORDS.en;
  // Matching lower case without the flag is several times faster; a few capitals change length.
  const lower = prose.toLowerCase();
  const text = fillGaps(lower.length === prose.length ? lower : prose);
  const spans = matchLists(text, matcherFor(lists, WORD_START, boundedLatin));
  if (lists === CERTAINTY_WORDS.en) {
    for (const { 0: found, index } of text.matchAll(CONTRACTED_NOT)) {
      spans.push({ kind: 'negation', value: 'not', start: index, end: index + found.length });
    }
  }
  if (OTHER_SCRIPTS.test(text))
    spans.push(...matchLists(text, matcherFor(OTHER_SCRIPT_WORDS, '', boundedOther)));
  return spans.filter((span) => !isNameOfMay(prose, span)).sort((a, b) => a.start - b.start);
}

/** No phrase reaches over a long gap, and older engines look through all of it from each of its places. */
function fillGaps(text: string): string {
  return text.replace(/\s{24,}/g, (gap) => ` ${OBJECT.repeat(gap.length - 2)} `);
}

const CONTRACTED_NOT =
  /(?<=[a-z])n['’]t(?!\p{L})(?! hesitate)|(?<=(?<!\p{L})(?:do|does|did|is|are|was|were|has|have|had|should|could|would|ca|wo|must|need))nt(?!\p{L})/gu;
const OTHER_SCRIPTS = /[\u0590-\u07FF\u3040-\u30FF\u3400-\u9FFF]/;

/** `May` in the middle of a sentence is the month. */
function isNameOfMay(prose: string, { start, end }: CertaintySpan): boolean {
  return (
    prose.slice(start, end) === 'May' &&
    /[\p{L}\p{N},;)]\s*$/u.test(prose.slice(Math.max(0, start - 8), start))
  );
}

interface Rule {
  readonly kind: CertaintyKind;
  readonly value: string;
  readonly pattern: RegExp;
}

interface Matcher {
  readonly any: RegExp;
  readonly rules: readonly Rule[];
  /** Which rule a match belongs to depends on its words alone, and texts repeat them. */
  readonly known: Map<string, Rule>;
}

function matchLists(text: string, { any, rules, known }: Matcher): CertaintySpan[] {
  const spans: CertaintySpan[] = [];
  for (const { 0: found, index } of text.matchAll(any)) {
    let rule = known.get(found);
    if (rule === undefined) {
      rule = rules.find(({ pattern }) => {
        pattern.lastIndex = index;
        return pattern.exec(text)?.[0] === found;
      });
      if (rule === undefined) continue;
      known.set(found, rule);
    }
    spans.push({ kind: rule.kind, value: rule.value, start: index, end: index + found.length });
  }
  return spans;
}

const matchers = new Map<CertaintyLists, Matcher>();

function matcherFor(
  lists: CertaintyLists,
  start: string,
  bound: (phrase: string) => string,
): Matcher {
  const made = matchers.get(lists);
  if (made !== undefined) return made;
  const phrases = (['hedge', 'negation', 'quantifier'] as const)
    .flatMap((kind) => parseLists(kind, lists[kind]))
    .sort((a, b) => matchedLength(b.phrase) - matchedLength(a.phrase));
  const matcher: Matcher = {
    any: new RegExp(`${start}(?:${phrases.map(({ phrase }) => bound(phrase)).join('|')})`, 'gu'),
    rules: phrases.map(({ kind, value, phrase }) => ({
      kind,
      value,
      pattern: new RegExp(bound(phrase), 'uy'),
    })),
    known: new Map(),
  };
  matchers.set(lists, matcher);
  return matcher;
}

function parseLists(
  kind: CertaintyKind,
  list: string,
): { kind: CertaintyKind; value: string; phrase: string }[] {
  return list
    .trim()
    .split('\n')
    .flatMap((line) => {
      const at = line.indexOf(':');
      const value = line.slice(0, at).trim();
      return splitPhrases(line.slice(at + 1)).map((phrase) => ({ kind, value, phrase }));
    });
}

/** Splits at the bars between phrases, not at those inside brackets. */
function splitPhrases(list: string): string[] {
  const phrases: string[] = [];
  let depth = 0;
  let phrase = '';
  for (const character of list) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === '|' && depth === 0) {
      phrases.push(phrase.trim());
      phrase = '';
    } else phrase += character;
  }
  return [...phrases, phrase.trim()].filter((text) => text !== '');
}

/** How much a phrase itself takes in, without what must or must not stand around it. */
function matchedLength(phrase: string): number {
  return phrase.replace(/\(\?[=!].*$/, '').replace(/^\(\?<.*\)/, '').length;
}

const NUMBER_AHEAD = String.raw`(?:\p{Nd}|[$€£¥]|(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|fifty|hundred|zwei|drei|vier|fünf|zehn|deux|trois|dix|dos|tres|diez)(?!\p{L}))`;
// Latin letters are enough here, and a small class compiles a hundred times faster than `\p{L}`.
const LETTER = String.raw`[\w\u00AA-\u024F\u0300-\u036F]`;
const WORD_START = `(?<!${LETTER})`;

function boundedLatin(phrase: string): string {
  const source = phrase
    .toLowerCase()
    .replaceAll('\\P{', '\\p{')
    .replaceAll('\\p{l}', '\\p{L}')
    .replaceAll(' ', String.raw`\s+`)
    .replaceAll("'", "['’]")
    .replaceAll('#', NUMBER_AHEAD);
  // What must follow says itself where the phrase ends; `couldn't` ends `could`.
  const after = /\(\?=.*\)$/.test(phrase) ? '' : `(?:(?!${LETTER})|(?=n['’]?t(?!${LETTER})))`;
  return `(?:${source})${after}`;
}

/** Arabic and Hebrew write "and", "that", "in" as letters in front of the word. */
function boundedOther(phrase: string): string {
  if (!phrase.startsWith('@')) return phrase;
  return String.raw`(?<!\p{L})[وفבהושלכמ]{0,2}${phrase.slice(1).replaceAll(' ', String.raw`\s+`)}(?!\p{L})`;
}
