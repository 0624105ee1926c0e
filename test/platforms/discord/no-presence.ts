import type { Presences } from '../../../src/platforms/discord/presence.ts';

/** Nobody writes down where the bot is, in tests of other things. */
export const NO_PRESENCE: Presences = {
  arrived: async () => undefined,
  standing: async () => [],
  remove: async () => undefined,
};
