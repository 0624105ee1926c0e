import { describe, expect, it } from 'vitest';
import { COMMAND_WORDS, parseCommand } from '../../src/review/command-grammar.ts';
import { fc } from '../fast-check.ts';

describe('the text of a command', () => {
  it('RC-015: reads options in any typographic dress and leaves the draft byte for byte', () => {
    const text = '—persona “Plain Talker” *rounds*=2 Dear all, “soon” — we hope.';

    expect(parseCommand(text)).toEqual({
      type: 'draft',
      text: 'Dear all, “soon” — we hope.',
      choices: { personas: ['Plain Talker'], rounds: 2 },
    });
  });

  it.each([
    ['--persona "Line editor" Hello', { personas: ['Line editor'] }, 'Hello'],
    [
      '--persona line-editor --persona ‘Fact checker’ Hello',
      { personas: ['line-editor', 'Fact checker'] },
      'Hello',
    ],
    [
      'personas="Line editor, Fact checker" Hello',
      { personas: ['Line editor', 'Fact checker'] },
      'Hello',
    ],
    ['--preset=announcement --rounds 3 Hello', { preset: 'announcement', rounds: 3 }, 'Hello'],
    ['**preset**=job-ad\nHello', { preset: 'job-ad' }, 'Hello'],
    ['–rewrite Hello', { editStyle: 'rewrite' }, 'Hello'],
    ['--public --edits Hello', { delivery: 'thread', editStyle: 'edits' }, 'Hello'],
    ['Hello --rounds 2', {}, 'Hello --rounds 2'],
    ['public=yes is a draft', {}, 'public=yes is a draft'],
    ['-- a dash opens this draft', {}, '-- a dash opens this draft'],
    ['  indented\n  code', {}, '  indented\n  code'],
  ])('reads %j', (text, choices, draft) => {
    expect(parseCommand(text)).toEqual({ type: 'draft', text: draft, choices });
  });

  it.each(COMMAND_WORDS)('takes “%s” for a command only as the whole text', (word) => {
    expect(parseCommand(` ${word.toUpperCase()} `)).toEqual({ type: 'word', word });
    expect(parseCommand(`${word} of the migration is green`)).toMatchObject({ type: 'draft' });
  });

  it.each(['', '  \n', '--rounds 2'])('opens the form for %j', (text) => {
    expect(parseCommand(text)).toEqual({ type: 'form' });
  });

  it('tells a brief from a draft', () => {
    expect(parseCommand('write a note\nabout the move')).toEqual({
      type: 'brief',
      text: 'a note\nabout the move',
      choices: {},
    });
    expect(parseCommand('--preset announcement write a note')).toMatchObject({
      type: 'brief',
      choices: { preset: 'announcement' },
    });
    expect(parseCommand('write')).toMatchObject({ type: 'draft', text: 'write' });
    expect(parseCommand('writers of the world')).toMatchObject({ type: 'draft' });
  });

  it.each(['--rounds 9 Hello', '--rounds many Hello', '--preset'])(
    'names what is wrong in %j',
    (text) => {
      expect(parseCommand(text)).toMatchObject({ type: 'note' });
    },
  );

  it('never changes a draft that begins with no option', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (words) => {
        const text = `Z ${words}`;
        expect(parseCommand(text)).toEqual({ type: 'draft', text, choices: {} });
      }),
    );
  });
});
