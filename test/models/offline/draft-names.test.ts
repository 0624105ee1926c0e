import { expect, it } from 'vitest';
import { guardRevision } from '../../../src/loop/guard.ts';
import { findDraftNames } from '../../../src/models/offline/draft-names.ts';
import { openLexicon } from '../../../src/models/offline/lexicon.ts';

const lexicon = openLexicon('dist/lexicon');
const DRAFT =
  'Anna Kovacs approved the change on Friday. Although it was late, Okoro deployed it. Thanks to everybody who helped with that.';

it('tells names from capitalised ordinary words, also at a sentence start', () => {
  expect(findDraftNames(DRAFT, lexicon)).toEqual(['Anna', 'Kovacs', 'Okoro']);
});

it('leaves languages alone that write every noun with a capital', () => {
  expect(
    findDraftNames(
      'Die Änderung kam am Freitag, und Anna hat sie mit dem Team freigegeben.',
      lexicon,
    ),
  ).toEqual([]);
});

it('lets the guard see a name change at a sentence start', () => {
  const guard = (names: readonly string[]) =>
    guardRevision({
      before: DRAFT,
      after: DRAFT.replace('Anna', 'Berta'),
      plan: [],
      editStyle: 'edits',
      names,
      brief: '',
    });
  expect(guard(findDraftNames(DRAFT, lexicon)).diagnosis).toContain('Anna');
});
