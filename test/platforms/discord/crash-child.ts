import { openDiscord } from '../../../src/platforms/discord/adapter.ts';
import { resolveSettings } from '../../../src/settings/resolution.ts';
import { BUILT_IN_LIBRARY } from '../../../src/settings/workspace-library.ts';
import { runChild } from '../../crash/run-child.ts';
import { NO_DOOR } from './no-door.ts';
import { NO_PRESENCE } from './no-presence.ts';

/** Reached by what the stage wrote down: the address and the token. */
await runChild('discord', async ({ platform }) => {
  const [apiUrl = '', token = ''] = platform.split(' ');
  return openDiscord({
    token,
    apiUrl,
    server: null,
    publicUrl: null,
    library: async () => BUILT_IN_LIBRARY,
    settings: async (place) => resolveSettings(place, []),
    door: NO_DOOR,
    describeStatus: async () => ({ identity: null, parts: [] }),
    reportError: () => undefined,
    warn: () => undefined,
    rateLimited: () => undefined,
    decidedChannels: async () => [],
    welcome: async () => undefined,
    installations: NO_PRESENCE,
  });
});
