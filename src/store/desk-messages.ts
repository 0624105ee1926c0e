import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { PostSlot } from '../review/messenger.ts';
import type { StatementBuilder } from './atomic.ts';
import type { Database } from './database.ts';
import { markSeen } from './desk-marks.ts';
import { type MessageRow, toRow } from './desk-rows.ts';
import type { Tables } from './tables.ts';

/** Keeps the desk's messages. */
export function createDeskMessages(database: Database) {
  const { read, atomic, tables } = database;
  const { deskFiles, deskMessages, deskPosts, deskPrivateThreads, deskReactions } = tables;

  const findPost = async (slot: PostSlot): Promise<string[]> => {
    const [rows] = await read((db) => [
      db
        .select({ message: deskPosts.message })
        .from(deskPosts)
        .where(isSlot(deskPosts, slot))
        .orderBy(deskPosts.part),
    ]);
    return rows.map(({ message }) => message);
  };

  const firstPost = async (runId: string): Promise<string | null> => {
    const [[first]] = await read((db) => [
      db
        .select({ message: deskPosts.message })
        .from(deskPosts)
        .where(eq(deskPosts.runId, runId))
        .orderBy(deskPosts.message)
        .limit(1),
    ]);
    return first?.message ?? null;
  };

  const privateThread = async (member: string, about: string): Promise<string | null> => {
    const [[known]] = await read((db) => [
      db
        .select({ root: deskPrivateThreads.root })
        .from(deskPrivateThreads)
        .innerJoin(deskMessages, eq(deskMessages.id, deskPrivateThreads.root))
        .where(
          and(
            eq(deskPrivateThreads.member, member),
            eq(deskPrivateThreads.about, about),
            isNull(deskMessages.deletedAt),
          ),
        ),
    ]);
    return known?.root ?? null;
  };

  return {
    findPost,
    firstPost,
    privateThread,

    /** Adds a message with files that were uploaded before; an id that is there already changes nothing. */
    async add(message: MessageRow, fileIds: readonly string[] = []): Promise<void> {
      await atomic((db) => [
        db.insert(deskMessages).values(toRow(message)).onConflictDoNothing(),
        ...(fileIds.length > 0 ? [attachFiles(db, message.id, fileIds)] : []),
      ]);
    },

    /** As `add`; what was said before it in the channel counts as seen by its author. */
    async say(message: MessageRow, fileIds: readonly string[] = []): Promise<void> {
      const { id, author, channel } = message;
      await atomic((db) => [
        db.insert(deskMessages).values(toRow(message)).onConflictDoNothing(),
        markSeen(db, { member: author, channel, message: id }),
        ...(fileIds.length > 0 ? [attachFiles(db, id, fileIds)] : []),
      ]);
    },

    /** Adds the parts of a post once per run, slot and part; resolves to the first part's id, new or known. */
    async addPost(slot: PostSlot, parts: readonly MessageRow[]): Promise<string> {
      const [known] = await findPost(slot);
      if (known !== undefined) return known;
      try {
        await atomic((db) =>
          parts.flatMap((message, part) => [
            db.insert(deskPosts).values({ ...slotColumns(slot), part, message: message.id }),
            db.insert(deskMessages).values(toRow(message)),
          ]),
        );
      } catch (error) {
        // Somebody else posted the slot since it was looked for.
        const [first] = await findPost(slot);
        if (first === undefined) throw error;
        return first;
      }
      return parts[0]?.id ?? '';
    },

    /** The slot and all messages of the post that this message is a part of; null for any other message. */
    async postOf(id: string) {
      const [[found]] = await read((db) => [
        db
          .select({ runId: deskPosts.runId, slot: deskPosts.slot })
          .from(deskPosts)
          .where(eq(deskPosts.message, id)),
      ]);
      return found === undefined ? null : { slot: found, messages: await findPost(found) };
    },

    /** Replaces what is given. */
    async change(
      id: string,
      {
        editedAt,
        ...values
      }: Partial<Pick<MessageRow, 'text' | 'parts' | 'identity' | 'editedAt'>>,
    ): Promise<void> {
      const edited = editedAt ? { editedAt: new Date(editedAt) } : {};
      await atomic((db) => [
        db
          .update(deskMessages)
          .set({ ...values, ...edited })
          .where(eq(deskMessages.id, id)),
      ]);
    },

    /** Takes the words and files away; the place stays while others replied. */
    async remove(id: string, at: number): Promise<void> {
      await atomic((db) => [
        db
          .update(deskMessages)
          .set({ text: '', parts: null, deletedAt: new Date(at) })
          .where(eq(deskMessages.id, id)),
        db.delete(deskFiles).where(eq(deskFiles.message, id)),
        db.delete(deskReactions).where(eq(deskReactions.message, id)),
      ]);
    },

    /** Takes a message away as if it had never been said; its files are free again. */
    async withdraw(id: string): Promise<void> {
      await atomic((db) => [
        db.update(deskFiles).set({ message: null }).where(eq(deskFiles.message, id)),
        db.delete(deskPrivateThreads).where(eq(deskPrivateThreads.root, id)),
        db.delete(deskMessages).where(eq(deskMessages.id, id)),
      ]);
    },

    /** Remembers on which message a run's progress is shown. */
    async linkRun(runId: string, message: string): Promise<void> {
      await atomic((db) => [
        db
          .insert(deskPosts)
          .values({ runId, slot: SOURCE_SLOT, part: 0, message })
          .onConflictDoNothing(),
      ]);
    },

    /** The links whose message still carries this member's reaction. */
    async linkedRuns(member: string, emoji: string) {
      const [rows] = await read((db) => [
        db
          .select({ runId: deskPosts.runId, message: deskPosts.message })
          .from(deskPosts)
          .innerJoin(
            deskReactions,
            and(
              eq(deskReactions.message, deskPosts.message),
              eq(deskReactions.member, member),
              eq(deskReactions.emoji, emoji),
            ),
          )
          .where(eq(deskPosts.slot, SOURCE_SLOT)),
      ]);
      return rows;
    },

    /** Opens the private thread of a member about a place, or resolves to the one that is there. */
    async openPrivateThread(
      about: string,
      root: MessageRow,
      fileIds: readonly string[] = [],
    ): Promise<string> {
      const member = root.privateTo ?? root.author;
      const known = await privateThread(member, about);
      if (known !== null) return known;
      await atomic((db) => [
        db
          .insert(deskPrivateThreads)
          .values({ member, about, root: root.id })
          .onConflictDoUpdate({
            target: [deskPrivateThreads.member, deskPrivateThreads.about],
            set: { root: root.id },
          }),
        db.insert(deskMessages).values(toRow(root)),
        attachFiles(db, root.id, fileIds),
      ]);
      return root.id;
    },
  };
}

function attachFiles(db: StatementBuilder, message: string, ids: readonly string[]) {
  const { deskFiles } = db.tables;
  return db
    .update(deskFiles)
    .set({ message })
    .where(and(inArray(deskFiles.id, [...ids]), isNull(deskFiles.message)));
}

/** Not a slot of any run: the message at the head of a run that has no source message. */
const SOURCE_SLOT = 'desk/head';

function slotColumns({ runId, slot }: PostSlot) {
  return { runId, slot };
}

function isSlot(deskPosts: Tables['deskPosts'], { runId, slot }: PostSlot) {
  return and(eq(deskPosts.runId, runId), eq(deskPosts.slot, slot));
}
