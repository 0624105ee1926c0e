import { describe, expect, it } from 'vitest';
import { escapeControls, harmless, harmlessData, nameDirections } from '../../src/cli/harmless.ts';
import { fc } from '../fast-check.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 40 });

describe('harmless', () => {
  it('leaves no sign a terminal obeys, whatever the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = harmless(text);
        expect(shown).not.toMatch(/[^\P{Cc}\t\n\r]|\r(?!\n)/u);
        expect(shown.length).toBe(text.length);
      }),
    );
  });

  it('shows which sign stood there', () => {
    expect(harmless('a\u001b[31mb\u0007\u007f\u009b\u0085\rc\r\n\t')).toBe('a␛[31mb␇␡␦␤␍c\r\n\t');
  });

  it('leaves text without such signs alone, emoji and combining marks too', () => {
    for (const text of ['👩‍💻 e\u0301 שלום 今日', '\u200f', '']) expect(harmless(text)).toBe(text);
  });

  it('reaches every string inside plain data', () => {
    expect(harmlessData({ a: ['\u001b', { b: '\u0007' }], n: 1, none: null })).toEqual({
      a: ['␛', { b: '␇' }],
      n: 1,
      none: null,
    });
  });
});

describe('nameDirections', () => {
  it('names what would turn the rest of the line around', () => {
    expect(nameDirections('a\u202eb\u2066c')).toBe('a[U+202E]b[U+2066]c');
  });
});

describe('escapeControls', () => {
  it('says the same JSON without a control in it', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const json = escapeControls(JSON.stringify({ text }));
        expect(JSON.parse(json)).toEqual({ text });
        expect(json).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
      }),
    );
  });
});
