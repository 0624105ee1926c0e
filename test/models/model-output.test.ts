import { describe, expect, it } from 'vitest';
import { cleanWords, unwrapText } from '../../src/models/model-output.ts';
import { createTargetFilter } from '../../src/models/output-targets.ts';
import { fc } from '../fast-check.ts';

const DRAFT = [
  'See [docs](https://Example.com/a/) and @maria, <@U123>, http://xn--mnchen-3ya.de/x or joe@x.org.',
  'Read README.md at https://x.org/q?a=1&b=2 and https://ü.example/ä.',
  '[ref]: https://ref.example/q',
].join('\n');

const targets = createTargetFilter([DRAFT]);

describe('L14 targets in what a model wrote', () => {
  it.each([
    '[docs](https://example.com/a)',
    'HTTPS://EXAMPLE.COM/a and example.com/a/',
    'https://münchen.de/x',
    'https://x.org/q?a=1&amp;b=2',
    'https://xn--tda.example/%C3%A4',
    'mail joe@X.org',
    'ask @Maria or <@U123>',
    'use README.md',
    '[r][ref]\n[ref]: https://ref.example/q',
    'List<String> and <b>bold</b> and a < b > c',
    '`@Override` in code, me@home',
    'write to joe@x.org, we are here: me@home',
    'www. is no address',
    'git diff <base> <path/to:file> and <base branch>, data: none',
    'at 10:30, version 1.2.3, e.g. this…',
    '[note]: text',
    '[note]: what follows is a line of text',
    'R\\&D, 3 \\* 4, AT&amp;T and &lt;base&gt;',
    'https\\://x\\.org/q?a=1&amp;b=2 and joe&commat;x&period;org',
  ])('stay when the draft has them, or when they are none: %s', (words) => {
    expect(targets.clean(words)).toBe(words);
  });

  it.each([
    ['[x](https://evil.example/?q=1) ok', 'x ok'],
    ['![pixel](https://evil.example/p.png)', 'pixel'],
    ['[a](<https://evil.example/a b> "t")', 'a'],
    ['see https://evil.example/abc!', 'see …!'],
    ['https://example.com/a?x=secret', '…'],
    ['https://user@example.com/a', '…'],
    ['https://example.com@evil.example/', '…'],
    ['//evil.example/x', '…'],
    ['[a](javascript:alert(1))', 'a'],
    [
      '[see [`[T]::x`](https://example.com/a) now](https://evil.example/)',
      'see [`[T]::x`](https://example.com/a) now',
    ],
    ['[![p](https://evil.example/p.png)](//evil.example/x)', 'p'],
    ['<https://evil.example|click here>', 'click here'],
    ['<img src="https://evil.example/x">', ''],
    ['[r][ref]\n[ref]: https://evil.example', '[r][ref]\n'],
    ['go to evil.com now', 'go to `evil.com` now'],
    ['mail eve@x.org', 'mail …'],
    ['<!channel> and @everyone and ＠here', ' and everyone and here'],
    ['ask <@U999> or @bob', 'ask  or bob'],
    ['<<!channel>!channel>', ''],
    ['@@everyone, foo@everyone, -@here', 'everyone, fooeveryone, -here'],
    ['/@everyone.', '/everyone.'],
    ['run </deploy:1234567890> or </a b:12>', 'run  or '],
    ['https\\://evil.example/x', '…'],
    ['[ref]:\ndata:text/html;base64,AAAA', '[ref]:\n…'],
    ['> [ref]: data:text/html,x', '> [ref]: …'],
    ['[a [b [c]]](data:text/html,<b>x</b>)', '[a [b [c]]](…,<b>x</b>)'],
    ['<base href=//evil.example>', ''],
    ['www.evil.example/x or [x](www.evil.example)', '… or x'],
    ['see www&period;evil.example now', 'see … now'],
    ['see www\\.evil\\.example now', 'see … now'],
    ['https:&sol;/evil.example or https&colon;&#x2f;&#47;evil.example!', '… or …!'],
    ['[x](https&colon;//evil.example/a)', 'x'],
    ['[ref]: https&colon;//evil.example', '[ref]: …'],
    ['[note]: https://evil.example says more', '[note]: … says more'],
    ['hey &commat;everyone and \\@here and &#64;bob', 'hey everyone and here and bob'],
    ['&lt;!channel&gt;', ''],
    ['mail eve&commat;x.org', 'mail …'],
    ['\\`www\\.evil.example\\`', '`…`'],
    ['<svg/onload=alert(1)>', ''],
    ['<meta http-equiv=refresh content="0;url=data:x">', ''],
  ])('go when the draft has none like them: %s', (words, clean) => {
    expect(targets.clean(words)).toBe(clean);
  });

  it('are gone for good', () => {
    const part = fc.constantFrom(
      '[',
      ']',
      '(',
      ')',
      '<',
      '>',
      '!',
      '@',
      'https://evil.example/x',
      'a',
      ' ',
      '\n',
      '|',
      ': ',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 14 }), (parts) => {
        expect(targets.clean(parts.join(''))).not.toMatch(/https:\/\/evil/);
      }),
    );
  });

  it('leave nothing that a second cleaning would take out', () => {
    const part = fc.constantFrom(
      ...['[', ']', '](', '(', ')', '<', '>', '!', '@', '`', '\\', '|', ' ', '\n', ': ', ':', '//'],
      ...['<!channel>', '!channel>', '@everyone', 'everyone', 'evil.com', 'https', 'data:,', 'a'],
      ...['https://evil.example/x', 'https://example.com/a', 'joe@x.org', '[ref]:', '</a:1>'],
      ...['&commat;', '&#64;', '&sol;', 'www&period;evil.example', '&amp;', '\\.', '&'],
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 16 }), (parts) => {
        const once = targets.clean(parts.join(''));
        expect(targets.clean(once)).toBe(once);
        expect(once).not.toMatch(/<!channel>|https:\/\/evil/);
      }),
      { numRuns: 500 },
    );
  });

  it('are gone however deep they are nested', () => {
    const nested = `${'<'.repeat(400)}${'!channel>'.repeat(400)}`;
    expect(targets.clean(nested)).not.toContain('<');
  });

  it('lose the characters nobody sees', () => {
    expect(cleanWords('a\u202eb\u200bc\u0007 👩‍💻', targets)).toBe('abc 👩‍💻');
    expect(cleanWords('@\u200beveryone', targets)).toBe('everyone');
  });
});

describe('what a model puts around a text', () => {
  const original =
    'The build is green. We ship at noon, and nobody has to do anything before that.';
  const text = 'The build is green. We ship at noon. Nobody has to do anything before that.';

  it.each([
    ['an announcement', `Here is the revised version:\n\n${text}`],
    ['an announcement in German', `Gerne! Hier ist die überarbeitete Fassung:\n\n${text}`],
    ['an announcement in French', `Voici le texte révisé :\n${text}`],
    ['an announcement in Spanish', `Aquí está la versión corregida:\n${text}`],
    ['a label', `**Überarbeitete Version:**\n\n${text}`],
    ['a cheerful announcement', `Sure! Here's the updated draft with all the edits:\n${text}`],
    ['a sign-off', `${text}\n\nLet me know if you want another tone!`],
    ['a fence', `\`\`\`markdown\n${text}\n\`\`\``],
    ['quotation marks', `“${text}”`],
    ['all of it', `Here is the text:\n\`\`\`\n${text}\n\`\`\`\n\nI hope this helps!`],
  ])('comes off: %s', (_what, wrapped) => {
    expect(unwrapText(wrapped, original).trim()).toBe(text);
    expect(unwrapText(wrapped, null).trim()).toBe(text);
  });

  it('comes off around words that hold quotations themselves', () => {
    const quoting = 'The "green" build is out. We call it "done".';
    expect(unwrapText(`"${quoting} So."`, `${quoting} Fine.`)).toBe(`${quoting} So.`);
  });

  it.each([
    ['the original has it too', `Here is the draft:\n${text}`, `Here is the draft:\n${original}`],
    ['a fence of the text', `\`\`\`\n${text}\n\`\`\``, `\`\`\`\n${original}\n\`\`\``],
    ['two fences', '```\na\n```\nand\n```\nb\n```', 'a and b'],
    ['two quotations of two', '"Yes," she said. "No," said "he"', 'She said "yes", he no.'],
    ['two quotations', '“Yes,” she said. “No,” said he.', 'She said yes, he said no.'],
    ['a version of something', `Voici la version 2.0 :\n${text}`, original],
    ['what is new', `Hier ist, was neu ist:\n${text}`, original],
    ['a heading', `# New version\n${text}`, original],
    ['an ordinary sentence', `Here is what changed: nothing.\n${text}`, original],
  ])('stays where it may be the text: %s', (_why, wrapped, before) => {
    expect(unwrapText(wrapped, before)).toBe(wrapped);
  });
});
