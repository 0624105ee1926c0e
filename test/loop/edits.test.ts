import { describe, expect, it } from 'vitest';
import type { Comment } from '../../src/loop/comment.ts';
import { applyEdits, revertEdits } from '../../src/loop/edits.ts';
import type { EditProposal } from '../../src/loop/writer.ts';
import { splitSentences } from '../../src/text/sentences.ts';
import { fc } from '../fast-check.ts';

const WHOLE: Comment = {
  id: 'c1',
  fingerprint: '',
  source: { human: 'ana' },
  raisedBy: ['ana'],
  kind: 'meaning',
  severity: 'major',
  anchor: { type: 'document' },
  problem: '',
  why: '',
  suggestion: { action: 'replace', instruction: '' },
  status: 'planned',
};

const edit = (find: string, replace: string, more: Partial<EditProposal> = {}): EditProposal => ({
  commentIds: ['c1'],
  find,
  replace,
  ...more,
});

const apply = (text: string, edits: readonly EditProposal[], plan: readonly Comment[] = [WHOLE]) =>
  applyEdits(text, edits, { sentences: splitSentences(text), plan });

const refusals = (result: ReturnType<typeof apply>) =>
  result.edits.map((each) => (each.applied ? 'applied' : each.refused));

describe('L19 edits', () => {
  it('refuses both of two that overlap and applies the others', () => {
    const result = apply('one two three four', [
      edit('one two', 'A'),
      edit('two three', 'B'),
      edit('four', '4'),
    ]);
    expect(result.text).toBe('one two three 4');
    expect(refusals(result)).toEqual(['overlapping', 'overlapping', 'applied']);
  });

  it('refuses every edit inside one that covers them', () => {
    const result = apply('one two three four five', [
      edit('one two three four', 'A'),
      edit('two', '2'),
      edit('four five', '45'),
    ]);
    expect(refusals(result)).toEqual(['overlapping', 'overlapping', 'overlapping']);
  });

  it('refuses words that stand more than once', () => {
    const result = apply('go there, then go home', [edit('go', 'walk')]);
    expect(result.text).toBe('go there, then go home');
    expect(refusals(result)).toEqual(['find_not_unique']);
  });

  it('takes the sentence or a verified offset to tell equal words apart', () => {
    const text = 'Please go now. We go too.';
    expect(apply(text, [edit('go', 'walk', { sentenceId: 'S2' })]).text).toBe(
      'Please go now. We walk too.',
    );
    expect(apply(text, [edit('go', 'walk', { start: 7 })]).text).toBe(
      'Please walk now. We go too.',
    );
    expect(refusals(apply(text, [edit('go', 'walk', { start: 6 })]))).toEqual(['find_not_unique']);
  });

  it('refuses words that are not there', () => {
    expect(refusals(apply('a text', [edit('another', 'b'), edit('', 'c')]))).toEqual([
      'find_missing',
      'find_missing',
    ]);
  });

  it('refuses what no planned comment asked for', () => {
    const text = 'The first sentence. The second one.';
    const plan: Comment[] = [
      {
        ...WHOLE,
        anchor: {
          type: 'quote',
          sentenceId: 'S1',
          quote: 'first',
          match: 'exact',
          start: 4,
          end: 9,
        },
      },
    ];
    const result = apply(
      text,
      [
        edit('first', '1st'),
        edit('second', '2nd'),
        edit('The', 'A', { commentIds: ['c9'], start: 0 }),
      ],
      plan,
    );
    expect(result.text).toBe('The 1st sentence. The second one.');
    expect(refusals(result)).toEqual(['applied', 'outside_plan', 'outside_plan']);
  });

  it('never cuts a character in two', () => {
    const family = '👩‍👩‍👧';
    const result = apply(`Hello ${family} and e\u0301`, [
      edit('👩', '!', { start: 6 }),
      edit('e', 'a', { start: 19 }),
    ]);
    expect(refusals(result)).toEqual(['splits_character', 'splits_character']);
  });

  it('deletes no words that were to be replaced by others', () => {
    const comment = (text: string, action: 'replace' | 'delete' = 'replace'): Comment => ({
      ...WHOLE,
      anchor: {
        ...{ type: 'quote', sentenceId: 'S1', quote: 'quite good' },
        ...{ start: 6, end: 16, match: 'exact' },
      },
      suggestion: { action, instruction: '', text },
    });
    const tried = (find: string, plan: Comment) =>
      refusals(apply('It is quite good news.', [edit(find, '')], [plan]));
    expect(tried('quite good ', comment('fine'))).toEqual(['deletes_all']);
    expect(tried('quite ', comment('good'))).toEqual(['applied']);
    expect(tried('quite good ', comment(''))).toEqual(['applied']);
    expect(tried('quite good ', comment('', 'delete'))).toEqual(['applied']);
  });

  it('makes one of two equal edits', () => {
    const result = apply('one two', [edit('two', '2'), edit('two', '2')]);
    expect(result.text).toBe('one 2');
    expect(refusals(result)).toEqual(['applied', 'no_change']);
  });

  it('keeps CRLF and everything else outside the edits', () => {
    const text = 'One\r\n\r\n\tTwo \u00a0 three\r\n';
    expect(apply(text, [edit('Two', '2')]).text).toBe('One\r\n\r\n\t2 \u00a0 three\r\n');
  });

  it('reverts deletions that met in one place in their old order', () => {
    const result = apply('ab c', [edit('a', '', { start: 0 }), edit('b', '', { start: 1 })]);
    expect(result.text).toBe(' c');
    expect(revertEdits(result.text, result.edits)).toBe('ab c');
  });

  it('leaves everything outside byte-identical and reverts to the original bytes', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }),
        fc.array(
          fc.tuple(fc.nat(), fc.nat({ max: 8 }), fc.string({ unit: 'grapheme', maxLength: 6 })),
          {
            maxLength: 6,
          },
        ),
        (text, picks) => {
          const proposals = picks.map(([at, length, replace]) => {
            const start = at % text.length;
            return edit(text.slice(start, start + 1 + length), replace, { start });
          });
          const result = apply(text, proposals);
          expect(revertEdits(result.text, result.edits)).toBe(text);
          const applied = result.edits
            .flatMap((each) => (each.applied ? [each] : []))
            .sort((a, b) => a.range.start - b.range.start);
          let at = 0;
          let rebuilt = '';
          for (const each of applied) {
            rebuilt += text.slice(at, each.range.start) + each.replace;
            at = each.range.end;
          }
          expect(result.text).toBe(rebuilt + text.slice(at));
        },
      ),
    );
  });
});

describe('edits at the edge of a character', () => {
  it.each([
    ['an accent for the letter before', 'The cafe is open.', ' is', '\u0301 is'],
    ['a skin tone for the hand before', 'Hello 👍 all of you.', ' all', '🏽 all'],
    ['a joiner for the emoji behind', 'Hello you 👩.', 'you ', '👩\u200d'],
  ])('are refused when they bring %s', (_what, text, find, replace) => {
    expect(refusals(apply(text, [edit(find, replace)]))).toEqual(['splits_character']);
  });
});
