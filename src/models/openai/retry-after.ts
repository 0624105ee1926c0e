/*
 * When a server that takes no more requests wants the next one. Nearly all say it in `retry-after`; some
 * only tell when a limit is reset, and some only in words.
 */

/** The pause a server asks for, in milliseconds; null when it names none. `now` is the time as a date's number. */
export function readRetryAfter(
  headers: Headers | undefined,
  sentence: string,
  now: number,
): number | null {
  return inHeader(headers, now) ?? whenReset(headers, now) ?? inWords(sentence);
}

function inHeader(headers: Headers | undefined, now: number): number | null {
  const inMs = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  if (Number.isFinite(inMs)) return Math.max(0, inMs);
  const header = headers?.get('retry-after') ?? '';
  if (/^\s*\d+(?:\.\d+)?\s*$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** The longest wait among the limits that are used up; those with something left do not hold anybody. */
function whenReset(headers: Headers | undefined, now: number): number | null {
  const waits = ['', '-requests', '-tokens'].flatMap((of) => {
    const left = headers?.get(`x-ratelimit-remaining${of}`) ?? null;
    const reset = headers?.get(`x-ratelimit-reset${of}`) ?? null;
    const isUsedUp = left === null || Number(left) <= 0;
    const wait = reset !== null && isUsedUp ? readSpan(reset.trim(), now) : null;
    return wait === null ? [] : [wait];
  });
  return waits.length === 0 ? null : Math.max(...waits);
}

/** Larger numbers than these are moments and no spans: seconds, or milliseconds, since 1970. */
const FIRST_MOMENT_S = 1_000_000_000;
const FIRST_MOMENT_MS = 1_000_000_000_000;

/** “6m0s”, “1.5s”, “120ms”, seconds as a number, or a moment. */
function readSpan(span: string, now: number): number | null {
  if (/^\d+(?:\.\d+)?$/.test(span)) {
    const number = Number(span);
    if (number >= FIRST_MOMENT_MS) return Math.max(0, number - now);
    return number >= FIRST_MOMENT_S ? Math.max(0, number * 1000 - now) : number * 1000;
  }
  const parts = [...span.matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== span) return null;
  return parts.reduce(
    (sum, [, count, unit]) => sum + Number(count) * (UNIT_MS[unit ?? ''] ?? 0),
    0,
  );
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** “Please try again in 7.66s.”, “Please retry after 20 seconds.” */
function inWords(sentence: string): number | null {
  const found = /(?:try again in|retry (?:after|in)) (?:(\d+)m)?(\d+(?:\.\d+)?) ?(ms|s)/i.exec(
    sentence,
  );
  if (found === null) return null;
  const [, minutes = '0', count = '0', unit = 's'] = found;
  return Number(minutes) * 60_000 + Number(count) * (UNIT_MS[unit.toLowerCase()] ?? 1000);
}
