/*
 * Where an answer really goes. The best place is the thread of the message; where none can be had it is a
 * reply in the channel; where the bot may not speak at all it is the direct messages of who asked, with a
 * sentence that names what is missing. The same place is found again after a restart, by asking Discord.
 */
import { type APIThreadChannel, Routes } from 'discord.js';
import { UserError } from '../../user-error.ts';
import type { Api } from './api.ts';
import {
  type Channel,
  type Channels,
  canHoldThreads,
  firstMissing,
  type Missing,
} from './channels.ts';
import { missingSentence, troubleOf, unless } from './failure.ts';
import type { Me } from './me.ts';
import type { Messages } from './messages.ts';
import type { PermissionKey } from './permissions.ts';
import { linkTo, type Spot, threadRef } from './places.ts';
import type { Privates } from './privates.ts';
import { saysWords, threadName, WORDLESS } from './thread-name.ts';
import { say, WORDS } from './words.ts';

/** A channel to speak in. */
export interface Destination {
  readonly server: string | null;
  readonly channel: string;
  /** The message that is answered; null in a thread. */
  readonly replyTo: string | null;
  /** The channel whose webhook speaks here; null where none may. */
  readonly webhookChannel: string | null;
}

export type OpenSpot = Extract<Spot, { kind: 'under' | 'in' | 'asked' }>;

export interface Threads {
  /** The place to speak, made where it is not there yet. */
  open(spot: OpenSpot): Promise<Destination>;
  /** Where posts for this spot may stand already; makes nothing. */
  places(spot: OpenSpot): Promise<readonly Destination[]>;
  /** Whether the bot itself may speak there; a webhook may even where it may not. */
  maySpeak(to: Destination): Promise<boolean>;
  /** Another place, after Discord refused this one. Throws a `UserError` when there is none. */
  instead(spot: OpenSpot, refused: Destination, why: 'forbidden' | 'locked'): Promise<Destination>;
  /** Opens an archived thread again; false when that may not be done. */
  unarchive(thread: string): Promise<boolean>;
  /** Takes a message's words out of the name of the thread that was opened under it; a name that people gave stays. */
  unname(message: string): Promise<void>;
}

export interface ThreadsDeps {
  readonly api: Api;
  readonly me: Pick<Me, 'botId'>;
  readonly channels: Channels;
  readonly messages: Messages;
  readonly missing: Missing;
  readonly privates: Privates;
}

/** A day without words and the thread leaves the list. */
const ARCHIVE_MINUTES = 1_440;

export function createThreads(deps: ThreadsDeps): Threads {
  const { channels, missing, privates } = deps;

  const inChannel = async (
    spot: Pick<OpenSpot, 'server'>,
    channel: string,
    replyTo: string | null,
  ): Promise<Destination> => {
    const place = spot.server === null ? null : await channels.find(channel);
    const home = place?.isThread ? place.parent : channel;
    return { server: spot.server, channel, replyTo, webhookChannel: place === null ? null : home };
  };

  const inThread = (spot: OpenSpot, thread: string): Destination => ({
    server: spot.server,
    channel: thread,
    replyTo: null,
    webhookChannel: spot.channel,
  });

  const underMessage = async (spot: Extract<Spot, { kind: 'under' }>): Promise<Destination> => {
    const { channel, message } = spot;
    const reply = () => inChannel(spot, channel, message);
    const place = await channels.find(channel);
    if (place === null || !canHoldThreads(place)) return reply();
    if (missing.isKnown(channel, 'createThreads')) {
      return (await hasThread(channels, message)) ? inThread(spot, message) : reply();
    }
    const made = await makeThread(deps, spot, place);
    return made ? inThread(spot, message) : reply();
  };

  return {
    async open(spot) {
      if (spot.kind === 'asked') return inChannel(spot, spot.channel, null);
      if (spot.kind === 'in') {
        const place = spot.server === null ? null : await channels.find(spot.channel);
        // Inside a thread the answer stands right there; elsewhere it points at what it answers.
        return inChannel(spot, spot.channel, place?.isThread ? null : spot.message);
      }
      return underMessage(spot);
    },

    async places(spot) {
      const message = spot.kind === 'asked' ? null : spot.message;
      const here = await inChannel(spot, spot.channel, message);
      const thread =
        spot.kind === 'under' && (await hasThread(channels, spot.message))
          ? [inThread(spot, spot.message)]
          : [];
      const found =
        spot.server !== null && spot.asker !== null
          ? await privates.findOpening(spot.asker, threadRef(spot))
          : null;
      const direct = found === null ? [] : [directly(found)];
      return [...thread, here, ...direct];
    },

    async maySpeak({ server, channel }) {
      if (server === null) return true;
      const speak = await speakingRight(channels, channel);
      return (await firstMissing(channels, channel, [speak])) === null;
    },

    async instead(spot, refused, why) {
      const key = why === 'locked' ? null : await missingHere(deps, refused);
      if (key !== null) missing.note(refused.channel, key);
      const sentence = key === null ? WORDS.locked : missingSentence(key);
      const code = why === 'locked' ? 'thread_locked' : 'missing_permission';
      if (spot.server === null || spot.asker === null) throw new UserError(sentence, { code });
      const where = linkTo(refused.server, refused.channel, refused.replyTo);
      const words = key === null ? WORDS.insteadLocked(where) : WORDS.instead(where, key);
      const opened = await privates.opening(spot.asker, threadRef(spot), say(words));
      if (opened === null) throw new UserError(sentence, { code });
      return directly(opened);
    },

    async unarchive(thread) {
      const opened = await unless<unknown>(
        deps.api({
          method: 'PATCH',
          route: Routes.channel(thread),
          doing: 'open a thread again',
          body: { archived: false },
        }),
        ['forbidden', 'locked', 'gone', 'archived'],
        () => null,
      );
      channels.forget(thread);
      return opened !== null;
    },

    unname: (message) => unname(deps, message),
  };
}

async function unname({ api, me, channels }: ThreadsDeps, message: string): Promise<void> {
  const route = Routes.channel(message);
  const thread = await unless<APIThreadChannel | null>(
    api<APIThreadChannel>({ method: 'GET', route, doing: 'read a thread' }),
    ['gone', 'forbidden'],
    () => null,
  );
  if (thread?.owner_id !== me.botId || !saysWords(thread.name)) return;
  // An archived thread takes no name before it is open again.
  const body = { name: WORDLESS, archived: false };
  const doing = 'take the words out of the name of a thread';
  await api({ method: 'PATCH', route, doing, body });
  channels.forget(message);
}

function directly({ channel, message }: { channel: string; message: string }): Destination {
  return { server: null, channel, replyTo: message, webhookChannel: null };
}

/** Makes the thread of a message, or finds that it is there; false where there can be none. */
async function makeThread(
  { api, messages, missing, channels }: ThreadsDeps,
  { channel, message }: Extract<Spot, { kind: 'under' }>,
  _place: Channel,
): Promise<boolean> {
  if (await hasThread(channels, message)) return true;
  const source = await messages.read(channel, message);
  try {
    await api<APIThreadChannel>({
      method: 'POST',
      route: Routes.threads(channel, message),
      doing: 'open a thread',
      body: { name: threadName(source?.content ?? ''), auto_archive_duration: ARCHIVE_MINUTES },
    });
    return true;
  } catch (error) {
    const trouble = troubleOf(error);
    if (trouble === 'exists') return true;
    // Somebody else may have opened it meanwhile, whatever the answer calls that.
    if (trouble === 'impossible' && (await hasThread(channels, message))) return true;
    if (trouble === 'forbidden') missing.note(channel, 'createThreads');
    // A message that is gone cannot hold a thread; who posts there finds out.
    if (['forbidden', 'impossible', 'gone'].includes(trouble)) return false;
    throw error;
  }
}

/** The thread under a message has the message's id (docs.discord.com/developers/topics/threads). */
async function hasThread(channels: Channels, message: string): Promise<boolean> {
  return (await channels.find(message)) !== null;
}

/** Which right is missing where Discord said no. */
async function missingHere(
  { channels }: ThreadsDeps,
  { channel }: Destination,
): Promise<PermissionKey> {
  const speak = await speakingRight(channels, channel);
  return (await firstMissing(channels, channel, ['viewChannel', speak, 'readHistory'])) ?? speak;
}

async function speakingRight(channels: Channels, channel: string): Promise<PermissionKey> {
  const place = await channels.find(channel);
  return place?.isThread ? 'sendInThreads' : 'sendMessages';
}
