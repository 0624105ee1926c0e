import { expect, it } from 'vitest';
import { createAnchorIndex } from '../../src/loop/anchor.ts';
import type { Comment } from '../../src/loop/comment.ts';
import { applyEdits } from '../../src/loop/edits.ts';
import { proposeEdits } from '../../src/loop/propose-edits.ts';
import { splitSentences } from '../../src/text/sentences.ts';

function inserted(draft: string, quote: string, text: string): string {
  const anchor = createAnchorIndex(draft).locate({ quote });
  if (typeof anchor === 'string') throw new Error(`${quote} is ${anchor}`);
  const comment: Comment = {
    id: 'c1',
    fingerprint: '',
    source: { persona: 'skeptical-reader' },
    raisedBy: ['skeptical-reader'],
    kind: 'meaning',
    severity: 'major',
    anchor,
    problem: '',
    why: '',
    suggestion: { action: 'insert', text, instruction: '' },
    status: 'planned',
  };
  const plan = [comment];
  return applyEdits(draft, proposeEdits(plan), { sentences: splitSentences(draft), plan }).text;
}

it.each([
  ['We close on Friday.', 'Friday', 'at 18:00', 'We close on Friday at 18:00.'],
  ['We close on Friday.', 'Friday', ' at 18:00', 'We close on Friday at 18:00.'],
  ['We close on Friday.', 'Friday', ', at 18:00', 'We close on Friday, at 18:00.'],
  ['We close. Bye.', 'We close.', 'Please call.', 'We close. Please call. Bye.'],
  ['Use the team card.', 'team', '’s', 'Use the team’s card.'],
  ['See (page 3) now.', '(', 'on ', 'See (on page 3) now.'],
  ['- one\n- two\n', 'two', '- three', '- one\n- two\n- three\n'],
  ['1. one\n2. two\n', 'two', '3. three', '1. one\n2. two\n3. three\n'],
  ['金曜日に閉めます。', '金曜日', '18時', '金曜日18時に閉めます。'],
  ['סגור ביום שישי.', 'שישי', 'בערב', 'סגור ביום שישי בערב.'],
  ['First part.\n\nSecond.', 'First part.', '\n\nMore.', 'First part.\n\nMore.\n\nSecond.'],
])('what a suggestion adds stands apart as it has to: %s + %s', (draft, quote, text, expected) => {
  expect(inserted(draft, quote, text)).toBe(expected);
});
