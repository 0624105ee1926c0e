import { describe, expect, it } from 'vitest';
import type { Comment } from '../../src/loop/comment.ts';
import { guardRevision } from '../../src/loop/guard.ts';

const GERMAN =
  'Wir ziehen am Freitag um. Alle Fragen sind zeitnah zu stellen, damit niemand auf eine Antwort warten muss.';
const CHINESE = '我们星期五搬家。所有问题请尽快提出，这样大家就不用等待答复了。';

function diagnose(before: string, after: string, quote: string, text?: string): string {
  const start = before.indexOf(quote);
  const comment: Comment = {
    id: '1.a.1',
    fingerprint: '',
    source: { persona: 'a' },
    raisedBy: ['a'],
    kind: 'clarity',
    severity: 'major',
    anchor: {
      ...{ type: 'quote', quote, start, end: start + quote.length, match: 'exact' },
      sentenceId: 'S2',
    },
    problem: '—',
    why: '—',
    suggestion: { action: 'replace', instruction: '—', ...(text === undefined ? {} : { text }) },
    status: 'planned',
  };
  const input = { before, after, plan: [comment], names: [], brief: '' };
  return guardRevision({ ...input, editStyle: 'edits' }).diagnosis ?? '';
}

describe('a name that no comment asks for', () => {
  it('is found in German, where it looks like any noun', () => {
    const after = GERMAN.replace('zeitnah', 'rasch an Hubert');
    expect(diagnose(GERMAN, after, 'zeitnah', 'rasch')).toContain('“Hubert” was added');
  });

  it('is found in a script of other letters', () => {
    const after = CHINESE.replace('尽快', '尽快向 Hubert ');
    expect(diagnose(CHINESE, after, '尽快', '马上')).toContain('“Hubert” was added');
  });

  it.each([
    ['the comment names it', 'rasch an Hubert', 'rasch an Hubert'],
    ['the comment leaves the words to the writer', 'bis zum nächsten Abend', undefined],
    ['it stood there in another case', 'vor dem Umzug des Freitags', 'rasch'],
    ['it addresses somebody', 'für Sie rasch', 'rasch'],
  ])('is none where %s', (_, words, text) => {
    const after = GERMAN.replace('zeitnah', words);
    expect(
      diagnose(
        GERMAN.replace('ziehen', 'machen den Umzug'),
        after.replace('ziehen', 'machen den Umzug'),
        'zeitnah',
        text,
      ),
    ).not.toContain('was added, and no comment');
  });
});
