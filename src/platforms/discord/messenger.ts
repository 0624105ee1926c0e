import { type APIMessage, Routes } from 'discord.js';
import type { Message } from '../../review/message.ts';
import type { Messenger, PostSlot } from '../../review/messenger.ts';
import { linkToPlace } from '../../review/place-link.ts';
import type { MessageRef, ThreadRef } from '../../review/refs.ts';
import { plainMentions } from '../../review/shown-text.ts';
import { UserError } from '../../user-error.ts';
import { troubleOf, webhookGone } from './failure.ts';
import type { Kept } from './kept.ts';
import { LIMITS } from './limits.ts';
import { isOurs } from './me.ts';
import type { Messages } from './messages.ts';
import type { Pace } from './pace.ts';
import {
  isKeptRef,
  keptRef,
  messageRef,
  readMemberRef,
  readMessageRef,
  readThreadRef,
  type Spoken,
  type Spot,
  threadRef,
} from './places.ts';
import type { Privates } from './privates.ts';
import { markerOf, partOf, readMarker, renderMessage } from './render.ts';
import { type SendingDeps, type Sent, sendMessages } from './sending.ts';
import type { Status } from './status.ts';
import type { Destination, OpenSpot } from './threads.ts';
import type { Tokens } from './tokens.ts';
import { WORDS } from './words.ts';

export interface MessengerDeps extends SendingDeps {
  readonly messages: Messages;
  readonly privates: Privates;
  readonly tokens: Tokens;
  readonly kept: Kept;
  readonly pace: Pace;
  readonly status: Status;
  /** The message an answer belongs under is gone. */
  readonly onSourceGone: (message: MessageRef) => void;
}

/** Speaks on Discord. */
export function createDiscordMessenger(deps: MessengerDeps): Messenger {
  return {
    async post(thread, message, slot) {
      const spot = readSpot(thread);
      if (spot.kind === 'kept') {
        await deps.kept.said(spot, slot);
        return keptRef(slot.runId, slot.slot);
      }
      const to = await deps.threads.open(spot);
      return postTo(deps, spot, { to, message, slot });
    },

    async find(thread, slot) {
      const spot = readSpot(thread);
      if (spot.kind === 'kept') return keptRef(slot.runId, slot.slot);
      const first = markerOf(slot);
      for (const place of await deps.threads.places(spot)) {
        const found = await findParts(deps, place, { first, after: place.replyTo });
        const [begin] = found;
        if (begin !== undefined) return refOf(place, found.map(sentOf), first);
      }
      return null;
    },

    async update(ref, message) {
      // What is kept is drawn anew each time it is shown.
      if (isKeptRef(ref)) return;
      const spoken = readMessageRef(ref);
      if (spoken === null) throw new Error('This is no message of Discord.');
      await deps.pace.change(spoken.message, () => replaceIfTheirs(deps, spoken, message));
    },

    async remove(ref) {
      if (isKeptRef(ref)) return;
      const spoken = readMessageRef(ref);
      if (spoken === null) throw new Error('This is no message of Discord.');
      await deps.pace.change(spoken.message, async () => {
        const parts = await standingParts(deps, spoken);
        for (const id of parts.length > 0 ? parts : [spoken.message]) {
          await remove(deps, { ...spoken, message: id });
        }
      });
    },

    async removeHead(thread) {
      const spot = readSpot(thread);
      if (spot.kind === 'kept' || spot.kind === 'asked' || spot.message === null) return;
      await removeOwn(deps, { ...spot, message: spot.message });
      if (spot.kind === 'under') await deps.threads.unname(spot.message);
    },

    async status(source, state) {
      const spoken = readMessageRef(source);
      if (spoken !== null) await deps.status.show(spoken, state);
    },

    async whisper(to, where, message) {
      const member = readMemberRef(to);
      if (member === null) return 'undeliverable';
      const interaction = deps.tokens.about(member, where);
      if (interaction !== null && (await deps.tokens.add(interaction, message))) return 'delivered';
      const spot = readThreadRef(where);
      const note = spot === null || spot.server === null ? message : withPlace(message, where);
      if (await deps.privates.say(member, note)) return 'delivered';
      deps.kept.note(member, message);
      return 'undeliverable';
    },

    async tellDirectly(to, message) {
      const member = readMemberRef(to);
      if (member === null) return 'undeliverable';
      return (await deps.privates.say(member, message)) ? 'delivered' : 'undeliverable';
    },

    async privateThread(to, about, draft) {
      const member = readMemberRef(to);
      const spot = readThreadRef(about);
      if (member === null || spot === null) return null;
      // What was asked for privately is private already.
      if (spot.kind === 'kept' || (spot.kind === 'in' && spot.server === null)) return about;
      const opened = await deps.privates.opening(member, about, privateHead(spot, draft));
      if (opened !== null) {
        return threadRef({ kind: 'in', server: null, asker: member, ...opened });
      }
      if (spot.kind !== 'asked') return null;
      return threadRef({ ...spot, kind: 'kept', asker: member });
    },
  };
}

/** Deletes a message with what continues it, where it is ours. */
async function removeOwn(
  deps: MessengerDeps,
  { server, channel, message }: Pick<Spoken, 'server' | 'channel' | 'message'>,
): Promise<void> {
  const found = await deps.messages.read(channel, message);
  if (found === null || !isOurs(deps.me, found)) return;
  const marker = readMarker(found.components);
  const spoken = { server, channel, message, webhook: null, parts: 1, marker };
  for (const id of await standingParts(deps, spoken)) {
    await remove(deps, { ...spoken, message: id });
  }
}

function readSpot(thread: ThreadRef): Spot {
  const spot = readThreadRef(thread);
  if (spot === null) throw new Error('This is no place on Discord.');
  return spot;
}

interface Posting {
  readonly to: Destination;
  readonly message: Message;
  readonly slot: PostSlot;
}

/** Posts, or goes where it may when Discord refuses the place. */
async function postTo(
  deps: MessengerDeps,
  spot: OpenSpot,
  { to, message, slot }: Posting,
): Promise<MessageRef> {
  const marker = markerOf(slot);
  // Its personas could still speak there, and the rest of the review would stand elsewhere.
  if (to.webhookChannel !== null && message.identity !== null && !(await deps.threads.maySpeak(to)))
    return postElsewhere(deps, spot, { to, message, slot }, 'forbidden');
  try {
    return refOf(to, await sendMessages(deps, to, { message, marker }), marker);
  } catch (error) {
    if (error instanceof UserError) throw error;
    const trouble = troubleOf(error);
    if (trouble === 'gone' && spot.kind !== 'asked' && spot.message !== null) {
      deps.onSourceGone(messageRef({ ...spot, message: spot.message }));
      throw error;
    }
    if (trouble !== 'forbidden' && trouble !== 'locked' && trouble !== 'archived') throw error;
    const why = trouble === 'forbidden' ? trouble : 'locked';
    return postElsewhere(deps, spot, { to, message, slot }, why);
  }
}

async function postElsewhere(
  deps: MessengerDeps,
  spot: OpenSpot,
  { to, message, slot }: Posting,
  why: 'forbidden' | 'locked',
): Promise<MessageRef> {
  const marker = markerOf(slot);
  const other = await deps.threads.instead(spot, to, why);
  return refOf(other, await sendMessages(deps, other, { message, marker }), marker);
}

function refOf(
  { server, channel }: Pick<Destination, 'server' | 'channel'>,
  sent: readonly Sent[],
  marker: number,
): MessageRef {
  const [first] = sent;
  if (first === undefined) throw new Error('There was nothing to post.');
  const { id: message, webhook } = first;
  return messageRef({ server, channel, message, webhook, parts: sent.length, marker });
}

function sentOf({ id, webhook_id }: APIMessage): Sent {
  return { id, webhook: webhook_id ?? null };
}

/** The messages of the post that begins with this number, in order. */
async function findParts(
  { me, messages }: MessengerDeps,
  { channel }: Pick<Destination, 'channel'>,
  { first, after }: { readonly first: number; readonly after: string | null },
): Promise<readonly APIMessage[]> {
  const found = new Map<number, APIMessage>();
  for await (const message of messages.after(channel, after)) {
    if (!isOurs(me, message)) continue;
    const part = partOf(readMarker(message.components), first);
    if (part !== null && !found.has(part)) found.set(part, message);
  }
  return [...found].sort(([a], [b]) => a - b).map(([, message]) => message);
}

/**
 * A post of a webhook can be changed by that webhook alone. When somebody deleted it the post stays as it
 * is; what was decided stands in the other posts, and the next post makes a webhook anew.
 */
async function replaceIfTheirs(
  deps: MessengerDeps,
  spoken: Spoken,
  message: Message,
): Promise<void> {
  try {
    await replace(deps, spoken, message);
  } catch (error) {
    if (spoken.webhook === null || troubleOf(error) !== 'expired') throw error;
    deps.webhooks.forget((await webhookHome(deps, spoken)) ?? '');
  }
}

/** The first messages take the new words, those that came to be too many go, missing ones are added. */
async function replace(deps: MessengerDeps, spoken: Spoken, message: Message): Promise<void> {
  const { channel, server, webhook, marker } = spoken;
  const pages = renderMessage(message, {
    withName: webhook === null,
    marker,
    maxChars: LIMITS.textChars,
  });
  const isAlone = spoken.parts === 1 && pages.length === 1;
  const standing = isAlone ? [spoken.message] : await standingParts(deps, spoken);
  const parts = standing.length > 0 ? standing : [spoken.message];
  for (const [at, id] of parts.entries()) {
    const page = pages[at];
    const one = { ...spoken, message: id };
    if (page === undefined) await remove(deps, one);
    else await editOne(deps, one, page);
  }
  // What is not found again may stand all the same: it is not said twice.
  if (marker === null || standing.length === 0 || pages.length <= parts.length) return;
  const webhookChannel = webhook === null ? null : await webhookHome(deps, spoken);
  const to = { server, channel, replyTo: null, webhookChannel };
  await sendMessages(deps, to, { message, marker, from: parts.length });
}

/** The messages of a post that stand, also those that came later than its ref. */
async function standingParts(deps: MessengerDeps, spoken: Spoken): Promise<readonly string[]> {
  const { marker, message } = spoken;
  if (marker === null) return [message];
  const found = await findParts(deps, spoken, { first: marker, after: before(message) });
  return found.map(({ id }) => id);
}

/** Reading begins after an id, so that the message itself is among what is read. */
function before(message: string): string {
  return String(BigInt(message) - 1n);
}

async function webhookHome(
  deps: MessengerDeps,
  { server, channel }: Spoken,
): Promise<string | null> {
  const spot = { kind: 'in', server, channel, message: null, asker: null } as const;
  return (await deps.threads.open(spot)).webhookChannel;
}

async function editOne(
  deps: MessengerDeps,
  spoken: Spoken,
  { body, files }: ReturnType<typeof renderMessage>[number],
): Promise<void> {
  const call = () => changeCall(deps, spoken, 'PATCH', { body, files });
  try {
    await deps.api(await call());
  } catch (error) {
    if (troubleOf(error) !== 'archived') throw error;
    if (!(await deps.threads.unarchive(spoken.channel))) throw error;
    await deps.api(await call());
  }
}

async function remove(deps: MessengerDeps, spoken: Spoken): Promise<void> {
  const call = () => changeCall(deps, spoken, 'DELETE', {});
  try {
    await deps.api(await call());
  } catch (error) {
    const trouble = troubleOf(error);
    if (trouble === 'gone') return;
    if (trouble !== 'archived' || !(await deps.threads.unarchive(spoken.channel))) throw error;
    await deps.api(await call());
  }
}

async function changeCall(
  deps: MessengerDeps,
  spoken: Spoken,
  method: 'PATCH' | 'DELETE',
  content: { readonly body?: unknown; readonly files?: readonly { name: string; data: Buffer }[] },
) {
  const { channel, message, webhook } = spoken;
  const doing = method === 'PATCH' ? 'change a post' : 'take a part of a post away';
  if (webhook === null) {
    return { method, route: Routes.channelMessage(channel, message), doing, ...content };
  }
  const home = await webhookHome(deps, spoken);
  const known = home === null ? null : await deps.webhooks.of(home);
  if (known?.id !== webhook) throw webhookGone(doing);
  return {
    method,
    route: Routes.webhookMessage(known.id, known.token, message),
    doing,
    auth: false,
    query: {
      ...(method === 'PATCH' ? { with_components: 'true' } : {}),
      ...(home === channel ? {} : { thread_id: channel }),
    },
    ...content,
  };
}

/** What stands at the head of a private review: where it was asked for, and its words if they stand nowhere else. */
function privateHead(spot: Spot, draft: string): Message {
  const where = linkToPlace(placeName(spot), threadRef(spot));
  const title = { markdown: WORDS.privateThread(where), buttons: [] };
  if (spot.kind !== 'asked' || draft === '') return { identity: null, parts: [title] };
  const words = { markdown: plainMentions(draft), buttons: [], isDraft: true } as const;
  return { identity: null, parts: [title, words] };
}

/** What a place is called: a command is asked in a channel, under no message. */
function placeName(spot: Spot | null): string {
  return spot?.kind === 'asked' || spot?.kind === 'kept' ? WORDS.channel : WORDS.thread;
}

/** A private note says where it belongs. */
function withPlace(message: Message, where: ThreadRef): Message {
  const place = linkToPlace(placeName(readThreadRef(where)), where);
  const about = { markdown: WORDS.about(place), buttons: [] };
  return { ...message, parts: [...message.parts, about] };
}
