import { describe, expect, it } from 'vitest';
import { diffForReading, readableChanges } from '../../src/text/diff-changes.ts';
import { diffWords } from '../../src/text/word-diff.ts';

describe('readableChanges', () => {
  it('gives each changed sentence as one passage with nothing of its neighbours', () => {
    const before = 'All is well. We ship the old update on Friday. Bye.';
    const after = 'All is well. We send the old update on Monday. Bye.';
    expect(readableChanges(diffWords(before, after))).toEqual([
      {
        kind: 'replaced',
        layout: 'inline',
        parts: [
          { type: 'same', text: 'We ' },
          { type: 'removed', text: 'ship' },
          { type: 'added', text: 'send' },
          { type: 'same', text: ' the old update on ' },
          { type: 'removed', text: 'Friday' },
          { type: 'added', text: 'Monday' },
          { type: 'same', text: '.' },
        ],
        before: 'We ship the old update on Friday.',
        after: 'We send the old update on Monday.',
        cutStart: false,
        cutEnd: false,
        place: { before: { start: 16, end: 45 }, after: { start: 16, end: 45 } },
      },
    ]);
  });

  it('keeps an added sentence apart from the one before it', () => {
    const added = diffForReading('We ship today. Bye.', 'We ship today. Bye. Ask Anna.');
    expect(added.map(({ kind, before, after }) => ({ kind, before, after }))).toEqual([
      { kind: 'added', before: '', after: 'Ask Anna.' },
    ]);
  });

  it('cuts long context at words and says so', () => {
    const around = 'many words that stay as they are in this long sentence';
    const before = `Here ${around} old ${around} and more ${around} early ${around}.`;
    const after = before.replace('old', 'new').replace('early', 'late');
    const changes = diffForReading(before, after, { contextChars: 20 });
    expect(changes.map((change) => change.before)).toEqual([
      'this long sentence old many words that',
      'this long sentence early many words that',
    ]);
    expect(changes.every((change) => change.cutStart && change.cutEnd)).toBe(true);
    for (const { place } of changes) {
      expect(['old', 'early']).toContain(before.slice(place.before.start, place.before.end));
      expect(['new', 'late']).toContain(after.slice(place.after.start, place.after.end));
    }
  });

  it('names a change of white space only', () => {
    expect(diffForReading('one\r\ntwo', 'one\ntwo').map(({ kind }) => kind)).toEqual(['spacing']);
    expect(diffForReading('one two', 'one').map(({ kind }) => kind)).toEqual(['removed']);
  });

  it('finds nothing to show in equal texts', () => {
    expect(diffForReading('Same.', 'Same.')).toEqual([]);
    expect(diffForReading('', '')).toEqual([]);
  });

  it('RC-059 shows right-to-left changes as whole sentences before and after', () => {
    const before = 'שלום לכולם. GitHub עודכן: הריצו `npm ci` לפני 12:00! תודה.';
    const after = 'שלום לכולם. GitHub עודכן: הריצו `npm ci` לפני 13:00! תודה.';
    expect(diffForReading(before, after, { contextChars: 5 })).toMatchObject([
      {
        layout: 'blocks',
        before: 'GitHub עודכן: הריצו `npm ci` לפני 12:00!',
        after: 'GitHub עודכן: הריצו `npm ci` לפני 13:00!',
        cutStart: false,
        cutEnd: false,
      },
    ]);
    expect(diffForReading('- Slack يعمل الآن\n- شكرا', '- Slack يعمل غدا\n- شكرا')).toMatchObject([
      { layout: 'blocks', before: '- Slack يعمل الآن', after: '- Slack يعمل غدا' },
    ]);
  });

  it('RC-059 keeps inline marks for a left-to-right sentence that quotes a word', () => {
    const [change] = diffForReading(
      'The word שלום means hello to everybody here.',
      'The word שלום means peace to everybody here.',
    );
    expect(change?.layout).toBe('inline');
    const [quoted] = diffForReading('The word שלום means hello.', 'The word תודה means hello.');
    expect(quoted?.layout).toBe('blocks');
  });
});
