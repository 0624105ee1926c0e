import { describe, expect, it } from 'vitest';
import { findProtectedSpans } from '../../src/text/protected-spans.ts';
import { fc } from '../fast-check.ts';
import { HOSTILE, messyMarkdown } from './messy-markdown.ts';

function spansOf(markdown: string, names: readonly string[] = []): string[] {
  return findProtectedSpans(markdown, { names }).map(({ kind, text }) => `${kind} ${text}`);
}

describe('findProtectedSpans', () => {
  it.each([
    ['Run `npm i` now', ['code `npm i`']],
    ['A\n\n```js\nlet a = 1;\n```', ['code ```js\nlet a = 1;\n```']],
    ['A\n\n    indented', ['code     indented']],
    ['[the docs](https://example.com/a_b "Title")', ['link https://example.com/a_b']],
    ['[the docs](<a b.md>)', ['link a b.md']],
    [
      'See <https://example.com>, https://example.org/x_(y).',
      ['link https://example.com', 'link https://example.org/x_(y)'],
    ],
    ['请看https://example.com/路径。然后', ['link https://example.com/路径']],
    ['On crates.io and www.example.com!', ['link crates.io', 'link www.example.com']],
    ['It is done.It was e.g. so.', []],
    [
      '![alt](a.png) and [text][ref]\n\n[ref]: b',
      ['link ![alt](a.png)', 'markup ][ref]', 'markup [ref]: b'],
    ],
    [
      'Write to ann@example.com or [us](mailto:us@example.com)',
      ['email ann@example.com', 'email mailto:us@example.com'],
    ],
    [
      '@ann <@U123> <@!42> <!here> <!subteam^S1|@ops>',
      [
        'mention @ann',
        'mention <@U123>',
        'mention <@!42>',
        'mention <!here>',
        'mention <!subteam^S1|@ops>',
      ],
    ],
    [
      '#general <#C1|ops> <#42>, not C# or #',
      ['channel #general', 'channel <#C1|ops>', 'channel <#42>'],
    ],
    [
      ':tada: <:party:42> <a:dance:42> at 10:30:15',
      ['emoji :tada:', 'emoji <:party:42>', 'emoji <a:dance:42>', 'date 10:30:15'],
    ],
    [
      '<!date^1^{date}|now> <t:1700000000:R>',
      ['date <!date^1^{date}|now>', 'date <t:1700000000:R>'],
    ],
    [
      '{{ name }} {% if %} <b>x</b>',
      ['markup {{ name }}', 'markup {% if %}', 'markup <b>', 'markup </b>'],
    ],
    [
      'January 9, 9 Jan 2024, 12/05/2026, 2023-01-25',
      ['date January 9', 'date 9 Jan 2024', 'date 12/05/2026', 'date 2023-01-25'],
    ],
    [
      '17:09, 5 pm EST, 9:30 UTC, Q1 2024',
      ['date 17:09', 'date 5 pm EST', 'date 9:30 UTC', 'date Q1 2024'],
    ],
    [
      'Am 9. Januar 2024, le 1er mars, 2024年1月9日',
      ['date 9. Januar 2024', 'date 1er mars', 'date 2024年1月9日'],
    ],
    ['You may go. We meet in May.', ['date May']],
    ['1.98.0, v44.5.0, 5.7.x', ['number 1.98.0', 'number v44.5.0', 'number 5.7.x']],
    [
      '6 h 33 min, $1,200.50, 10–15 minutes, 99.9%',
      ['number 6 h 33 min', 'number $1,200.50', 'number 10–15 minutes', 'number 99.9%'],
    ],
    ['٥٠ 五十人 １２', ['number ٥٠', 'number 五十人', 'number １２']],
    [
      'snake_case camelCase foo.bar() --dry-run MAX_SIZE',
      ['code snake_case', 'code camelCase', 'code foo.bar()', 'code --dry-run', 'code MAX_SIZE'],
    ],
    [
      'src/a/b.ts ./x README.md /etc/hosts and/or GitHub',
      ['code src/a/b.ts', 'code ./x', 'code README.md', 'code /etc/hosts'],
    ],
    ['---\ntitle: 5\n---\n\nHi', ['markup ---\ntitle: 5\n---']],
    ['A note[^1].\n\n[^1]: text', ['markup [^1]']],
  ])('protects what is in %j', (markdown, expected) => {
    expect(spansOf(markdown)).toEqual(expected);
  });

  it('protects house names as whole words, case as written, across a line break', () => {
    expect(
      spansOf('Acme Desk, Acme\nDesk, acme desk, Acme Desks, 東京支社', ['Acme Desk', '東京']),
    ).toEqual(['name Acme Desk', 'name Acme\nDesk', 'name 東京']);
  });

  it('protects only the outermost of nested spans', () => {
    expect(spansOf('`a 5 b` [x](https://a.io/2024-01-09) Plan 9 Desk', ['Plan 9'])).toEqual([
      'code `a 5 b`',
      'link https://a.io/2024-01-09',
      'name Plan 9',
    ]);
  });

  it('reads a date across a quote mark and emphasis', () => {
    expect(spansOf('> on **January**\n> 9')).toEqual(['date January**\n> 9']);
  });

  it('returns ordered spans that slice back and never overlap', () => {
    fc.assert(
      fc.property(messyMarkdown, (markdown) => {
        let at = 0;
        for (const { start, end, text } of findProtectedSpans(markdown, {
          names: ['item', 'Dr'],
        })) {
          expect(start).toBeGreaterThanOrEqual(at);
          expect(end).toBeGreaterThan(start);
          expect(markdown.slice(start, end)).toBe(text);
          at = end;
        }
      }),
      { numRuns: 300 },
    );
  });

  it('answers on hostile input', () => {
    for (const markdown of HOSTILE) expect(() => findProtectedSpans(markdown)).not.toThrow();
  });
});
