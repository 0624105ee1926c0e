import { askComment, BLOCK_GAP, type Draft, type DraftCheck } from '../draft.ts';
import type { Range, RawComment } from '../rule.ts';

const MINUTES_A_DAY = 1440;

const HOURS = String.raw`(?:h|hrs?|hours?|std\.?|stunden?|heures?|horas?)`;
const MINUTES = '(?:m|min|mins|minutes?|minuten?|minutos?)';
const AMOUNT = String.raw`\d{1,4}(?:[.,]\d{1,2})?`;
const DURATION = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,:])(?:(?<hours>${AMOUNT})[\s-]?${HOURS}(?:\s?(?:,|and|und|et|y)?\s?(?<rest>\d{1,2})[\s-]?${MINUTES})?|(?<minutes>\d{1,4})[\s-]?${MINUTES})(?![\p{L}\p{N}])`,
  'giu',
);
const CJK_DURATION =
  /(?:(?<hours>\d{1,3})\s?(?:時間|小时|小時)(?:\s?(?<rest>\d{1,2})\s?(?:分钟|分鐘|分間?))?|(?<minutes>\d{1,4})\s?(?:分钟|分鐘|分間))/gu;

/** What may stand between the two times of one span. */
const SPAN_GAP =
  /^\s*(?:\(?(?:UTC|GMT|CES?T|[ECMP][SD]?T|local time)\)?)?\s*(?:[-–—~〜～至]|to|until|till|through|and(?:\s+(?:it\s+)?(?:ended|ends|finished|finishes|was\s+over)\s+at)?|bis|à|a|から|到)\s*(?:at\s+|um\s+)?$/iu;
/** Longer forms with their own verbs: “starts at 22:00 UTC and ends at 02:00 UTC”. */
const SPAN_VERBS =
  /^[^.;:!?\n\d]{0,40}\b(?:end(?:s|ed|ing)?|finish(?:es|ed|ing)?|stop(?:s|ped)?|recover(?:s|ed)|resolved|restored|over|back|until|lasted until|endet|endete)\b[^.;:!?\n\d]{0,20}$/iu;
const STARTS =
  /\b(?:start(?:s|ed|ing)?|beg[aiu]n(?:s|ning)?|from|between|opens?|down|outage|beginnt|begann|von|zwischen)\b[^.;!?\n]{0,40}$/iu;

/** A duration alone in brackets belongs to the one span before it in its sentence, whatever words stand between. */
const BRACKET_AFTER = /^[^.!?;()（）\d]{0,80}[(（]\s*$/u;
const BRACKET_END = /^\s*[)）]/u;

/** What ties a duration to the span before it: brackets, a comma with “lasting”, “for a total of”. */
const TIE_AFTER =
  /^\s*\(?(?:UTC|GMT|CES?T|[ECMP][SD]?T|Uhr|local time)?\)?\s*(?:[(（]|[,;:–—=-]+)?\s*(?:(?:and|which|that|this|it|that'?s|that’s|is|was|lasts?|lasted|lasting|takes|took|taking|i\.e\.|or|for|in|a|the|an|total(?:ling)?|of|all|together|altogether|whole|entire|duration|window|outage|downtime|also|das sind|insgesamt|dauer|soit|durée|duración|:)\s*){0,6}$/iu;
const HAS_TIE =
  /[(（,;:–—=-]|\b(?:for|last(?:s|ed|ing)?|total|took|takes|is|was|duration|insgesamt)\b/iu;
/** What ties a duration to the span after it. */
const TIE_BEFORE = /^\s*(?:[(（,:–—-]\s*)?(?:(?:from|between|at|von|zwischen|de|entre)\s*)?$/iu;

const ABOUT =
  /(?:\b(?:about|around|approx(?:imately)?\.?|roughly|nearly|almost|some|up to|at least|at most|over|under|more than|less than|every|each|within|another|first|last|circa|ca\.|etwa|rund|environ|unos|estimated[\w\s]{0,12})\s*|[~≈<>]\s*|約|约)$/iu;

interface Span extends Range {
  readonly minutes: number;
  readonly crossesMidnight: boolean;
}

/** A stated duration that is not the time between the two times beside it. */
export const findWrongDurations: DraftCheck = (draft) => {
  const spans = findSpans(draft);
  const comments: RawComment[] = [];
  for (const found of findDurations(draft.masked)) {
    const tied = spans.filter((span) => isTied(draft.masked, span, found));
    const [span, ...others] = tied;
    if (span === undefined || others.length > 0 || agrees(span, found)) continue;
    comments.push(report(draft.text, span, found));
  }
  return [...comments, ...findLabelled(draft)];
};

interface Duration extends Range {
  readonly minutes: number;
  readonly isRounded: boolean;
  readonly isAbout: boolean;
}

function findDurations(masked: string): Duration[] {
  return [...masked.matchAll(DURATION), ...masked.matchAll(CJK_DURATION)].map((match) => {
    const { hours, rest, minutes } = match.groups ?? {};
    const number = (text = '0') => Number(text.replace(',', '.'));
    return {
      start: match.index,
      end: match.index + match[0].length,
      minutes: hours === undefined ? number(minutes) : number(hours) * 60 + number(rest),
      isRounded: hours !== undefined && rest === undefined,
      isAbout: ABOUT.test(masked.slice(Math.max(0, match.index - 24), match.index)),
    };
  });
}

function findSpans({ masked, dates }: Draft): Span[] {
  const times = dates.filter((date) => /^\d\d:\d\d/.test(date.value));
  return times.flatMap((from, index) => {
    const to = times[index + 1];
    if (!to) return [];
    const gap = masked.slice(from.end, to.start);
    const before = masked.slice(Math.max(0, from.start - 60), from.start);
    const isSpan = SPAN_GAP.test(gap) || (SPAN_VERBS.test(gap) && STARTS.test(before));
    if (!isSpan || zoneOf(from.value) !== (zoneOf(to.value) ?? zoneOf(from.value))) {
      if (!isSpan || zoneOf(from.value) !== undefined) return [];
    }
    const between = minutesBetween(from.value, to.value);
    return [{ start: from.start, end: to.end, ...between }];
  });
}

function zoneOf(value: string): string | undefined {
  return value.split(' ')[1];
}

/** `9:00 to 5:30` without am and pm may mean the afternoon: both are considered by `agrees`. */
function minutesBetween(from: string, to: string) {
  const difference = minutesOf(to) - minutesOf(from);
  return difference < 0
    ? { minutes: difference + MINUTES_A_DAY, crossesMidnight: true }
    : { minutes: difference, crossesMidnight: false };
}

function minutesOf(value: string): number {
  const [hours = 0, minutes = 0] = value.slice(0, 5).split(':').map(Number);
  return hours * 60 + minutes;
}

function isTied(masked: string, span: Span, duration: Duration): boolean {
  if (duration.start >= span.end) {
    const gap = masked.slice(span.end, duration.start);
    const isBracketed =
      BRACKET_AFTER.test(gap) && BRACKET_END.test(masked.slice(duration.end, duration.end + 4));
    return isBracketed || (gap.length <= 60 && TIE_AFTER.test(gap) && HAS_TIE.test(gap));
  }
  const gap = masked.slice(duration.end, span.start);
  const isBefore = duration.end <= span.start && gap.length <= 16;
  return isBefore && TIE_BEFORE.test(gap) && /[(（,:–—-]|from|between|von|zwischen/iu.test(gap);
}

function agrees(span: Span, duration: Duration): boolean {
  const tolerance = duration.isAbout
    ? Math.max(15, span.minutes * 0.15)
    : duration.isRounded
      ? 30
      : 0;
  const close = (minutes: number) => Math.abs(minutes - duration.minutes) <= tolerance;
  const halfADay = MINUTES_A_DAY / 2;
  return (
    close(span.minutes) ||
    close(span.minutes + MINUTES_A_DAY) ||
    close((span.minutes + halfADay) % MINUTES_A_DAY)
  );
}

function report(text: string, span: Range & { minutes: number }, duration: Range): RawComment {
  const stated = text.slice(duration.start, duration.end);
  const right = durationText(span.minutes);
  const remark = {
    rule: 'duration',
    severity: 'major' as const,
    problem: `${text.slice(span.start, span.end).replace(/\s+/g, ' ')} is ${right}, and the text says ${stated}.`,
    why: 'A reader who does the sum no longer knows which of the figures to trust.',
    instruction: `Which is right: the times, or ${stated}? The times give ${right}.`,
  };
  return askComment(text, duration, remark);
}

function durationText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

const CLOCK = String.raw`(?:(?<day>\d{4}-\d\d-\d\d)[T ,]\s?)?(?<time>(?:[01]?\d|2[0-3]):[0-5]\d)(?!:)`;
const LABEL_END = String.raw`\b[^\n\d]{0,24}?`;
const LABELLED_START = new RegExp(
  String.raw`^[\s>*•-]*(?:start(?:ed|s)?|beg[aiu]n(?:s|ning)?|from|beginn)${LABEL_END}${CLOCK}`,
  'gimu',
);
const LABELLED_END = new RegExp(
  String.raw`^[\s>*•-]*(?:end(?:ed|s)?|resolved|finish(?:ed)?|until|recovered|ende)${LABEL_END}${CLOCK}`,
  'gimu',
);
const LABELLED_DURATION =
  /^[\s>*•-]*(?:total\s+)?(?:duration|downtime|dauer|length)\b[^\n\d]{0,24}(?=\d)/gimu;

/** Start, end and duration as three lines of their own; only when each stands once. */
function findLabelled({ text, masked: unbroken }: Draft): RawComment[] {
  const masked = withLineEnds(unbroken, text);
  const [start, ...starts] = [...masked.matchAll(LABELLED_START)];
  const [end, ...ends] = [...masked.matchAll(LABELLED_END)];
  const [label, ...labels] = [...masked.matchAll(LABELLED_DURATION)];
  if (!start || !end || !label || starts.length + ends.length + labels.length > 0) return [];
  const from = label.index + label[0].length;
  const duration = findDurations(masked).find((found) => found.start === from);
  if (!duration || end.index < start.index || Math.abs(from - start.index) > 400) return [];
  const between = minutesBetween(clock(start), clock(end));
  const days = daysBetween(start.groups?.day, end.groups?.day);
  if (days === null) return [];
  const minutes =
    days === 0
      ? between.minutes
      : minutesOf(clock(end)) - minutesOf(clock(start)) + days * MINUTES_A_DAY;
  const span = {
    start: start.index,
    end: end.index + end[0].length,
    minutes,
    crossesMidnight: false,
  };
  if (minutes < 0 || agrees(span, duration)) return [];
  const words = `${clock(start)} to ${clock(end)}`;
  return [
    {
      ...report(text, span, duration),
      problem: `${words} is ${durationText(minutes)}, and the text says ${text.slice(duration.start, duration.end)}.`,
    },
  ];
}

/** The mask joins the lines of a paragraph; here each line counts. */
function withLineEnds(masked: string, text: string): string {
  const lines = text.split('\n').map((line) => line.length);
  let at = 0;
  return lines
    .map((length) => {
      const line = masked.slice(at, at + length);
      at += length + 1;
      return line.replaceAll(BLOCK_GAP, ' ');
    })
    .join('\n');
}

function clock(match: RegExpExecArray): string {
  return (match.groups?.time ?? '').padStart(5, '0');
}

/** 0 when neither line names a day; null when only one does. */
function daysBetween(from: string | undefined, to: string | undefined): number | null {
  if (from === undefined && to === undefined) return 0;
  if (from === undefined || to === undefined) return null;
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}
