import { and, eq } from 'drizzle-orm';
import type { Pass, PassStore } from '../review/pass-store.ts';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

/** Keeps passes in a database. */
export function createPassRepository({ read, atomic, tables }: Database): PassStore {
  const { passes } = tables;
  return {
    async add({ createdAt, expiresAt, ...pass }) {
      const times = { createdAt: new Date(createdAt), expiresAt: new Date(expiresAt) };
      await atomic((db) => [db.insert(passes).values({ ...pass, ...times })]);
    },

    async find(id) {
      const [[row]] = await read((db) => [db.select().from(passes).where(eq(passes.id, id))]);
      return row === undefined ? null : readPass(row);
    },

    async take(id) {
      const [[row]] = await atomic((db) => [
        db.delete(passes).where(eq(passes.id, id)).returning(),
      ]);
      return row === undefined ? null : readPass(row);
    },

    async end(id) {
      await atomic((db) => [db.delete(passes).where(eq(passes.id, id))]);
    },

    async endAll(kind, subject) {
      const [ended] = await atomic((db) => [
        db
          .delete(passes)
          .where(and(eq(passes.kind, kind), eq(passes.subject, subject)))
          .returning({ id: passes.id }),
      ]);
      return ended.length;
    },
  };
}

function readPass({ createdAt, expiresAt, ...pass }: Tables['passes']['$inferSelect']): Pass {
  return { ...pass, createdAt: createdAt.getTime(), expiresAt: expiresAt.getTime() };
}
