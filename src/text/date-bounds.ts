import type { DateSpan } from './dates.ts';

/*
 * "Before Friday" and "after Friday" name the same day and mean the opposite, so a bound is part of
 * the value of the date it stands in front of. Moments without a calendar date (`tomorrow`, `EOD`,
 * `the deadline`) count where a bound or the word itself makes them a point in time.
 */
const BOUNDS: Readonly<Record<string, string>> = {
  before: 'before|prior to|ahead of|earlier than|avant|antes de|antes del|vor|vor dem|vor der',
  after: 'after|following|later than|après|después de|después del|nach|nach dem|nach der',
  by: 'by|no later than|not later than|at the latest by|spätestens|spätestens am|bis zum|bis spätestens|au plus tard le',
  until: "until|untill|till|up to and including|through|bis|jusqu'à|jusqu'au|hasta",
  since: 'since|seit|ab|ab dem|depuis|dès|desde',
};
const BOUND_OF = new Map(
  Object.entries(BOUNDS).flatMap(([bound, words]) =>
    words.split('|').map((word) => [word, bound] as const),
  ),
);
const WORDS = [...BOUND_OF.keys()]
  .sort((a, b) => b.length - a.length)
  .map((word) => word.replaceAll(' ', String.raw`\s+`).replaceAll("'", "['’]"))
  .join('|');
const BOUND_BEFORE = new RegExp(
  String.raw`(?<![\p{L}\p{N}_])(?<bound>${WORDS})\s+(?:(?:the|am|le|el|den|dem|on)\s+)?$`,
  'iu',
);
const MOMENT = new RegExp(
  String.raw`(?<![\p{L}\p{N}_])(?:(?<bound>${WORDS})\s+(?:(?:the|our|your|its|this|that)\s+)?(?<event>deadline|launch|release|rollout|migration|cut-?off|due date|freeze|maintenance window|outage|incident|deploy(?:ment)?)|(?<moment>today|tonight|tomorrow|yesterday|noon|midnight|eod|eow|cob|close of business|end of (?:the |this |next )?(?:day|week|month|quarter|year|sprint)|(?:next|last|this|coming) (?:week|month|quarter|year|sprint)|heute|morgen|gestern|mitternacht|aujourd['’]hui|demain|hier|minuit|mañana|ayer|hoy|medianoche))(?![\p{L}\p{N}_])`,
  'giu',
);
/** Words that are moments in one language and everyday words in another. */
const MOMENT_LANGUAGE: Readonly<Record<string, string>> = {
  morgen: 'de',
  heute: 'de',
  gestern: 'de',
  hier: 'fr',
  demain: 'fr',
  hoy: 'es',
  ayer: 'es',
};

/** Puts the bound a date stands behind (`by`, `before`, `until` …) into its value, and adds moments. */
export function bindDates(prose: string, dates: readonly DateSpan[], language: string): DateSpan[] {
  const bound = dates.map((date) => ({
    ...date,
    value: `${boundBefore(prose, date.start)}${date.value}`,
  }));
  const taken = new Uint8Array(prose.length);
  for (const { start, end } of dates) taken.fill(1, start, end);
  for (const found of prose.matchAll(MOMENT)) {
    const { bound: word, event, moment } = found.groups ?? {};
    const name = (event ?? moment ?? '').toLowerCase().replace(/\s+/g, ' ');
    const only = MOMENT_LANGUAGE[name];
    if (only !== undefined && only !== language) continue;
    const start = found.index + found[0].length - (event ?? moment ?? '').length;
    const end = found.index + found[0].length;
    if (taken.subarray(start, end).includes(1)) continue;
    const prefix = word === undefined ? boundBefore(prose, start) : `${boundOf(word)} `;
    bound.push({ start, end, value: `${prefix}${name}` });
  }
  return bound.sort((a, b) => a.start - b.start);
}

function boundBefore(prose: string, start: number): string {
  const found = BOUND_BEFORE.exec(prose.slice(Math.max(0, start - 40), start));
  const word = found?.groups?.bound;
  return word === undefined ? '' : `${boundOf(word)} `;
}

function boundOf(word: string): string {
  return BOUND_OF.get(word.toLowerCase().replace(/\s+/g, ' ').replaceAll('’', "'")) ?? word;
}
