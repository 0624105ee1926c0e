import { createHash } from 'node:crypto';
import { and, desc, eq, exists, gte, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { Decision } from '../review/decision-store.ts';
import type { Usefulness } from '../review/feedback-store.ts';
import type { Sealer } from '../review/installation-store.ts';
import type { DismissalStore, LessonWords } from '../settings/dismissal-store.ts';
import type { StatementBuilder } from './atomic.ts';
import type { Database } from './database.ts';
import { isWordsOf, readDismissed } from './dismissed-words.ts';
import { createMarkers } from './lesson-marks.ts';
import { keepForgotten, textOwner } from './texts.ts';

const STILL_DECIDED: readonly Decision[] = ['accepted', 'applied', 'noted', 'dismissed'];

/** Where what was said of a persona's reply is kept. */
const critiqueSlot = (persona: string) => `critique/1/${persona}`;

/** Tells from a database what people refused. */
export function createDismissalRepository(
  database: Database,
  sealer: Sealer | null = null,
): DismissalStore {
  const { atomic, read, tables } = database;
  const { comments, critiques, decisions, feedback, lessonMarks, plans, requests, texts } = tables;
  const findMarker = createMarkers(database, sealer);
  const inPlace = (workspace: string, channels: readonly string[] | null): SQL | undefined =>
    and(
      eq(requests.workspace, workspace),
      channels === null ? undefined : inArray(requests.channel, [...channels]),
    );
  /** Why a comment was refused, or what it gave way to. */
  const whyOf = (db: Pick<StatementBuilder, 'select'>) =>
    db.select().from(decisions).as('why_dismissed');
  const isWhy = (why: ReturnType<typeof whyOf>) =>
    and(eq(why.runId, decisions.runId), eq(why.subject, sql`'why/' || ${decisions.subject}`));

  return {
    async dismissals(workspace, channels, limit) {
      const [rows] = await read((db) => {
        const why = whyOf(db);
        const own = db.select().from(texts).as('own_words');
        return [
          db
            .select({
              runId: decisions.runId,
              comment: decisions.subject,
              channel: requests.channel,
              said: texts.body,
              own: own.body,
              mark: lessonMarks.mark,
              raisedBy: comments.raisedBy,
              kind: comments.kind,
              isPrivate: plans.isPrivate,
              by: decisions.member,
              reason: why.decision,
              at: decisions.decidedAt,
            })
            .from(decisions)
            .innerJoin(requests, eq(requests.runId, decisions.runId))
            .innerJoin(
              comments,
              and(eq(comments.runId, decisions.runId), eq(comments.id, decisions.subject)),
            )
            .leftJoin(texts, isWordsOf(texts, decisions, 'comment'))
            .leftJoin(own, isWordsOf(own, decisions, 'lesson'))
            .leftJoin(
              lessonMarks,
              and(
                eq(lessonMarks.runId, decisions.runId),
                eq(lessonMarks.subject, decisions.subject),
              ),
            )
            .leftJoin(plans, eq(plans.runId, decisions.runId))
            .leftJoin(why, isWhy(why))
            .where(
              and(
                inPlace(workspace, channels),
                eq(decisions.decision, 'dismissed'),
                or(isNotNull(texts.body), isNotNull(lessonMarks.mark)),
              ),
            )
            .orderBy(desc(decisions.decidedAt), decisions.runId, decisions.subject)
            .limit(limit),
        ];
      });
      if (rows.length === 0) return [];
      const markOf = await findMarker(workspace);
      return rows.flatMap(({ said, own, mark, at, isPrivate, ...rest }) => {
        const words = said === null ? null : readDismissed(said, own);
        // Without its key a mark says nothing.
        if (words === null && markOf === null) return [];
        const { fingerprint = '', ...shown } = words ?? {};
        return [
          {
            ...rest,
            id: createHash('sha256')
              .update(`${rest.runId}/${rest.comment}`)
              .digest('hex')
              .slice(0, 12),
            mark: words === null ? (mark ?? '') : (markOf ?? plainMark)(fingerprint),
            words: words === null ? null : (shown as LessonWords),
            at: at.getTime(),
            // What is not known to be public is nobody else's to read.
            isPrivate: isPrivate ?? true,
          },
        ];
      });
    },

    marker: async (workspace) => (await findMarker(workspace)) ?? plainMark,

    async reword({ runId, comment }, words) {
      const body = JSON.stringify(words);
      await atomic((db) => [
        db
          .insert(texts)
          .values({ runId, owner: textOwner.lesson(comment), body })
          .onConflictDoUpdate({ target: [texts.runId, texts.owner], set: { body } }),
        keepForgotten(db, runId),
      ]);
    },

    async verdicts(workspace, channels, since) {
      if (channels.length === 0) return [];
      const [rows] = await read((db) => {
        const why = whyOf(db);
        return [
          db
            .select({
              raisedBy: comments.raisedBy,
              kind: comments.kind,
              decision: decisions.decision,
              reason: why.decision,
              at: decisions.decidedAt,
            })
            .from(decisions)
            .innerJoin(requests, eq(requests.runId, decisions.runId))
            .innerJoin(plans, eq(plans.runId, decisions.runId))
            .innerJoin(
              comments,
              and(eq(comments.runId, decisions.runId), eq(comments.id, decisions.subject)),
            )
            .leftJoin(why, isWhy(why))
            .where(
              and(
                inPlace(workspace, channels),
                eq(plans.isPrivate, false),
                inArray(decisions.decision, [...STILL_DECIDED]),
                gte(decisions.decidedAt, new Date(since)),
              ),
            ),
        ];
      });
      return rows
        .filter(({ decision, reason }) => !gaveWay(decision, reason))
        .map(({ raisedBy, kind, decision, at }) => ({
          ...{ raisedBy, kind },
          isDismissed: decision === 'dismissed',
          at: at.getTime(),
        }));
    },

    async standing(workspace, { id, version }, since) {
      const [rows] = await read((db) => [
        db
          .select({ usefulness: feedback.usefulness, count: sql<number>`count(*)` })
          .from(feedback)
          .innerJoin(requests, eq(requests.runId, feedback.runId))
          .innerJoin(plans, eq(plans.runId, feedback.runId))
          .where(
            and(
              eq(requests.workspace, workspace),
              eq(feedback.slot, critiqueSlot(id)),
              eq(plans.isPrivate, false),
              gte(feedback.givenAt, new Date(since)),
              exists(
                db
                  .select({ one: sql`1` })
                  .from(critiques)
                  .where(
                    and(
                      eq(critiques.runId, feedback.runId),
                      eq(critiques.persona, id),
                      eq(critiques.personaVersion, version),
                    ),
                  ),
              ),
            ),
          )
          .groupBy(feedback.usefulness),
      ]);
      const of = (wanted: Usefulness) =>
        Number(rows.find(({ usefulness }) => usefulness === wanted)?.count ?? 0);
      return { useful: of('useful'), notUseful: of('not-useful') };
    },
  };
}

/** What a fingerprint is marked with while no key can be had. */
const plainMark = (fingerprint: string) => fingerprint;

/** True when accepting another suggestion for the same words dismissed this one. */
function gaveWay(decision: Decision, reason: Decision | null): boolean {
  return decision === 'dismissed' && reason === 'rival';
}
