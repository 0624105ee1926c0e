import { expect, it } from 'vitest';
import { wrap } from '../../src/cli/wrap.ts';

it('breaks at spaces before the width is passed, and indents every line', () => {
  expect(wrap('one two three four', '  ', 11)).toBe('  one two\n  three\n  four');
});

it('keeps a word whole that is wider than the line', () => {
  expect(wrap('see https://example.org/a/long/address now', '', 10)).toBe(
    'see\nhttps://example.org/a/long/address\nnow',
  );
});

it('counts wide characters as two columns', () => {
  expect(wrap('日本 日本 ab', '', 8)).toBe('日本\n日本 ab');
  expect(wrap('👩‍💻 👩‍💻 a', '', 5)).toBe('👩‍💻 👩‍💻\na');
});

it('keeps the text on one line where there is room without end', () => {
  const text = 'word '.repeat(100).trim();
  expect(wrap(text, '', Number.POSITIVE_INFINITY)).toBe(text);
});
