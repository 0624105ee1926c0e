import { describe, expect, it } from 'vitest';
import { createAnchorIndex } from '../../src/loop/anchor.ts';
import type { Comment } from '../../src/loop/comment.ts';
import { type GuardInput, guardRevision } from '../../src/loop/guard.ts';

const BEFORE = [
  'Hello @ana and everybody in #support,',
  '',
  'Nimbuss 4.2 may have sent 12 invoices twice on 9 January 2026. It did not change any amount.',
  'Some customers wrote to billing@example.org; most of them have 3 invoices and 2 receipts.',
  'Run `nimbuss resend --all` or see https://status.example.org/i/812 for details.',
  '',
  '```sh',
  'nimbuss doctor',
  '```',
  '',
  'On Monday Anna Kovacs said “we are sorry for the noise” and will answer :nimbuss: questions.',
  '',
].join('\n');

const guard = (after: string, more: Partial<GuardInput> = {}) =>
  guardRevision({
    before: BEFORE,
    after,
    plan: [],
    editStyle: 'edits',
    names: ['Nimbuss'],
    brief: '',
    ...more,
  });

const swap = (from: string, to: string) => {
  expect(BEFORE).toContain(from);
  return BEFORE.replace(from, to);
};

function comment(quote: string, text: string): Comment {
  const anchor = createAnchorIndex(BEFORE).locate({ quote });
  if (typeof anchor === 'string') throw new Error(`${quote} is ${anchor}`);
  return {
    id: 'c1',
    fingerprint: '',
    source: { persona: 'fact-checker' },
    raisedBy: ['fact-checker'],
    kind: 'fact',
    severity: 'major',
    anchor,
    problem: '',
    why: '',
    suggestion: { action: 'replace', text, instruction: '' },
    status: 'planned',
  };
}

describe('L10 the guard names', () => {
  it.each([
    ['a lost number', swap('12 invoices', 'invoices'), '12 invoices'],
    ['a changed number', swap('12 invoices', '21 invoices'), '12 invoices'],
    ['a changed name', swap('Anna Kovacs', 'Anne Kovacs'), 'Anna Kovacs'],
    ['a changed house name', swap('Nimbuss 4.2', 'Nimbus 4.2'), 'Nimbuss'],
    ['a changed version', swap('Nimbuss 4.2', 'Nimbuss 4.3'), '4.2'],
    ['a changed date', swap('9 January 2026', '8 January 2026'), '9 January 2026'],
    ['a changed link', swap('/i/812', '/i/813'), 'https://status.example.org/i/812'],
    ['a changed address', swap('billing@', 'help@'), 'billing@example.org'],
    ['a changed command', swap('resend --all', 'resend'), 'nimbuss resend --all'],
    ['a lost mention', swap('@ana', 'Ana'), '@ana'],
    ['a lost channel', swap('#support', 'support'), '#support'],
    ['a lost emoji', swap(':nimbuss:', 'nimbuss'), ':nimbuss:'],
    ['a changed quotation', swap('sorry for the noise', 'sorry for the trouble'), 'sorry'],
    ['a lost code block', swap('```sh\nnimbuss doctor\n```\n', ''), 'nimbuss doctor'],
  ])('%s', (_what, after, named) => {
    const report = guard(after);
    expect(report.ok).toBe(false);
    expect(report.diagnosis).toContain(named);
    expect(report.diagnosis).toMatch(/\.$/);
  });

  it.each([
    ['may → did', swap('may have sent', 'did send'), 'may'],
    ['a lost not', swap('did not change', 'did change'), 'not'],
    ['an added not', swap('have 3 invoices', 'do not have 3 invoices'), 'not'],
    ['some → all', swap('Some customers', 'All customers'), 'Some'],
    ['most → all', swap('most of them', 'all of them'), 'most'],
  ])('certainty that changed: %s', (_what, after, named) => {
    const report = guard(after);
    expect(report.ok).toBe(false);
    expect(report.diagnosis).toContain(named);
  });

  it('numbers that changed places, though every digit is still there', () => {
    const report = guard(swap('3 invoices and 2 receipts', '2 invoices and 3 receipts'));
    expect(report.ok).toBe(false);
  });

  it('times that changed places, though both are still there', () => {
    const before = 'The window was open from 09:40 to 11:15 and nobody noticed it in the meantime.';
    const after = before.replace('from 09:40 to 11:15', 'from 11:15 to 09:40');
    const report = guardRevision({
      before,
      after,
      plan: [],
      editStyle: 'edits',
      names: [],
      brief: '',
    });
    expect(report.diagnosis).toBe('“09:40” and “11:15” changed places.');
  });

  it('a not that moved to another sentence, though every count is the same', () => {
    const report = guard(
      swap('did not change', 'did change').replace('will answer', 'will not answer'),
    );
    expect(report.ok).toBe(false);
    expect(report.lost.certainty).toHaveLength(1);
    expect(report.added.certainty).toHaveLength(1);
  });

  it.each([
    [
      'a new link',
      `${BEFORE}\nSee https://evil.example.com/x too.\n`,
      'https://evil.example.com/x',
    ],
    ['a new number', swap('It did not', 'After 40 minutes it did not'), '40'],
    ['a new name', swap('and will answer', 'and Peter Olsen will answer'), 'Peter Olsen'],
  ])('%s', (_what, after, named) => {
    const report = guard(after);
    expect(report.ok).toBe(false);
    expect(report.diagnosis).toContain(named);
  });

  it('a text that shrank', () => {
    const after = BEFORE.split('\n').slice(0, 3).join('\n');
    expect(guard(after).diagnosis).toContain('shrank');
  });

  it('a text that grew', () => {
    const filler = 'this and that and so on and so forth as ever before '.repeat(12);
    expect(guard(BEFORE + filler).diagnosis).toContain('grew');
  });

  it('a rewrite that went beyond the plan', () => {
    const before =
      'The door is red and wide. The window is small and clean. The roof is old and dark.';
    const report = guardRevision({
      before,
      after:
        'A crimson, broad entrance greets guests. Tiny panes sparkle. Above, aged slates brood.',
      plan: [],
      editStyle: 'rewrite',
      names: [],
      brief: '',
    });
    expect(report.changedOutsidePlan).toBe(1);
    expect(report.diagnosis).toContain('not asked for');
  });
});

describe('the guard lets pass', () => {
  it('an unchanged text', () => {
    expect(guard(BEFORE)).toMatchObject({ ok: true, lengthRatio: 1, changedOutsidePlan: 0 });
  });

  it('better wording that keeps every fact', () => {
    expect(guard(swap('wrote to', 'contacted'))).toMatchObject({ ok: true });
    expect(guard(swap('will answer', 'is going to answer'))).toMatchObject({ ok: true });
  });

  it('exactly the fact a planned comment replaces', () => {
    const plan = [comment('12 invoices', '21 invoices')];
    expect(guard(swap('12 invoices', '21 invoices'), { plan })).toMatchObject({ ok: true });
    expect(guard(swap('12 invoices', '22 invoices'), { plan }).ok).toBe(false);
  });

  it('exactly the hedge a planned comment takes out', () => {
    const plan = [comment('may have sent', 'sent')];
    expect(guard(swap('may have sent', 'sent'), { plan })).toMatchObject({ ok: true });
    expect(guard(swap('did not change', 'did change'), { plan }).ok).toBe(false);
  });

  it('a number of the brief', () => {
    const after = swap('It did not', 'In 40 minutes it did not');
    expect(guard(after, { brief: 'say that it took 40 minutes' })).toMatchObject({ ok: true });
  });

  it('a name that moved to the start of its sentence', () => {
    const before = 'The report was written by Anna Kovacs last week for the whole company.';
    const report = guardRevision({
      before,
      after: 'Anna Kovacs wrote the report last week for the whole company.',
      plan: [],
      editStyle: 'edits',
      names: [],
      brief: '',
    });
    expect(report).toMatchObject({ ok: true });
  });
});

describe('RC-036 what a platform writes in signs', () => {
  const before =
    'Hi <@U0AAA>, see <#C0BBB|release> and [the plan](https://ex.org/a?x=1&y=2) by <!date^1712345678^{date}|5 Apr> :tada: `<@U0AAA>` before you leave, please, all of you.';
  const whole = { ...comment('', ''), anchor: { type: 'document' } } as const satisfies Comment;
  const diagnose = (after: string) =>
    guardRevision({ before, after, plan: [whole], editStyle: 'rewrite', names: [], brief: '' })
      .diagnosis ?? '';

  it.each([
    ['<@U0AAA>', '<@U0ZZZ>'],
    ['<#C0BBB|release>', '#release'],
    ['https://ex.org/a?x=1&y=2', 'https://ex.org/a?x=1'],
    ['<!date^1712345678^{date}|5 Apr>', '5 April'],
    [':tada:', '🎉'],
    ['`<@U0AAA>`', ''],
  ])('is never another, or gone: %s', (token, other) => {
    expect(diagnose(before.replace(token, other))).toContain(token);
  });

  it('may stand between other words', () => {
    const after = before.replace(
      'before you leave, please, all of you',
      'before you all leave, please',
    );
    expect(diagnose(after)).toBe('');
    expect(diagnose(`${after} And <@U0ZZZ>.`)).toContain('“<@U0ZZZ>” was added');
  });
});
