import { describe, expect, it } from 'vitest';
import { diffBlocks, diffHunks, diffWords } from '../../src/text/word-diff.ts';

function marked(before: string, after: string): string {
  return diffWords(before, after)
    .map(({ type, text }) => {
      if (type === 'same') return text;
      return type === 'removed' ? `[-${text}-]` : `{+${text}+}`;
    })
    .join('');
}

describe('diffWords', () => {
  it('marks whole words, never letters', () => {
    expect(marked('We recieve mail.', 'We receive mail.')).toBe('We [-recieve-]{+receive+} mail.');
    expect(marked('a well-known fact', 'a well known fact')).toBe(
      'a [-well-known-]{+well known+} fact',
    );
    expect(marked('open from 12:00 on Friday', 'open from 13:00 on Friday')).toBe(
      'open from [-12:00-]{+13:00+} on Friday',
    );
    expect(marked('see https://a.dev/x/y now', 'see https://a.dev/x/z now')).toBe(
      'see [-https://a.dev/x/y-]{+https://a.dev/x/z+} now',
    );
  });

  it('makes a lone short word, sign or space between two changes part of the change', () => {
    expect(marked('Bring red and green apples home.', 'Bring blue and pink apples home.')).toBe(
      'Bring [-red and green-]{+blue and pink+} apples home.',
    );
    expect(marked('They met Anna, Peter at noon.', 'They met Maria, Thomas at noon.')).toBe(
      'They met [-Anna, Peter-]{+Maria, Thomas+} at noon.',
    );
    expect(marked('we saw old houses there', 'we saw new buildings there')).toBe(
      'we saw [-old houses-]{+new buildings+} there',
    );
  });

  it('shows a comma put before a space as a comma only', () => {
    expect(marked('my friend who came', 'my friend, who came')).toBe('my friend{+,+} who came');
    expect(marked('my friend, who came', 'my friend who came')).toBe('my friend[-,-] who came');
  });

  it('keeps a telling word between two changes', () => {
    expect(marked('The quick brown fox jumps high.', 'The slow brown dog jumps high.')).toBe(
      'The [-quick-]{+slow+} brown [-fox-]{+dog+} jumps high.',
    );
  });

  it('shows an unrelated sentence as one block, without the words both share by chance', () => {
    expect(
      marked(
        'Tea is hot. The cat sat on the mat of the house. Done.',
        'Tea is hot. Revenue in the last quarter exceeded all of the forecasts. Done.',
      ),
    ).toBe(
      'Tea is hot. [-The cat sat on the mat of the house.-]{+Revenue in the last quarter exceeded all of the forecasts.+} Done.',
    );
  });

  it('leaves list and heading marks outside a replaced line', () => {
    expect(marked('## Fixed bugs\n- Ship it', '## Known trouble\n- Ship it')).toBe(
      '## [-Fixed bugs-]{+Known trouble+}\n- Ship it',
    );
  });

  it('shows a deleted and an added sentence as such, in the middle of kept ones', () => {
    expect(
      marked(
        'We ship on Friday. Everyone is welcome to join. Thanks for the patience.',
        'We ship on Friday. Thanks for your patience. Ask Anna.',
      ),
    ).toBe(
      'We ship on Friday. [-Everyone is welcome to join. -]Thanks for [-the-]{+your+} patience.{+ Ask Anna.+}',
    );
  });

  it('aligns paragraphs first, so that a new one does not disturb the rest', () => {
    const [one, two, three] = [
      'The first paragraph tells what happened.',
      'The second paragraph tells why it happened.',
      'The third paragraph tells what comes next.',
    ];
    expect(marked(`${one}\n\n${three}`, `${one}\n\n${two}\n\n${three}`)).toBe(
      `${one}\n\n{+${two}\n\n+}${three}`,
    );
  });

  it('shows a moved paragraph as removed and added', () => {
    const moved = 'Tell the on-call engineer.';
    const stays = 'The database was restarted twice during the night, and nobody noticed.';
    expect(marked(`${moved}\n\n${stays}\n\nEnd.`, `${stays}\n\n${moved}\n\nEnd.`)).toBe(
      `[-${moved}\n\n-]${stays}\n\n{+${moved}\n\n+}End.`,
    );
  });

  it('pairs a sentence with the two it was split into', () => {
    expect(
      marked(
        'We shipped the fix on Monday and it works fine.',
        'We shipped the fix on Monday. It works fine.',
      ),
    ).toBe('We shipped the fix on Monday[- and it-]{+. It+} works fine.');
  });

  it('does not take a paragraph filled anew for a rewritten one', () => {
    const start = 'The release notes of this month are longer than usual because two teams';
    const end = 'joined us in May and each of them changed how the servers talk.';
    expect(marked(`${start}\n${end}`, `${start} ${end}`)).toBe(`${start}[-\n-]{+ +}${end}`);
  });

  it('reads text without spaces by words', () => {
    expect(marked('我们昨天发布了新版本。请尽快升级。', '我们今天发布了新版本。请尽快升级。')).toBe(
      '我们[-昨天-]{+今天+}发布了新版本。请尽快升级。',
    );
    expect(marked('この機能は明日公開されます。', 'この機能は来週公開されます。')).toBe(
      'この機能は[-明日-]{+来週+}公開されます。',
    );
    expect(marked('ฉันกินข้าวที่บ้าน', 'ฉันกินก๋วยเตี๋ยวที่บ้าน')).toBe('ฉันกิน[-ข้าว-]{+ก๋วยเตี๋ยว+}ที่บ้าน');
  });

  it('keeps emoji sequences and flags whole', () => {
    expect(marked('👨‍👩‍👧 hello there 🇩🇪🇫🇷', '👨‍👩‍👦 hello there 🇩🇪🇮🇹')).toBe(
      '[-👨‍👩‍👧-]{+👨‍👩‍👦+} hello there 🇩🇪[-🇫🇷-]{+🇮🇹+}',
    );
  });

  it('shows changed line ends without touching the words', () => {
    expect(diffWords('one two\r\nthree', 'one two\nthree')).toEqual([
      { type: 'same', text: 'one two' },
      { type: 'removed', text: '\r\n' },
      { type: 'added', text: '\n' },
      { type: 'same', text: 'three' },
    ]);
  });
});

describe('diffHunks', () => {
  it('gives the ranges of every change in both texts', () => {
    const before = 'We ship the old update today. Bye.';
    const after = 'We ship the final update. Bye now.';
    for (const hunk of diffHunks(diffWords(before, after))) {
      expect(before.slice(hunk.before.start, hunk.before.end)).not.toBe(
        after.slice(hunk.after.start, hunk.after.end),
      );
    }
    expect(diffHunks(diffWords('a b c', 'a X c'))).toEqual([
      { before: { start: 2, end: 3 }, after: { start: 2, end: 3 } },
    ]);
  });

  it('gives an insertion an empty range at its point, and a deletion likewise', () => {
    expect(diffHunks(diffWords('one three', 'one two three'))).toEqual([
      { before: { start: 4, end: 4 }, after: { start: 4, end: 8 } },
    ]);
    expect(diffHunks(diffWords('one two', 'one'))).toEqual([
      { before: { start: 3, end: 7 }, after: { start: 3, end: 3 } },
    ]);
    expect(diffHunks(diffWords('same', 'same'))).toEqual([]);
  });
});

describe('diffBlocks', () => {
  it('removes the one text and adds the other', () => {
    expect(diffBlocks('a', 'b')).toEqual([
      { type: 'removed', text: 'a' },
      { type: 'added', text: 'b' },
    ]);
    expect(diffBlocks('a', 'a')).toEqual([{ type: 'same', text: 'a' }]);
    expect(diffBlocks('', 'b')).toEqual([{ type: 'added', text: 'b' }]);
  });
});
