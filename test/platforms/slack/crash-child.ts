import { openSlack } from '../../../src/platforms/slack/adapter.ts';
import type { InstallationStore } from '../../../src/review/installation-store.ts';
import { createSealer } from '../../../src/seal.ts';
import { resolveSettings } from '../../../src/settings/resolution.ts';
import type { SettingsDoor } from '../../../src/settings/screens.ts';
import { BUILT_IN_LIBRARY } from '../../../src/settings/workspace-library.ts';
import { runChild } from '../../crash/run-child.ts';

/** Reached by what the stage wrote down: the address and the token. It only speaks; nobody is heard. */
await runChild('slack', async ({ platform }) => {
  const [apiUrl = '', botToken = ''] = platform.split(' ');
  return openSlack({
    config: { botToken, appToken: null, signingSecret: 'unused', apiUrl, oauth: null },
    recent: async () => [],
    decidedChannels: async () => [],
    instances: async () => ({ self: '1', count: 1 }),
    moveChannel: async () => undefined,
    renameEmoji: async () => undefined,
    library: async () => BUILT_IN_LIBRARY,
    installations: { arrived: async () => undefined } as unknown as InstallationStore,
    sealer: createSealer([]),
    door: {} as unknown as SettingsDoor,
    settings: async (place) => resolveSettings(place, []),
    describeStatus: async () => ({ identity: null, parts: [] }),
    reportError: () => undefined,
    rateLimited: () => undefined,
    welcome: async () => undefined,
    log: () => undefined,
  });
});
