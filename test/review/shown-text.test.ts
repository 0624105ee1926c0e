import { describe, expect, it } from 'vitest';
import { changesNote } from '../../src/review/changes-note.ts';
import {
  escapeMarkdown,
  plainMentions,
  showQuote,
  showRemark,
} from '../../src/review/shown-text.ts';
import { textOf } from './fake-platform.ts';

describe('words inside our own Markdown', () => {
  it('are shown as they are', () => {
    expect(escapeMarkdown('**bold** [x](javascript:y) <b> `c`')).toBe(
      '\\*\\*bold\\*\\* \\[x\\](javascript:y) \\<b\\> \\`c\\`',
    );
    expect(escapeMarkdown('# title\n1. one\n- two')).toBe('\\# title\n1\\. one\n\\- two');
  });

  it('stay on one line and ping nobody', () => {
    expect(showRemark('ask\n<@U12|Ada>,\t<!channel> and <@&55>')).toBe(
      'ask @Ada, @channel and @group',
    );
    expect(plainMentions('<#C1|general> <:party:123> <@!42>')).toBe('#general :party: @member');
  });

  it('keep both ends of a long quote and break no character', () => {
    const quote = `${'👩🏽‍🚀 '.repeat(40)}the end`;
    const shown = showQuote(quote);

    expect(shown.length).toBeLessThan(200);
    expect(shown).toMatch(/^“👩🏽‍🚀 .* … .*the end”$/u);
    expect(shown).not.toMatch(
      /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/,
    );
  });

  it('show what changed with white space outside the marks, line breaks named', () => {
    const text = textOf(changesNote('It is *very* big now.\nReally.', 'It is small now. Really.'));

    expect(text).toContain('It is ~~\\*very\\* big~~ **small** now.');
    expect(text).toContain('Only spacing or line breaks changed');
    expect(textOf(changesNote('これは「古い」です。', 'これは「新しい」です。'))).toMatch(
      /(?:^|[\s\p{L}\p{P}])~~\S+~~ \*\*\S+\*\*/u,
    );
  });

  it('put the two sides of a right-to-left change on lines of their own', () => {
    const text = textOf(changesNote('הדוח נשלח אתמול בלילה.', 'הדוח נשלח היום בבוקר.'));

    expect(text).toContain('_before_  \nהדוח נשלח אתמול בלילה');
    expect(text).not.toContain('~~ה');
  });
});
