import { describe, expect, it } from 'vitest';
import type { Check, Criterion, Persona, PersonaExample } from '../../src/loop/persona.ts';
import {
  MAX_PERSONA_CHARS,
  parsePersona,
  validateLibrary,
  validatePersona,
} from '../../src/loop/persona-validation.ts';
import { builtInPersonas } from '../../src/personas/library.ts';
import { seniorEditor } from '../../src/personas/senior-editor.ts';
import { UserError } from '../../src/user-error.ts';

const check: Check = {
  id: 'plain',
  question: 'Is every word a neighbour’s word?',
  severityIfFailed: 'major',
};
const otherChecks: readonly Check[] = [
  { id: 'short', question: 'Is every paragraph short?', severityIfFailed: 'minor' },
  { id: 'kind', question: 'Would a neighbour thank you for it?', severityIfFailed: 'nit' },
];
const criterion: Criterion = {
  id: 'plainness',
  title: 'Plainness',
  weight: 1,
  anchors: ['No plain word.', 'Some plain words.', 'Mostly plain words.', 'All plain words.'],
};
const example: PersonaExample = {
  draft: 'The ebb commences at 13:05.',
  quote: 'commences',
  problem: 'A grand word for a plain thing.',
  why: 'A neighbour stops to translate it.',
  suggestion: 'Write “starts”.',
};
const plainTalker: Persona = {
  id: 'plain-talker',
  version: '1',
  title: 'Plain talker',
  icon: 'memo',
  reader: 'A neighbour who has never seen a tide table.',
  checklist: [check, ...otherChecks],
  criteria: [criterion],
  ignores: ['Spelling.'],
  maxComments: 5,
  examples: [example],
};

const changed = (changes: Partial<Persona>): Persona => ({ ...plainTalker, ...changes });

const fieldsOf = (persona: Persona, memberNames: readonly string[] = []): string[] =>
  validatePersona(persona, builtInPersonas, { memberNames }).map(({ field }) => field);

describe('the form of a persona', () => {
  it('accepts a well-made persona beside the built-in ones', () => {
    expect(validatePersona(plainTalker, builtInPersonas)).toEqual([]);
  });

  const firstCheck = (changes: Partial<Check>) => [{ ...check, ...changes }, ...otherChecks];
  const extraCheck = (changes: Partial<Check>) => [check, ...otherChecks, { ...check, ...changes }];
  const cases: [field: string, changes: Partial<Persona>][] = [
    ['id', { id: 'Plain Talker' }],
    ['id', { id: 'plain--talker' }],
    ['id', { id: 'x'.repeat(41) }],
    ['version', { version: ' ' }],
    ['title', { title: 'X' }],
    ['title', { title: 'Plain\ntalker' }],
    ['title', { title: '2 + 2' }],
    ['icon', { icon: ':memo:' }],
    ['reader', { reader: 'y'.repeat(301) }],
    ['checklist', { checklist: otherChecks }],
    ['checklist', { checklist: Array.from({ length: 8 }, () => check) }],
    ['checklist[0].id', { checklist: firstCheck({ id: 'Is it' }) }],
    ['checklist[0].question', { checklist: firstCheck({ question: 'Keep it plain.' }) }],
    ['checklist[0].question', { checklist: firstCheck({ question: `${'w'.repeat(200)}?` }) }],
    ['checklist[3].id', { checklist: extraCheck({ question: 'Is it warm?' }) }],
    [
      'checklist[3].question',
      { checklist: extraCheck({ id: 'again', question: 'is every word, a neighbour’s WORD?' }) },
    ],
    ['criteria', { criteria: Array.from({ length: 5 }, () => criterion) }],
    ['criteria[0].weight', { criteria: [{ ...criterion, weight: 0 }] }],
    ['criteria[1].id', { criteria: [criterion, criterion] }],
    [
      'criteria[0].anchors[3]',
      {
        criteria: [
          { ...criterion, anchors: ['None.', 'Some of it.', 'Most of it.', 'some, of it'] },
        ],
      },
    ],
    ['ignores[0]', { ignores: ['z'.repeat(201)] }],
    ['maxComments', { maxComments: 0 }],
    ['maxComments', { maxComments: 11 }],
    ['maxComments', { maxComments: 2.5 }],
    ['examples', { examples: Array.from({ length: 5 }, () => example) }],
    ['examples[0].quote', { examples: [{ ...example, quote: 'begins' }] }],
  ];
  it.each(cases)('refuses a bad %s and says what to write', (field, changes) => {
    const problems = validatePersona(changed(changes), builtInPersonas);
    const problem = problems.find((each) => each.field === field);
    expect(problem?.message).toMatch(/^\S.*: [a-z].*\.$/s);
    expect(problem?.message.startsWith(field)).toBe(true);
  });

  it('says one thing about each field', () => {
    expect(fieldsOf(changed({ id: '', title: '' }))).toEqual(['id', 'title']);
  });

  it('names the value and the fix', () => {
    expect(validatePersona(changed({ id: 'Plain Talker' }), [])[0]?.message).toBe(
      'id is “Plain Talker”: use 2–40 small letters, digits and single hyphens, starting with a letter, such as “plain-talker”.',
    );
  });

  it('accepts questions in other scripts', () => {
    const checklist = ['読みやすいですか？', 'هل النص واضح؟', 'Ist alles erklärt?'].map(
      (question, i) => ({ id: `check-${i}`, question, severityIfFailed: 'minor' as const }),
    );
    expect(validatePersona(changed({ checklist }), builtInPersonas)).toEqual([]);
  });

  it('limits the whole, even when every part is within its limit', () => {
    const long = 'sand '.repeat(59);
    const longExample = {
      draft: 'tide '.repeat(159),
      quote: 'tide',
      problem: long,
      why: long,
      suggestion: long,
    };
    const persona = changed({
      ignores: Array.from({ length: 10 }, () => long.slice(0, 199)),
      examples: Array.from({ length: 4 }, () => longExample),
    });
    const [problem, ...rest] = validatePersona(persona, builtInPersonas);
    expect(problem?.message).toContain(`shorten it to ${MAX_PERSONA_CHARS}`);
    expect(rest).toEqual([]);
  });
});

describe('separate duties', () => {
  it('L21: refuses a checklist that another persona has, whatever its order, case and punctuation', () => {
    const checklist = seniorEditor.checklist
      .map((check, i) => ({
        id: `mine-${i}`,
        question: `${check.question.toUpperCase().replaceAll(',', ' –').replace(/\?$/, ' ?')}`,
        severityIfFailed: 'nit' as const,
      }))
      .reverse();
    const problems = validatePersona(changed({ checklist }), builtInPersonas);
    expect(problems.map(({ field }) => field)).toEqual(['checklist']);
    expect(problems[0]?.message).toContain('Senior editor');
  });

  it('accepts a checklist that differs in one question', () => {
    const [, ...rest] = seniorEditor.checklist;
    expect(fieldsOf(changed({ checklist: rest }))).toEqual([]);
  });

  it('refuses an id or a title by which another persona is already called', () => {
    expect(fieldsOf(changed({ id: 'line-editor' }))).toEqual(['id']);
    expect(fieldsOf(changed({ title: 'LINEeditor' }))).toEqual(['title']);
    const other = { ...seniorEditor, id: 'pinch', title: 'Salt & pepper' };
    const fields = (title: string) =>
      validatePersona(changed({ title }), [other]).map(({ field }) => field);
    expect(fields('Salt and pepper')).toEqual(['title']);
    expect(fields('Pinch')).toEqual(['title']);
    expect(fields('Salt')).toEqual([]);
  });

  it('does not hold a persona against itself', () => {
    expect(validatePersona(plainTalker, [plainTalker])).toEqual([]);
  });

  it('says whose problem it is in a library', () => {
    const twin = { ...plainTalker, id: 'twin', title: 'Twin' };
    expect(
      validateLibrary([plainTalker, twin]).map(({ persona, field }) => [persona, field]),
    ).toEqual([
      ['plain-talker', 'checklist'],
      ['twin', 'checklist'],
    ]);
  });
});

describe('names of real people', () => {
  it.each([
    'Ernest Hemingway',
    'The HEMINGWAY editor',
    'Hemingway’s scissors',
    'E.B. White at the desk',
    'J.R.R. Tolkien',
    'Gabriel Garcia Marquez',
    'zinsser-style editor',
  ])('L21: refuses the title “%s” from the block list', (title) => {
    const problems = validatePersona(changed({ title }), builtInPersonas);
    expect(problems.map(({ field }) => field)).toEqual(['title']);
    expect(problems[0]?.message).toContain('a real person');
  });

  it('L21: refuses a listed name in every field that steers the critic', () => {
    const persona = changed({
      reader: 'Somebody who reads like George Orwell.',
      checklist: plainTalker.checklist.map((check, i) =>
        i === 0 ? { ...check, question: 'Would Orwell have kept it?' } : check,
      ),
      ignores: ['What Mark Twain would mind.'],
    });
    expect(fieldsOf(persona)).toEqual(['reader', 'checklist[0].question', 'ignores[0]']);
  });

  it('lets an example’s draft mention anybody', () => {
    const draft = 'The Shakespeare garden commences at the gate.';
    expect(fieldsOf(changed({ examples: [{ ...example, draft }] }))).toEqual([]);
    const why = 'Shakespeare would stop here.';
    expect(fieldsOf(changed({ examples: [{ ...example, why }] }))).toEqual(['examples[0].why']);
  });

  it('L21: refuses a person it is told to be, unless that is a persona’s title', () => {
    expect(fieldsOf(changed({ reader: 'You are Jane Doeling, a strict reader.' }))).toEqual([
      'reader',
    ]);
    expect(fieldsOf(changed({ reader: 'You are Plain Talker, a strict reader.' }))).toEqual([]);
  });

  it('refuses the name of a member of the workspace', () => {
    const named = changed({ reader: 'Somebody Ana Ruiz would hire.' });
    expect(fieldsOf(named)).toEqual([]);
    expect(fieldsOf(named, ['Ana Ruiz'])).toEqual(['reader']);
    expect(
      validateLibrary([named], { memberNames: ['Ana Ruiz'] }).map(({ message }) => message),
    ).toEqual([
      'reader names “Ana Ruiz”, a member of this workspace: say what this editor looks for instead of whom it should be.',
    ]);
  });
});

describe('parsing unknown data', () => {
  const given = { id: 'plain-talker', title: 'Plain talker', reader: plainTalker.reader };

  it('fills in what may be left out and keeps the rest', () => {
    expect(parsePersona({ ...given, version: 2, checklist: plainTalker.checklist })).toEqual({
      ...given,
      version: '2',
      icon: 'memo',
      checklist: plainTalker.checklist,
      criteria: [],
      ignores: [],
      maxComments: 5,
      examples: [],
    });
  });

  it('returns a whole persona unchanged', () => {
    expect(builtInPersonas.map(parsePersona)).toEqual(builtInPersonas);
  });

  const messageFor = (value: unknown): string => {
    try {
      parsePersona(value);
    } catch (error) {
      if (error instanceof UserError) return error.message;
      throw error;
    }
    return 'accepted';
  };

  it('names each wrong field with its value and the fix', () => {
    expect(
      messageFor({ ...given, checklist: [{ id: 'plain' }], maxComments: 'many', tone: 'dry' }),
    ).toMatchInlineSnapshot(`
      "This persona cannot be used:
      - checklist[0].question is missing: ask a yes/no question of 5–200 characters on one line that ends with a question mark.
      - checklist[0].severityIfFailed is missing: choose one of blocking, major, minor, nit.
      - checklist is a list of 1: list 3–7 yes/no checks.
      - maxComments is “many”: give a whole number from 1 to 10.
      - tone is no field of a persona: remove it or correct its name."
    `);
  });

  it.each([null, undefined, 'Plain talker', [], 7])('refuses %j with a fix', (value) => {
    expect(messageFor(value)).toContain('give a mapping with id, title, reader and checklist');
  });

  it('refuses what only the sense of the fields shows', () => {
    expect(
      messageFor({ ...given, title: 'Ernest Hemingway', checklist: plainTalker.checklist }),
    ).toContain('title names “Ernest Hemingway”');
  });

  it('says a missing field is missing', () => {
    expect(messageFor({ ...given })).toContain('checklist is missing: list 3–7 yes/no checks.');
  });

  it('shortens a long value', () => {
    const message = messageFor({ ...given, reader: '😀'.repeat(400), checklist: [] });
    expect(message).toContain(`“${'😀'.repeat(79)}…” (400 characters)`);
  });
});
