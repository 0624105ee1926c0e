import { and, count, eq, gt, inArray, isNull, ne, or, type SQLWrapper, sql } from 'drizzle-orm';
import type { StatementBuilder } from './atomic.ts';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

/** Keeps reactions and what each member has seen. */
export function createDeskMarks({ read, atomic, tables }: Database) {
  const { deskMessages, deskReactions, deskReads } = tables;
  const isReadOf = (member: string) =>
    and(eq(deskReads.channel, deskMessages.channel), eq(deskReads.member, member));
  const isUnseenBy = (member: string) =>
    and(
      ne(deskMessages.author, member),
      isNull(deskMessages.deletedAt),
      // A private channel is all about its threads; elsewhere a thread concerns who is in it.
      or(
        eq(deskMessages.privateTo, member),
        and(
          isNull(deskMessages.privateTo),
          or(isNull(deskMessages.root), hasSpokenIn(deskMessages.root, member)),
        ),
      ),
      or(isNull(deskReads.message), gt(deskMessages.id, deskReads.message)),
    );
  return {
    /** Resolves to false when the reaction was there already. */
    async react(message: string, emoji: string, member: string, at: number): Promise<boolean> {
      const [added] = await atomic((db) => [
        db
          .insert(deskReactions)
          .values({ message, emoji, member, createdAt: new Date(at) })
          .onConflictDoNothing()
          .returning(),
      ]);
      return added.length > 0;
    },

    /** The different reactions on a message. */
    async emojiOn(message: string): Promise<string[]> {
      const [rows] = await read((db) => [
        db
          .select({ emoji: deskReactions.emoji })
          .from(deskReactions)
          .where(eq(deskReactions.message, message))
          .groupBy(deskReactions.emoji),
      ]);
      return rows.map(({ emoji }) => emoji);
    },

    /** Resolves to false when there was none. */
    async unreact(message: string, emoji: string, member: string): Promise<boolean> {
      const [gone] = await atomic((db) => [
        db
          .delete(deskReactions)
          .where(
            and(
              eq(deskReactions.message, message),
              eq(deskReactions.emoji, emoji),
              eq(deskReactions.member, member),
            ),
          )
          .returning(),
      ]);
      return gone.length > 0;
    },

    /** Leaves a member one of these reactions on a message; resolves to false when it was so already. */
    async reactOnly(
      message: string,
      choice: { readonly emoji: string; readonly among: readonly string[] },
      by: { readonly member: string; readonly at: number },
    ): Promise<boolean> {
      const { emoji, among } = choice;
      const { member, at } = by;
      const [gone, added] = await atomic((db) => [
        db
          .delete(deskReactions)
          .where(
            and(
              eq(deskReactions.message, message),
              eq(deskReactions.member, member),
              inArray(
                deskReactions.emoji,
                among.filter((other) => other !== emoji),
              ),
            ),
          )
          .returning(),
        db
          .insert(deskReactions)
          .values({ message, emoji, member, createdAt: new Date(at) })
          .onConflictDoNothing()
          .returning(),
      ]);
      return gone.length + added.length > 0;
    },

    /** Remembers the newest message a member has seen; an older one changes nothing. */
    async markRead(member: string, channel: string, message: string): Promise<void> {
      await atomic((db) => [markSeen(db, { member, channel, message })]);
    },

    /** How many messages of others a member has not seen, by channel; in threads, of those the member is in. */
    async unread(member: string): Promise<ReadonlyMap<string, number>> {
      const [rows] = await read((db) => [
        db
          .select({ channel: deskMessages.channel, unseen: count() })
          .from(deskMessages)
          .leftJoin(deskReads, isReadOf(member))
          .where(isUnseenBy(member))
          .groupBy(deskMessages.channel),
      ]);
      return new Map(rows.map(({ channel, unseen }) => [channel, Number(unseen)]));
    },

    /** Whether a message counts as unread for a member. */
    async isUnread(message: string, member: string): Promise<boolean> {
      const [rows] = await read((db) => [
        db
          .select({ id: deskMessages.id })
          .from(deskMessages)
          .leftJoin(deskReads, isReadOf(member))
          .where(and(eq(deskMessages.id, message), isUnseenBy(member))),
      ]);
      return rows.length > 0;
    },
  };
}

/** True when the member began the thread under `root` or said something in it. */
function hasSpokenIn(root: SQLWrapper, member: string) {
  return sql`exists (select 1 from desk_messages as own where own.author = ${member} and (own.id = ${root} or own.root = ${root}))`;
}

/** Remembers the newest message a member has seen; an older one changes nothing. */
export function markSeen(db: StatementBuilder, seen: Tables['deskReads']['$inferInsert']) {
  const { deskReads } = db.tables;
  return db
    .insert(deskReads)
    .values(seen)
    .onConflictDoUpdate({
      target: [deskReads.member, deskReads.channel],
      set: { message: seen.message },
      setWhere: sql`${deskReads.message} < ${seen.message}`,
    });
}

type File = Pick<Tables['deskFiles']['$inferSelect'], 'id' | 'name' | 'text'>;

/** Keeps the text of uploaded files. */
export function createDeskFiles({ read, atomic, tables }: Database) {
  const { deskFiles } = tables;
  return {
    async save(file: File, at: number): Promise<void> {
      await atomic((db) => [
        db.insert(deskFiles).values({ ...file, message: null, createdAt: new Date(at) }),
      ]);
    },

    /** Those of the ids that exist, in the order asked for. */
    async read(ids: readonly string[]): Promise<File[]> {
      if (ids.length === 0) return [];
      const [rows] = await read((db) => [
        db
          .select({ id: deskFiles.id, name: deskFiles.name, text: deskFiles.text })
          .from(deskFiles)
          .where(inArray(deskFiles.id, [...ids])),
      ]);
      return ids.flatMap((id) => rows.filter((row) => row.id === id));
    },
  };
}
