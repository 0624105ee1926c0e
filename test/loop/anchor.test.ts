import { describe, expect, it } from 'vitest';
import { createAnchorIndex } from '../../src/loop/anchor.ts';
import { fc } from '../fast-check.ts';
import { messyMarkdown } from '../text/messy-markdown.ts';

const TEXT = [
  'The “export” button didn’t work',
  'on Monday 🙂. We fixed it on Tuesday.',
  '这个按钮坏了。请重新加载页面。',
  'Please reload the page. Please reload the page twice.',
].join('\n');

function locate(quote: string, sentenceId?: string, earlier: string[] = []) {
  return createAnchorIndex(TEXT, earlier).locate({
    quote,
    ...(sentenceId === undefined ? {} : { sentenceId }),
  });
}

function expectQuote(anchor: ReturnType<typeof locate>, quote: string, match: string) {
  expect(anchor).toMatchObject({ type: 'quote', quote, match });
  if (typeof anchor === 'string' || anchor.type !== 'quote') return;
  expect(TEXT.slice(anchor.start, anchor.end)).toBe(quote);
}

describe('L7 a quote', () => {
  it('is found exactly', () => {
    expectQuote(locate('We fixed it'), 'We fixed it', 'exact');
  });

  it('is found with straight quotes for curly ones', () => {
    expectQuote(locate('"export" button didn\'t'), '“export” button didn’t', 'normalised');
  });

  it('is found across a line break', () => {
    expectQuote(locate('work on Monday'), 'work\non Monday', 'normalised');
  });

  it('is found in another case', () => {
    expectQuote(locate('WE FIXED IT'), 'We fixed it', 'normalised');
  });

  it('is found with an emoji in it', () => {
    expectQuote(locate('Monday 🙂.'), 'Monday 🙂.', 'exact');
  });

  it('is found in text without spaces', () => {
    expectQuote(locate('重新加载'), '重新加载', 'exact');
  });

  it('that stands twice needs its sentence', () => {
    const sentences = createAnchorIndex(TEXT).sentences;
    const last = sentences.at(-1);
    expect(locate('Please reload the page')).toBe('unanchored');
    const found = locate('Please reload the page', last?.id);
    expectQuote(found, 'Please reload the page', 'exact');
    expect(found).toMatchObject({ start: last?.start, sentenceId: last?.id });
  });

  it('with a word or two changed is found inside its sentence only', () => {
    const text =
      'The migration of the billing database to the new cluster is planned for the third week of May.';
    const index = createAnchorIndex(text);
    const quote = 'migration of billing database to the new cluster is planned';
    expect(index.locate({ quote })).toBe('unanchored');
    expect(index.locate({ quote, sentenceId: 'S1' })).toMatchObject({ match: 'fuzzy' });
    expect(index.locate({ quote: 'the moon is made of cheese', sentenceId: 'S1' })).toBe(
      'unanchored',
    );
  });

  it('from an earlier revision is stale', () => {
    expect(locate('we broke it', undefined, ['Yesterday we broke it.'])).toBe('stale_quote');
  });

  it('that was made up has no anchor', () => {
    expect(locate('magical and charming')).toBe('unanchored');
  });

  it('at a wrong offset is looked for instead of trusted', () => {
    const anchor = createAnchorIndex(TEXT).locate({ quote: 'We fixed it', start: 3 });
    expect(anchor).toMatchObject({ start: TEXT.indexOf('We fixed it') });
  });
});

describe('a remark without a quote', () => {
  it('is about the whole draft, or about the section it names', () => {
    expect(locate('')).toEqual({ type: 'document' });
    expect(locate('', 'S1')).toMatchObject({ type: 'section', start: 0 });
    expect(locate('', 'S99')).toBe('unanchored');
  });
});

it('every stretch of a text that stands once is found where it stands', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
      fc.nat(),
      fc.nat(),
      (text, a, b) => {
        const start = a % text.length;
        const end = start + 1 + (b % (text.length - start));
        const quote = text.slice(start, end);
        if (quote.trim() === '' || text.indexOf(quote) !== text.lastIndexOf(quote)) return;
        const anchor = createAnchorIndex(text).locate({ quote });
        expect(anchor).toMatchObject({ type: 'quote', start, end, match: 'exact' });
      },
    ),
  );
});

describe('a word that stands hundreds of times', () => {
  const text = Array.from(
    { length: 400 },
    (_, at) => `The line number ${at} is the “Long” one.`,
  ).join(' ');
  const index = createAnchorIndex(text);

  it.each(['number', 'NUMBER', '"long"'])('%s is found in the sentence that is named', (quote) => {
    for (const at of [0, 199, 250, 399]) {
      const sentence = index.sentences[at];
      const anchor = index.locate({ quote, sentenceId: sentence?.id ?? '' });
      expect(anchor).toMatchObject({ type: 'quote', sentenceId: sentence?.id });
    }
  });
});

it('takes the quote that is whole in the named sentence, not one that runs on beyond it', () => {
  const index = createAnchorIndex('[ref][1] and [1] ');
  const [sentence] = index.sentences;
  const anchor = index.locate({ quote: '1] ', ...(sentence && { sentenceId: sentence.id }) });
  expect(anchor).toMatchObject({ type: 'quote', start: 6, match: 'exact' });
});

it('every quote that stands once in the sentence it names is found there', () => {
  fc.assert(
    fc.property(messyMarkdown, fc.nat(), fc.nat(), fc.nat(), (text, which, from, length) => {
      const index = createAnchorIndex(text);
      const sentence = index.sentences[which % Math.max(1, index.sentences.length)];
      if (sentence === undefined) return;
      const size = sentence.end - sentence.start;
      const start = sentence.start + (from % size);
      const quote = text.slice(start, Math.min(sentence.end, start + 1 + (length % size)));
      const inside = text.slice(sentence.start, sentence.end);
      const isOnce = inside.indexOf(quote) === inside.lastIndexOf(quote);
      if (quote.trim() === '' || !isOnce) return;
      expect(index.locate({ quote, sentenceId: sentence.id })).toMatchObject({
        type: 'quote',
        quote,
        start,
        match: 'exact',
      });
    }),
    { numRuns: 300 },
  );
});
