import { describe, expect, it } from 'vitest';
import { sentenceAt, splitSentences } from '../../src/text/sentences.ts';
import { fc } from '../fast-check.ts';
import { HOSTILE, messyMarkdown } from './messy-markdown.ts';

function sentencesOf(markdown: string): string[] {
  return splitSentences(markdown).map(({ start, end }) => markdown.slice(start, end));
}

describe('splitSentences', () => {
  it.each([
    ['Use e.g. Foo. Then i.e. Bar.', ['Use e.g. Foo.', 'Then i.e. Bar.']],
    [
      'Dr. Smith saw approx. 5 errors in v1.2. Good.',
      ['Dr. Smith saw approx. 5 errors in v1.2.', 'Good.'],
    ],
    ['No. 5 is alive. No. We left.', ['No. 5 is alive.', 'No.', 'We left.']],
    ['J. K. Rowling wrote it. So... why not?', ['J. K. Rowling wrote it.', 'So... why not?']],
    ['At 5 p.m. EST we go. At 6 p.m. We stop.', ['At 5 p.m. EST we go.', 'At 6 p.m.', 'We stop.']],
    ['Am 3. Oktober z. B. Das hier. Ende.', ['Am 3. Oktober z. B. Das hier.', 'Ende.']],
    ['私は学生です。「はい。」と言った。', ['私は学生です。', '「はい。」', 'と言った。']],
    ['مرحبا بكم؟ نعم.', ['مرحبا بكم؟', 'نعم.']],
    ['Done! 🎉', ['Done! 🎉']],
    ['See `a. B`. `c` is next.', ['See `a. B`.', '`c` is next.']],
    ['Wait. **Note.** Go [on. Now](x). End', ['Wait.', '**Note.**', 'Go [on.', 'Now](x).', 'End']],
  ])('splits %j', (markdown, expected) => {
    expect(sentencesOf(markdown)).toEqual(expected);
  });

  it('reads a line break inside a paragraph as a space', () => {
    expect(sentencesOf('One two\r\nthree. Four\n> five\n> six')).toEqual([
      'One two\r\nthree.',
      'Four',
      '> five\n> six',
    ]);
  });

  it('makes one unit of a code block, a table row and a definition, and keeps bullets with their item', () => {
    expect(
      sentencesOf('# A\n\n- b. C\n\n```\nd. E\n```\n\n| f. | G. |\n|--|--|\n| h | i |\n\n[j]: k'),
    ).toEqual(['# A', '- b. C', '```\nd. E\n```', '| f. | G. |\n|--|--|', '| h | i |', '[j]: k']);
  });

  it('numbers from S1', () => {
    expect(splitSentences('A b. C d.')).toEqual([
      { id: 'S1', start: 0, end: 4 },
      { id: 'S2', start: 5, end: 9 },
    ]);
  });

  it('puts every non-blank character into exactly one sentence', () => {
    fc.assert(
      fc.property(messyMarkdown, (markdown) => {
        let at = 0;
        for (const { start, end } of splitSentences(markdown)) {
          expect(markdown.slice(at, start).trim()).toBe('');
          expect(start).toBeGreaterThanOrEqual(at);
          expect(markdown.slice(start, end).trim()).toHaveLength(end - start);
          expect(end).toBeGreaterThan(start);
          at = end;
        }
        expect(markdown.slice(at).trim()).toBe('');
      }),
      { numRuns: 500 },
    );
  });

  it('answers on hostile input', () => {
    for (const markdown of HOSTILE) expect(() => splitSentences(markdown)).not.toThrow();
  });
});

describe('sentenceAt', () => {
  it('finds the sentence of every offset, and none between sentences', () => {
    const sentences = splitSentences('One.  Two.');
    expect([0, 3, 4, 5, 6, 9, 10].map((at) => sentenceAt(sentences, at)?.id ?? null)).toEqual([
      'S1',
      'S1',
      null,
      null,
      'S2',
      'S2',
      null,
    ]);
  });
});
