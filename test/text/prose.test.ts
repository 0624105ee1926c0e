import { describe, expect, it } from 'vitest';
import { BLOCK_GAP, maskProse, OBJECT, proseRanges } from '../../src/text/prose.ts';
import { fc } from '../fast-check.ts';
import { HOSTILE, messyMarkdown } from './messy-markdown.ts';

function proseOf(markdown: string): string[] {
  return proseRanges(markdown).map(({ start, end }) => markdown.slice(start, end));
}

describe('proseRanges', () => {
  it('leaves out code, targets, tags, addresses and reference definitions', () => {
    expect(
      proseOf(
        'Run `npm i` in <b>one</b> go, see [our docs](https://a.io/b) or https://b.io/c.\n\n[d]: x',
      ),
    ).toEqual(['Run ', ' in ', 'one', ' go, see ', 'our docs', ' or ', '.']);
  });

  it('leaves out tokens, emoji names, placeholders and front matter', () => {
    expect(
      proseOf(
        '---\nt: x\n---\nHi <@U123>, {{ name }} in <#C1|x> :tada: <!date^1^{date}|now> <:a:12> <t:1:R>!',
      ),
    ).toEqual(['Hi ', ', ', ' in ', '!']);
  });

  it('keeps a word with emphasis inside in one piece', () => {
    expect(proseOf('re**do**ne and **done**')).toEqual(['re**do**ne and ', 'done']);
  });

  it('joins the lines of a paragraph but not over a quote mark', () => {
    expect(proseOf('one\r\n  two')).toEqual(['one\r\n  two']);
    expect(proseOf('> one\n> two')).toEqual(['one', 'two']);
  });

  it('reads headings, list items, table cells and quotes', () => {
    expect(proseOf('# A\n\n- b\n\n| c |\n|---|\n| d |\n\n> e')).toEqual(['A', 'b', 'c', 'd', 'e']);
  });

  it('returns ordered stretches inside the text for any input', () => {
    fc.assert(
      fc.property(messyMarkdown, (markdown) => {
        let at = 0;
        for (const { start, end } of proseRanges(markdown)) {
          expect(start).toBeGreaterThanOrEqual(at);
          expect(end).toBeGreaterThan(start);
          at = end;
        }
        expect(at).toBeLessThanOrEqual(markdown.length);
      }),
    );
  });

  it('answers on hostile input', () => {
    for (const markdown of HOSTILE) expect(() => proseRanges(markdown)).not.toThrow();
  });
});

describe('maskProse', () => {
  it('keeps every offset and every character it does not blot out', () => {
    fc.assert(
      fc.property(messyMarkdown, (markdown) => {
        const masked = maskProse(markdown);
        expect(masked).toHaveLength(markdown.length);
        for (let i = 0; i < masked.length; i += 1) {
          const blotted = masked[i] === OBJECT || masked[i] === BLOCK_GAP || masked[i] === ' ';
          if (!blotted) expect(masked[i]).toBe(markdown[i]);
        }
      }),
    );
  });

  it('shows code as objects, emphasis as spaces and the space between blocks as gaps', () => {
    expect(maskProse('**a** `b`\nc\n\nd')).toBe(
      `  a   ${OBJECT.repeat(3)} c${BLOCK_GAP.repeat(2)}d`,
    );
  });
});
