/*
 * The runs about one draft: those of one message, and those that go on from one another. A run that goes on
 * says so in its claim, e.g. `wish/RUN`.
 */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { FollowClaimHeads } from '../review/follow-claim.ts';
import type { RelatedRun } from '../review/numbering.ts';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

const HEADS: FollowClaimHeads = { again: 'again/', refine: 'refine/', wish: 'wish/' };
const MAKING = ['revision_created', 'revision_refined', 'revision_undone'];

/** Finds the runs that are related to one and read by the same people, itself among them; none where it is alone. */
export function createRelatedRuns({
  prepareRead,
  read,
  tables,
}: Database): (runId: string) => Promise<readonly RelatedRun[]> {
  const { events, plans, requests, revisions, runs } = tables;
  const readFamily = prepareRead((db, { runId }: { runId: string }) => [
    db
      .select({
        runId: runs.id,
        requester: runs.requester,
        claim: requests.claim,
        createdAt: runs.createdAt,
        bestRevision: runs.bestRevision,
        isPrivate: plans.isPrivate,
      })
      .from(runs)
      .innerJoin(requests, eq(requests.runId, runs.id))
      .leftJoin(plans, eq(plans.runId, runs.id))
      .where(inArray(runs.id, family(tables, runId)))
      .orderBy(runs.createdAt, runs.id),
  ]);
  return async (runId) => {
    const [family] = await readFamily({ runId });
    const own = family.find((run) => run.runId === runId);
    const isRead = (run: (typeof family)[number]) =>
      own?.isPrivate === true
        ? run.isPrivate === true && run.requester === own.requester
        : run.isPrivate !== true;
    const related = family.filter(isRead);
    if (related.length < 2) return [];
    const ids = related.map((run) => run.runId);
    const [made, numbered] = await read((db) => [
      db
        .select({ runId: events.runId, type: events.type, savedAt: events.savedAt })
        .from(events)
        .where(and(inArray(events.runId, ids), inArray(events.type, MAKING)))
        .orderBy(events.runId, events.number),
      db
        .select()
        .from(revisions)
        .where(inArray(revisions.runId, ids))
        .orderBy(revisions.runId, revisions.number),
    ]);
    return related.map(({ createdAt, ...run }) => {
      // Each of these events has brought one revision.
      const moments = made.filter((event) => event.runId === run.runId);
      const own = numbered.filter((revision) => revision.runId === run.runId);
      return {
        ...{ runId: run.runId, claim: run.claim, bestRevision: run.bestRevision },
        createdAt: createdAt.getTime(),
        revisions: own.map(({ number, chars }, at) => ({
          ...{ number, chars },
          madeAt: (moments[at]?.savedAt ?? createdAt).getTime(),
          isDecided: moments[at]?.type === 'revision_undone',
        })),
      };
    });
  };
}

/** The ids of all runs that hang together with one, over however many steps. */
function family({ requests }: Tables, runId: string): SQL {
  const heads = Object.values(HEADS);
  const claims = sql.join(
    heads.map((head) => sql`${head} || mine.run_id`),
    sql`, `,
  );
  const followed = sql.join(
    heads.map(
      (head) =>
        sql`WHEN mine.claim LIKE ${`${head}%`} THEN substr(mine.claim, ${sql.raw(`${head.length + 1}`)})`,
    ),
    sql` `,
  );
  return sql`(WITH RECURSIVE family(id) AS (
    SELECT run_id FROM ${requests} WHERE run_id = ${runId}
    UNION
    SELECT other.run_id FROM family
    JOIN ${requests} AS mine ON mine.run_id = family.id
    JOIN ${requests} AS other ON other.workspace = mine.workspace
      AND (other.run_id = CASE ${followed} END OR other.claim IN (${claims}) OR other.origin = mine.origin)
  ) SELECT id FROM family)`;
}
