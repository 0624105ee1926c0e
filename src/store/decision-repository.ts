import { and, eq } from 'drizzle-orm';
import type { DecisionStore } from '../review/decision-store.ts';
import type { Database } from './database.ts';

/** Keeps people's decisions in a database. */
export function createDecisionRepository(
  { read, atomic, prepareRead, tables }: Database,
  { now = Date.now }: { readonly now?: () => number } = {},
): DecisionStore {
  const { decisions } = tables;
  const readDecisions = prepareRead((db, { runId }: { runId: string }) => [
    db
      .select({
        subject: decisions.subject,
        decision: decisions.decision,
        member: decisions.member,
      })
      .from(decisions)
      .where(eq(decisions.runId, runId))
      .orderBy(decisions.decidedAt, decisions.subject),
  ]);
  return {
    async decide(runId, ...made) {
      const decidedAt = new Date(now());
      await atomic((db) =>
        made.map(({ subject, decision, member }) =>
          db
            .insert(decisions)
            .values({ runId, subject, decision, member, decidedAt })
            .onConflictDoUpdate({
              target: [decisions.runId, decisions.subject],
              set: { decision, member, decidedAt },
            }),
        ),
      );
    },

    async settle(runId, outcomes) {
      if (outcomes.size === 0) return;
      await atomic((db) =>
        [...outcomes].map(([subject, decision]) =>
          db
            .update(decisions)
            .set({ decision })
            .where(
              and(
                eq(decisions.runId, runId),
                eq(decisions.subject, subject),
                eq(decisions.decision, 'accepted'),
              ),
            ),
        ),
      );
    },

    async unsettled() {
      const [rows] = await read((db) => [
        db
          .select({ runId: decisions.runId })
          .from(decisions)
          .where(eq(decisions.decision, 'accepted'))
          .groupBy(decisions.runId),
      ]);
      return rows.map(({ runId }) => runId);
    },

    async decisions(runId) {
      const [rows] = await readDecisions({ runId });
      return rows;
    },
  };
}
