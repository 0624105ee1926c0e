import { afterAll, beforeAll, expect, it } from 'vitest';
import { findDamage } from './enumerator.ts';
import { NEVER, openRig, type Rig } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await openRig({ modelMs: 400, graceMs: 20 });
});
afterAll(() => rig.close());

it('hands its work back when it is asked to end, and the next start goes on with it', async () => {
  const whole = await rig.review(null);
  const asked = whole.path.indexOf('model refine/1') + 1;
  const seen = await rig.review({ type: 'shutdown', at: asked, later: NEVER });

  expect(seen.exitCode).toBe(0);
  expect(seen.path).toContain('after release');
  expect(seen.path.at(-1)).toBe('after stop');
  expect(findDamage(seen, whole)).toEqual([]);
}, 60_000);
