import { afterEach, beforeEach } from 'vitest';
import { createFakePlatform, type FakePlatform, member } from './fake-platform.ts';
import { openRoom, panelCritic, type Room, type RoomOptions } from './room.ts';

/** Ada's draft, what becomes of it, and the critic who says so. */
export const LIFT = {
  draft: 'This is a very very long story about the lift. It opens on 5 May at 9:30.',
  refined: 'This is a very long story about the lift. It opens on 5 May at 9:30.',
  critic: panelCritic({ 'line-editor': [['very very', 'very']] }),
};

/** For each test of the file that calls this a platform, and rooms over it that close with the test. */
export function setUpLift() {
  let platform: FakePlatform;
  const rooms: Room[] = [];
  beforeEach(() => {
    platform = createFakePlatform();
  });
  afterEach(() => {
    for (const room of rooms.splice(0)) room.database.close();
  });
  return {
    platform: () => platform,
    /** A finished review of Ada's draft, asked for by Cy. */
    async reviewed(options: Partial<RoomOptions> = {}) {
      const room = await openRoom({ critic: LIFT.critic, platform, ...options });
      rooms.push(room);
      const message = platform.write(LIFT.draft, { author: member('ada') });
      const outcome = await room.review(message, {}, { requester: member('cy') });
      if (outcome.type !== 'accepted') throw new Error('not accepted');
      await room.workAll();
      return { ...room, runId: outcome.runId };
    },
  };
}
