import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import type { AskedQuestion, ConsentStore } from '../review/consent-store.ts';
import type { Telling, ToldStore } from '../review/told-store.ts';
import type { Database } from './database.ts';

type Row = Database['tables']['consents']['$inferSelect'];

/** Keeps in a database what people were asked and told once. */
export function createContactRepository({
  read,
  atomic,
  tables,
}: Database): ConsentStore & ToldStore {
  const { consents, told } = tables;
  const isIt = ({ platform, workspace, subject }: Telling) =>
    and(eq(told.platform, platform), eq(told.workspace, workspace), eq(told.subject, subject));
  return {
    async ask(question) {
      const row = { ...question, askedAt: new Date(question.askedAt) };
      const [, [standing]] = await atomic((db) => [
        db.insert(consents).values(row).onConflictDoNothing(),
        db.select().from(consents).where(eq(consents.message, question.message)),
      ]);
      return standing === undefined || standing.id === question.id ? null : readRow(standing);
    },

    async find(id) {
      const [[row]] = await read((db) => [db.select().from(consents).where(eq(consents.id, id))]);
      return row === undefined ? null : readRow(row);
    },

    async answer(id, answer, at) {
      const [, [row]] = await atomic((db) => [
        db
          .update(consents)
          .set({ answer, answeredAt: new Date(at) })
          .where(and(eq(consents.id, id), isNull(consents.answer))),
        db.select({ answer: consents.answer }).from(consents).where(eq(consents.id, id)),
      ]);
      return row?.answer ?? null;
    },

    async settle(id, at) {
      const [won] = await atomic((db) => [
        db
          .update(consents)
          .set({ settledAt: new Date(at) })
          .where(and(eq(consents.id, id), isNull(consents.settledAt)))
          .returning({ id: consents.id }),
      ]);
      return won.length > 0;
    },

    async due({ askedBefore, answeredBefore }) {
      const [rows] = await read((db) => [
        db
          .select()
          .from(consents)
          .where(
            and(
              isNull(consents.settledAt),
              or(
                and(isNull(consents.answer), lt(consents.askedAt, new Date(askedBefore))),
                and(isNotNull(consents.answer), lt(consents.answeredAt, new Date(answeredBefore))),
              ),
            ),
          )
          .orderBy(consents.askedAt)
          .limit(500),
      ]);
      return rows.map(readRow);
    },

    async tell(telling, at) {
      const [won] = await atomic((db) => [
        db
          .insert(told)
          .values({ ...telling, toldAt: new Date(at) })
          .onConflictDoNothing()
          .returning({ subject: told.subject }),
      ]);
      return won.length > 0;
    },

    async wasTold(telling) {
      const [found] = await read((db) => [
        db.select({ subject: told.subject }).from(told).where(isIt(telling)),
      ]);
      return found.length > 0;
    },

    async takeBack(telling) {
      await atomic((db) => [db.delete(told).where(isIt(telling))]);
    },
  };
}

function readRow({ askedAt, answeredAt: _, settledAt: __, ...row }: Row): AskedQuestion {
  return { ...row, askedAt: askedAt.getTime() };
}
