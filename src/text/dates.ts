import { toAsciiDigits } from './digits.ts';
import { MONTH_PATTERN, monthNumber, WEEKDAYS } from './month-names.ts';
import type { Range } from './range.ts';
import { rememberLast } from './remember.ts';

/** A date, time, weekday, month or quarter; two spellings of one share a value. */
export interface DateSpan extends Range {
  /** `2024-01-09`, `--01-09`, `2024-01`, `17:09 est`, `tuesday`, `q1 2024`, … */
  readonly value: string;
}

type Groups = Readonly<Record<string, string | undefined>>;
type Rule = readonly [RegExp, (groups: Groups) => string | null];

const S = String.raw`(?:[\s\u00A0\u202F]{1,8})`;
const YEAR = String.raw`(?<year>(?:1[89]|20|21)\d{2})(?![\p{Nd}年년]|[.,]\p{Nd})`;
const DAY = String.raw`(?<day>3[01]|[12]\d|0?[1-9])(?!\p{Nd})`;
const MONTH = String.raw`(?<month>${MONTH_PATTERN})\b\.?`;
const ZONE = String.raw`(?:${S}?\(?(?<zone>(?:UTC|GMT)(?:[+-]\d{1,2}(?::?\d{2})?)?|[ECMP][SD]?T|A[EW]?[SD]T|CES?T|WES?T|EES?T|BST|MS[KD]|IST|JST|KST|NZ[SD]T|Uhr|Z|[+-]\d{2}:?\d{2})(?!\p{L})\)?)?`;
const HALF = String.raw`(?<half>[aApP]\.?[mM]\b\.?)`;
const START = String.raw`(?<![\p{L}\p{N}_.,:$€£-]|\p{N}\s)`;
const NOT_IN_NUMBER = String.raw`(?<![\p{N}_.,:/$€£-])(?<!\p{L})`;

const RULES: readonly Rule[] = [
  [
    pattern(
      String.raw`${NOT_IN_NUMBER}(?<year>\d{4})-(?<month>0[1-9]|1[0-2])-(?<day>0[1-9]|[12]\d|3[01])(?:[T ](?<time>\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?)${ZONE})?(?![\p{N}_-])`,
    ),
    ({ year, month, day, time, zone }) =>
      `${year}-${month}-${day}${time === undefined ? '' : ` ${timeOf(time)}${zoneOf(zone)}`}`,
  ],
  [
    pattern(
      String.raw`${NOT_IN_NUMBER}(?:(?<year>\d{4})[年년]\s?)(?:(?<month>\d{1,2})[月월](?:\s?(?<day>\d{1,2})[日号號일])?)?`,
    ),
    calendarValue,
  ],
  [
    pattern(String.raw`${NOT_IN_NUMBER}(?<month>\d{1,2})[月월](?:\s?(?<day>\d{1,2})[日号號일])`),
    calendarValue,
  ],
  [
    pattern(
      String.raw`${NOT_IN_NUMBER}(?<hour>\d{1,2})[時时点點시](?:(?<minute>\d{1,2})[分분])?(?![間间])`,
    ),
    ({ hour, minute }) => `${hour?.padStart(2, '0')}:${minute?.padStart(2, '0') ?? '00'}`,
  ],
  [
    pattern(
      String.raw`${START}${MONTH}${S}${DAY}(?:st|nd|rd|th)?(?:(?:,${S}?|${S})${YEAR})?(?![\p{N}:%])`,
    ),
    calendarValue,
  ],
  [
    pattern(
      String.raw`${NOT_IN_NUMBER}${DAY}(?:st|nd|rd|th|er|\.|º)?${S}(?:(?:of|de)${S})?${MONTH}(?:,?${S}(?:de${S})?${YEAR})?`,
    ),
    calendarValue,
  ],
  [pattern(`${START}${MONTH},?${S}(?:(?:of|de)${S})?${YEAR}`), calendarValue],
  [
    pattern(
      String.raw`${NOT_IN_NUMBER}(?<numeric>\d{1,2}(?<separator>[/.-])\d{1,2}\k<separator>\d{4}|\d{1,2}\/\d{1,2}\/\d{2}|\d{2}\.\d{2}\.\d{2})(?![\p{N}_]|[.-]\p{N})`,
    ),
    ({ numeric = '' }) =>
      numeric
        .split(/[/.-]/)
        .map((part) => part.padStart(2, '0'))
        .join('/'),
  ],
  [
    pattern(
      String.raw`(?<=(?<!\p{L})(?:am|ab|vom|bis|zum|seit|der|dem|den|und)\s)(?<day>\d{1,2})\.\s?(?<month>\d{1,2})\.(?!\p{N})`,
    ),
    numericDay,
  ],
  [
    pattern(
      String.raw`${NOT_IN_NUMBER}(?<time>(?:[01]?\d|2[0-3])[:h][0-5]\d(?::[0-5]\d)?)(?:${S}?${HALF})?${ZONE}(?![\p{L}\p{N}_]|:\p{N})`,
    ),
    clockValue,
  ],
  [
    pattern(
      String.raw`${NOT_IN_NUMBER}(?<time>(?:1[0-2]|0?[1-9])(?:\.[0-5]\d)?)${S}?${HALF}${ZONE}`,
    ),
    clockValue,
  ],
  [
    pattern(
      String.raw`${NOT_IN_NUMBER}(?<time>2[0-4]|[01]?\d)(?:\.(?<minute>[0-5]\d))?${S}(?<zone>Uhr|UTC|GMT)\b(?![+-]\d)`,
    ),
    ({ time = '', minute, zone }) => `${time.padStart(2, '0')}:${minute ?? '00'}${zoneOf(zone)}`,
  ],
  [
    pattern(
      String.raw`(?<![\p{L}\p{N}_])(?<quarter>[QH][1-4])(?:(?:${S}|[/-])?(?<year>(?:FY)?'?(?:20)?\d{2}))?(?![\p{L}\p{N}_])`,
    ),
    ({ quarter = '', year }) =>
      `${quarter.toLowerCase()}${year === undefined ? '' : ` ${year.replace(/^\D*(?:20)?/, '20')}`}`,
  ],
];

/** `May` and `March` alone are months only where a preposition says so; `Mar`, `Jun` need their day. */
const LONE_MONTH = pattern(
  String.raw`(?<![\p{L}\p{N}_])(?:(?<lead>in|of|the|by|since|until|till|through|during|before|after|early|late|mid|this|next|last|from|to|and|im|ab|bis|seit|en)(?:${S}|-)|/)?(?<month>January|February|March|April|May|June|July|August|September|October|November|December|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember)(?![\p{L}\p{N}_])`,
);
const WEEKDAY = pattern(
  String.raw`(?<![\p{L}\p{N}_])(?:(?<name>${[...WEEKDAYS.keys()]
    .filter((name) => name.length > 5 || /^(?:lundi|mardi|jeudi|lunes)$/.test(name))
    .join(
      '|',
    )})s?|(?<short>mon|tues?|wed|thu|thurs?|fri|sat|sun)\.?(?=,?${S}(?:\d|${MONTH_PATTERN}\b)))(?![\p{L}\p{N}_])`,
);

/**
 * Finds dates and times in masked prose, in order, none overlapping: ISO, numeric, named months
 * (English, German, French, Spanish), CJK dates, clock times with their zone, weekdays, quarters.
 */
export const findDates: (prose: string) => readonly DateSpan[] = rememberLast(readDates);

function readDates(prose: string): DateSpan[] {
  const text = withAsciiDigits(prose);
  const spans: DateSpan[] = [];
  const taken = new Uint8Array(text.length);
  const add = (start: number, found: string, value: string | null): void => {
    const end = start + found.trimEnd().length;
    if (value === null || taken.subarray(start, end).includes(1)) return;
    taken.fill(1, start, end);
    spans.push({ start, end, value });
  };
  for (const [rule, value] of RULES) {
    for (const found of text.matchAll(rule)) add(found.index, found[0], value(found.groups ?? {}));
  }
  for (const found of text.matchAll(LONE_MONTH)) {
    const { lead, month = '' } = found.groups ?? {};
    const start = found.index + found[0].length - month.length;
    const isName = /^\p{Lu}/u.test(month);
    const isAlsoAWord = /^(?:May|March|August|Mai)$/.test(month);
    if (isName && (lead !== undefined || !isAlsoAWord || text[start - 1] === '/')) {
      add(start, month, `--${monthNumber(month)}`);
    }
  }
  for (const found of text.matchAll(WEEKDAY)) {
    const { name, short } = found.groups ?? {};
    add(found.index, found[0], weekdayValue(name ?? short ?? ''));
  }
  return spans.sort((a, b) => a.start - b.start);
}

function weekdayValue(name: string): string | null {
  return WEEKDAYS.get(name.toLowerCase()) ?? null;
}

function calendarValue({ year, month = '', day }: Groups): string {
  const number = monthNumber(month) ?? month.padStart(2, '0');
  return [year ?? '-', number, day?.padStart(2, '0')]
    .filter((part) => part !== undefined && part !== '')
    .join('-');
}

function numericDay({ day = '', month = '' }: Groups): string | null {
  const valid = Number(day) >= 1 && Number(day) <= 31 && Number(month) >= 1 && Number(month) <= 12;
  return valid ? `--${month.padStart(2, '0')}-${day.padStart(2, '0')}` : null;
}

function clockValue({ time = '', half, zone }: Groups): string {
  const [hour = '', minute = '00', ...rest] = time.split(/[:.h]/i);
  const isPm = half !== undefined && /^p/i.test(half);
  const isAm = half !== undefined && !isPm;
  const hours = (Number(hour) % (isPm || isAm ? 12 : 24)) + (isPm ? 12 : 0);
  return `${[String(hours).padStart(2, '0'), minute, ...rest].join(':')}${zoneOf(zone)}`;
}

function timeOf(time: string): string {
  return time.replace(/:00(?:\.0+)?$/, (zero) => (time.split(':').length > 2 ? '' : zero));
}

function zoneOf(zone: string | undefined): string {
  if (zone === undefined || /^uhr$/i.test(zone)) return '';
  return ` ${zone.toLowerCase() === 'z' ? 'utc' : zone.toLowerCase()}`;
}

function pattern(source: string): RegExp {
  return new RegExp(source, 'giu');
}

/** Digits outside the basic plane would move offsets; a text with such digits is read as it is. */
function withAsciiDigits(prose: string): string {
  const ascii = toAsciiDigits(prose).replaceAll('：', ':');
  return ascii.length === prose.length ? ascii : prose;
}
