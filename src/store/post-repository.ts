import { and, eq, sql } from 'drizzle-orm';
import type { PostStore } from '../review/post-store.ts';
import type { MessageRef } from '../review/refs.ts';
import type { Database } from './database.ts';
import { keepForgotten, textOwner } from './texts.ts';

/** Keeps what was posted in a database. */
export function createPostRepository({
  atomic,
  prepareRead,
  prepareAtomic,
  tables,
}: Database): PostStore {
  const { posts, runs, texts } = tables;
  const readSent = prepareRead((db, { runId }: { runId: string }) => [
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
  const markSent = prepareAtomic((db, post: SentPost) => [
    db
      .update(posts)
      .set({ state: 'sent', message: post.message })
      .where(and(eq(posts.runId, post.runId), eq(posts.slot, post.slot))),
    db
      .insert(texts)
      .values({ runId: post.runId, owner: post.owner, body: post.body })
      .onConflictDoUpdate({ target: [texts.runId, texts.owner], set: { body: post.body } }),
    keepForgotten(db, post.runId),
  ]);
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
      await markSent({ runId, slot, message, owner: textOwner.post(slot), body });
    },

    async sent(runId) {
      const [rows] = await readSent({ runId });
      return rows.flatMap(({ slot, message, digest }) =>
        message === null ? [] : [{ slot, message, digest: readDigest(digest) }],
      );
    },
  };
}

interface SentPost {
  readonly runId: string;
  readonly slot: string;
  readonly message: MessageRef;
  readonly owner: string;
  readonly body: string;
}

function readDigest(body: string | null): string | null {
  return body === null ? null : (JSON.parse(body) as string | null);
}
