/*
 * Who asked for what. A request writes run, words, claim and job in one transaction and takes the run
 * back in the same transaction when somebody else holds the claim: the decision is made by the database,
 * and simultaneous requests cannot both win.
 */
import { and, desc, eq, exists, gt, gte, isNull, lte, ne, notExists, or, sql } from 'drizzle-orm';
import type { MessageRef } from '../review/refs.ts';
import type { NewRequest, RequestStore } from '../review/request-store.ts';
import type { Statement, StatementBuilder } from './atomic.ts';
import { buildStatement, tellWritten } from './carried-statement.ts';
import type { Database } from './database.ts';
import { insertTexts, runRow } from './run-rows.ts';
import type { Tables } from './tables.ts';
import { textOwner } from './texts.ts';
import { takeTurn } from './turns.ts';

/** Keeps requests in a database. */
export function createRequestRepository({
  read,
  atomic,
  prepareRead,
  tables,
}: Database): RequestStore {
  const { claims, decisions, posts, requests, runSteps, runs, setAside } = tables;
  const readRequest = prepareRead((db, { runId }: { runId: string }) => [
    db.select().from(requests).where(eq(requests.runId, runId)),
  ]);
  const readAnswered = prepareRead((db, { key }: { key: string }) => [
    db.select({ runId: claims.runId }).from(claims).where(eq(claims.key, key)),
  ]);
  const readPrevious = prepareRead((db, { runId }: { runId: string }) => [
    db
      .select({ id: runs.id })
      .from(runs)
      .innerJoin(requests, eq(requests.runId, runs.id))
      .where(
        and(
          eq(
            requests.claim,
            sql`(${db.select({ claim: requests.claim }).from(requests).where(eq(requests.runId, runId))})`,
          ),
          eq(runs.status, 'finished'),
          ne(runs.id, runId),
        ),
      )
      .orderBy(desc(runs.finishedAt))
      .limit(1),
  ]);
  return {
    async claim(request) {
      const { run } = request;
      const [[before], [holder], ...rest] = await atomic((db) => [
        db
          .select({ runId: claims.runId })
          .from(claims)
          .where(eq(claims.key, interactionKey(run.platform, request.interaction))),
        db
          .select({
            runId: claims.runId,
            thread: requests.thread,
            createdAt: runs.createdAt,
          })
          .from(claims)
          .innerJoin(runs, eq(runs.id, claims.runId))
          .innerJoin(requests, eq(requests.runId, claims.runId))
          .where(and(eq(claims.key, request.claim), ne(runs.status, 'finished'))),
        ...insertRequest(db, request),
        ...takeClaims(db, request),
        ...keepLimit(db, request),
        ...takeBackUnclaimed(db, run.id),
        buildStatement(db, request.job),
        db.select({ id: runs.id }).from(runs).where(eq(runs.id, run.id)),
      ]);
      const isKept = (rest.at(-1) as readonly unknown[]).length > 0;
      tellWritten(request.job);
      if (before) return { type: 'repeated', runId: before.runId };
      if (holder) return { ...holder, type: 'taken', createdAt: holder.createdAt.getTime() };
      return { type: isKept ? 'won' : 'limited' };
    },

    async answered(platform, interaction) {
      const [[found]] = await readAnswered({ key: interactionKey(platform, interaction) });
      return found?.runId ?? null;
    },

    async recent(requester, limit) {
      const [rows] = await read((db) => [
        db
          .select({
            runId: runs.id,
            channel: requests.channel,
            thread: requests.thread,
            stopReason: runs.stopReason,
            createdAt: runs.createdAt,
          })
          .from(runs)
          .innerJoin(requests, eq(requests.runId, runs.id))
          .where(eq(runs.requester, requester))
          .orderBy(desc(runs.createdAt))
          .limit(limit),
      ]);
      return rows.map((row) => ({ ...row, createdAt: row.createdAt.getTime() }));
    },

    async request(runId) {
      const [[found]] = await readRequest({ runId });
      if (!found) return null;
      const { runId: _, ...request } = found;
      return { ...request, origin: request.origin ?? request.source };
    },

    async previous(runId) {
      const [[found]] = await readPrevious({ runId });
      return found?.id ?? null;
    },

    async drop(runId, standing) {
      await atomic((db) => [
        standing === null
          ? db.delete(claims).where(eq(claims.runId, runId))
          : db.update(claims).set({ runId: standing }).where(eq(claims.runId, runId)),
        ...[posts, decisions, runSteps, setAside].map((table) =>
          db.delete(table).where(eq(table.runId, runId)),
        ),
        ...takeBackUnclaimed(db, runId),
      ]);
    },

    async hasWordsIn({ workspace, channel }) {
      const isHere = and(eq(requests.workspace, workspace), eq(requests.channel, channel));
      const [found] = await read((db) => [
        db
          .select({ runId: requests.runId })
          .from(requests)
          .innerJoin(runs, eq(runs.id, requests.runId))
          .where(and(isHere, isNull(runs.forgottenAt)))
          .limit(1),
      ]);
      return found.length > 0;
    },

    async waitingForAuthor({ after, by }) {
      const [found] = await read((db) => [
        db
          .select({ id: runs.id })
          .from(runs)
          .where(
            and(
              eq(runs.stopReason, 'awaiting_author'),
              gt(runs.finishedAt, new Date(after)),
              lte(runs.finishedAt, new Date(by)),
              isNull(runs.forgottenAt),
            ),
          )
          .orderBy(runs.finishedAt),
      ]);
      return found.map(({ id }) => id);
    },

    async unfinished(source) {
      const [found] = await read((db) => [
        db
          .select({ id: runs.id })
          .from(runs)
          .innerJoin(requests, eq(requests.runId, runs.id))
          .where(and(isOf(requests, source), ne(runs.status, 'finished')))
          .orderBy(runs.createdAt),
      ]);
      return found.map(({ id }) => id);
    },
  };
}

function interactionKey(platform: string, interaction: string): string {
  return `interaction/${platform}/${interaction}`;
}

/** Rows of earlier releases have no origin. */
export function isOf({ origin, source }: Tables['requests'], message: MessageRef) {
  return or(eq(origin, message), eq(source, message));
}

function insertRequest(db: StatementBuilder, request: NewRequest): Statement[] {
  const { run, interaction, job, limit, ...place } = request;
  const { requests, runs } = db.tables;
  return [
    db.insert(runs).values(runRow(run)),
    ...insertTexts(db, run.id, run.given === null ? [] : [[textOwner.given, run.given]]),
    db.insert(requests).values({ ...place, runId: run.id }),
  ];
}

/** First what happened, then what it is about; who finds either taken hands the interaction to the holder. */
function takeClaims(db: StatementBuilder, request: NewRequest): Statement[] {
  const { run, claim } = request;
  const { claims, runs } = db.tables;
  const key = interactionKey(run.platform, request.interaction);
  const claimedAt = new Date(run.createdAt);
  const isOurs = and(eq(claims.key, key), eq(claims.runId, run.id));
  return [
    db.insert(claims).values({ key, runId: run.id, claimedAt }).onConflictDoNothing(),
    db
      .insert(claims)
      .select(
        db
          .select({
            key: sql<string>`${claim}`.as('key'),
            runId: claims.runId,
            claimedAt: claims.claimedAt,
          })
          .from(claims)
          .where(isOurs),
      )
      .onConflictDoUpdate({
        target: claims.key,
        set: { runId: run.id, claimedAt },
        setWhere: exists(
          db
            .select({ one: sql`1` })
            .from(runs)
            .where(and(eq(runs.id, claims.runId), eq(runs.status, 'finished'))),
        ),
      }),
    db
      .update(claims)
      .set({
        runId: sql`(SELECT held.run_id FROM ${claims} AS held WHERE held.key = ${claim})`,
      })
      .where(isOurs),
  ];
}

/** Takes the claims of a run back that is one too many for its requester; the run itself counts. */
function keepLimit(db: StatementBuilder, { run, limit }: NewRequest): Statement[] {
  const { claims, runs } = db.tables;
  if (limit === null || run.requester === null) return [];
  const asked = db
    .select({ count: sql<number>`count(*)` })
    .from(runs)
    .where(and(eq(runs.requester, run.requester), gte(runs.createdAt, new Date(limit.since))));
  return [
    takeTurn(db, `requests/${run.requester}`),
    db.delete(claims).where(and(eq(claims.runId, run.id), sql`(${asked}) > ${limit.runs}`)),
  ];
}

/** Removes the rows of a run that holds no claim. */
function takeBackUnclaimed(db: StatementBuilder, runId: string): Statement[] {
  const { claims, requests, runs, texts } = db.tables;
  const isUnclaimed = notExists(
    db.select({ one: sql`1` }).from(claims).where(eq(claims.runId, runId)),
  );
  return [
    db.delete(texts).where(and(eq(texts.runId, runId), isUnclaimed)),
    db.delete(requests).where(and(eq(requests.runId, runId), isUnclaimed)),
    db.delete(runs).where(and(eq(runs.id, runId), isUnclaimed)),
  ];
}
