import { and, count, desc, eq, inArray, isNull, lt, max, ne, or, sql } from 'drizzle-orm';
import type { Results, StatementBuilder } from './atomic.ts';
import type { Database } from './database.ts';
import { toMessage } from './desk-rows.ts';
import type { Tables } from './tables.ts';

/** Reads the desk's messages with what hangs on them. */
export function createDeskReading(database: Database) {
  const { read, prepareRead, tables } = database;
  const { deskMessages } = tables;
  const readPlace = prepareRead((db, { id }: { id: string }) => [
    db
      .select({
        id: deskMessages.id,
        channel: deskMessages.channel,
        root: deskMessages.root,
        privateTo: deskMessages.privateTo,
        kind: deskMessages.kind,
      })
      .from(deskMessages)
      .where(and(eq(deskMessages.id, id), isNull(deskMessages.deletedAt))),
  ]);
  const readOne = prepareRead((db, { id }: { id: string }) => [
    db.select().from(deskMessages).where(eq(deskMessages.id, id)),
    ...selectMarks(db, [id]),
  ]);
  return {
    /** Where a message is, without what hangs on it; null for one that is gone or never was. */
    async place(id: string) {
      const [[found]] = await readPlace({ id });
      return found ?? null;
    },

    /** True until the first review posted something. */
    async isUntouched(): Promise<boolean> {
      const [posts] = await read((db) => [
        db
          .select({ id: deskMessages.id })
          .from(deskMessages)
          .where(eq(deskMessages.kind, 'post'))
          .limit(1),
      ]);
      return posts.length === 0;
    },

    async find(id: string) {
      const [rows, ...marks] = await readOne({ id });
      const [found] = hangMarks(rows, marks);
      return found ?? null;
    },

    /** The newest messages of a channel before `before`, those of others' notes left out. */
    async page(
      channel: string,
      options: { readonly viewer: string | null; readonly before?: string; readonly limit: number },
    ) {
      const { viewer, before, limit } = options;
      const [rows] = await read((db) => [
        db
          .select()
          .from(deskMessages)
          .where(
            and(
              eq(deskMessages.channel, channel),
              isNull(deskMessages.root),
              isVisibleTo(deskMessages, viewer),
              or(isNull(deskMessages.deletedAt), hasReplies(deskMessages)),
              before === undefined ? undefined : lt(deskMessages.id, before),
            ),
          )
          .orderBy(desc(deskMessages.id))
          .limit(limit + 1),
      ]);
      const shown = rows.slice(0, limit).reverse();
      return {
        messages: await withMarks(database, shown),
        hasEarlier: rows.length > limit,
      };
    },

    /** A thread from its root on, whoever may see its messages. */
    async thread(root: string) {
      const [rows] = await read((db) => [
        db
          .select()
          .from(deskMessages)
          .where(
            or(
              eq(deskMessages.id, root),
              and(eq(deskMessages.root, root), isNull(deskMessages.deletedAt)),
            ),
          )
          .orderBy(deskMessages.id),
      ]);
      return withMarks(database, rows);
    },

    /** Notes to one member, oldest first. */
    async notes(member: string) {
      const [rows] = await read((db) => [
        db
          .select()
          .from(deskMessages)
          .where(
            and(
              eq(deskMessages.privateTo, member),
              eq(deskMessages.kind, 'note'),
              isNull(deskMessages.deletedAt),
            ),
          )
          .orderBy(deskMessages.id),
      ]);
      return withMarks(database, rows);
    },
  };
}

type Messages = Tables['deskMessages'];

function isVisibleTo(deskMessages: Messages, viewer: string | null) {
  const isPublic = isNull(deskMessages.privateTo);
  return viewer === null ? isPublic : or(isPublic, eq(deskMessages.privateTo, viewer));
}

function hasReplies(deskMessages: Messages) {
  return sql`exists (select 1 from desk_messages as reply where reply.root = ${deskMessages.id} and reply.deleted_at is null)`;
}

async function withMarks({ read }: Database, rows: readonly Messages['$inferSelect'][]) {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  return hangMarks(rows, await read((db) => selectMarks(db, ids)));
}

/** Selects what hangs on messages: files, reactions and how often they were answered. */
function selectMarks(db: Pick<StatementBuilder, 'select' | 'tables'>, ids: readonly string[]) {
  const { deskFiles, deskMessages, deskReactions } = db.tables;
  return [
    db
      .select()
      .from(deskFiles)
      .where(inArray(deskFiles.message, [...ids]))
      .orderBy(deskFiles.id),
    db
      .select()
      .from(deskReactions)
      .where(inArray(deskReactions.message, [...ids]))
      .orderBy(deskReactions.createdAt, deskReactions.member),
    db
      .select({
        root: deskMessages.root,
        count: count(),
        lastAt: max(deskMessages.createdAt),
      })
      .from(deskMessages)
      .where(
        and(
          inArray(deskMessages.root, [...ids]),
          isNull(deskMessages.deletedAt),
          ne(deskMessages.kind, 'note'),
        ),
      )
      .groupBy(deskMessages.root),
  ] as const;
}

type Marks = ReturnType<typeof selectMarks>;

function hangMarks(
  rows: readonly Messages['$inferSelect'][],
  [files, reactions, replies]: Results<Marks>,
) {
  return rows.map((row) => toMessage(row, { files, reactions, replies }));
}
