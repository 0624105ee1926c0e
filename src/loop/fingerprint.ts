import { createHash } from 'node:crypto';
import { wordsOf } from './similarity.ts';

export interface FingerprintParts {
  readonly quote: string;
  /** The replacement, or the instruction where there is none. */
  readonly fix: string;
  /** The sentence around the quote; hashed too when the quote has fewer than three words. */
  readonly sentence: string;
}

/**
 * Identifies a suggestion across runs, whoever raises it and whatever it is called: hash of the
 * normalised quote and fix. 44 of 45 refused edits that came back in the R3 data had only changed
 * their label, so no label and no persona goes in.
 */
export function fingerprintOf({ quote, fix, sentence }: FingerprintParts): string {
  const isShort = wordsOf(quote).length < 3;
  // A change of case alone is a change: "h" for "H" is not "H" for "h".
  const fold = normalise(quote) === normalise(fix) ? tidy : normalise;
  const parts = [fold(quote), fold(fix), isShort ? normalise(sentence) : ''];
  return createHash('sha256').update(parts.join('\u0000')).digest('hex').slice(0, 32);
}

function normalise(text: string): string {
  return tidy(text).toLowerCase();
}

function tidy(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/\s+/gu, ' ')
    .trim();
}
