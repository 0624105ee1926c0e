import { and, eq, is, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import type { Ballot, BallotName, VoteStore } from '../review/vote-store.ts';
import type { Database } from './database.ts';

/** Keeps blind votes in a database. */
export function createVoteRepository(
  { read, atomic, tables }: Database,
  { now = Date.now }: { readonly now?: () => number } = {},
): VoteStore {
  const { ballots, votes } = tables;
  const isBallot = ({ runId, audience, revision }: BallotName) =>
    and(eq(ballots.runId, runId), eq(ballots.audience, audience), eq(ballots.revision, revision));
  const isVoteOn = ({ runId, audience, revision }: BallotName) =>
    and(eq(votes.runId, runId), eq(votes.audience, audience), eq(votes.revision, revision));
  // PostgreSQL lets a vote and the close pass each other unless the vote holds on to the ballot: with
  // this the close waits for the votes that are under way, and a vote behind it finds the ballot closed.
  const held: SQL = is(ballots, PgTable) ? sql` FOR SHARE` : sql``;

  const ballot = async (name: BallotName): Promise<Ballot | null> => {
    const [[found]] = await read((db) => [db.select().from(ballots).where(isBallot(name))]);
    return found === undefined ? null : toBallot(found);
  };

  return {
    ballot,

    async open({ openedAt, closesAt, ...opened }) {
      const [, [standing]] = await atomic((db) => [
        db
          .insert(ballots)
          .values({ ...opened, openedAt: new Date(openedAt), closesAt: new Date(closesAt) })
          .onConflictDoNothing(),
        db.select().from(ballots).where(isBallot(opened)),
      ]);
      if (standing === undefined) throw new Error('The ballot was not kept.');
      return toBallot(standing);
    },

    async vote({ runId, audience, revision }, member, choice) {
      const votedAt = new Date(now());
      const at = sql.param(votedAt, votes.votedAt);
      const [kept] = await atomic((db) => [
        db
          .insert(votes)
          .select(
            sql`SELECT ${ballots.runId}, ${ballots.audience}, ${ballots.revision}, ${member}, ${choice}, ${at}
              FROM ${ballots}
              WHERE ${isBallot({ runId, audience, revision })} AND ${isNull(ballots.closedAt)}${held}`,
          )
          .onConflictDoUpdate({
            target: [votes.runId, votes.audience, votes.revision, votes.member],
            set: { choice, votedAt },
          })
          .returning({ member: votes.member }),
      ]);
      return kept.length > 0;
    },

    async close(name) {
      await atomic((db) => [
        db
          .update(ballots)
          .set({ closedAt: new Date(now()) })
          .where(and(isBallot(name), isNull(ballots.closedAt))),
      ]);
    },

    async closeDue(at) {
      await atomic((db) => [
        db
          .update(ballots)
          .set({ closedAt: new Date(at) })
          .where(and(isNull(ballots.closedAt), lte(ballots.closesAt, new Date(at)))),
      ]);
    },

    async unrevealed() {
      const [rows] = await read((db) => [
        db
          .select()
          .from(ballots)
          .where(and(isNotNull(ballots.closedAt), isNull(ballots.revealedAt)))
          .orderBy(ballots.closesAt, ballots.runId),
      ]);
      return rows.map(toBallot);
    },

    async reveal(name) {
      await atomic((db) => [
        db
          .update(ballots)
          .set({ revealedAt: new Date(now()) })
          .where(and(isBallot(name), isNotNull(ballots.closedAt), isNull(ballots.revealedAt))),
      ]);
    },

    async tally(name) {
      const [[found], chosen] = await read((db) => [
        db
          .select()
          .from(ballots)
          .where(and(isBallot(name), isNotNull(ballots.closedAt))),
        db
          .select({ choice: votes.choice, count: sql<number>`count(*)` })
          .from(votes)
          .where(isVoteOn(name))
          .groupBy(votes.choice),
      ]);
      if (found === undefined) return null;
      const countOf = (choice: 'a' | 'b') =>
        Number(chosen.find((row) => row.choice === choice)?.count ?? 0);
      const [a, b] = [countOf('a'), countOf('b')];
      return found.a === 'original' ? { original: a, refined: b } : { original: b, refined: a };
    },
  };
}

function toBallot({
  openedAt,
  closesAt,
  closedAt,
  revealedAt: _,
  ...rest
}: Omit<Ballot, 'openedAt' | 'closesAt' | 'closedAt'> & {
  readonly openedAt: Date;
  readonly closesAt: Date;
  readonly closedAt: Date | null;
  readonly revealedAt: Date | null;
}): Ballot {
  return {
    ...rest,
    openedAt: openedAt.getTime(),
    closesAt: closesAt.getTime(),
    closedAt: closedAt?.getTime() ?? null,
  };
}
