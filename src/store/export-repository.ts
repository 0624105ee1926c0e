/*
 * What leaves the database as an export: decisions and votes of public reviews, without members and
 * places. Words are joined only where their channel is named, so that others' never leave the database.
 */
import { and, asc, eq, inArray, isNotNull, like, or, sql } from 'drizzle-orm';
import type { Comment } from '../loop/comment.ts';
import type { Decision, DismissReason } from '../review/decision-store.ts';
import type { StatsStore } from '../review/stats-store.ts';
import type { Database } from './database.ts';
import { textOwner } from './texts.ts';

/** What was put to a vote beside the refined text. */
const ORIGINAL = textOwner.step('original');
const DECIDED: readonly Decision[] = ['accepted', 'applied', 'noted', 'dismissed'];

/** The part of the statistics that is exported row by row. */
export function createExports({
  read,
  tables,
}: Database): Pick<StatsStore, 'channels' | 'decided' | 'voted'> {
  const { ballots, comments, decisions, plans, requests, texts, votes } = tables;
  return {
    async channels(workspace) {
      const [rows] = await read((db) => [
        db
          .select({ channel: requests.channel })
          .from(requests)
          .where(eq(requests.workspace, workspace))
          .groupBy(requests.channel)
          .orderBy(requests.channel),
      ]);
      return rows.map(({ channel }) => channel);
    },

    async decided(workspace, wordsFrom) {
      const isPublic = and(eq(requests.workspace, workspace), eq(plans.isPrivate, false));
      const [rows, reasons] = await read((db) => [
        db
          .select({
            runId: decisions.runId,
            subject: decisions.subject,
            preset: plans.preset,
            raisedBy: comments.raisedBy,
            kind: comments.kind,
            severity: comments.severity,
            decision: decisions.decision,
            decidedAt: decisions.decidedAt,
            body: texts.body,
          })
          .from(decisions)
          .innerJoin(requests, eq(requests.runId, decisions.runId))
          .innerJoin(plans, eq(plans.runId, decisions.runId))
          .innerJoin(
            comments,
            and(eq(comments.runId, decisions.runId), eq(comments.id, decisions.subject)),
          )
          .leftJoin(
            texts,
            and(
              inArray(requests.channel, [...wordsFrom]),
              eq(texts.runId, decisions.runId),
              eq(texts.owner, sql`'comment/' || ${decisions.subject}`),
            ),
          )
          .where(and(isPublic, inArray(decisions.decision, [...DECIDED])))
          .orderBy(asc(decisions.decidedAt), decisions.runId, decisions.subject),
        db
          .select({
            runId: decisions.runId,
            subject: decisions.subject,
            reason: decisions.decision,
          })
          .from(decisions)
          .innerJoin(requests, eq(requests.runId, decisions.runId))
          .where(and(eq(requests.workspace, workspace), like(decisions.subject, 'why/%'))),
      ]);
      const why = new Map(
        reasons.map(({ runId, subject, reason }) => [`${runId}/${subject}`, reason]),
      );
      return rows.map(({ subject, decision, decidedAt, body, ...row }) => {
        const isDismissed = decision === 'dismissed';
        const reason = why.get(`${row.runId}/why/${subject}`) as DismissReason | undefined;
        return {
          ...row,
          decision: isDismissed ? ('dismissed' as const) : ('accepted' as const),
          reason: isDismissed ? (reason ?? null) : null,
          decidedAt: decidedAt.getTime(),
          comment: body === null ? null : (JSON.parse(body) as Comment),
        };
      });
    },

    async voted(workspace, wordsFrom) {
      const isWanted = and(
        eq(requests.workspace, workspace),
        eq(plans.isPrivate, false),
        isNotNull(ballots.closedAt),
      );
      const [rows, chosen, words] = await read((db) => [
        db
          .select({
            runId: ballots.runId,
            audience: ballots.audience,
            revision: ballots.revision,
            preset: plans.preset,
            a: ballots.a,
            originalChars: ballots.originalChars,
            refinedChars: ballots.refinedChars,
            closedAt: ballots.closedAt,
          })
          .from(ballots)
          .innerJoin(requests, eq(requests.runId, ballots.runId))
          .innerJoin(plans, eq(plans.runId, ballots.runId))
          .where(isWanted)
          .orderBy(ballots.closedAt, ballots.runId, ballots.audience, ballots.revision),
        db
          .select({
            runId: votes.runId,
            audience: votes.audience,
            revision: votes.revision,
            choice: votes.choice,
            count: sql<number>`count(*)`,
          })
          .from(votes)
          .innerJoin(requests, eq(requests.runId, votes.runId))
          .where(eq(requests.workspace, workspace))
          .groupBy(votes.runId, votes.audience, votes.revision, votes.choice),
        db
          .select({ runId: texts.runId, owner: texts.owner, body: texts.body })
          .from(texts)
          .innerJoin(requests, eq(requests.runId, texts.runId))
          .innerJoin(plans, eq(plans.runId, texts.runId))
          .where(
            and(
              eq(requests.workspace, workspace),
              eq(plans.isPrivate, false),
              inArray(requests.channel, [...wordsFrom]),
              inArray(texts.runId, db.select({ id: ballots.runId }).from(ballots)),
              or(like(texts.owner, 'revision/%'), eq(texts.owner, ORIGINAL)),
            ),
          ),
      ]);
      const counts = new Map(
        chosen.map(({ count, ...vote }) => [keyOf(vote, vote.choice), Number(count)]),
      );
      const textOf = new Map(
        words.map(({ runId, owner, body }) => [`${runId}/${owner}`, String(JSON.parse(body))]),
      );
      return rows.map(({ a, revision, closedAt, ...row }) => {
        const [forA, forB] = (['a', 'b'] as const).map(
          (choice) => counts.get(keyOf({ ...row, revision }, choice)) ?? 0,
        );
        const original =
          textOf.get(`${row.runId}/${ORIGINAL}`) ?? textOf.get(`${row.runId}/revision/1`);
        const refined = textOf.get(`${row.runId}/revision/${revision}`);
        return {
          ...row,
          original: (a === 'original' ? forA : forB) ?? 0,
          refined: (a === 'original' ? forB : forA) ?? 0,
          closedAt: closedAt?.getTime() ?? 0,
          texts: original === undefined || refined === undefined ? null : { original, refined },
        };
      });
    },
  };
}

function keyOf(
  ballot: { readonly runId: string; readonly audience: string; readonly revision: number },
  choice: string,
): string {
  return [ballot.runId, ballot.audience, ballot.revision, choice].join('/');
}
