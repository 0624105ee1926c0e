import { and, eq, gte, sql } from 'drizzle-orm';
import type { FeedbackCount, FeedbackStore } from '../review/feedback-store.ts';
import type { Database } from './database.ts';

/** Keeps what members think of posts in a database. */
export function createFeedbackRepository(
  { read, atomic, tables }: Database,
  { now = Date.now }: { readonly now?: () => number } = {},
): FeedbackStore {
  const { feedback, plans, requests } = tables;
  return {
    async give(runId, given) {
      const givenAt = new Date(now());
      await atomic((db) => [
        db
          .insert(feedback)
          .values({ runId, ...given, givenAt })
          .onConflictDoUpdate({
            target: [feedback.runId, feedback.slot, feedback.member],
            set: { usefulness: given.usefulness, givenAt },
          }),
      ]);
    },

    async feedback(runId) {
      const [rows] = await read((db) => [
        db
          .select({
            slot: feedback.slot,
            member: feedback.member,
            usefulness: feedback.usefulness,
          })
          .from(feedback)
          .where(eq(feedback.runId, runId))
          .orderBy(feedback.slot, feedback.member),
      ]);
      return rows;
    },

    async countBySlot({ workspace, channel }, since) {
      const [rows] = await read((db) => [
        db
          .select({
            slot: feedback.slot,
            usefulness: feedback.usefulness,
            count: sql<number>`count(*)`,
          })
          .from(feedback)
          .innerJoin(requests, eq(requests.runId, feedback.runId))
          .innerJoin(plans, eq(plans.runId, feedback.runId))
          .where(
            and(
              eq(requests.workspace, workspace),
              channel === undefined ? undefined : eq(requests.channel, channel),
              eq(plans.isPrivate, false),
              gte(feedback.givenAt, new Date(since)),
            ),
          )
          .groupBy(feedback.slot, feedback.usefulness),
      ]);
      const counts = new Map<string, FeedbackCount>();
      for (const { slot, usefulness, count } of rows) {
        const { useful, notUseful } = counts.get(slot) ?? { useful: 0, notUseful: 0 };
        const [more, fewer] = usefulness === 'useful' ? [Number(count), 0] : [0, Number(count)];
        counts.set(slot, { useful: useful + more, notUseful: notUseful + fewer });
      }
      return counts;
    },
  };
}
