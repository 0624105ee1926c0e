import { afterEach, expect } from 'vitest';
import { openSlackRig, type SlackRig, type SlackRigOptions } from './rig.ts';

/** Opens rigs that are looked at and closed when their test has ended: nothing may have gone wrong in them. */
export function setUpRigs(): (options?: SlackRigOptions) => Promise<SlackRig> {
  const rigs: SlackRig[] = [];
  afterEach(async () => {
    for (const rig of rigs.splice(0)) {
      expect(rig.slack.violations()).toEqual([]);
      expect(rig.errors).toEqual([]);
      await rig.close();
    }
  });
  return async (options = {}) => {
    const rig = await openSlackRig(options);
    rigs.push(rig);
    return rig;
  };
}
