import { expect, it } from 'vitest';
import { fingerprintOf } from '../../src/loop/fingerprint.ts';

const of = (quote: string, fix: string, sentence = 'S') => fingerprintOf({ quote, fix, sentence });

it('is the same for the same suggestion in other case, quote marks, dashes and spaces', () => {
  expect(of('Please don’t wait — call', 'Do not “wait”')).toBe(
    of("please  don't wait - call", 'do not "wait"'),
  );
});

it('differs for another fix, and for the opposite change of case', () => {
  expect(of('a long way off', 'far')).not.toBe(of('a long way off', 'distant'));
  expect(of('Internet', 'internet')).not.toBe(of('internet', 'Internet'));
});

it('carries the sentence only for quotes under three words', () => {
  expect(of(',', '', 'One, two.')).not.toBe(of(',', '', 'Three, four.'));
  expect(of('one two three', 'x', 'A')).toBe(of('one two three', 'x', 'B'));
});
