import { findDates } from '../../text/dates.ts';
import { detectLanguage } from '../../text/language.ts';
import { maskProse } from '../../text/prose.ts';
import type { Lexicon } from './lexicon.ts';

/** A capitalised word of letters alone, as given names and surnames are written. */
const CAPITALISED =
  /(?<![\p{L}\p{M}\p{N}_@#'’.-])\p{Lu}[\p{Ll}\p{M}]{2,}(?![\p{L}\p{M}\p{N}_'’-])/gu;

/**
 * Names of an English draft that stand where their capital tells nothing, at a sentence start: words no
 * dictionary has as ordinary ones, and ambiguous given names (`Anna`, `Will`) right before such a word.
 * Days and months are dates, not names.
 */
export function findDraftNames(draft: string, lexicon: Lexicon): string[] {
  if (detectLanguage(draft).language !== 'en') return [];
  const prose = maskProse(draft);
  const dates = findDates(prose);
  const words = [...prose.matchAll(CAPITALISED)]
    .map((match) => ({ text: match[0], start: match.index }))
    .filter(({ start }) => dates.every((date) => start < date.start || date.end <= start));
  const isUncommon = (text: string) => !lexicon.isOrdinary(text);
  const names = words.filter(({ text, start }, at) => {
    if (isUncommon(text)) return true;
    const next = words[at + 1];
    return (
      next !== undefined &&
      next.start === start + text.length + 1 &&
      isUncommon(next.text) &&
      lexicon.isName(text)
    );
  });
  return [...new Set(names.map(({ text }) => text))];
}
