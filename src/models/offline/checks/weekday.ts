import { askComment, type Draft, type DraftCheck } from '../draft.ts';
import type { Range, RawComment } from '../rule.ts';

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const CJK_DAYS = new Map([...'日一二三四五六'].map((name, index) => [name, index] as const));
for (const [index, name] of [...'日月火水木金土'].entries()) CJK_DAYS.set(name, index);
CJK_DAYS.set('天', 0);

const CJK_DATE =
  /(\d{4})年\s?(\d{1,2})月\s?(\d{1,2})日?\s?[（(]?\s?(?:星期|周|週|礼拜)?([日月火水木金土一二三四五六天])(?:曜日?)?(?=[）)\s，,、的]|$)/gu;

/** A weekday that is not the day of the date beside it, and dates no calendar has. */
export const findWrongWeekdays: DraftCheck = (draft) => [
  ...pairs(draft),
  ...cjkDates(draft),
  ...impossibleDates(draft),
];

function pairs(draft: Draft): RawComment[] {
  const { dates, masked, text } = draft;
  const years = new Set(dates.flatMap(({ value }) => /^(\d{4})(?:-|$)/.exec(value)?.[1] ?? []));
  return dates.flatMap((first, index) => {
    const second = dates[index + 1];
    if (!second) return [];
    const gap = masked.slice(first.end, second.start);
    const isDayFirst =
      DAYS.includes(first.value) && /^\.?,?\s*(?:the\s|den\s|dem\s|le\s|el\s|\()?$/iu.test(gap);
    const isDayLast = DAYS.includes(second.value) && /^,?\s*\($/u.test(gap);
    if (!isDayFirst && !isDayLast) return [];
    const [day, date] = isDayFirst ? [first.value, second.value] : [second.value, first.value];
    const end = isDayLast && text[second.end] === ')' ? second.end + 1 : second.end;
    return judge(text, { start: first.start, end }, day, date, years);
  });
}

function judge(
  text: string,
  range: Range,
  day: string,
  date: string,
  years: ReadonlySet<string>,
): RawComment[] {
  const [, year = '', month = '', dayOfMonth = ''] = /^(\d{4}|-)-?(\d\d)-(\d\d)/.exec(date) ?? [];
  if (month === '') return [];
  const [onlyYear, ...otherYears] = years;
  if (year === '-' && (onlyYear === undefined || otherYears.length > 0)) return [];
  const real = weekdayOf(Number(year === '-' ? onlyYear : year), Number(month), Number(dayOfMonth));
  if (real === null || real === day) return [];
  // Without its own year a date may belong to the year before or after the one the draft names.
  const nearby = year === '-' ? [-1, 1] : [];
  if (
    nearby.some((by) => weekdayOf(Number(onlyYear) + by, Number(month), Number(dayOfMonth)) === day)
  ) {
    return [];
  }
  const quote = text.slice(range.start, range.end).replace(/\s+/g, ' ');
  const inYear = year === '-' ? ` in ${onlyYear}` : '';
  return [wrongDay(text, range, quote, `${capitalised(real)}${inYear}`)];
}

function cjkDates({ masked, text }: Draft): RawComment[] {
  return [...masked.matchAll(CJK_DATE)].flatMap((match) => {
    const [quote, year, month, day, name = ''] = match;
    const real = weekdayOf(Number(year), Number(month), Number(day));
    const stated = DAYS[CJK_DAYS.get(name) ?? -1];
    if (real === null || stated === undefined || real === stated) return [];
    const range = { start: match.index, end: match.index + quote.length };
    return [wrongDay(text, range, quote, capitalised(real))];
  });
}

function wrongDay(text: string, range: Range, quote: string, real: string): RawComment {
  return askComment(text, range, {
    rule: 'weekday',
    severity: 'major',
    problem: `“${quote}” does not exist: that date is a ${real}.`,
    why: 'Readers will turn up on one day or the other.',
    instruction: 'Which is right, the weekday or the date?',
  });
}

/** 30 February, 31 April, 2026-02-30; findings only where the date is written out. */
function impossibleDates({ masked, dates, text }: Draft): RawComment[] {
  const named = dates.flatMap(({ start, end, value }) => {
    const [, year = '', month = '', day = ''] = /^(\d{4}|-)-?(\d\d)-(\d\d)/.exec(value) ?? [];
    if (day === '' || Number(day) <= daysIn(year === '-' ? 2024 : Number(year), Number(month)))
      return [];
    return [{ start, end }];
  });
  const isoLike = [
    ...masked.matchAll(/(?<![\d-])(?:19|20)\d{2}-(?:1[3-9]|[2-9]\d)-\d{2}(?![\d-])/g),
  ].map((match) => ({ start: match.index, end: match.index + match[0].length }));
  return [...named, ...isoLike].map((range) =>
    askComment(text, range, {
      rule: 'weekday',
      severity: 'major',
      problem: `No calendar has “${text.slice(range.start, range.end)}”.`,
      why: 'Readers cannot tell which day is meant.',
      instruction: 'Which date is meant?',
    }),
  );
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function weekdayOf(year: number, month: number, day: number): string | null {
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null;
  return DAYS[new Date(Date.UTC(year, month - 1, day)).getUTCDay()] ?? null;
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
