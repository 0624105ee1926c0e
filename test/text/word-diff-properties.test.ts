import { describe, expect, it } from 'vitest';
import { type DiffPart, diffHunks, diffWords } from '../../src/text/word-diff.ts';
import { fc } from '../fast-check.ts';

const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' });

function sideOf(parts: readonly DiffPart[], without: DiffPart['type']): string {
  return parts
    .filter((part) => part.type !== without)
    .map((part) => part.text)
    .join('');
}

function expectFaithful(before: string, after: string): void {
  const parts = diffWords(before, after);
  expect(sideOf(parts, 'added')).toBe(before);
  expect(sideOf(parts, 'removed')).toBe(after);
  for (const [index, part] of parts.entries()) {
    expect(part.text).not.toBe('');
    const previous = parts[index - 1];
    if (previous === undefined) continue;
    expect(previous.type).not.toBe(part.type);
    // Within one change the removed part comes first.
    if (previous.type === 'added') expect(part.type).toBe('same');
  }
  for (const [text, without] of [
    [before, 'added'],
    [after, 'removed'],
  ] as const) {
    const starts = new Set([...clusters.segment(text)].map(({ index }) => index));
    let offset = 0;
    for (const part of parts.filter(({ type }) => type !== without)) {
      expect(starts.has(offset)).toBe(true);
      offset += part.text.length;
    }
  }
}

const awkward = [
  '👨‍👩‍👧',
  '👨‍👩‍👦',
  '🇩🇪',
  '🇫🇷',
  '🇩',
  '👍🏽',
  '❤️',
  'é',
  'e\u0301',
  '\u0301',
  ' \u0300',
  '각',
  '\u1100',
  '\u1161',
  '\u11a8',
  'क्षि',
  'ที่',
  'ำ',
  '\u0600',
  '\u200d',
  '\ud83d',
  '\ude00',
  '\r\n',
  '\n',
  '\r',
  '\n\n',
  '\u00a0',
  '\u3000',
  '今日は',
  '你好',
  '。',
  'שלום',
  'مرحبا',
  '. ',
  'the ',
  'cat ',
  'Dog. ',
  '- ',
  '`x`',
  'https://example.com/a ',
  '12:30',
];
const messyText = fc
  .array(fc.oneof(fc.constantFrom(...awkward), fc.string({ unit: 'binary', maxLength: 4 })), {
    maxLength: 40,
  })
  .map((pieces) => pieces.join(''));

const WORDS =
  'the a of we they release update server team notes on Friday after before will not'.split(' ');
const prose = fc
  .array(
    fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(' ', ' ', ' ', ', ', '. ', '.\n\n', '\n')),
    { minLength: 1, maxLength: 120 },
  )
  .map((pairs) => pairs.map(([word, gap]) => word + gap));

describe('diffWords on any text', () => {
  it('rebuilds both sides and keeps clusters whole for any text', () => {
    fc.assert(fc.property(messyText, messyText, expectFaithful), { numRuns: 500 });
  });

  it('rebuilds both sides for strings of any code units', () => {
    const anyString = fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 })
      .map((units) => String.fromCharCode(...units));
    fc.assert(fc.property(anyString, anyString, expectFaithful), { numRuns: 300 });
  });

  it('rebuilds both sides of edited prose and of edited messy text', () => {
    const edits = fc.array(fc.tuple(fc.nat(), fc.nat(3), fc.oneof(messyText, fc.constant(''))), {
      maxLength: 8,
    });
    const texts = fc.oneof(
      prose,
      messyText.map((text) => [...clusters.segment(text)].map(({ segment }) => segment)),
    );
    fc.assert(
      fc.property(texts, edits, (pieces, changes) => {
        const edited = [...pieces];
        for (const [at, count, text] of changes)
          edited.splice(at % (edited.length + 1), count, text);
        expectFaithful(pieces.join(''), edited.join(''));
      }),
      { numRuns: 300 },
    );
  });

  it('answers equal texts with one part and empty ones with none', () => {
    fc.assert(
      fc.property(messyText, (text) => {
        expect(diffWords(text, text)).toEqual(text === '' ? [] : [{ type: 'same', text }]);
      }),
    );
    expect(diffWords('', 'new')).toEqual([{ type: 'added', text: 'new' }]);
    expect(diffWords('old', '')).toEqual([{ type: 'removed', text: 'old' }]);
  });

  it('RC-061 survives a combining mark after a space and several newlines in a row', () => {
    expectFaithful('abc \u0300X def\n\n\nend', 'abc \u0300Y ghi\n\nend');
  });

  it('gets through long texts without stops, spaces or any likeness', () => {
    const bare = Array.from({ length: 4000 }, (_, n) => `w${(n * 7919) % 1009}`);
    const edited = bare.map((word, n) => (n % 97 === 0 ? 'changed' : word));
    expectFaithful(bare.join(' '), edited.join(' '));
    expect(diffWords(bare.join(' '), edited.join(' ')).length).toBeGreaterThan(80);
    expectFaithful('x'.repeat(50_000), 'y'.repeat(50_000));
    expectFaithful('我们发布'.repeat(5_000), '他们升级'.repeat(5_000));
    expectFaithful('It is. '.repeat(2_000), 'It was. '.repeat(1_500));
  });

  it('turns before into after when the ranges are replaced', () => {
    fc.assert(
      fc.property(messyText, messyText, (before, after) => {
        let text = before;
        for (const hunk of diffHunks(diffWords(before, after)).reverse()) {
          text =
            text.slice(0, hunk.before.start) +
            after.slice(hunk.after.start, hunk.after.end) +
            text.slice(hunk.before.end);
        }
        expect(text).toBe(after);
      }),
    );
  });
});
