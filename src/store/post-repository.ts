import { and, eq, sql } from 'drizzle-orm';
import type { PostStore } from '../review/post-store.ts';
import type { Database } from './database.ts';
import { keepForgotten, textOwner } from './texts.ts';

/** Keeps what was posted in a database. */
export function createPostRepository({ read, atomic, tables }: Database): PostStore {
  const { posts, runs, texts } = tables;
  return {
    async begin(runId) {
      const [[started]] = await atomic((db) => [
        db
          .update(runs)
          .set({
            status: sql`CASE ${runs.status} WHEN 'queued' THEN 'running' ELSE ${runs.status} END`,
            attempt: sql`${runs.attempt} + CASE ${runs.status} WHEN 'queued' THEN 0 ELSE 1 END`,
          })
          .where(eq(runs.id, runId))
          .returning({ attempt: runs.attempt }),
      ]);
      return started?.attempt ?? 0;
    },

    async reserve(runId, slot, attempt) {
      const isThis = and(eq(posts.runId, runId), eq(posts.slot, slot));
      const isCurrent = and(eq(runs.id, runId), eq(runs.attempt, attempt));
      const [[known], [current]] = await atomic((db) => [
        db
          .select({ state: posts.state, message: posts.message, digest: texts.body })
          .from(posts)
          .leftJoin(texts, and(eq(texts.runId, runId), eq(texts.owner, textOwner.post(slot))))
          .where(isThis),
        db.select({ id: runs.id }).from(runs).where(isCurrent),
        db
          .insert(posts)
          .select(
            db
              .select({
                runId: runs.id,
                slot: sql<string>`${slot}`.as('slot'),
                state: sql<'sending'>`'sending'`.as('state'),
                message: sql<null>`NULL`.as('message'),
              })
              .from(runs)
              .where(isCurrent),
          )
          .onConflictDoNothing(),
      ]);
      if (!current) return { type: 'superseded' };
      if (!known) return { type: 'new' };
      if (known.state === 'sending' || known.message === null) return { type: 'unsure' };
      return { type: 'sent', message: known.message, digest: readDigest(known.digest) };
    },

    async confirm(runId, { slot, message, digest }) {
      const body = JSON.stringify(digest);
      await atomic((db) => [
        db
          .update(posts)
          .set({ state: 'sent', message })
          .where(and(eq(posts.runId, runId), eq(posts.slot, slot))),
        db
          .insert(texts)
          .values({ runId, owner: textOwner.post(slot), body })
          .onConflictDoUpdate({ target: [texts.runId, texts.owner], set: { body } }),
        keepForgotten(db, runId),
      ]);
    },

    async sent(runId) {
      const [rows] = await read((db) => [
        db
          .select({ slot: posts.slot, message: posts.message, digest: texts.body })
          .from(posts)
          .leftJoin(
            texts,
            and(eq(texts.runId, posts.runId), eq(texts.owner, sql`'post/' || ${posts.slot}`)),
          )
          .where(and(eq(posts.runId, runId), eq(posts.state, 'sent')))
          .orderBy(posts.slot),
      ]);
      return rows.flatMap(({ slot, message, digest }) =>
        message === null ? [] : [{ slot, message, digest: readDigest(digest) }],
      );
    },
  };
}

function readDigest(body: string | null): string | null {
  return body === null ? null : (JSON.parse(body) as string | null);
}
