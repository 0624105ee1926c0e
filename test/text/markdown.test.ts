import { describe, expect, it } from 'vitest';
import { mapMarkdown, parseBlocks } from '../../src/text/markdown.ts';
import { splitChunks } from '../../src/text/markdown-chunks.ts';
import { mapByLines } from '../../src/text/markdown-fallback.ts';
import { mapWithGrammar } from '../../src/text/markdown-tree.ts';
import { fc } from '../fast-check.ts';
import { HOSTILE, messyMarkdown } from './messy-markdown.ts';

function blocksOf(markdown: string): [string, string][] {
  return parseBlocks(markdown).map(({ type, start, end }) => [type, markdown.slice(start, end)]);
}

describe('parseBlocks', () => {
  it('names the leaf blocks of a text with their exact offsets', () => {
    const text =
      '# Title\r\n\r\nPara one\r\ntwo.\r\n\r\n- item\r\n\r\n```js\r\nx\r\n\r\ny\r\n```\r\n\r\n---\r\n';
    expect(blocksOf(text)).toEqual([
      ['heading', '# Title'],
      ['paragraph', 'Para one\r\ntwo.'],
      ['listItem', 'item'],
      ['code', '```js\r\nx\r\n\r\ny\r\n```'],
      ['thematicBreak', '---'],
    ]);
  });

  it('keeps front matter and comments with blank lines whole', () => {
    expect(blocksOf('---\ntitle: x\n\ntags: y\n---\n\nText\n\n<!-- a\n\nb -->\n')).toEqual([
      ['frontMatter', '---\ntitle: x\n\ntags: y\n---'],
      ['paragraph', 'Text'],
      ['html', '<!-- a\n\nb -->'],
    ]);
  });

  it('reads a rule at the top as a rule when no data follows', () => {
    expect(blocksOf('---\n\nHello there.\n\n---\n')[0]?.[0]).toBe('thematicBreak');
  });

  it('gives every table cell its row', () => {
    const [first] = parseBlocks('| a | b |\n|---|---|\n| 1 | 2 |');
    expect(first).toMatchObject({ type: 'tableCell', row: { start: 0, end: 9 } });
  });

  it('ends an unclosed fence in a list with the list', () => {
    expect(blocksOf('- ```\n  a\n\nout')).toEqual([
      ['code', '```\n  a'],
      ['paragraph', 'out'],
    ]);
  });

  it('counts from the first character of a text with a byte order mark', () => {
    expect(blocksOf('\uFEFF*Hi* there')).toEqual([['paragraph', '*Hi* there']]);
  });

  it('knows a reference whose definition stands elsewhere', () => {
    const text = 'See [the docs].\n\nMore.\n\n[the docs]: https://example.com\n';
    const target = mapMarkdown(text).parts.find(({ type }) => type === 'target');
    expect(text.slice(target?.start, target?.end)).toBe(']');
  });
});

describe('mapMarkdown', () => {
  it('finds the same blocks in pieces as the grammar finds in the whole', () => {
    fc.assert(
      fc.property(messyMarkdown, (markdown) => {
        fc.pre(!/^\s*(?:---|\+\+\+)/.test(markdown));
        const key = ({ type, start, end }: { type: string; start: number; end: number }) =>
          `${type} ${start} ${end}`;
        expect(mapMarkdown(markdown).blocks.map(key)).toEqual(
          mapWithGrammar(markdown).blocks.map(key),
        );
      }),
      { numRuns: 400 },
    );
  });

  it('lists parts inside the text, in order, without overlap', () => {
    fc.assert(
      fc.property(messyMarkdown, (markdown) => {
        let at = 0;
        for (const { start, end } of mapMarkdown(markdown).parts) {
          expect(start).toBeGreaterThanOrEqual(at);
          expect(end).toBeGreaterThan(start);
          at = end;
        }
        expect(at).toBeLessThanOrEqual(markdown.length);
      }),
    );
  });

  it('answers on hostile input', () => {
    for (const markdown of HOSTILE) expect(() => mapMarkdown(markdown)).not.toThrow();
  });
});

describe('splitChunks', () => {
  it('returns pieces that join to the whole text', () => {
    fc.assert(
      fc.property(messyMarkdown, (markdown) => {
        const joined = splitChunks(markdown, 0).map(({ start, end }) => markdown.slice(start, end));
        expect(joined.join('')).toBe(markdown);
      }),
    );
  });
});

describe('mapByLines', () => {
  it('keeps code, fences and addresses apart from prose without the grammar', () => {
    const text = '- see [a](https://a.io) and `b` in\n\n```\ncode\n```\n> last *word*';
    const { blocks, parts } = mapByLines(text);
    expect(blocks.map(({ type, start, end }) => [type, text.slice(start, end)])).toEqual([
      ['paragraph', '- see [a](https://a.io) and `b` in'],
      ['code', '```\ncode\n```'],
      ['paragraph', '> last *word*'],
    ]);
    expect(
      parts.filter(({ type }) => type === 'text').map(({ start, end }) => text.slice(start, end)),
    ).toEqual(['see ', 'a', ' and ', ' in', 'last ', 'word']);
  });

  it('takes over where the grammar would be too slow or run out of stack', () => {
    const crowded = `${'[a] '.repeat(2_000)}\n- item`;
    expect(parseBlocks(crowded).map(({ type }) => type)).toEqual(['paragraph', 'paragraph']);
    const deep = `${'>'.repeat(5_000)} deep`;
    expect(parseBlocks(deep)).toEqual(mapByLines(deep).blocks);
  });
});
