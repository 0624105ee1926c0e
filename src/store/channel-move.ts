import type { AnyColumn } from 'drizzle-orm';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { ChannelMove } from '../review/channel-move.ts';
import type { Database } from './database.ts';

/**
 * Gives what is kept of reviews in a channel to the channel's new id: where they stand, what holds their
 * messages, their posts, their place in the queue and what they cost.
 */
export async function moveReviews(
  { atomic, tables }: Database,
  { workspace, from, to, refFrom, refTo }: ChannelMove,
): Promise<void> {
  const { claims, jobs, modelCalls, posts, requests, texts } = tables;
  const renamed = (column: AnyColumn) => sql`replace(${column}, ${refFrom}, ${refTo})`;
  await atomic((db) => {
    // Runs of the channel before and after the first statement.
    const ofChannel = (channel: string) =>
      db
        .select({ runId: requests.runId })
        .from(requests)
        .where(and(eq(requests.workspace, workspace), eq(requests.channel, channel)));
    return [
      db
        .update(requests)
        .set({
          channel: to,
          thread: renamed(requests.thread),
          source: renamed(requests.source),
          origin: renamed(requests.origin),
          claim: renamed(requests.claim),
        })
        .where(and(eq(requests.workspace, workspace), eq(requests.channel, from))),
      db
        .update(claims)
        .set({ key: renamed(claims.key) })
        .where(inArray(claims.runId, ofChannel(to))),
      db
        .update(posts)
        .set({ message: renamed(posts.message) })
        .where(inArray(posts.runId, ofChannel(to))),
      db
        .update(texts)
        .set({ body: renamed(texts.body) })
        .where(and(inArray(texts.runId, ofChannel(to)), eq(texts.owner, 'step/thread'))),
      db
        .update(jobs)
        .set({ lane: `${workspace}/${to}` })
        .where(eq(jobs.lane, `${workspace}/${from}`)),
      db
        .update(modelCalls)
        .set({ channel: to })
        .where(and(eq(modelCalls.workspace, workspace), eq(modelCalls.channel, from))),
    ];
  });
}
