import { describe, expect, it } from 'vitest';
import { createAnchorIndex } from '../../src/loop/anchor.ts';
import type { Comment } from '../../src/loop/comment.ts';
import { type GuardInput, guardRevision } from '../../src/loop/guard.ts';
import { fc } from '../fast-check.ts';
import { HOSTILE, messyMarkdown } from '../text/messy-markdown.ts';

const FRAMES: Readonly<Record<string, readonly [string, string]>> = {
  en: [
    '# Update\n\nHello everybody, this is what happened on our side and what comes next.\n\n',
    '\n\nThanks for reading to the end, and please tell the people around you.\n',
  ],
  de: [
    '# Neues\n\nHallo zusammen, hier steht, was bei uns passiert ist und wie es weitergeht.\n\n',
    '\n\nDanke fürs Lesen, und bitte sagt es auch den Leuten um euch herum.\n',
  ],
  fr: [
    '# Nouvelles\n\nBonjour à tous, voici ce qui est arrivé chez nous et ce qui vient ensuite.\n\n',
    "\n\nMerci d'avoir lu jusqu'à la fin, et dites-le aux gens autour de vous.\n",
  ],
};

function remark(text: string, quote: string, more: Partial<Comment> = {}): Comment {
  const anchor = createAnchorIndex(text).locate({ quote });
  if (typeof anchor === 'string') throw new Error(`${quote} is ${anchor}`);
  return {
    id: 'c1',
    fingerprint: '',
    source: { persona: 'line-editor' },
    raisedBy: ['line-editor'],
    kind: 'clarity',
    severity: 'major',
    anchor,
    problem: 'Hard to follow.',
    why: '',
    suggestion: { action: 'replace', instruction: 'Say it more plainly.' },
    status: 'planned',
    ...more,
  };
}

/** The guard's report on a change inside a longer draft whose wording a remark asks to improve. */
function guard(from: string, to: string, more: { language?: string; plan?: Comment[] } = {}) {
  const [head, tail] = FRAMES[more.language ?? 'en'] ?? ['', ''];
  const before = head + from + tail;
  const input: GuardInput = {
    before,
    after: head + to + tail,
    plan: more.plan ?? [remark(before, '')],
    editStyle: 'edits',
    names: [],
    brief: '',
  };
  return guardRevision(input);
}

describe('the guard refuses what turns a statement round', () => {
  it.each([
    ['en', 'Builds are now faster than before.', 'Builds are now slower than before.', 'slower'],
    ['en', 'The feature is disabled for guests.', 'The feature is enabled for guests.', 'enabled'],
    ['en', 'The change is unsupported here.', 'The change is supported here.', 'unsupported'],
    ['en', 'Save your files before you upgrade.', 'Save your files after you upgrade.', 'after'],
    ['en', 'You need a key and a password.', 'You need a key or a password.', 'and'],
    ['en', 'It is deleted unless you log in.', 'It is deleted if you log in.', 'unless'],
    ['en', 'Everybody except guests can log in.', 'Everybody, guests too, can log in.', 'except'],
    ['en', 'We will refund every customer.', 'We refunded every customer.', 'refunded'],
    ['en', 'The fix will be shipped soon.', 'The fix was shipped soon.', 'will'],
    ['en', 'We are rolling out a fix.', 'We rolled out a fix.', 'rolling'],
    ['en', 'You get 5 calls per minute.', 'You get 5 calls per hour.', 'per minute'],
    ['en', 'It took an hour to recover.', 'It took a week to recover.', 'an hour'],
    ['en', 'The limit is 10 MB per file.', 'The limit is 10 MB per project.', 'per file'],
    ['en', '@ana asks and @bob answers.', '@bob asks and @ana answers.', '@ana'],
    ['en', 'Anna Kovacs told Peter Olsen.', 'Peter Olsen told Anna Kovacs.', 'Anna Kovacs'],
    ['en', 'He said “it was our fault”.', 'He said it was our fault.', 'it was our fault'],
    ['de', 'Vor dem Update bitte sichern.', 'Nach dem Update bitte sichern.', 'nach'],
    ['de', 'Sie wird am Montag abgeschaltet.', 'Sie wurde am Montag abgeschaltet.', 'wurde'],
    ['fr', 'Nous ne gardons que le nom.', 'Nous gardons le nom.', 'que'],
  ])('in %s: %j → %j', (language, from, to, named) => {
    const report = guard(from, to, { language });
    expect(report.ok).toBe(false);
    expect(report.diagnosis).toContain(named);
  });
});

describe('the guard refuses whole passages that', () => {
  const steps = '1. Open the page.\n2. Delete the cache.\n3. Reload it.';
  it.each([
    [
      'are gone: a sentence',
      'It was slow. The images were missing. We fixed it.',
      'It was slow. We fixed it.',
      'images',
    ],
    ['are gone: a step', steps, '1. Open the page.\n2. Reload it.', 'Delete the cache'],
    [
      'are gone: a row',
      '| a | b |\n|---|---|\n| old | x |\n| new | y |',
      '| a | b |\n|---|---|\n| new | y |',
      'old',
    ],
    [
      'stand twice',
      'It was slow for the office.',
      'It was slow for the office. It was slow for the office.',
      'twice',
    ],
    [
      'moved: sentences',
      'Stop the server. Copy the files.',
      'Copy the files. Stop the server.',
      'changed places',
    ],
    [
      'moved: steps',
      steps,
      '1. Delete the cache.\n2. Open the page.\n3. Reload it.',
      'changed places',
    ],
    [
      'moved: cells',
      '| a | b |\n|---|---|\n| one | slow |\n| two | broken |',
      '| a | b |\n|---|---|\n| one | broken |\n| two | slow |',
      'changed places',
    ],
  ])('%s', (_what, from, to, named) => {
    const report = guard(from, to);
    expect(report.ok).toBe(false);
    expect(report.diagnosis).toContain(named);
  });

  it('lets a remark that asks for it cut or move them', () => {
    const [head, tail] = FRAMES.en ?? ['', ''];
    const from = 'It was slow. The images were missing. We fixed it.';
    const before = head + from + tail;
    const cut = remark(before, 'The images were missing.', {
      suggestion: { action: 'delete', instruction: 'Cut it.' },
    });
    const person = remark(before, '', { source: { human: 'u1' }, problem: 'Make it shorter.' });
    const structure = remark(before, '', { kind: 'structure' });
    expect(guard(from, 'It was slow. We fixed it.').ok).toBe(false);
    for (const plan of [[cut], [person], [structure]]) {
      expect(guard(from, 'It was slow. We fixed it.', { plan })).toMatchObject({ ok: true });
    }
    expect(guard(from, 'The images were missing. We fixed it.', { plan: [cut] }).ok).toBe(false);
  });
});

it('the guard refuses quotation marks around everything', () => {
  for (const [open, close] of ['""', '“”', '„“', '«»']) {
    const report = guardRevision({
      ...{ before: 'Yes, it "works" again.', after: `${open}Yes, it "works" now.${close}` },
      ...{ plan: [], editStyle: 'rewrite', names: [], brief: '' },
    });
    expect(report.diagnosis).toContain('Quotation marks were put around the text');
  }
});

describe('the guard refuses changes of structure:', () => {
  it.each([
    ['another level', '## What changed\n\nThe button.', '# What changed\n\nThe button.', 'level'],
    ['a lost heading', '## What changed\n\nThe button.', 'What changed\n\nThe button.', 'heading'],
    ['a new heading', 'The button moved.', '## Breaking\n\nThe button moved.', 'Breaking'],
    ['a lost block quote', '> It was slow.\n\nWe agree.', 'It was slow.\n\nWe agree.', 'quotation'],
    ['a ticked box', '- [ ] docs\n- [x] ship it', '- [x] docs\n- [x] ship it', 'check boxes'],
    ['struck-out words', 'The button moved.', 'The ~~button~~ moved.', 'struck-out'],
    ['HTML', 'The button moved.', 'The <b>button</b> moved.', '<b>'],
    ['custom emoji', 'The button moved.', 'The button moved :tada:.', ':tada:'],
    [
      'links that trade their addresses',
      'Read [the guide](https://a.example/x) or [the news](https://a.example/y).',
      'Read [the guide](https://a.example/y) or [the news](https://a.example/x).',
      'the guide',
    ],
    [
      'references that trade places',
      'Read [the guide][g] or [the news][n].\n\n[g]: https://a.example/x\n[n]: https://a.example/y',
      'Read [the guide][n] or [the news][g].\n\n[g]: https://a.example/x\n[n]: https://a.example/y',
      'the guide',
    ],
    [
      'a label that shows another address',
      'Read [the guide](https://a.example/x) first.',
      'Read [https://evil.example](https://a.example/x) first.',
      'https://evil.example',
    ],
  ])('%s', (_what, from, to, named) => {
    const report = guard(from, to);
    expect(report.ok).toBe(false);
    expect(report.diagnosis).toContain(named);
  });
});

describe('what people ask for', () => {
  const [head, tail] = FRAMES.en ?? ['', ''];
  const from = '## What changed\n\nWe are live 🎉 today.';
  const person = remark(head + from + tail, '', { source: { human: 'u1' }, problem: 'Calmer.' });
  const structure = remark(head + from + tail, '', { kind: 'structure' });
  const tone = remark(head + from + tail, 'live 🎉 today');

  it('may change the outline and the emoji', () => {
    const to = '### What changed\n\nWe are live today.';
    expect(guard(from, to).ok).toBe(false);
    expect(guard(from, to, { plan: [person] })).toMatchObject({ ok: true });
    expect(guard(from, to, { plan: [structure] }).diagnosis).toBe('The emoji “🎉” is missing.');
    expect(guard(from, to, { plan: [structure, tone] })).toMatchObject({ ok: true });
  });

  it('never brings HTML, hidden characters or images', () => {
    for (const added of ['<b>', 'x\u200by', '![p](https://a.example/p.png)']) {
      expect(guard(from, `${from} ${added}`, { plan: [person, structure] }).ok).toBe(false);
    }
  });
});

describe('the guard refuses characters nobody reads:', () => {
  it.each([
    ['a zero-width space', 'ser\u200bvice', 'U+200B'],
    ['a direction override', 'service\u202e', 'U+202E'],
    ['a soft hyphen', 'ser\u00advice', 'U+00AD'],
    ['tag characters', 'service\u{E0041}', 'U+E0041'],
    ['a control character', 'service\u0007', 'U+0007'],
    ['half a character', 'service\ud83d', 'U+D83D'],
    ['the sign for a broken character', 'service\ufffd', 'U+FFFD'],
    ['a joiner between Latin letters', 'ser\u200dvice', 'U+200D'],
    ['a letter of another alphabet', 's\u0435rvice', 'alphabets'],
    ['an emoji', 'service 🎉', '🎉'],
  ])('%s', (_what, word, named) => {
    const report = guard('The service is back to normal.', `The ${word} is back to normal.`);
    expect(report.ok).toBe(false);
    expect(report.diagnosis).toContain(named);
  });

  it('an emoji that says something else, or is gone', () => {
    expect(guard('Status: 🟢 all good.', 'Status: 🔴 all good.').diagnosis).toContain('🟢');
    expect(guard('We are live 🎉 today.', 'We are live today.').diagnosis).toContain('🎉');
  });

  it('but not those the draft has, nor joiners that do their work', () => {
    expect(guard('Sales\u200b are good, realy.', 'Sales\u200b are good, really.').ok).toBe(true);
    expect(guard('The 👩‍💻 is realy in.', 'The 👩‍💻 is really in.').ok).toBe(true);
    expect(guard('می‌خواهم realy.', 'می‌خواهم really.').ok).toBe(true);
    expect(guard('It takes 5 µs, realy.', 'It takes 5 µs, really.').ok).toBe(true);
  });
});

describe('the guard lets honest wording pass:', () => {
  it.each([
    [
      'en',
      'Due to the fact that the disk was full, the export was not able to finish.',
      'Because the disk was full, the export could not finish.',
    ],
    ['en', 'It is possible that some users might see errors.', 'Some users might see errors.'],
    ['en', 'It could potentially be slow.', 'It could be slow.'],
    ['en', 'We did not lose any data.', 'We lost no data.'],
    ['en', 'The job failed to start.', 'The job did not start.'],
    ['en', 'We were unable to reach it.', 'We could not reach it.'],
    ['en', 'The 12 new and shiny reports are in.', 'The 12 new reports are in.'],
    ['en', 'Our support team will answer.', 'Our Support team will answer.'],
    ['en', 'Many thanks to Anna Kovacs.', 'Thanks to Anna Kovacs.'],
    ['en', 'We will see whether or not it works.', 'We will see whether it works.'],
    ['en', 'It should be noted that it is slow.', 'It is slow.'],
    ['en', 'Please do not hesitate to write.', 'Please write.'],
    ['en', 'If you have any questions, write.', 'If you have questions, write.'],
    ['en', 'Every one of the 40 tests passed.', 'All 40 tests passed.'],
    ['en', 'You get 5 calls a minute.', 'You get 5 calls per minute.'],
    ['en', '5 errors and 3 warnings came.', '3 warnings and 5 errors came.'],
    [
      'en',
      'Yesterday Peter Olsen told Anna Kovacs.',
      'Yesterday Anna Kovacs was told by Peter Olsen.',
    ],
    ['en', 'We need a key, a name and a date.', 'We need:\n\n- a key\n- a name\n- a date'],
    ['en', 'It was broken. It was fixed on Monday.', 'It was broken and was fixed on Monday.'],
    ['en', '> We was wrong.\n> Sorry.', '> We were wrong.\n> Sorry.'],
    ['en', '## Whats changed\n\nIt moved.', '## What changed\n\nIt moved.'],
    ['en', 'Click [here](https://a.example/x) for help.', 'See [the help](https://a.example/x).'],
    ['en', 'As of now all systems are working.', 'All systems work.'],
    ['en', 'Click "Save" to go on.', 'Click **Save** to go on.'],
    [
      'de',
      'Die Durchführung der Wartung erfolgt am Montag.',
      'Die Wartung findet am Montag statt.',
    ],
  ])('in %s: %j → %j', (language, from, to) => {
    expect(guard(from, to, { language })).toMatchObject({ ok: true });
  });
});

describe('whatever the text, the guard', () => {
  const report = (before: string, after: string) =>
    guardRevision({ before, after, plan: [], editStyle: 'edits', names: ['item'], brief: '' });

  it('lets an unchanged one pass', () => {
    fc.assert(
      fc.property(messyMarkdown, (text) => {
        expect(report(text, text).lost).toEqual(report(text, text).added);
        const { ok, diagnosis } = report(text, text);
        expect(ok || diagnosis?.startsWith('The answer is not a draft')).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('never throws, whatever it is compared with', () => {
    fc.assert(
      fc.property(messyMarkdown, fc.oneof(messyMarkdown, fc.string({ unit: 'binary' })), (a, b) => {
        expect(() => report(a, b)).not.toThrow();
        expect(() => report(b, a)).not.toThrow();
      }),
      { numRuns: 40 },
    );
    for (const text of HOSTILE) {
      expect(() => report('A short draft.', text.slice(0, 10_000))).not.toThrow();
    }
  });
});

describe('paragraphs', () => {
  const from = 'It was slow.\n\nThe images were missing.\n\nWe fixed it.';
  const joined = from.replaceAll('\n\n', ' ');

  it('may be joined two by two, and not all to one', () => {
    expect(guard(from, from.replace('\n\n', ' ')).ok).toBe(true);
    const [head, tail] = FRAMES.en ?? ['', ''];
    const flat = (text: string) => text.replace('# Update\n\n', '').replaceAll('\n\n', ' ');
    const report = guardRevision({
      ...{ before: head + from + tail, after: `# Update\n\n${flat(head + joined + tail)}` },
      ...{ plan: [remark(head + from + tail, '')], editStyle: 'rewrite', names: [], brief: '' },
    });
    expect(report.diagnosis).toContain('paragraphs were run together');
  });
});

describe('what a person wants gone', () => {
  const anna = 'Anna Kovacs may send 12 boxes, and everyone gets a key.';
  const from = `The office moves on Friday. ${anna} Bring your badge to the door.`;
  const without = from.replace(`${anna} `, '');
  const [head = '', tail = ''] = FRAMES.en ?? [];
  const said = (problem: string, more: Partial<Comment> = {}) => ({
    plan: [remark(head + from + tail, '', { source: { human: 'u1' }, problem, ...more })],
  });

  it.each([
    'Drop the sentence on Anna.',
    'please remove what Anna does',
    'Streich den zweiten Satz',
    'Supprime la deuxième phrase',
    '2文目を削除して',
  ])('goes with its facts: %s', (problem) => {
    expect(guard(from, without, said(problem)).diagnosis).toBeUndefined();
  });

  it('stays where nobody asked for that', () => {
    expect(guard(from, without, said('Calmer.')).diagnosis).toContain('Kovacs');
    const persona = said('Drop the sentence on Anna.', { source: { persona: 'line-editor' } });
    expect(guard(from, without, persona).ok).toBe(false);
  });

  it('is a whole sentence, and no fact of one that stays', () => {
    const cut = from.replace('12 boxes', 'boxes');
    expect(guard(from, cut, said('Drop the sentence on Anna.')).diagnosis).toContain('12 boxes');
  });

  it('is not most of the text', () => {
    const rest = 'Bring your badge to the door and keep it with you all day long.';
    const before = `${anna} Bo Lindt pays 30 euros on Monday. ${rest}`;
    const wish = { source: { human: 'u1' }, problem: 'Drop the rest.' };
    const report = guardRevision({
      ...{ before, after: rest, editStyle: 'edits' },
      ...{ names: [], brief: '', plan: [remark(before, '', wish)] },
    });
    expect(report.diagnosis).toContain('12 boxes');
  });
});

function wholeDraft(problem: string): Comment {
  return { ...remark('Any text.', 'Any text.'), anchor: { type: 'document' }, problem };
}

describe('what nobody asked for and states no fact', () => {
  const draft = [
    'The billing page moves on Friday.',
    'Read [the plan](https://example.org/plan) first, and ask the team if anything is unclear.',
    'Nothing changes for customers who pay by invoice.',
  ].join(' ');
  const guarded = (after: string, more: Partial<GuardInput> = {}) =>
    guardRevision({
      ...{ before: draft, after, plan: [wholeDraft('Say it more clearly.')] },
      ...{ editStyle: 'rewrite', names: [], brief: '', ...more },
    }).diagnosis ?? '';
  const moved = draft
    .replace('[the plan](https://example.org/plan)', 'the plan')
    .replace('ask the team', '[ask the team](https://example.org/plan)');

  it.each([
    ['something to be filled in', `${draft} Call [your name] before.`, 'to be filled in'],
    ['a date to be filled in', draft.replace('on Friday', 'on Friday, TBD'), 'to be filled in'],
    ['a closing', `${draft}\n\nBest regards,\nThe billing team`, '“Best regards,” was added'],
    ['a closing in German', `${draft}\n\nMit freundlichen Grüßen`, 'was added'],
    ['a salutation', `Dear team,\n\n${draft}`, '“Dear team,” was added'],
    ['a link that moved to other words', moved, 'moved to other words'],
  ])('%s is named', (_what, after, diagnosis) => {
    expect(guarded(after)).toContain(diagnosis);
  });

  it('is a link to elsewhere also where two labels are alike', () => {
    const before =
      'See the [plan page](https://a.example/) and the [status page](https://b.example/).';
    const after =
      'See the [plan page](https://b.example/) and the [status page](https://a.example/).';
    expect(guarded(after, { before })).toContain('leads to another address');
  });

  it('may come where the plan is about it, or the text was written from a brief', () => {
    const closed = `Dear team,\n\n${draft}\n\nBest regards,\nBilling`;
    const plan = [wholeDraft('It lacks a salutation and a closing.')];
    expect(guarded(closed, { plan })).not.toContain('regards');
    expect(guarded(closed, { brief: 'A mail to the team' })).not.toContain('regards');
  });

  it('is no link whose words were only improved', () => {
    const better = draft.replace('[the plan]', '[the whole plan]');
    const renamed = draft.replace('Read [the plan]', 'See what we do: [moving]');
    expect(guarded(better)).not.toContain('link');
    expect(guarded(renamed)).not.toContain('moved to other words');
  });
});
