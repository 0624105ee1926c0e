import { findCertainty } from './certainty.ts';
import { countedNoun } from './counted-noun.ts';
import { bindDates } from './date-bounds.ts';
import { findDates } from './dates.ts';
import { findIdentifiers } from './identifiers.ts';
import { detectLanguage } from './language.ts';
import { addressIn, normaliseAddress } from './links.ts';
import { type Block, mapMarkdown, type Part } from './markdown.ts';
import { findNumberWords } from './number-words.ts';
import { findNumbers, joinDurations, type NumberSpan, unitAt } from './numbers.ts';
import { findProperNames } from './proper-names.ts';
import { maskProse, OBJECT } from './prose.ts';
import { findQuotations } from './quotations.ts';
import type { Range } from './range.ts';
import { rememberLast } from './remember.ts';
import { splitSentences } from './sentences.ts';
import { findSingleUnits } from './single-units.ts';
import { findTokens, type Token } from './tokens.ts';

export type FactKind =
  | 'number'
  | 'date'
  | 'name'
  | 'link'
  | 'code'
  | 'quote'
  | 'email'
  | 'mention'
  | 'hedge'
  | 'negation'
  | 'quantifier';

/** Something a text states that must survive an edit of its wording. */
export interface Fact extends Range {
  readonly kind: FactKind;
  /** As written, `text.slice(start, end)`. */
  readonly text: string;
  /**
   * What two spellings of the same fact share: `1200`, `6h33min`, `5 error` (a number with the noun it
   * counts), `by 2024-01-09` (a date with its bound), `not`, `at least`, an address in normal form.
   */
  readonly value: string;
}

/**
 * Lists the facts of a Markdown text in order of place. Two texts state the same as far as code can
 * tell when their lists agree as multisets of kind and value. Quotations may hold further facts; other
 * facts never overlap. `language` (ISO 639-1) picks the word lists; found from the text when absent.
 */
export function extractFacts(
  text: string,
  options: { readonly names?: readonly string[]; readonly language?: string } = {},
): readonly Fact[] {
  const { names = [], language = null } = options;
  // What is short, as suggestions are, would only drive the drafts out of memory.
  if (text.length < REMEMBERED_FROM_CHARS) return readFacts({ text, names, language });
  return recallFacts(JSON.stringify({ text, names, language } satisfies FactQuestion));
}

interface FactQuestion {
  readonly text: string;
  readonly names: readonly string[];
  readonly language: string | null;
}

const REMEMBERED_FROM_CHARS = 80;

// A draft is read for the screen, the guard and the receipt; reading it is most of the work of each.
const recallFacts = rememberLast((question) => readFacts(JSON.parse(question)));

function readFacts({ text, names, language: known }: FactQuestion): readonly Fact[] {
  const prose = maskProse(text);
  const language = known ?? detectLanguage(text).language;
  const facts: Fact[] = [];
  const taken = new Uint8Array(text.length);
  const add = (kind: FactKind, { start, end }: Range, value: string): void => {
    if (end <= start || taken.subarray(start, end).includes(1)) return;
    taken.fill(1, start, end);
    facts.push({ kind, start, end, text: text.slice(start, end), value });
  };
  addObjects(text, add);
  for (const date of bindDates(prose, findDates(prose), language)) add('date', date, date.value);
  for (const range of findIdentifiers(prose))
    add('code', range, text.slice(range.start, range.end));
  for (const number of findAmounts(prose, language)) add('number', number, number.value);
  const places = { starts: sentenceStarts(text, prose), titles: headings(text), language };
  // A name may stand right after a date or a number: "On Monday Anna Kovacs …".
  const rest = hide(prose, taken);
  for (const range of findProperNames(rest, names, places)) {
    add('name', range, flatten(text, range));
  }
  for (const span of findCertainty(prose, language)) add(span.kind, span, span.value);
  for (const range of findQuotations(prose)) {
    const value = flatten(text, range).replace(/[.,]+$/, '');
    facts.push({ kind: 'quote', ...range, text: text.slice(range.start, range.end), value });
  }
  return facts.sort((a, b) => a.start - b.start || b.end - a.end);
}

/** The prose with every character that is spoken for replaced, offsets unchanged. */
function hide(prose: string, taken: Uint8Array): string {
  let shown = '';
  let from = 0;
  for (let at = 0; at <= taken.length; at += 1) {
    const isTaken = taken[at] === 1;
    if (isTaken === (taken[at - 1] === 1) && at < taken.length) continue;
    shown += taken[at - 1] === 1 ? OBJECT.repeat(at - from) : prose.slice(from, at);
    from = at;
  }
  return shown;
}

type Add = (kind: FactKind, range: Range, value: string) => void;

/** Links, code, addresses, tokens: what the Markdown or a token's form marks as no prose. */
function addObjects(text: string, add: Add): void {
  const { blocks, parts } = mapMarkdown(text);
  for (const block of blocks) {
    if (block.type === 'code') add('code', block, flattenLines(text, block));
    else if (block.type === 'definition') addDefinition(text, block, add);
  }
  for (const part of parts) addPart(text, part, add);
  for (const token of findTokens(text)) addToken(text, token, add);
}

function addPart(text: string, part: Part, add: Add): void {
  const source = text.slice(part.start, part.end);
  if (part.type === 'code')
    add('code', part, source.replace(/^`+(?:\r\n|\s)?|(?:\r\n|\s)?`+$/g, '').replace(/\s+/g, ' '));
  else if (part.type === 'image') {
    add('link', part, normaliseAddress(/\]\(\s*<?([^\s<>)]*)/.exec(source)?.[1] ?? source));
  } else if (part.type === 'target') {
    const address = addressIn(text, part);
    if (address !== null) addAddress(text, address, add);
  }
}

function addDefinition(text: string, block: Block, add: Add): void {
  const found = /^\[[^\]]*\]:\s*<?([^\s<>]+)/.exec(text.slice(block.start, block.end));
  if (found?.[1] !== undefined) add('link', block, normaliseAddress(found[1]));
}

function addAddress(text: string, range: Range, add: Add): void {
  const address = text.slice(range.start, range.end);
  const isEmail = /^(?:mailto:)?[^\s/:@]+@[^\s/@]+$/i.test(address);
  add(isEmail ? 'email' : 'link', range, isEmail ? emailValue(address) : normaliseAddress(address));
}

function addToken(text: string, token: Token, add: Add): void {
  const source = text.slice(token.start, token.end);
  if (token.kind === 'link' || token.kind === 'email') addAddress(text, token, add);
  else if (token.kind === 'mention' || token.kind === 'channel') add('mention', token, source);
  else if (token.kind === 'date') add('date', token, source);
  else if (token.kind === 'placeholder') add('code', token, source);
}

function emailValue(address: string): string {
  const [local = '', domain = ''] = address.replace(/^mailto:/i, '').split('@');
  return `${local}@${domain.toLowerCase()}`;
}

/** Numbers in digits and in words, with their unit or the noun they count. */
function findAmounts(prose: string, language: string): NumberSpan[] {
  const words = findNumberWords(prose, language).map(({ start, end, value }): NumberSpan => {
    const unit = /[.×/]/.test(value) ? null : unitAt(prose, end);
    if (unit !== null)
      return { start, end: unit.end, value: `${value} ${unit.unit}`, complete: true };
    return { start, end, value, complete: value.endsWith('.') || value.endsWith('×') };
  });
  const digits = findNumbers(prose);
  const all = [...digits, ...words, ...findSingleUnits(prose, language)].sort(
    (a, b) => a.start - b.start,
  );
  return joinShares(prose, joinDurations(prose, all)).map((amount) => {
    if (amount.complete || /^(?:19|20)\d\d$/.test(amount.value)) return amount;
    const noun = countedNoun(prose, amount.end, amount.value === '1', language);
    return noun === null ? amount : { ...amount, value: `${amount.value} ${noun}` };
  });
}

/** `one of three` is one amount, as `1/3` is. */
function joinShares(prose: string, amounts: readonly NumberSpan[]): NumberSpan[] {
  const joined: NumberSpan[] = [];
  for (const amount of amounts) {
    const last = joined.at(-1);
    const between = last === undefined ? '' : prose.slice(last.end, amount.start);
    if (last !== undefined && !last.complete && /^\s(?:out\s)?of\s(?:the\s)?$/.test(between)) {
      const value = `${last.value}/${amount.value}`;
      joined[joined.length - 1] = { start: last.start, end: amount.end, value, complete: true };
    } else joined.push(amount);
  }
  return joined;
}

/** Where a capital letter says nothing: the first letter of a sentence, cell, quotation, or after a colon. */
function sentenceStarts(text: string, prose: string): ReadonlySet<number> {
  const starts = new Set<number>();
  const addFirstLetter = (from: number): void => {
    LETTER.lastIndex = from;
    const found = LETTER.exec(prose);
    if (found !== null) starts.add(found.index + found[0].length - 1);
  };
  for (const { start } of splitSentences(text)) addFirstLetter(start);
  for (const { type, start, end } of mapMarkdown(text).blocks) {
    addFirstLetter(start);
    // A table row is one unit, so the sentences in its cells are not in the list above.
    if (type !== 'tableCell') continue;
    for (const stop of prose.slice(start, end).matchAll(/[.!?]\s+(?=\p{Lu})/gu)) {
      starts.add(start + stop.index + stop[0].length);
    }
  }
  for (const { 0: found, index } of prose.matchAll(OPENING)) starts.add(index + found.length);
  return starts;
}

const LETTER = /[^\p{L}\p{N}]{0,80}\p{L}/uy;
const OPENING = /(?:[:–—•·]\s{1,8}|["“„«(¿¡]\s?|[\uFFFF\uFFFC]\s*|\s[-*]\s)(?=\p{Lu})/gu;

function headings(text: string): Range[] {
  return mapMarkdown(text).blocks.filter(({ type }) => type === 'heading');
}

/** The words of a range on one line, without emphasis marks and what starts quoted lines. */
function flatten(text: string, { start, end }: Range): string {
  return text
    .slice(start, end)
    .replace(/\s*[\r\n]\s*(?:>\s*)*/g, ' ')
    .replace(/\*+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])|~~/gu, '')
    .replace(/[’]/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
}

function flattenLines(text: string, { start, end }: Range): string {
  return text
    .slice(start, end)
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t]+(?=\n|$)/g, '');
}
