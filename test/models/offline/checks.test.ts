import { describe, expect, test } from 'vitest';
import { commentsOf } from './setup.ts';

/** What the draft's comments of one rule quote. */
async function quotes(text: string, rule: string): Promise<string[]> {
  return (await commentsOf(text, rule)).map((comment) => comment.quote);
}

function finds(
  rule: string,
  cases: Record<string, readonly [text: string, quotes: string[]]>,
): void {
  for (const [title, [text, expected]] of Object.entries(cases)) {
    test(title, async () => expect(await quotes(text, rule)).toEqual(expected));
  }
}

describe('durations', () => {
  finds('duration', {
    'that disagree with their times are asked about': [
      'The outage lasted from 17:09 to 23:42 UTC (6 h 23 min).',
      ['6 h 23 min'],
    ],
    'alone in brackets later in the sentence are read': [
      'Invoices sent between 17:09 and 23:42 are affected (6 h 23 min).',
      ['6 h 23 min'],
    ],
    'in brackets with words of their own, or of another sentence, pass': [
      'Invoices sent between 17:09 and 23:42 are late (by 20 minutes). Support is open 9:00 to 17:00. Calls take long (20 minutes).',
      [],
    ],
    'that agree pass': ['The outage lasted from 17:09 to 23:42 UTC (6 h 33 min).', []],
    'across midnight pass': ['The window 22:00–02:00 lasts 4 hours.', []],
    'across midnight are asked about': ['The window 22:00–02:00 lasts 3 hours.', ['3 hours']],
    'in whole hours are rounded': ['It was down 17:09–23:42, about 6 and a half, say 6 hours.', []],
    'before their times are read as well': [
      'It was down for 35 minutes (14:02–14:47), and for 45 minutes (14:02–14:47).',
      ['35 minutes'],
    ],
    'with verbs around the times are read': [
      'The work starts at 22:00 UTC and ends at 02:00 UTC (3 hours).',
      ['3 hours'],
    ],
    'in three labelled lines are read': [
      'Start: 10:00\nEnd: 11:30\nDuration: 2 hours 10 minutes\n',
      ['2 hours 10 minutes'],
    ],
    'with days in their labelled lines are read': [
      'Started: 2026-01-20 22:00 UTC\nEnded: 2026-01-22 01:00 UTC\nDuration: 27 hours\n',
      [],
    ],
    'of something else beside the times pass': [
      'From 17:09 to 23:42 we lost 20 minutes of data.',
      [],
    ],
    'in the afternoon without am and pm pass': ['We are open 9:00 to 5:30 (8.5 hours).', []],
    'said to be about right pass': ['Down from 9:15 to 9:40 UTC, for about 20 minutes.', []],
    'in code pass': ['Run `17:09–23:42 (6 h 23 min)` now.', []],
    'in German are read': ['Von 9:00 bis 11:30 (2 Stunden).', []],
    'in German that disagree are asked about': ['Von 9:00 bis 12:30 (2 Stunden).', ['2 Stunden']],
  });

  test('are never changed, only asked about', async () => {
    const [comment] = await commentsOf('Down 14:02–14:47 (35 minutes).', 'duration');
    expect(comment?.suggestion.action).toBe('ask');
    expect(comment?.problem).toContain('45 min');
    expect(comment?.severity).toBe('major');
  });
});

describe('weekdays', () => {
  finds('weekday', {
    'that are not the day of their date are asked about': [
      'We meet on Monday, 3 March 2026 and on Tuesday, 3 March 2026.',
      ['Monday, 3 March 2026'],
    ],
    'after an ISO date are read': ['Due 2026-03-03 (Friday).', ['2026-03-03 (Friday)']],
    'in German and French are read': [
      'Am Montag, den 3. März 2026. Le lundi 3 mars 2026.',
      ['Montag, den 3. März 2026', 'lundi 3 mars 2026'],
    ],
    'in Japanese are read': ['会議は2026年3月3日(月)です。', ['2026年3月3日(月']],
    'without a year pass when the year is not said': ['See you on Monday, March 3.', []],
    'without a year are read when the draft names one': [
      'The 2 February 2026 plan: see you on Friday, March 3.',
      ['Friday, March 3'],
    ],
    'without a year pass when the year before or after would fit': [
      'The 2 December 2025 plan: see you on Tuesday, March 3.',
      [],
    ],
    'of days no calendar has are asked about': [
      'Send it by 30 February, or on 2026-13-01.',
      ['30 February', '2026-13-01'],
    ],
    'of a leap day pass': ['It is due on 29 February.', []],
  });
});

describe('sums', () => {
  finds('sum', {
    'of listed lines are compared with the total': [
      '- Food: $20\n- Drinks: $30\n- Total: $60\n',
      ['- Total: $60'],
    ],
    'of listed lines that agree pass': ['- Food: $20\n- Drinks: $30\n- Total: $50\n', []],
    'of different units pass': ['- Food: 20 kg\n- Drinks: 30 l\n- Total: 60 kg\n', []],
    'inside one sentence are compared': [
      'We had 14 people: 6 engineers, 5 designers and 4 writers.',
      ['14 people: 6 engineers, 5 designers and 4 writers'],
    ],
    'of parts that are counted, not added, pass': [
      '3 offices: 20 people in Berlin, 30 people in Paris and 5 people in Rome.',
      [],
    ],
    'of choices pass': ['14 seats: 6 inside or 5 outside.', []],
    'of shares past the whole are asked about': [
      'Traffic split: 60% mobile, 30% desktop and 20% tablets.',
      ['60% mobile, 30% desktop and 20%'],
    ],
    'of percentages that are no shares pass': [
      '60% use mobile, 50% use desktop, many use both.',
      [],
    ],
  });
});

describe('counted lists', () => {
  finds('list-count', {
    'with another number of items are asked about': [
      'Three things:\n\n- a\n- b\n- c\n- d\n',
      ['Three things:'],
    ],
    'with their number pass': ['Three things:\n- a\n- b\n- c\n', []],
    'count only their own level': ['Two steps:\n1. a\n   - x\n   - y\n2. b\n', []],
    'of other nouns pass': ['After two weeks of work we made these changes:\n- a\n- b\n- c\n', []],
    'in German are read': ['Drei Gründe:\n- a\n- b\n', ['Drei Gründe:']],
    'with a vague number pass': ['At least two reasons:\n- a\n- b\n- c\n', []],
    'in code pass': ['```\nThree things:\n- a\n- b\n```\n', []],
  });
});

describe('links', () => {
  finds('broken-link', {
    'without an address are found': ['See [docs]() now.', ['[docs]()']],
    'with a malformed address are found': [
      'See [docs](http:/example.com).',
      ['[docs](http:/example.com)'],
    ],
    'with a template in the address pass': ['See [docs](/docs/{{version}}/events) now.', []],
    'with two brackets where one belongs are found': [
      'See [docs](({{ site.url }}/a)) now.',
      ['[docs](({{ site.url }}/a))'],
    ],
    'with a space in the address are found': [
      'See [docs](https://exa mple.com/a) now.',
      ['[docs](https://exa mple.com/a)'],
    ],
    'that are never closed are found': [
      'See [docs](https://example.com and more.',
      ['[docs](https://example.com'],
    ],
    'to a heading that is not there are found': [
      '# One\n\nSee [x](#two) and [y](#one).',
      ['[x](#two)'],
    ],
    'to an anchor pass where there is no heading at all': ['See [x](#two).', []],
    'to a repeated or foreign heading pass': ['# Über uns\n\n# Über uns\n\n[a](#über-uns-1)', []],
    'without their definition are found': [
      'See [docs][nope] and [docs][ok].\n\n[ok]: https://example.com',
      ['[docs][nope]'],
    ],
    'with their brackets the wrong way round are found': [
      'See (docs)[https://example.com].',
      ['(docs)[https://example.com]'],
    ],
    'with a misspelled scheme are found': [
      'See htps://example.com/a now.',
      ['htps://example.com/a'],
    ],
    'that are well formed pass': [
      'See [a](https://en.wikipedia.org/wiki/Foo_(bar)), [b](/x "y"), <https://c.d>, [e](mailto:f@g.h), footnotes [1][2].',
      [],
    ],
    'in code pass': ['Write `[docs]()` or:\n\n```\n[docs]()\n```\n', []],
  });

  finds('link-mismatch', {
    'that show another address are found': [
      '[https://a.com](https://b.com)',
      ['[https://a.com](https://b.com)'],
    ],
    'that show a shorter form pass': [
      '[https://a.com](https://www.a.com/path/) [a.com](https://b.com)',
      [],
    ],
  });
});

describe('unclosed Markdown', () => {
  finds('unclosed-fence', {
    'fences are found': ['Text\n\n```js\nconst a = 1;\n', ['```js']],
    'fences that are closed pass': ['```js\nconst a = 1;\n```\n', []],
    'longer fences around shorter ones pass': ['````\n```\n````\n', []],
  });
  finds('unclosed-mark', {
    'inline code is found': ['Call `run and wait.', ['`run and wait.']],
    'bold is found': ['This is **important for all.', ['**important for all.']],
    'powers, globs and escaped marks pass': ['Take 2**8 of src/** and \\`x or \\**y.', []],
  });
});

describe('placeholders', () => {
  finds('placeholder', {
    'of every common form are found': [
      'TODO: write. Date: TBD. Dear <name>, [insert date] {{name}} on xx.xx.2026, lorem ipsum.',
      ['TODO', 'TBD', '<name>', '[insert date]', '{{name}}', 'xx.xx.2026', 'lorem ipsum'],
    ],
    'in code pass': ['Run `deploy <name>` or `TODO`:\n\n```\nTODO {{name}}\n```\n', []],
    'that are words of the sentence pass': [
      'Put it on the TODO list; “TBD” is a word, a TODO comment too.',
      [],
    ],
    'that are links or tags pass': [
      '[name](https://a.b) and [insert date][1]\n\n[1]: https://a.b',
      [],
    ],
  });
  test('are blocking', async () => {
    const [comment] = await commentsOf('Date: TBD', 'placeholder');
    expect(comment?.severity).toBe('blocking');
  });
});

describe('repetitions', () => {
  finds('repeated-word', {
    'of words no dictionary has are offered': ['We zulip zulip it today.', ['zulip zulip']],
    'of any language are offered': ['Wir haben haben es. 这是我的的书。', ['haben haben', '的的']],
    'on purpose pass': ['It is very very good, bye bye. Nous nous levons. Walla Walla.', []],
  });
  finds('repeated-sentence', {
    'word for word are offered': [
      'We ship the new release to all on Monday. It is big. We ship the new release to all on Monday.',
      ['We ship the new release to all on Monday.'],
    ],
    'in the items of a list pass': [
      '- We ship the new release to all on Monday.\n- We ship the new release to all on Monday.\n',
      [],
    ],
    'far apart pass': [
      `We ship the new release to all on Monday. ${'It is big. '.repeat(6)}We ship the new release to all on Monday.`,
      [],
    ],
    'of few words pass': ['No known issues. Fine. No known issues.', []],
  });
});
