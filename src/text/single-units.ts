import type { NumberSpan } from './numbers.ts';
import { unitOf } from './units.ts';

const TIME = new Set(['s', 'min', 'h', 'day', 'week', 'month', 'year']);
const SINGLE =
  /(?<![\p{L}\p{N}_])(?<lead>(?:per|an?|each|every|pro|ein(?:e[rnm]?)?|jede[rnsm]?|par|une?|chaque|por|una?|cada)\s|\/\s?)(?<unit>\p{L}{3,12})(?![\p{L}\p{N}_])/giu;
/** `per file` says what a limit or a price is for. */
const PER = /^(?:per|pro)\s/i;
const ADVERB =
  /(?<![\p{L}\p{N}_])(?<adverb>hourly|daily|weekly|monthly|yearly|annually)(?![\p{L}\p{N}_])/giu;
const UNIT_OF_ADVERB: Readonly<Record<string, string>> = {
  hourly: 'h',
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  yearly: 'year',
  annually: 'year',
};

/**
 * Finds stretches of time that carry no number of their own: `an hour`, `per minute`, `every day`,
 * `weekly`. All say "one of this unit", so "5 calls a minute" and "5 calls per minute" state the same.
 */
export function findSingleUnits(prose: string, language: string): NumberSpan[] {
  const spans: NumberSpan[] = [];
  for (const found of prose.matchAll(SINGLE)) {
    const { lead = '', unit: written = '' } = found.groups ?? {};
    const unit = unitOf(written);
    if (unit === null || !TIME.has(unit)) {
      if (PER.test(lead) && !/\bas\s$/i.test(prose.slice(0, found.index))) {
        const value = `per ${written.toLowerCase().replace(/s$/, '')}`;
        spans.push({
          start: found.index,
          end: found.index + found[0].length,
          value,
          complete: true,
        });
      }
      continue;
    }
    if (isOtherWord(prose, found, language)) continue;
    const isCounted = /^(?:each|every|jede|chaque|cada)/i.test(lead);
    const start = found.index + (isCounted ? lead.length : 0);
    spans.push({
      start,
      end: found.index + found[0].length,
      value: `1 ${unit}`,
      complete: true,
    });
  }
  for (const { 0: found, index } of prose.matchAll(ADVERB)) {
    const unit = UNIT_OF_ADVERB[found.toLowerCase()] ?? found;
    spans.push({ start: index, end: index + found.length, value: `1 ${unit}`, complete: true });
  }
  return spans;
}

/** `a second server` is an ordinal, French `par mes soins` a pronoun. */
function isOtherWord(
  prose: string,
  found: RegExpMatchArray & { index: number },
  language: string,
): boolean {
  const { lead = '', unit = '' } = found.groups ?? {};
  if (/^mes$/i.test(unit)) return language !== 'es';
  const next = prose.slice(found.index + found[0].length, found.index + found[0].length + 2);
  return /^second/i.test(unit) && !/^(?:per|\/)/i.test(lead) && /^\s\p{L}/u.test(next);
}
