import type { Message } from '../../review/message.ts';
import type { PostSlot } from '../../review/messenger.ts';
import { notFound } from './desk-error.ts';
import type { DeskMessage, DeskMessageKind } from './desk-store.ts';
import type { Directory, Where } from './directory.ts';
import { BOT, privateChannelId } from './places.ts';
import { partsToText } from './render.ts';

/** What Bluepencil says: posts of reviews, private notes, private threads. */
export function createPosts(directory: Directory) {
  const { member, message, place, fresh, row, tell, store, now } = directory;
  const { messages } = store;
  return {
    findPost: messages.findPost,
    postOf: messages.postOf,

    /** Posts what a review says; a slot that was posted before is left as it is. */
    async post(where: Where, posts: readonly Message[], slot: PostSlot): Promise<string> {
      const rows = posts.map((post) => row(where, { author: BOT, ...postColumns('post', post) }));
      const first = await messages.addPost(slot, rows);
      if (first === rows[0]?.id) for (const added of rows) tell(added);
      return first;
    },

    /** Replaces what one message of a post says. */
    async repost(id: string, post: Message): Promise<void> {
      const old = await place(id);
      const { identity, parts, text } = postColumns('post', post);
      await messages.change(id, { identity, parts, text });
      tell(old);
    },

    /** Takes a part of a post away that a shorter version no longer needs. */
    async unpost(id: string): Promise<void> {
      const old = await place(id);
      await messages.remove(id, now());
      tell(old);
    },

    /** Says something to one member alone. */
    async note(to: string, where: Where, note: Message): Promise<DeskMessage> {
      const said = row(where, {
        author: BOT,
        ...postColumns('note', note),
        privateTo: member(to).id,
      });
      await messages.add(said);
      tell(said);
      return fresh(said);
    },

    /** Puts a note away that only this member sees. */
    async putAway(id: string, by: string): Promise<void> {
      const note = await message(id);
      if (note.kind !== 'note' || note.privateTo !== by) throw notFound('note', id);
      await messages.remove(id, now());
      tell(note);
    },

    /** The message that opens a member's private thread about a place: always the same one. */
    async privateThread(of: string, about: string, text: string): Promise<DeskMessage> {
      const { id } = await directory.privateChannel(of);
      const opening = row({ channel: id, root: null }, { author: BOT, kind: 'post', text });
      const root = await messages.openPrivateThread(about, opening);
      const found = await message(root);
      if (root === opening.id) tell(found);
      return found;
    },

    /** The private thread of a member about a place; null when there is none. */
    async privatePlace(of: string, about: string): Promise<Where | null> {
      const root = await messages.privateThread(of, about);
      return root === null ? null : { channel: privateChannelId(of), root };
    },

    /** The newest run that posted into a thread; null when none did. */
    async lastRun(thread: readonly DeskMessage[]): Promise<string | null> {
      const last = thread.findLast(({ kind }) => kind === 'post');
      return last === undefined ? null : ((await messages.postOf(last.id))?.slot.runId ?? null);
    },
  };
}

function postColumns<Kind extends DeskMessageKind>(kind: Kind, { identity, parts }: Message) {
  return { kind, identity, parts, text: partsToText(parts) };
}
