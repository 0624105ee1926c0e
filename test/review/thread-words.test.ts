import { expect, it } from 'vitest';
import { readThreadWord } from '../../src/review/thread-words.ts';

it.each([
  ['', 'review'],
  ['review', 'review'],
  ['Please review!', 'review'],
  ['review this', 'review'],
  ['Can you review this message, please?', 'review'],
  ['could you review  the above?', 'review'],
  ['review it please', 'review'],
  ['Again.', 'again'],
  ['STOP', 'stop'],
  ['review this sentence: it is long', null],
  ['Please review the attached numbers by Friday.', null],
  ['stop the presses', null],
  ['shorter', null],
])('takes %j as %j', (words, expected) => {
  expect(readThreadWord(words)).toBe(expected);
});
