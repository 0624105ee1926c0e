import { afterEach } from 'vitest';
import type { StoredSettings } from '../../../src/settings/resolution.ts';
import { type DiscordOptions, openDiscord } from '../../fakes/discord/discord.ts';
import type { ServerHandle } from '../../fakes/discord/places.ts';
import { makeTempFolder } from '../../store/temp-folder.ts';
import { openService, type ServiceOptions } from './service.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Adds something to close when the test is over. */
export function closeLater(close: () => Promise<void>): void {
  closers.push(close);
}

interface Options extends ServiceOptions, DiscordOptions {
  /** What is decided in the server, once it is there. */
  readonly settingsOf?: (room: {
    server: Pick<ServerHandle, 'id' | 'channel'>;
    general: { id: string };
  }) => StoredSettings[];
  /** Keeps the database over a restart. */
  readonly isKept?: boolean;
}

/** A server with two members and the whole service in it, closed when the test is over. */
export async function openNewsroom({ settingsOf, isKept = false, ...options }: Options = {}) {
  const discord = await openDiscord(options);
  closeLater(() => discord.close());
  const server = discord.server('Newsroom');
  const general = server.channel('general');
  const ada = server.member('ada', { may: ['manageServer'] });
  const bo = server.member('bo');
  const folder = isKept ? makeTempFolder() : null;
  if (folder !== null) closeLater(async () => folder.remove());
  const start = async () => {
    const service = await openService(discord, {
      ...options,
      ...(settingsOf === undefined ? {} : { stored: settingsOf({ server, general }) }),
      ...(folder === null ? {} : { file: folder.file('desk.db') }),
    });
    let isOpen = true;
    const close = async () => {
      if (isOpen) await service.close();
      isOpen = false;
    };
    closeLater(close);
    return { ...service, close };
  };
  return { discord, server, general, ada, bo, service: await start(), restart: start };
}

export type Newsroom = Awaited<ReturnType<typeof openNewsroom>>;

/** A draft with something to fix for two of the scripted editors. */
export const DRAFT =
  'We moved the launch due to the fact that the lift is very very slow. It opens on 5 May at 9:30.';
export const REFINED =
  'We moved the launch because the lift is very slow. It opens on 5 May at 9:30.';

/** Waits for the closing post of a review in a channel or thread. */
export async function resultIn({ discord }: Pick<Newsroom, 'discord'>, place: string) {
  return discord.until(
    () =>
      discord
        .place(place)
        ?.messages()
        .find(({ text }) => / · stopped: /.test(text)),
    'the closing post',
  );
}
