import { expect, it } from 'vitest';
import { summariseFacts } from '../../src/loop/receipt.ts';

it('counts what is kept and names what is gone and what is new', () => {
  expect(
    summariseFacts('We sent 12 reports on 9 January.', 'We sent 13 reports on 9 January.', []),
  ).toEqual({
    kept: 1,
    lost: ['12'],
    added: ['13'],
  });
});

it('knows a number again that counts the same things by another word', () => {
  const before = 'We sent 12 reports on 9 January.';
  expect(summariseFacts(before, 'We sent 12 summaries on 9 January.', [])).toEqual({
    kept: 2,
    lost: [],
    added: [],
  });
  expect(summariseFacts(before, 'We sent 12% on 9 January.', []).lost).toEqual(['12']);
});

it('does not call a fact gone that a doubled word said twice', () => {
  expect(summariseFacts('They may may have it.', 'They may have it.', [])).toMatchObject({
    lost: [],
    added: [],
  });
});
