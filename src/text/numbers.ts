import { cjkNumeralValue, toAsciiDigits } from './digits.ts';
import type { Range } from './range.ts';
import { rememberLast } from './remember.ts';
import {
  multiplierOf,
  SCALE_LETTER_PATTERN,
  SCALE_WORD_PATTERN,
  UNIT_PATTERN,
  unitOf,
} from './units.ts';

/** A number written with digits, with its sign, currency, scale and unit. */
export interface NumberSpan extends Range {
  /** `1200`, `6h33min`, `10-15 min`, `usd 1200.5`, `2/3`, `v1.98.0`, … */
  readonly value: string;
  /** A unit, currency, version or fraction: complete without the noun it counts. */
  readonly complete: boolean;
}

const GAP = String.raw`(?:[ \t\u00A0\u202F]{1,8})`;
const DIGITS = String.raw`\p{Nd}{1,3}(?:[,.'’٬\u00A0\u202F]\p{Nd}{3})+(?:[.,٫]\p{Nd}{1,9})?(?!\p{Nd})|\p{Nd}{1,40}(?:[.,٫]\p{Nd}{1,20})?`;
const CURRENCY = String.raw`(?:US\$|[$€£¥₹₩₽₪]|(?:USD|EUR|GBP|CHF|JPY)${GAP})`;
const NOT_INSIDE = String.raw`(?<![\p{L}\p{M}\p{N}_]|\p{N}[.,:/])(?<![#@/]\p{N}{0,4})`;
const END = String.raw`(?![\p{Script=Latin}\p{N}_])`;
const UNIT = `(?:${GAP}|-)?(?:${UNIT_PATTERN})${END}`;
const SCALE = `(?:${GAP}?(?:${SCALE_WORD_PATTERN})|${SCALE_LETTER_PATTERN})${END}`;

const VERSION =
  /(?<![\p{L}\p{N}_.])(?:[vV]\p{Nd}{1,6}(?:\.\p{Nd}{1,6}){0,5}|\p{Nd}{1,6}(?:\.\p{Nd}{1,6}){2,5}|\p{Nd}{1,4}(?:\.\p{Nd}{1,4}){1,4}\.[xX*])(?:[-+][\p{L}\p{N}][\p{L}\p{N}.-]{0,30})?(?:\.[xX*])?(?![\p{L}\p{N}_])/gu;
// `from 5.7 to 8.0` is two numbers; `10 to 15 minutes` is one.
const UP_TO = String.raw`(?:${GAP}?[-–—~〜～]${GAP}?(?:${CURRENCY})?(?<upto>${DIGITS})(?![\p{Nd}-])|${GAP}(?:to|bis|à)${GAP}(?<until>${DIGITS})(?=(?:${SCALE})?${UNIT}))?`;
const QUANTITY = new RegExp(
  String.raw`${NOT_INSIDE}(?<sign>[−+±-](?=[\p{Nd}$€£¥]))?(?<currency>${CURRENCY})?(?<number>${DIGITS})${UP_TO}(?<scale>${SCALE})?(?<unit>${UNIT})?(?<ordinal>(?:st|nd|rd|th|er|ère|ème|º|ª)(?![\p{L}\p{N}]))?(?![\p{Nd}_])`,
  'gu',
);
const SHARE =
  /(?<![\p{L}\p{N}_.,/])(?<part>\p{Nd}{1,6})(?:\s?\/\s?|\s(?:out\s)?of\s(?:the\s)?|\svon\s|\ssur\s|\sde\s(?:cada\s)?)(?<whole>\p{Nd}{1,6})(?![\p{N}_/]|[.,]\p{N})/gu;
const COMPACT =
  /(?<![\p{L}\p{N}_.])(?=\p{Nd}{1,4}[dhm]\s?\p{Nd})(?:(?<d>\p{Nd}{1,4})d\s?)?(?:(?<h>\p{Nd}{1,4})h\s?)?(?:(?<m>\p{Nd}{1,4})m(?:in)?\s?)?(?:(?<s>\p{Nd}{1,4})s)?(?<!\s)(?![\p{L}\p{N}_])/gu;
const ISSUE = /(?<![\p{L}\p{N}_&#/])#\p{Nd}{1,9}(?![\p{L}\p{N}_])/gu;
const CJK =
  /(?<numeral>[〇零一二三四五六七八九十百千万萬億亿两兩]{1,12}|\p{Nd}{1,12}[万萬億亿]?)(?<counter>時間|分間|日間|週間|か月|ヶ月|个月|個月|年間|小时|小時|分钟|秒|人|名|個|个|個|件|回|次|本|冊|枚|台|匹|歳|岁|倍|割|円|元|块|つ|種類|种|项|項|条|版|章|节|節|天|週|周|年|月|日|点|點|名)/gu;

/**
 * Finds numbers written in digits (of any script) or Chinese numerals with a counter, in order, none
 * overlapping: amounts, ranges, shares (`2 of 3`), versions, ordinals, compound durations.
 */
export const findNumbers: (prose: string) => readonly NumberSpan[] = rememberLast(readNumbers);

function readNumbers(prose: string): NumberSpan[] {
  const spans: NumberSpan[] = [];
  const taken = new Uint8Array(prose.length);
  const add = (start: number, found: string, value: string, complete: boolean): void => {
    const end = start + found.length;
    if (found === '' || taken.subarray(start, end).includes(1)) return;
    taken.fill(1, start, end);
    spans.push({ start, end, value, complete });
  };
  for (const { 0: found, index } of prose.matchAll(VERSION)) {
    add(index, found, toAsciiDigits(found).toLowerCase(), true);
  }
  for (const found of prose.matchAll(COMPACT)) {
    add(found.index, found[0], compactValue(found.groups ?? {}), true);
  }
  for (const { 0: found, index } of prose.matchAll(ISSUE))
    add(index, found, toAsciiDigits(found), true);
  for (const found of prose.matchAll(SHARE)) {
    const { part = '', whole = '' } = found.groups ?? {};
    add(found.index, found[0], `${toAsciiDigits(part)}/${toAsciiDigits(whole)}`, true);
  }
  for (const found of prose.matchAll(CJK)) {
    const { numeral = '', counter = '' } = found.groups ?? {};
    if (isWordNotNumber(numeral, counter)) continue;
    add(found.index, found[0], `${cjkValue(numeral)} ${unitOf(counter) ?? counter}`, true);
  }
  for (const found of prose.matchAll(QUANTITY)) {
    const groups = found.groups ?? {};
    add(found.index, found[0], quantityValue(groups), isComplete(groups));
  }
  return joinDurations(
    prose,
    spans.sort((a, b) => a.start - b.start),
  );
}

const UNIT_AT = new RegExp(UNIT, 'uy');

/** The unit written right behind `end`, if any. */
export function unitAt(prose: string, end: number): { unit: string; end: number } | null {
  UNIT_AT.lastIndex = end;
  const found = UNIT_AT.exec(prose)?.[0];
  const unit = found === undefined ? null : unitOf(found.replace(/^-/, ''));
  return found === undefined || unit === null ? null : { unit, end: end + found.length };
}

type Groups = Readonly<Record<string, string | undefined>>;

function quantityValue(groups: Groups): string {
  const { sign, currency, number = '', scale, unit, ordinal } = groups;
  const last = groups.upto ?? groups.until;
  const amount = last === undefined ? plain(number) : `${plain(number)}-${plain(last)}`;
  const factor = scale === undefined ? '' : (multiplierOf(scale) ?? '');
  const named = currency ?? unit?.replace(/^-/, '');
  const measure = named === undefined ? '' : ` ${unitOf(named) ?? named.trim().toLowerCase()}`;
  const signed = sign === undefined || sign === '+' ? '' : sign.replace('−', '-');
  return `${signed}${amount}${factor}${ordinal === undefined ? '' : '.'}${measure}`;
}

function compactValue({ d, h, m, s }: Groups): string {
  const parts = [
    [d, 'day'],
    [h, 'h'],
    [m, 'min'],
    [s, 's'],
  ] as const;
  return parts
    .flatMap(([amount, unit]) => (amount === undefined ? [] : [`${plain(amount)}${unit}`]))
    .join('');
}

function isComplete({ currency, unit, ordinal }: Groups): boolean {
  return (
    currency !== undefined ||
    ordinal !== undefined ||
    (unit !== undefined && unitOf(unit.replace(/^-/, '')) !== '×')
  );
}

/** `1,200`, `1.200`, `1 200` → `1200`; `3,5` → `3.5`. */
function plain(written: string): string {
  const digits = toAsciiDigits(written).replaceAll('٬', ',').replaceAll('٫', '.');
  const grouped = /^\d{1,3}(?:([,.'’\u00A0\u202F])\d{3})+(?:[.,]\d+)?$/.exec(digits);
  const separator = grouped?.[1];
  // One group after a full stop may be a decimal fraction; English writes 1.250 so, German 1250.
  const isGroup =
    separator !== undefined &&
    (separator !== '.' || digits.split('.').length > 2 || digits.includes(','));
  const whole = isGroup ? digits.replaceAll(separator, '') : digits;
  return whole.replace(',', '.').replace(/^0+(?=\d)/, '');
}

function cjkValue(numeral: string): string {
  const ascii = toAsciiDigits(numeral);
  const digits = /^\d+/.exec(ascii)?.[0];
  if (digits === undefined) return String(cjkNumeralValue(numeral) ?? numeral);
  const scale = ascii.slice(digits.length);
  return scale === '' ? digits : String(Number(digits) * (cjkNumeralValue(`一${scale}`) ?? 1));
}

/** 一个, 一次, 一部, 十分 and the like are words more often than counts. */
function isWordNotNumber(numeral: string, counter: string): boolean {
  return (
    /^[一十千万]$/.test(numeral) &&
    /^(?:个|個|点|點|次|种|条|回|本|日|人|名|分|年|月|方|つ|番|周)$/.test(counter)
  );
}

const DURATION_UNITS = ['year', 'month', 'week', 'day', 'h', 'min', 's', 'ms'];

/** Joins neighbours whose units go from large to small: `6 hours and 33 minutes` is one amount. */
export function joinDurations(prose: string, spans: readonly NumberSpan[]): NumberSpan[] {
  const joined: NumberSpan[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last !== undefined && continuesDuration(prose, last, span)) {
      const value = `${last.value.replace(' ', '')}${span.value.replace(' ', '')}`;
      joined[joined.length - 1] = { start: last.start, end: span.end, value, complete: true };
    } else joined.push(span);
  }
  return joined;
}

function continuesDuration(prose: string, first: NumberSpan, next: NumberSpan): boolean {
  const large = DURATION_UNITS.indexOf(/[a-z]+$/.exec(first.value)?.[0] ?? '');
  const small = DURATION_UNITS.indexOf(/^\d+ ([a-z]+)$/.exec(next.value)?.[1] ?? '');
  if (large < 0 || small !== large + 1) return false;
  return /^(?:,?\s*|,?\s+(?:and|und|et|y)\s+)$/.test(prose.slice(first.end, next.start));
}
