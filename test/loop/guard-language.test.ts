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

function diagnose(before: string, after: string, plan: readonly Comment[] = [WHOLE]): string {
  const report = guardRevision({
    before,
    after,
    plan,
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

  it('RC-073 is kept in a sentence of four words as well', () => {
    const before = 'Hello all - voir ci-dessous.\nIls attendent votre réponse.';
    expect(diagnose(before, before.replace(/Ils.*/, 'They await your answer.'))).toContain(
      'A passage in French came out in English',
    );
    expect(diagnose(before, before.replace('votre', 'encore votre'))).toBe('');
    expect(diagnose('They await your answer.', 'They are waiting for your reply.')).toBe('');
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

describe('RC-082 the voice of a draft', () => {
  const du = 'Wenn du Kisten brauchst, findest du sie am Empfang. Räum bis Freitag deinen Tisch.';
  const sie =
    'Wenn Sie Kisten brauchen, finden Sie sie am Empfang. Räumen Sie bis Freitag Ihren Tisch.';
  const british = 'The fibre team organised the programme, and travelled to every theatre!';
  const american = 'The fiber team organized the program, and traveled to every theater!';

  it.each([
    ['a German “du”', du, sie, '“du” and are now with “Sie”'],
    ['a German “Sie”', sie, du, '“Sie” and are now with “du”'],
    [
      'a French “tu”',
      'Tu trouves les cartons à l’accueil, et tu ranges la table avant jeudi soir.',
      'Vous trouvez les cartons à l’accueil, et vous rangez la table avant jeudi soir.',
      '“Tu” and are now with “Vous”',
    ],
    ['British spelling', british, american, '“fibre” became “fiber”'],
    ['American spelling', american, british, '“fiber” became “fibre”'],
  ])('stays: %s', (_what, before, after, named) => {
    expect(diagnose(before, after)).toContain(named);
    expect(diagnose(before, before.replace(/\bbis |\bbefore |\bevery /, ''))).not.toContain(named);
  });

  it.each([
    ['other words in the same English', british, british.replace('organised', 'ran')],
    ['“Sie” where both forms stand', `${du} Fragen Sie ruhig.`, `${du} Melden Sie sich ruhig.`],
    ['“sie”, who are others', du, du.replace('findest du sie', 'stehen sie')],
    ['a number and its preposition', 'We met four of them there.', 'We met for all of them there.'],
  ])('is not what changes here: %s', (_what, before, after) => {
    expect(diagnose(before, after)).not.toMatch(/addressed|another English/);
  });

  it('changes where somebody asks for it', () => {
    const asking = { ...WHOLE, problem: 'Readers expect the formal form of address.' };
    const person = { ...WHOLE, source: { human: 'm' } };
    const instruction = 'Use American spelling.';
    const spelling = { ...WHOLE, suggestion: { action: 'replace', instruction } } as const;
    expect(diagnose(du, sie, [asking])).not.toContain('addressed');
    expect(diagnose(du, sie, [person])).not.toContain('addressed');
    expect(diagnose(british, american, [spelling])).not.toContain('another English');
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

it('a link of one little word stays with it', () => {
  const before =
    'Many people made this release with us. [All](https://all.example.org/1) of them, all.';
  const after = before.replace('Many people', 'Many good people');
  expect(diagnose(before, after)).not.toContain('moved to other words');
});
