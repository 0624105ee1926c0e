import { type APIChannel, type APIMessage, Routes } from 'discord.js';
import type { Message } from '../../review/message.ts';
import type { ThreadRef } from '../../review/refs.ts';
import type { Api } from './api.ts';
import { unless } from './failure.ts';
import { isOurs, type Me } from './me.ts';
import type { Messages } from './messages.ts';
import { markerOf, readMarker, renderMessage } from './render.ts';

/** Direct messages with members. */
export interface Privates {
  /** The channel in which a member and the bot are alone; null when it cannot be opened. */
  channel(member: string): Promise<string | null>;
  /** Says something to a member; false when they take no direct messages. */
  say(member: string, message: Message): Promise<boolean>;
  /**
   * The message that stands at the head of a member's private review about a place, said once; null when
   * the member cannot be reached.
   */
  opening(
    member: string,
    about: ThreadRef,
    words: Message,
  ): Promise<{ channel: string; message: string } | null>;
  /** The same without saying anything; null when there is none. */
  findOpening(
    member: string,
    about: ThreadRef,
  ): Promise<{ channel: string; message: string } | null>;
}

const MAX_KEPT = 2_000;

export function createPrivates(
  api: Api,
  { me, messages }: { readonly me: Me; readonly messages: Messages },
): Privates {
  const channels = new Map<string, string>();
  const openings = new Map<string, Promise<{ channel: string; message: string } | null>>();

  const post = (
    channel: string,
    body: object,
    files: readonly { name: string; data: Buffer }[] = [],
  ) =>
    unless<APIMessage | null>(
      api<APIMessage>({
        method: 'POST',
        route: Routes.channelMessages(channel),
        doing: 'send a direct message',
        body,
        files,
      }),
      ['closed', 'forbidden', 'gone'],
      () => null,
    );

  const find = async (channel: string, marker: number) => {
    const known = (await messages.newest(channel)).find(
      (message) => isOurs(me, message) && readMarker(message.components) === marker,
    );
    return known === undefined ? null : { channel, message: known.id };
  };

  const open = async (member: string, about: ThreadRef, words: Message) => {
    const channel = await privates.channel(member);
    if (channel === null) return null;
    const marker = openingMarker(about);
    const known = await find(channel, marker);
    if (known !== null) return known;
    let first: APIMessage | null = null;
    for (const [at, { body, files }] of renderMessage(words, {
      withName: false,
      marker,
    }).entries()) {
      const nonce = { nonce: `o${marker + at}`, enforce_nonce: true };
      const sent = await post(channel, { ...body, ...nonce }, files);
      if (sent === null) return null;
      first ??= sent;
    }
    return first === null ? null : { channel, message: first.id };
  };

  const privates: Privates = {
    async channel(member) {
      const known = channels.get(member);
      if (known !== undefined) return known;
      const opened = await unless<APIChannel | null>(
        api<APIChannel>({
          method: 'POST',
          route: Routes.userChannels(),
          doing: 'open direct messages',
          body: { recipient_id: member },
        }),
        ['closed', 'forbidden', 'gone'],
        () => null,
      );
      if (opened === null) return null;
      channels.set(member, opened.id);
      const oldest = channels.size > MAX_KEPT ? channels.keys().next().value : undefined;
      if (oldest !== undefined) channels.delete(oldest);
      return opened.id;
    },

    async say(member, message) {
      const channel = await privates.channel(member);
      if (channel === null) return false;
      for (const { body, files } of renderMessage(message, { withName: true })) {
        if ((await post(channel, body, files)) === null) return false;
      }
      return true;
    },

    async opening(member, about, words) {
      // Who asks and who works may want it at the same moment.
      const key = `${member}/${about}`;
      const before = openings.get(key);
      const stood = await before;
      // It goes with what was forgotten, maybe from another process.
      if (stood && (await messages.read(stood.channel, stood.message)) !== null) return stood;
      if (before !== undefined && openings.get(key) === before) openings.delete(key);
      const known = openings.get(key) ?? open(member, about, words);
      openings.set(key, known);
      const settle = (found: unknown) => {
        if (found === null) openings.delete(key);
      };
      known.then(settle, () => openings.delete(key));
      const oldest = openings.size > MAX_KEPT ? openings.keys().next().value : undefined;
      if (oldest !== undefined) openings.delete(oldest);
      return known;
    },

    async findOpening(member, about) {
      const channel = await privates.channel(member);
      return channel === null ? null : find(channel, openingMarker(about));
    },
  };
  return privates;
}

function openingMarker(about: ThreadRef): number {
  return markerOf({ runId: about, slot: 'private' });
}
