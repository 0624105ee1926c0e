import { describe, expect, it } from 'vitest';
import { renderChanges } from '../../../src/platforms/desk/changes.ts';
import { escapeHtml } from '../../../src/platforms/desk/html.ts';
import { previewOf, renderMarkdown } from '../../../src/platforms/desk/markdown-html.ts';
import { diffWords } from '../../../src/text/word-diff.ts';
import { fc } from '../../fast-check.ts';

const render = (markdown: string) => renderMarkdown(markdown).markup;

/** Tags and attributes that may ever come out, whatever goes in. */
const ALLOWED =
  /^<\/?(?:p|h[456]|hr|blockquote|ul|ol|li|pre|code|em|strong|s|br|a|sup|div|span|table|thead|tbody|tr|th|td|q)(?: (?:dir="(?:auto|ltr)"|start="\d+"|class="(?:task|table|footnote)"|tabindex="0"|role="img"|aria-label="(?:done|to do)"|href="(?:https?:|mailto:)[^"<>]*"|target="_blank"|rel="noreferrer noopener nofollow"))*>$/i;

function strayTags(markup: string): string[] {
  return (markup.match(/<[^>]*>?/g) ?? []).filter((tag) => !ALLOWED.test(tag));
}

describe('renderMarkdown', () => {
  it.each([
    [
      '**bold** _soft_ ~~gone~~ `code`',
      '<p dir="auto"><strong>bold</strong> <em>soft</em> <s>gone</s> <code dir="ltr">code</code></p>',
    ],
    ['one\ntwo', '<p dir="auto">one<br>two</p>'],
    ['- a\n- b', '<ul dir="auto"><li>a</li><li>b</li></ul>'],
    ['3. c', '<ol start="3" dir="auto"><li>c</li></ol>'],
    ['> quoted', '<blockquote dir="auto"><p>quoted</p></blockquote>'],
    ['# Title', '<h4 dir="auto">Title</h4>'],
    ['```ts\na < b\n```', '<pre tabindex="0" dir="ltr"><code>a &lt; b</code></pre>'],
    ['Ship it :tada: :nosuch:', '<p dir="auto">Ship it 🎉 :nosuch:</p>'],
  ])('renders %j', (markdown, expected) => {
    expect(render(markdown)).toBe(expected);
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'text <b onclick="alert(1)">bold</b> <style>*{display:none}</style>',
    '[click](javascript:alert(1))',
    '[click](JaVaScRiPt&#58;alert(1))',
    '[click](java\tscript:alert(1))',
    '[click](data:text/html;base64,PHNjcmlwdD4=)',
    '[click](vbscript:x) <javascript:alert(1)>',
    '[click][x]\n\n[x]: javascript:alert(1)',
    '![picture](https://evil.example/pixel.png "t")',
    '![picture](javascript:alert(1))',
    '[a](https://x.example/"onmouseover="alert(1))',
    '[a](/c/announcements)',
    '| a | b |\n|---|---|\n| <svg/onload=alert(1)> | `</code><script>` |',
    '- [ ] <iframe src="//evil.example"></iframe>',
    '```</code></pre><script>\nx\n```',
    '<!-- --><![CDATA[<script>]]><?php ?>',
    '\u0000<scr\u0000ipt>alert(1)</script>',
  ])('lets nothing through in %j', (hostile) => {
    const markup = render(hostile);

    expect(strayTags(markup)).toEqual([]);
    expect(markup).not.toMatch(/href="(?!https?:|mailto:)/i);
    expect(markup).not.toMatch(/<(?:img|script|iframe|svg|style)/i);
  });

  it('writes only known tags and attributes, whatever it is given', () => {
    const pieces = fc.constantFrom(
      '<script>',
      '</p>',
      '"',
      "'",
      '&',
      '[a](',
      'javascript:',
      'https://x.example',
      ')',
      '`',
      '```\n',
      '> ',
      '- ',
      '|',
      '\n',
      '\n\n',
      '**',
      '_',
      '![',
      ']',
      '<a href=x>',
      '&#x3C;',
      '\\',
      '# ',
      '[x]: ',
      '🎉',
      '\r',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        expect(strayTags(render(parts.join('')))).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it.each([
    ['100,000 characters without a space', 'a'.repeat(100_000)],
    ['thousands of nested quotes', '>'.repeat(20_000)],
    ['thousands of brackets', '['.repeat(20_000)],
    ['thousands of stars', '*a '.repeat(20_000)],
    ['a table of 3,000 rows', `|a|b|\n|-|-|\n${'|1|2|\n'.repeat(3_000)}`],
    ['a line of 5,000 cells', `|${'a|'.repeat(5_000)}\n|${'-|'.repeat(5_000)}\n`],
    [
      'deep lists',
      Array.from({ length: 200 }, (_, depth) => `${' '.repeat(depth * 2)}- x`).join('\n'),
    ],
    ['an unclosed fence', `\`\`\`\n${'<b>\n'.repeat(5_000)}`],
  ])('survives %s', (_case, hostile) => {
    const markup = render(hostile);

    expect(strayTags(markup)).toEqual([]);
    expect(markup.length).toBeGreaterThan(0);
  });

  it('lets the outermost block decide the direction', () => {
    expect(render('- שלום\n\n  עוד')).toBe('<ul dir="auto"><li><p>שלום</p><p>עוד</p></li></ul>');
    expect(render('> שלום')).toBe('<blockquote dir="auto"><p>שלום</p></blockquote>');
  });

  it('opens links elsewhere and tells them nothing', () => {
    expect(render('[x](https://example.com/?a=1&b=2)')).toBe(
      '<p dir="auto"><a href="https://example.com/?a=1&amp;b=2" target="_blank" rel="noreferrer noopener nofollow">x</a></p>',
    );
  });

  it('links its own pages only where the desk itself put the link', () => {
    const link = '[the thread](/c/announcements/t/1)';
    expect(renderMarkdown(link, { ownLinks: true }).markup).toContain(
      '<a href="/c/announcements/t/1">',
    );
    expect(render(link)).not.toContain('<a');
  });

  it('sets the quotation and the suggestion of a remark apart', () => {
    const remark = '“a <b> “nested” quote” — says nothing.  \n→ Leave it out.';
    expect(renderMarkdown(remark, { quotes: true }).markup).toBe(
      '<p dir="auto"><q>“a &lt;b&gt; “nested” quote”</q> — says nothing.</p><p dir="auto">→ Leave it out.</p>',
    );
  });
});

describe('previewOf', () => {
  it('ends between paragraphs, else between words, and never inside a character', () => {
    const paragraphs = `${'One sentence. '.repeat(20)}\n\n${'Another one. '.repeat(40)}`;
    expect(previewOf(paragraphs, 400)).toBe('One sentence. '.repeat(20).trimEnd());
    expect(previewOf('word '.repeat(100), 52)).toMatch(/word$/);
    expect(previewOf('🎉'.repeat(100), 31)).toBe('🎉'.repeat(15));
    expect(previewOf('short', 100)).toBe('short');
  });
});

describe('escapeHtml', () => {
  it('gives every character back but NUL', () => {
    const decode = (html: string) =>
      html
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
        .replaceAll('&#13;', '\r')
        .replaceAll('&amp;', '&');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const escaped = escapeHtml(text);
        expect(decode(escaped)).toBe(text.replaceAll('\0', '\uFFFD'));
        expect(escaped).not.toMatch(/[<>"'\r]/);
      }),
    );
  });
});

describe('renderChanges', () => {
  it('shows what went and what came with more than colour, paragraph by paragraph', () => {
    const parts = diffWords(
      'One very very long line.\n\nTwo.',
      'One very long line.\n\nTwo & more.',
    );
    const { markup } = renderChanges(parts);

    expect(markup).toContain('<del>very </del>');
    expect(markup).toContain('<ins> &amp; more</ins>');
    expect(markup.match(/<p dir="auto">/g)).toHaveLength(2);
  });
});
