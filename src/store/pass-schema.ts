/*
 * Links and sessions that were handed out. A row says until when and what for; that somebody really holds
 * one is shown by a signature whose key is not in the database, so a stolen database opens nothing.
 */
import type { PassKind } from '../review/pass-store.ts';
import type { MemberRef } from '../review/refs.ts';

type Columns = typeof import('./columns.sqlite.ts');

/** Builds the table of passes from one dialect's columns. It points at no run: it may outlive its words. */
export function definePassTable(columns: Columns) {
  const { table, text, timestamp, index } = columns;
  const passes = table(
    'passes',
    {
      id: text('id').primaryKey(),
      kind: text('kind').notNull().$type<PassKind>(),
      workspace: text('workspace').notNull(),
      /** What it opens, e.g. a run; empty where the kind says it all. */
      subject: text('subject').notNull(),
      /** Whom it was given to. */
      member: text('member').notNull().$type<MemberRef>(),
      createdAt: timestamp('created_at').notNull(),
      expiresAt: timestamp('expires_at').notNull(),
    },
    (pass) => [
      index('passes_by_subject').on(pass.kind, pass.subject),
      index('passes_by_end').on(pass.expiresAt),
    ],
  );
  return { passes };
}
