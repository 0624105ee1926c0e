import { fc } from '../fast-check.ts';

const SNIPPETS = [
  'plain words here',
  'Dr. Smith paid $1,200.50 on January 9.',
  '**bold** and _it_ re**do**ne',
  '`code` and ``co`de``',
  '[link](https://example.com/a_b "title")',
  '[ref][1] and [1]',
  '[1]: https://example.com',
  '![image](a.png)',
  '<b>tag</b> <https://example.com>',
  'https://example.com/x_y. And more!',
  '> quoted\n> more',
  '- item\n  continued\n- next',
  '1. one\n2. two',
  '# Heading #',
  'Title\n=====',
  '```js\nlet a;\n\nlet b;\n```',
  '```\nunclosed',
  '    indented',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  '---',
  '<!-- comment\n\nstill -->',
  '<@U123> <#C1|general> :tada: @ann',
  '{{ x }} {% y %}',
  '漢字です。はい！',
  'مرحبا بكم. نعم؟',
  '👩‍👩‍👧‍👦 e\u0301 \u200B',
  'two  \nlines\\\nhere',
  '*** ___ ~~~ [[[ ]]]',
  '\t- tabbed',
  '- ```\n  in list\n\nout',
  '\uD800 lone',
  '[^1] note\n\n[^1]: text',
];

/** Markdown as people leave it behind: snippets in any order, joined by any line ends. */
export const messyMarkdown = fc
  .array(
    fc.tuple(
      fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...SNIPPETS) },
        { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }) },
        { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 10 }) },
      ),
      fc.constantFrom('\n\n', '\n', ' ', '\r\n', '\r\n\r\n', '\n> ', '\n  ', ''),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.map(([text, gap]) => text + gap).join(''));

/** Inputs that break careless code: empty, endless, deep, unclosed. */
export const HOSTILE: readonly string[] = [
  '',
  ' \r\n\t',
  'a'.repeat(100_000),
  '漢'.repeat(100_000),
  '👍🏽'.repeat(20_000),
  '>'.repeat(20_000),
  '- '.repeat(20_000),
  '['.repeat(50_000),
  '[a] '.repeat(25_000),
  '[^a'.repeat(25_000),
  '*a **b '.repeat(15_000),
  '|a|b|\n|-|-|\n'.repeat(5_000),
  'word '.repeat(20_000),
  '9,'.repeat(50_000),
  'a.b@'.repeat(25_000),
  'a-'.repeat(50_000),
  'A '.repeat(50_000),
  '"'.repeat(50_000),
  '{{'.repeat(50_000),
  ':a'.repeat(50_000),
  '```\n'.repeat(20_001),
  '\u0301'.repeat(10_000),
];
