/*
 * What shows whether reviews help: what people think of posts, blind votes, and what reviews are counted
 * by. No words of people: ids, refs, numbers and words of closed lists.
 */
import type { Usefulness } from '../review/feedback-store.ts';
import type { MemberRef } from '../review/refs.ts';
import type { Audience, Choice, Version } from '../review/vote-store.ts';

type Columns = typeof import('./columns.sqlite.ts');
type RunId = ReturnType<ReturnType<Columns['text']>['notNull']>;

/** Builds these tables from one dialect's columns; `runId` points at a run. */
export function defineEvidenceTables(columns: Columns, runId: () => RunId) {
  const { table, text, integer, boolean, timestamp, index, primaryKey } = columns;

  /** What a run is counted by, settled with its plan. */
  const plans = table('plans', {
    runId: runId().primaryKey(),
    /** Null when its editors were chosen by name. */
    preset: text('preset'),
    isPrivate: boolean('is_private').notNull(),
  });

  /** Whether a post was useful to a member; the last word counts. */
  const feedback = table(
    'feedback',
    {
      runId: runId(),
      /** The post's place in the run; parts of one post have one place. */
      slot: text('slot').notNull(),
      member: text('member').notNull().$type<MemberRef>(),
      usefulness: text('usefulness').notNull().$type<Usefulness>(),
      givenAt: timestamp('given_at').notNull(),
    },
    (given) => [primaryKey({ columns: [given.runId, given.slot, given.member] })],
  );

  /** Two versions of a draft put to a blind vote. */
  const ballots = table(
    'ballots',
    {
      runId: runId(),
      audience: text('audience').notNull().$type<Audience>(),
      /** The number of the refined revision. */
      revision: integer('revision').notNull(),
      /** Which of the two is shown as A: drawn once. */
      a: text('a').notNull().$type<Version>(),
      originalChars: integer('original_chars').notNull(),
      refinedChars: integer('refined_chars').notNull(),
      openedAt: timestamp('opened_at').notNull(),
      closesAt: timestamp('closes_at').notNull(),
      /** Null while votes are taken. */
      closedAt: timestamp('closed_at'),
      /** When its post showed what came of it; null before that. */
      revealedAt: timestamp('revealed_at'),
    },
    (ballot) => [
      primaryKey({ columns: [ballot.runId, ballot.audience, ballot.revision] }),
      index('ballots_by_reveal').on(ballot.revealedAt, ballot.closesAt),
    ],
  );

  /** One vote a member; the last one counts. */
  const votes = table(
    'votes',
    {
      runId: runId(),
      audience: text('audience').notNull().$type<Audience>(),
      revision: integer('revision').notNull(),
      member: text('member').notNull().$type<MemberRef>(),
      choice: text('choice').notNull().$type<Choice>(),
      votedAt: timestamp('voted_at').notNull(),
    },
    (vote) => [primaryKey({ columns: [vote.runId, vote.audience, vote.revision, vote.member] })],
  );

  return { plans, feedback, ballots, votes };
}
