import { builtInPersonas, builtInPresets } from '../../../src/personas/library.ts';
import {
  type DiscordOptions,
  openDiscord as openAdapter,
} from '../../../src/platforms/discord/adapter.ts';
import type { ReviewRequest, Reviews } from '../../../src/review/reviews.ts';
import {
  type Place,
  resolveSettings,
  type StoredSettings,
} from '../../../src/settings/resolution.ts';
import { type DiscordOptions as DoubleOptions, openDiscord } from '../../fakes/discord/discord.ts';
import { keepErrors, logAsService } from '../../logs/keep-errors.ts';
import { NO_DOOR } from './no-door.ts';
import { NO_PRESENCE } from './no-presence.ts';

export interface RigOptions {
  readonly double?: DoubleOptions;
  readonly reviews?: Partial<Reviews>;
  readonly stored?: readonly StoredSettings[];
  readonly adapter?: Partial<DiscordOptions>;
}

/** The adapter, connected to a Discord of our own, before a core that writes down what it is asked. */
export async function openRig(options: RigOptions = {}) {
  const discord = await openDiscord(options.double ?? {});
  const server = discord.server('Newsroom');
  const general = server.channel('general');
  const ada = server.member('ada', { may: ['manageServer'] });
  const bo = server.member('bo');
  const requests: ReviewRequest[] = [];
  const acted: unknown[][] = [];
  const deleted: string[] = [];
  const errors = keepErrors();
  const warnings: string[] = [];
  const connect = (more: Partial<DiscordOptions> = {}) =>
    openAdapter({
      token: discord.token,
      apiUrl: discord.apiUrl,
      server: null,
      publicUrl: null,
      library: async () => ({ personas: builtInPersonas, presets: builtInPresets }),
      settings: async (place: Place) => resolveSettings(place, options.stored ?? []),
      door: NO_DOOR,
      describeStatus: async () => ({ identity: null, parts: [] }),
      reportError: (error) => errors.push(error),
      warn: (sentence) => {
        warnings.push(sentence);
        logAsService(sentence);
      },
      rateLimited: () => undefined,
      decidedChannels: async () => [],
      welcome: async () => undefined,
      installations: NO_PRESENCE,
      ...options.adapter,
      ...more,
    });
  const adapter = await connect();
  const reviews: Reviews = {
    async request(request) {
      requests.push(request);
      return { type: 'accepted', runId: `run-${requests.length}` };
    },
    async act(...click) {
      acted.push(click);
      return null;
    },
    async trySample() {
      return null;
    },
    async say() {
      return { identity: null, parts: [{ markdown: 'Got it.', buttons: [] }] };
    },
    vote: async () => ({ identity: null, parts: [] }),
    listensIn: async () => true,
    endorse: async () => null,
    async sourceDeleted(message) {
      deleted.push(message);
    },
    ...options.reviews,
  };
  await adapter.listen(reviews);
  await discord.until(() => adapter.isReady(), 'the connection');
  return {
    ...{ discord, server, general, ada, bo, adapter, requests, acted, deleted, errors, warnings },
    /** Starts the bot once more, as after a restart. */
    async another(more: Partial<DiscordOptions> = {}) {
      const next = await connect(more);
      await next.listen(reviews);
      return next;
    },
    async close() {
      await adapter.close();
      await discord.close();
    },
  };
}

export type Rig = Awaited<ReturnType<typeof openRig>>;
