import { expect, test } from 'vitest';
import { isRightPlace, judge, wilson } from '../../../bench/correction/judge.ts';
import { findFaults } from '../../../bench/correction/recall.ts';
import { lexicon } from './setup.ts';

const pair = {
  source: 'He go to teh the school.',
  refs: ['He goes to the school.', 'He went to the school.'],
};

test('a change on a shortest path to any reference is right', () => {
  expect(judge(pair, 3, 5, 'goes')).toBe('right');
  expect(judge(pair, 3, 5, 'went')).toBe('right');
  expect(judge(pair, 9, 16, 'the')).toBe('right');
});

test('a change to anything else is wrong', () => {
  expect(judge(pair, 3, 5, 'goed')).toBe('wrong');
  expect(judge(pair, 17, 23, 'scool')).toBe('wrong');
});

test('a change of white space or quote style is neutral', () => {
  expect(judge(pair, 2, 3, '  ')).toBe('neutral');
  expect(judge({ source: "It's so.", refs: ["It's so."] }, 2, 3, '’')).toBe('neutral');
});

test('a place is right when a reference changes something there', () => {
  expect(isRightPlace(pair, 3, 5)).toBe(true);
  expect(isRightPlace(pair, 17, 23)).toBe(false);
  expect(isRightPlace({ source: 'All good.', refs: ['All good.'] }, 0, 3)).toBe(false);
});

test('faults are counted in prose only', () => {
  const faulty = {
    source: 'We recieve `recieve` the the box.',
    refs: ['We receive `receive` the box.'],
  };
  expect(findFaults(faulty, lexicon).map(({ kind, word }) => [kind, word])).toEqual([
    ['non-word', 'recieve'],
    ['doubled word', 'the'],
  ]);
});

test('the interval of nine in ten is wide', () => {
  const [low, high] = wilson(9, 10);
  expect(low).toBeCloseTo(59.6, 0);
  expect(high).toBeCloseTo(98.2, 0);
});
