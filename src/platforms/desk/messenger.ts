import type { Message } from '../../review/message.ts';
import type { Messenger } from '../../review/messenger.ts';
import { linkToPlace } from '../../review/place-link.ts';
import type { MessageRef, ThreadRef } from '../../review/refs.ts';
import { notFound } from './desk-error.ts';
import type { Where } from './directory.ts';
import { BOT, messageRef, readMemberRef, readRef, threadRef } from './places.ts';
import { renderMessage } from './render.ts';
import { WORDS } from './words.ts';
import type { Workspace } from './workspace.ts';

/** Speaks on the desk. `maxChars` is the length of one message. */
export function createDeskMessenger(
  workspace: Workspace,
  { maxChars }: { readonly maxChars?: number } = {},
): Messenger {
  const refOf = async (id: string): Promise<MessageRef> => messageRef(await workspace.message(id));
  return {
    async post(thread, message, slot) {
      const posts = renderMessage(message, maxChars);
      return refOf(await workspace.post(whereIs(thread), posts, slot));
    },

    async find(_thread, slot) {
      const [first] = await workspace.findPost(slot);
      return first === undefined ? null : refOf(first);
    },

    async update(ref, message) {
      const id = idOf(ref);
      const posts = renderMessage(message, maxChars);
      const known = (await workspace.postOf(id))?.messages ?? [id];
      await replaceParts(workspace, { id, known, posts });
    },

    async remove(ref) {
      const id = idOf(ref);
      for (const part of (await workspace.postOf(id))?.messages ?? [id]) {
        const stands = await workspace.look(part);
        if (stands !== null && stands.deletedAt === null) await workspace.unpost(part);
      }
    },

    async removeHead(thread) {
      const { root } = whereIs(thread);
      const head = root === null ? null : await workspace.look(root);
      if (head?.author === BOT && head.deletedAt === null) await workspace.unpost(head.id);
    },

    async status(source, state) {
      await workspace.show(idOf(source), state);
    },

    async whisper(to, where, message) {
      const member = readMemberRef(to);
      if (member === null || !workspace.members().some(({ id }) => id === member)) {
        return 'undeliverable';
      }
      const place = (await workspace.privatePlace(member, where)) ?? whereIs(where);
      for (const note of renderMessage(message, maxChars)) {
        await workspace.note(member, place, note);
      }
      return 'delivered';
    },

    async tellDirectly(to, message) {
      const member = readMemberRef(to);
      if (member === null || !workspace.members().some(({ id }) => id === member)) {
        return 'undeliverable';
      }
      const { id: channel } = await workspace.privateChannel(member);
      for (const note of renderMessage(message, maxChars)) {
        await workspace.note(member, { channel, root: null }, note);
      }
      return 'delivered';
    },

    async privateThread(to, about) {
      const member = readMemberRef(to);
      if (member === null || !workspace.members().some(({ id }) => id === member)) return null;
      const where = whereIs(about);
      // What was asked for privately is private already.
      if (workspace.channel(where.channel).privateTo === member && where.root !== null)
        return about;
      const channel = workspace.channel(where.channel).name;
      const opening = WORDS.privateThread(linkToPlace(`#${channel}`, about));
      return threadRef(await workspace.privateThread(member, about, opening));
    },
  };
}

/** The first parts take the new words, parts that came to be too many go. A post never grows by messages. */
async function replaceParts(
  workspace: Workspace,
  post: {
    readonly id: string;
    readonly known: readonly string[];
    readonly posts: readonly Message[];
  },
): Promise<void> {
  const { id, known, posts } = post;
  const from = Math.max(0, known.indexOf(id));
  const places = known.slice(from);
  const fitting = posts.slice(0, places.length);
  const rest = posts.slice(places.length);
  for (const [at, place] of places.entries()) {
    const words = fitting[at];
    if (words === undefined) await workspace.unpost(place);
    else {
      const isLast = at === places.length - 1;
      const parts = isLast ? [words, ...rest].flatMap((each) => each.parts) : words.parts;
      await workspace.repost(place, { identity: words.identity, parts });
    }
  }
}

function whereIs(ref: ThreadRef): Where {
  const place = readRef(ref);
  if (place === null) throw notFound('place', ref);
  return { channel: place.channel, root: place.root };
}

function idOf(ref: MessageRef): string {
  const message = readRef(ref)?.message;
  if (!message) throw notFound('message', ref);
  return message;
}
