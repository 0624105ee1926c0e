import { describe, expect, it } from 'vitest';
import type { RawComment } from '../../src/loop/comment.ts';
import { scriptComment } from '../../src/models/scripted.ts';
import { builtInPersonas, findPersona } from '../../src/personas/library.ts';
import { screen, TEXT } from './screen-setup.ts';

describe('RC-081 what is off limits', () => {
  it.each([
    ['code', scriptComment('teh', 'the')],
    ['a house name', scriptComment('Nimbuss', 'Nimbus')],
    ['a surname', scriptComment('Ms Okoro', 'Ms Odor')],
  ])('drops a remark that would change %s', (_what, raw) => {
    expect(screen([raw])).toEqual({ comments: [], dropped: { protected: 1 } });
  });

  it('keeps a remark whose change leaves the name inside its quote alone', () => {
    const raw = scriptComment('Nimbuss with Ms Okoro before', 'Nimbuss with Ms Okoro ahead of');
    expect(screen([raw]).comments).toHaveLength(1);
  });

  it('drops a remark that quotes words the draft does not have', () => {
    expect(screen([scriptComment('the Nimbus cluster', 'x')]).dropped).toEqual({ unanchored: 1 });
  });
});

describe('L8 a remark is dropped', () => {
  it.each([
    'Make it more engaging.',
    'Improve the flow.',
    'Consider revising this.',
    'This could be clearer.',
    'Add more detail.',
  ])('when its advice fits every text: %s', (instruction) => {
    const raw = {
      ...scriptComment('The output', 'unused'),
      suggestion: { action: 'replace' as const, instruction },
    };
    expect(screen([raw]).dropped).toEqual({ generic: 1 });
  });

  it('when it only repeats the problem', () => {
    const raw = {
      ...scriptComment('The output', 'unused'),
      problem: 'The sentence is long.',
      suggestion: { action: 'replace' as const, instruction: 'the sentence is long' },
    };
    expect(screen([raw]).dropped).toEqual({ generic: 1 });
  });

  it('when it offers no fix, or the same words again', () => {
    const none = {
      ...scriptComment('long', 'x'),
      suggestion: { action: 'replace' as const, instruction: ' ' },
    };
    expect(screen([none, scriptComment('long', 'long')]).dropped).toEqual({ no_fix: 2 });
  });

  it('but not when vague words come with exact ones', () => {
    const raw = {
      ...scriptComment('which is long', 'a long one'),
      suggestion: {
        action: 'replace' as const,
        text: 'a long one',
        instruction: 'Improve the flow.',
      },
    };
    expect(screen([raw]).comments).toHaveLength(1);
  });
});

describe('words of an editor’s examples', () => {
  const examples = findPersona('line-editor')?.examples ?? [];
  const raise = (more: Partial<RawComment>, text?: string) =>
    screen([scriptComment('The output', 'What comes out', more)], {
      examples,
      ...(text === undefined ? {} : { text }),
    });
  const replace = (text: string) =>
    ({ action: 'replace', text, instruction: 'Write that.' }) as const;

  it.each<[string, Partial<RawComment>]>([
    ['its problem', { problem: 'The action sits in a noun, and the one who acts comes last.' }],
    [
      'a part of what it says',
      { why: 'Whoever reads it has to read to the end to learn whose it is.' },
    ],
    ['what it writes', { suggestion: replace('The warden removes the honey') }],
    ['its text', { problem: 'Here it says that the tide should be found somewhere.' }],
  ])('are not about this text: %s', (_what, more) => {
    expect(raise(more)).toEqual({ comments: [], dropped: { copied: 1 } });
  });

  it('may be its own', () => {
    const text = `${TEXT} The warden removes the honey in August.`;
    const suggestion = replace('What the warden removes the honey for');
    expect(raise({ suggestion }, text).comments).toHaveLength(1);
    expect(raise({ problem: 'The warden is not named here.' }).comments).toHaveLength(1);
  });

  it('of any built-in editor are found, whichever field they stand in', () => {
    for (const { id, examples: own } of builtInPersonas) {
      for (const { problem, why, draft } of own) {
        for (const more of [{ problem }, { why }, { suggestion: replace(draft) }]) {
          const { dropped } = screen([scriptComment('The output', 'x', more)], { examples: own });
          expect([id, dropped]).toEqual([id, { copied: 1 }]);
        }
      }
    }
  });
});

it('a suggestion with a fact from nowhere asks about it', () => {
  const [invented, kept] = screen([
    scriptComment('is long', 'has 4,000 lines'),
    scriptComment('before 9 January', 'before 9 January, please'),
  ]).comments;
  expect(invented?.question).toBe('Is it right that “4,000 lines” comes in?');
  expect(kept?.question).toBeUndefined();
});

const gone = (quote: string): RawComment => ({
  ...scriptComment(quote, 'x'),
  suggestion: { action: 'delete', instruction: 'Cut it.' },
});

describe('a suggestion that would take away what the draft says nowhere else', () => {
  const asking = (raw: RawComment) => screen([raw]).comments.map(({ question }) => question);
  it.each([
    ['a date', gone(' before 9 January'), '“9 January” goes'],
    ['a date put vaguely', scriptComment('before 9 January', 'soon'), '“9 January” goes'],
    [
      'a date that becomes another',
      scriptComment('before 9 January', 'before 19 January'),
      '“9 January” goes and “19 January” comes in',
    ],
  ])('asks about it: %s', (_what, raw, change) => {
    expect(asking(raw)).toEqual([`Is it right that ${change}?`]);
  });

  it.each([
    ['words that state nothing', gone(' of course,')],
    ['the same date written otherwise', scriptComment('before 9 January', 'before January 9')],
    [
      'the date between other words',
      scriptComment('before 9 January. The', 'before 9 January: the'),
    ],
  ])('asks nothing: %s', (_what, raw) => {
    expect(asking(raw)).toEqual([undefined]);
  });
});

describe('a suggestion that would change how sure a draft is', () => {
  const draft =
    'It may take an hour. You should not wait. Please do not hesitate to ask. We run daily.';
  const asking = (raw: RawComment) => screen([raw], { text: draft }).comments[0]?.question;

  it.each([
    ['a doubt', scriptComment('may take', 'takes'), '“may” goes'],
    ['a “not”', scriptComment('should not wait', 'should wait'), '“not” goes'],
    ['a new “not”', scriptComment('We run daily', 'We do not run daily'), '“not” comes in'],
  ])('asks about it: %s', (_what, raw, change) => {
    expect(asking(raw)).toBe(`Is it right that ${change}?`);
  });

  it.each([
    ['the same doubt in other words', scriptComment('It may take', 'Perhaps it takes')],
    ['a duty put shorter', scriptComment('You should not wait', 'Do not wait')],
    ['a polite phrase', scriptComment('do not hesitate to ask', 'ask')],
    ['a whole sentence', gone('You should not wait.')],
  ])('asks nothing: %s', (_what, raw) => {
    expect(asking(raw)).toBeUndefined();
  });
});

it('more remarks than a persona may make are cut to its worst ones', () => {
  const { comments, dropped } = screen(
    [
      scriptComment('Run', 'Start', { severity: 'nit' }),
      scriptComment('before', 'ahead of', { severity: 'major' }),
      scriptComment('saved', 'kept', { severity: 'minor' }),
    ],
    { maxComments: 2 },
  );
  expect(comments.map(({ id }) => id)).toEqual(['1.line-editor.2', '1.line-editor.3']);
  expect(dropped).toEqual({ over_cap: 1 });
});

describe('what people refused again and again', () => {
  const lowered = [{ persona: 'line-editor', kind: 'style' }] as const;
  const weighs = (more: Partial<RawComment>) =>
    screen([scriptComment('of course, ', '', more)], { lowered }).comments[0]?.severity;

  it.each([
    ['major', 'minor'],
    ['minor', 'nit'],
    ['nit', 'nit'],
    // What would stop a draft is no matter of habit.
    ['blocking', 'blocking'],
  ] as const)('weighs one step less: %s is %s', (severity, less) => {
    expect(weighs({ kind: 'style', severity })).toBe(less);
  });

  it('of another kind, or found by a rule, weighs what it weighed', () => {
    expect(weighs({ kind: 'tone', severity: 'major' })).toBe('major');
    expect(weighs({ kind: 'style', severity: 'major', rule: 'word/of-course' })).toBe('major');
  });
});

it('drops what would undo an earlier round, and nothing else', () => {
  const made = [{ from: 'lengthy', to: 'long' }];
  const back = screen([scriptComment('long', 'Lengthy')], { made });
  expect(back.dropped).toEqual({ reversal: 1 });
  const onwards = screen([scriptComment('long', 'tiring')], { made });
  expect(onwards.comments).toHaveLength(1);
});
