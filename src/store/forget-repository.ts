import {
  and,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  notExists,
  or,
  sql,
} from 'drizzle-orm';
import type { ForgetScope, ForgetStore } from '../review/forget-store.ts';
import type { Sealer } from '../review/installation-store.ts';
import type { EndReason } from '../review/runs-under-way.ts';
import type { Statement, StatementBuilder } from './atomic.ts';
import type { Database } from './database.ts';
import { isWordsOf, readDismissed } from './dismissed-words.ts';
import { createMarkers, type Marker } from './lesson-marks.ts';
import { isOf } from './request-repository.ts';
import { textOwner } from './texts.ts';

/** Ids per statement, well below SQLite's limit of values. */
const BATCH = 500;
const DAY_MS = 86_400_000;
/** Forms are seldom taken up again after this. */
const TYPED_DAYS = 30;

/** Takes words away from a database; marks of lessons are made with keys that the sealer seals. */
export function createForgetRepository(
  database: Database,
  sealer: Sealer | null = null,
): ForgetStore {
  const { read, atomic, tables, scrub } = database;
  const { decisions, formDrafts, installations, jobs, passes, requests, runs, setAside, texts } =
    tables;
  const { deskFiles, lessonKeys, lessonMarks } = tables;
  const findMarker = createMarkers(database, sealer);

  const erase: ForgetStore['erase'] = async (
    runIds,
    at,
    { endedAs = 'cancelled', lessons = 'kept' } = {},
  ) => {
    for (let from = 0; from < runIds.length; from += BATCH) {
      const batch = runIds.slice(from, from + BATCH);
      const marks = lessons === 'kept' ? await marksOf(batch) : [];
      await atomic((db) => [
        ...marks.map((mark) => db.insert(lessonMarks).values(mark).onConflictDoNothing()),
        ...eraseRuns(db, batch, new Date(at), endedAs),
      ]);
    }
  };

  /** What is to stay of what was dismissed in these runs. */
  async function marksOf(runIds: readonly string[]) {
    const [rows] = await read((db) => {
      const own = db.select().from(texts).as('own_words');
      return [
        db
          .select({
            runId: decisions.runId,
            subject: decisions.subject,
            workspace: requests.workspace,
            said: texts.body,
            own: own.body,
          })
          .from(decisions)
          .innerJoin(requests, eq(requests.runId, decisions.runId))
          .innerJoin(texts, isWordsOf(texts, decisions, 'comment'))
          .leftJoin(own, isWordsOf(own, decisions, 'lesson'))
          .where(and(inArray(decisions.runId, [...runIds]), eq(decisions.decision, 'dismissed'))),
      ];
    });
    const markers = new Map<string, Marker | null>();
    for (const { workspace } of rows) {
      if (!markers.has(workspace)) markers.set(workspace, await findMarker(workspace));
    }
    return rows.flatMap(({ workspace, said, own, ...of }) => {
      const markOf = markers.get(workspace);
      return markOf == null ? [] : [{ ...of, mark: markOf(readDismissed(said, own).fingerprint) }];
    });
  }

  return {
    async find(scope) {
      const [rows] = await read((db) => [
        db
          .select({
            runId: runs.id,
            platform: runs.platform,
            channel: requests.channel,
            thread: requests.thread,
            trigger: runs.trigger,
            status: runs.status,
            createdAt: runs.createdAt,
          })
          .from(runs)
          .innerJoin(requests, eq(requests.runId, runs.id))
          .where(and(isNull(runs.forgottenAt), isMeant(db, scope)))
          .orderBy(desc(runs.createdAt), runs.id),
      ]);
      return rows.map(({ status, createdAt, ...row }) => ({
        ...row,
        createdAt: createdAt.getTime(),
        isUnderWay: status !== 'finished',
      }));
    },

    async ofSource(source) {
      const [rows] = await read((db) => [
        db
          .select({ runId: runs.id })
          .from(runs)
          .innerJoin(requests, eq(requests.runId, runs.id))
          .where(and(isNull(runs.forgottenAt), isOf(requests, source))),
      ]);
      return rows.map(({ runId }) => runId);
    },

    erase,

    async countLessons(place) {
      const [[row]] = await read((db) => [
        db.select({ count: count() }).from(lessonMarks).where(isMarkedIn(db, place)),
      ]);
      return row?.count ?? 0;
    },

    async eraseLessons(place) {
      await atomic((db) => [
        db.delete(lessonMarks).where(isMarkedIn(db, place)),
        // Without its key a mark in an old copy can never be guessed.
        ...(place.channel === undefined
          ? [db.delete(lessonKeys).where(eq(lessonKeys.workspace, place.workspace))]
          : []),
      ]);
    },

    async eraseTyped({ workspace, member }) {
      const isTheirs = member === undefined ? undefined : eq(formDrafts.member, member);
      await atomic((db) => [
        db.delete(formDrafts).where(and(eq(formDrafts.workspace, workspace), isTheirs)),
      ]);
    },

    async places() {
      const [rows] = await read((db) => [
        db
          .select({ workspace: requests.workspace, channel: requests.channel })
          .from(runs)
          .innerJoin(requests, eq(requests.runId, runs.id))
          .where(and(isNull(runs.forgottenAt), isNotNull(runs.finishedAt)))
          .groupBy(requests.workspace, requests.channel),
      ]);
      return rows;
    },

    async eraseFinished({ workspace, channel }, by, at) {
      const [rows] = await read((db) => [
        db
          .select({ runId: runs.id })
          .from(runs)
          .innerJoin(requests, eq(requests.runId, runs.id))
          .where(
            and(
              isNull(runs.forgottenAt),
              lte(runs.finishedAt, new Date(by)),
              eq(requests.workspace, workspace),
              eq(requests.channel, channel),
              // Its last word may not have been said yet.
              notExists(db.select({ one: sql`1` }).from(jobs).where(eq(jobs.runId, runs.id))),
            ),
          ),
      ]);
      await erase(
        rows.map(({ runId }) => runId),
        at,
      );
      return rows.length;
    },

    async left(by) {
      const [rows] = await read((db) => [
        db
          .select({ workspace: installations.workspace })
          .from(installations)
          .innerJoin(runs, eq(runs.workspace, installations.workspace))
          .where(
            and(
              eq(runs.platform, installations.platform),
              lte(installations.removedAt, new Date(by)),
              isNull(runs.forgottenAt),
            ),
          )
          .groupBy(installations.workspace),
      ]);
      return rows.map(({ workspace }) => workspace);
    },

    async sweep(at) {
      const before = (days: number) => new Date(at - days * DAY_MS);
      await atomic((db) => [
        // Somebody may have written words in the moment they were forgotten.
        db.delete(texts).where(
          inArray(
            texts.runId,
            db
              .select({ id: runs.id })
              .from(runs)
              .where(gt(runs.forgottenAt, before(1))),
          ),
        ),
        db.delete(formDrafts).where(lt(formDrafts.savedAt, before(TYPED_DAYS))),
        db
          .delete(deskFiles)
          .where(and(isNull(deskFiles.message), lt(deskFiles.createdAt, before(1)))),
        db.delete(passes).where(lt(passes.expiresAt, before(1))),
      ]);
    },

    async decisionsOf(workspace, member) {
      const [rows] = await read((db) => [
        db
          .select({
            runId: decisions.runId,
            subject: decisions.subject,
            decision: decisions.decision,
            member: decisions.member,
            decidedAt: decisions.decidedAt,
          })
          .from(decisions)
          .innerJoin(requests, eq(requests.runId, decisions.runId))
          .where(and(eq(requests.workspace, workspace), eq(decisions.member, member)))
          .orderBy(decisions.decidedAt, decisions.runId, decisions.subject),
      ]);
      return rows.map(({ decidedAt, ...row }) => ({ ...row, decidedAt: decidedAt.getTime() }));
    },

    scrub,
  };

  function eraseRuns(
    db: StatementBuilder,
    ids: readonly string[],
    at: Date,
    endedAs: EndReason,
  ): Statement[] {
    const these = [...ids];
    return [
      db.delete(texts).where(inArray(texts.runId, these)),
      db.delete(setAside).where(inArray(setAside.runId, these)),
      db
        .update(runs)
        .set({
          forgottenAt: at,
          status: 'finished',
          stopReason: sql`coalesce(${runs.stopReason}, ${endedAs})`,
          finishedAt: sql`coalesce(${runs.finishedAt}, ${sql.param(at, runs.finishedAt)})`,
        })
        .where(inArray(runs.id, these)),
      // Nobody acts on them any more.
      db
        .update(decisions)
        .set({ decision: 'noted' })
        .where(and(inArray(decisions.runId, these), eq(decisions.decision, 'accepted'))),
      db.delete(passes).where(and(eq(passes.kind, 'review'), inArray(passes.subject, these))),
    ];
  }

  function isMarkedIn(
    db: Pick<StatementBuilder, 'select'>,
    { workspace, channel }: { readonly workspace: string; readonly channel?: string },
  ) {
    return inArray(
      lessonMarks.runId,
      db
        .select({ runId: requests.runId })
        .from(requests)
        .where(
          and(
            eq(requests.workspace, workspace),
            channel === undefined ? undefined : eq(requests.channel, channel),
          ),
        ),
    );
  }

  function isMeant(
    db: Pick<StatementBuilder, 'select'>,
    { workspace, channel, thread, member }: ForgetScope,
  ) {
    const saysAuthor = (of: string) => `%"author":${likely(JSON.stringify(of))}%`;
    return and(
      eq(requests.workspace, workspace),
      channel === undefined ? undefined : eq(requests.channel, channel),
      thread === undefined ? undefined : eq(requests.thread, thread),
      member === undefined
        ? undefined
        : or(
            eq(runs.requester, member),
            // Whose words they are stands beside the words. Quotes inside of words are escaped there.
            inArray(
              runs.id,
              db
                .select({ runId: texts.runId })
                .from(texts)
                .where(
                  and(
                    inArray(texts.owner, [textOwner.given, textOwner.step('capture')]),
                    sql`${texts.body} LIKE ${saysAuthor(member)} ESCAPE '!'`,
                  ),
                ),
            ),
          ),
    );
  }
}

/** Text as LIKE takes it literally. */
function likely(text: string): string {
  return text.replace(/[!%_]/g, '!$&');
}
