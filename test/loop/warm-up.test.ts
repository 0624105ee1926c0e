import { expect, it } from 'vitest';
import { warmUpWork } from '../../src/loop/warm-up.ts';

it('comes to its end in several pieces, whatever else is asked for', () => {
  const work = warmUpWork();

  expect(work.length).toBeGreaterThan(1);
  for (const piece of work) expect(piece).not.toThrow();
});
