import { describe, expect, it } from 'vitest';
import type { Comment } from '../../src/loop/comment.ts';
import { guardRevision } from '../../src/loop/guard.ts';

const WHOLE = {
  id: '1.a.1',
  fingerprint: '',
  source: { persona: 'a' },
  raisedBy: ['a'],
  kind: 'clarity',
  severity: 'major',
  anchor: { type: 'document' },
  problem: 'It is long.',
  why: '',
  suggestion: { action: 'replace', instruction: 'Shorten it.' },
  status: 'open',
} as const satisfies Comment;

function diagnose(before: string, after: string): string {
  const report = guardRevision({
    before,
    after,
    plan: [WHOLE],
    editStyle: 'edits',
    names: [],
    brief: '',
  });
  return report.diagnosis ?? '';
}

describe('the language of a draft', () => {
  it('RC-072 is that of its refinement', () => {
    expect(
      diagnose(
        'Das Team hat die Server umgezogen und die Dienste laufen wieder wie gewohnt.',
        'The team moved the servers and the services are running again as usual.',
      ),
    ).toContain('came out in English, and the draft is in German');
  });

  it('RC-073 is kept passage by passage where there are two', () => {
    const english = 'Hello everybody, this is for all of you and it is about the new rooms.';
    const before = `${english}\nIls attendent votre réponse avant la fin de la semaine prochaine.`;
    const after = `${english}\nThey await your answer before the end of the next week.`;
    expect(diagnose(before, after)).toContain('A passage in French came out in English');
    expect(diagnose(before, before.replace('avant', 'bien avant'))).toBe('');
  });

  it('is that of the text for words that are too few to have one', () => {
    const rest = 'Das Team zieht am Freitag um, und alle Dienste laufen an diesem Tag weiter.';
    const english = 'This is what the text says, and it is in another language than the rest.';
    const before = `# Der Umzug\n\n${rest.repeat(3)}`;
    expect(diagnose(before, before.replace('Der Umzug', `Der ${english}`))).toContain(
      'A passage in German came out in English',
    );
    expect(diagnose(before, before.replace('Der Umzug', 'Der Umzug am Freitag'))).toBe('');
  });
});

describe('a “not” that goes to another clause', () => {
  it.each([
    [
      'We will not ship today and will call you tomorrow.',
      'We will ship today and will not call you tomorrow.',
    ],
    [
      'The server is down, but the backup is not affected.',
      'The server is not down, but the backup is affected.',
    ],
    ['If you do not pay, we close the account.', 'If you pay, we do not close the account.'],
    [
      'Die Lieferung kommt nicht am Freitag, aber die Rechnung kommt pünktlich.',
      'Die Lieferung kommt am Freitag, aber die Rechnung kommt nicht pünktlich.',
    ],
  ])('is named: %s', (before, after) => {
    expect(diagnose(before, after)).toContain('moved from');
  });

  it.each([
    ['We do not yet know the cause of it.', 'We do not know the cause of it yet.'],
    ['You cannot export the file right now.', 'Right now you cannot export the file.'],
    ['We do not expect data loss here.', 'We expect no data loss here.'],
  ])('is another matter than words that go elsewhere: %s', (before, after) => {
    expect(diagnose(before, after)).not.toContain('moved from');
  });
});

describe('a “may” that goes to another clause', () => {
  it.each([
    [
      'About 40 invoices may be late, but no payment is lost.',
      'About 40 invoices be late, but no payment may be lost.',
    ],
    [
      'This is for developers who maintain applications and may need to respond to changes.',
      'This may be for developers who maintain applications and need to respond to changes.',
    ],
    [
      'The move might take an hour; the backup is safe.',
      'The move takes an hour; the backup might be safe.',
    ],
  ])('is named: %s', (before, after) => {
    expect(diagnose(before, after)).toContain('moved from');
  });

  it.each([
    ['You may need to update the app.', 'You may have to update the app.'],
    ['Reports may have been sent twice.', 'We may have sent reports twice.'],
    ['It may take two days for changes to appear.', 'Changes may take two days to appear.'],
    ['If it rains, the tour could be moved.', 'The tour could be moved if it rains.'],
    ['You might want to check the log, which is long.', 'You might check the log; it is long.'],
  ])('is another matter than words that go elsewhere: %s', (before, after) => {
    expect(diagnose(before, after)).not.toContain('moved from');
  });
});

describe('names that are ordinary words', () => {
  it('do not trade places, also where a sentence begins with one', () => {
    expect(
      diagnose(
        'Sales told Legal to wait for the report.',
        'Legal told Sales to wait for the report.',
      ),
    ).toContain('“Sales” and “Legal” changed places');
  });
});
