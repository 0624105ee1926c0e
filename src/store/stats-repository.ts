import { and, eq, gte, inArray, isNotNull, min, type SQL, sql } from 'drizzle-orm';
import type { Decision } from '../review/decision-store.ts';
import type { CountedRun, StatsStore } from '../review/stats-store.ts';
import type { Database } from './database.ts';
import { createExports } from './export-repository.ts';

const ACCEPTED: readonly Decision[] = ['accepted', 'applied', 'noted'];
const DECIDED: readonly Decision[] = [...ACCEPTED, 'dismissed'];

/** Keeps and reads what statistics need in a database. */
export function createStatsRepository(database: Database): StatsStore {
  const { read, atomic, tables } = database;
  const { plans, runs, events, critiques, comments, decisions, feedback, ballots, votes } = tables;
  return {
    ...createExports(database),

    async countAs(runId, as) {
      await atomic((db) => [
        db
          .insert(plans)
          .values({ runId, ...as })
          .onConflictDoNothing(),
      ]);
    },

    async counted(workspace, since) {
      const isCounted = and(
        eq(runs.workspace, workspace),
        eq(runs.status, 'finished'),
        isNotNull(runs.stopReason),
        gte(runs.createdAt, new Date(since)),
      );
      const [found, first, heard, decided, said, tallies] = await read((db) => {
        const chosen = (choice: 'a' | 'b'): SQL<number> =>
          sql<number>`count(CASE WHEN ${votes.choice} = ${choice} THEN 1 END)`;
        const among = db.select({ id: runs.id }).from(runs).where(isCounted);
        return [
          // A run of an earlier release is not known to be public.
          db
            .select({
              runId: runs.id,
              requester: runs.requester,
              createdAt: runs.createdAt,
              stopReason: runs.stopReason,
              receipt: runs.receipt,
              preset: plans.preset,
              isPrivate: plans.isPrivate,
            })
            .from(runs)
            .leftJoin(plans, eq(plans.runId, runs.id))
            .where(isCounted)
            .orderBy(runs.createdAt, runs.id),
          db
            .select({ runId: events.runId, at: min(events.savedAt) })
            .from(events)
            .where(and(eq(events.type, 'critique_received'), inArray(events.runId, among)))
            .groupBy(events.runId),
          db
            .select({ runId: critiques.runId, persona: critiques.persona })
            .from(critiques)
            .where(inArray(critiques.runId, among))
            .groupBy(critiques.runId, critiques.persona),
          db
            .select({
              runId: decisions.runId,
              decision: decisions.decision,
              raisedBy: comments.raisedBy,
            })
            .from(decisions)
            .innerJoin(
              comments,
              and(eq(comments.runId, decisions.runId), eq(comments.id, decisions.subject)),
            )
            .where(and(inArray(decisions.decision, [...DECIDED]), inArray(decisions.runId, among))),
          db
            .select({
              runId: feedback.runId,
              slot: feedback.slot,
              usefulness: feedback.usefulness,
            })
            .from(feedback)
            .where(inArray(feedback.runId, among)),
          db
            .select({
              runId: ballots.runId,
              a: ballots.a,
              originalChars: ballots.originalChars,
              refinedChars: ballots.refinedChars,
              forA: chosen('a'),
              forB: chosen('b'),
            })
            .from(ballots)
            .leftJoin(
              votes,
              and(
                eq(votes.runId, ballots.runId),
                eq(votes.audience, ballots.audience),
                eq(votes.revision, ballots.revision),
              ),
            )
            .where(and(isNotNull(ballots.closedAt), inArray(ballots.runId, among)))
            .groupBy(
              ballots.runId,
              ballots.audience,
              ballots.revision,
              ballots.a,
              ballots.originalChars,
              ballots.refinedChars,
            ),
        ];
      });
      const firstAt = new Map(first.map(({ runId, at }) => [runId, at]));
      const [personas, decisionsOf, feedbackOf, votesOf] = [
        byRun(heard),
        byRun(decided),
        byRun(said),
        byRun(tallies),
      ];
      return found.flatMap(({ isPrivate, stopReason, createdAt, ...run }): CountedRun[] =>
        stopReason === null
          ? []
          : [
              {
                ...run,
                stopReason,
                isPrivate: isPrivate ?? true,
                createdAt: createdAt.getTime(),
                firstCritiqueAt: firstAt.get(run.runId)?.getTime() ?? null,
                personas: personas(run.runId).map(({ persona }) => persona),
                decisions: decisionsOf(run.runId).map(({ raisedBy, decision }) => ({
                  raisedBy,
                  isAccepted: ACCEPTED.includes(decision),
                })),
                feedback: feedbackOf(run.runId).map(({ slot, usefulness }) => ({
                  slot,
                  usefulness,
                })),
                votes: votesOf(run.runId).map(({ a, forA, forB, originalChars, refinedChars }) => ({
                  originalChars,
                  refinedChars,
                  original: Number(a === 'original' ? forA : forB),
                  refined: Number(a === 'original' ? forB : forA),
                })),
              },
            ],
      );
    },
  };
}

function byRun<Row extends { readonly runId: string }>(
  rows: readonly Row[],
): (runId: string) => readonly Row[] {
  const groups = Map.groupBy(rows, ({ runId }) => runId);
  return (runId) => groups.get(runId) ?? [];
}
