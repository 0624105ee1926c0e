import { describe, expect, it } from 'vitest';
import { foldWithOffsets } from '../../src/text/fold.ts';
import { fc } from '../fast-check.ts';
import { HOSTILE, messyMarkdown } from './messy-markdown.ts';

function find(text: string, quote: string): string | null {
  const whole = foldWithOffsets(text);
  const needle = foldWithOffsets(quote).folded.trim();
  const at = whole.folded.indexOf(needle);
  if (at < 0) return null;
  const { start, end } = whole.toOriginal(at, at + needle.length);
  return text.slice(start, end);
}

describe('foldWithOffsets', () => {
  it.each([
    ['We “can’t” stop — now…', `we "can't" stop - now...`, 'We “can’t” stop — now…'],
    ['one\u00A0two\r\n  three', 'one two three', 'one\u00A0two\r\n  three'],
    ['> a quote\n> goes on', '> a quote goes on', 'a quote\n> goes on'],
    [
      '**Note:** it is _really_ re**do**ne',
      'note: it is really redone',
      'Note:** it is _really_ re**do**ne',
    ],
    ['keep snake_case and 5 * 3', 'snake_case and 5 * 3', 'snake_case and 5 * 3'],
    [
      'zero\u200Bwidth soft\u00ADhyphen',
      'zerowidth softhyphen',
      'zero\u200Bwidth soft\u00ADhyphen',
    ],
    ['cafe\u0301 au lait', 'caf\u00E9', 'cafe\u0301'],
    [
      'see [our docs](https://a.io/x_(y) "T") now',
      'see our docs now',
      'see [our docs](https://a.io/x_(y) "T") now',
    ],
    ['run `npm i` now', 'run npm i', 'run `npm i'],
    ['a 👩‍👩‍👧 b ❤️ c', 'B ❤ C', 'b ❤️ c'],
    ['ΟΔΟΣ', 'οδος', 'ΟΔΟΣ'],
    ['\u1112\u1161\u11AB\u1100\u1173\u11AF', '한글', '\u1112\u1161\u11AB\u1100\u1173\u11AF'],
    ['İstanbul x', 'x', 'x'],
  ])('finds in %j the retyped %j', (text, quote, original) => {
    expect(find(text, quote)).toBe(original);
  });

  it('folds any stretch of words the same way alone as inside its text', () => {
    const words = fc.array(fc.constantFrom('Alpha', '**beta**', '“g”', 'd_e', 'é', '中文', '`x`'), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(words, words, words, (before, quote, after) => {
        const text = [...before, ...quote, ...after].join(' ');
        expect(foldWithOffsets(text).folded).toContain(foldWithOffsets(quote.join(' ')).folded);
      }),
    );
  });

  it('maps every stretch back to an ordered range inside the text', () => {
    fc.assert(
      fc.property(messyMarkdown, fc.nat(), fc.nat(), (text, a, b) => {
        const { folded, toOriginal } = foldWithOffsets(text);
        const start = a % (folded.length + 1);
        const end = start + (b % (folded.length - start + 1));
        const range = toOriginal(start, end);
        expect(range.start).toBeLessThanOrEqual(range.end);
        expect(range.end).toBeLessThanOrEqual(text.length);
        if (end > start) expect(range.end).toBeGreaterThan(range.start);
      }),
    );
  });

  it('gives equal results for both compositions of accents', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(foldWithOffsets(text.normalize('NFD')).folded).toBe(
          foldWithOffsets(text.normalize('NFC')).folded,
        );
      }),
    );
  });

  it('answers on hostile input', () => {
    for (const markdown of HOSTILE) expect(() => foldWithOffsets(markdown)).not.toThrow();
  });
});
