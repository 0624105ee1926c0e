/*
 * What was said to people once: authors who were asked before their words are reviewed, and hints. No words
 * of people: ids, refs and words of closed lists.
 */
import type { ConsentAnswer } from '../review/consent-store.ts';
import type { MemberRef, MessageRef, ThreadRef } from '../review/refs.ts';
import type { RunOptions } from '../review/run-options.ts';
import type { Trigger } from '../review/run-store.ts';
import type { CaptureScope } from '../review/source.ts';

type Columns = typeof import('./columns.sqlite.ts');

/** Builds the tables of what people were told and asked from one dialect's columns. */
export function defineContactTables(columns: Columns) {
  const { table, text, json, timestamp, index, primaryKey } = columns;

  /** One question a message; its answer counts for every later wish. */
  const consents = table(
    'consents',
    {
      message: text('message').primaryKey().$type<MessageRef>(),
      id: text('id').notNull(),
      author: text('author').notNull().$type<MemberRef>(),
      requester: text('requester').notNull().$type<MemberRef>(),
      workspace: text('workspace').notNull(),
      channel: text('channel').notNull(),
      platform: text('platform').notNull(),
      thread: text('thread').notNull().$type<ThreadRef>(),
      scope: text('scope').notNull().$type<CaptureScope>(),
      trigger: text('trigger').notNull().$type<Trigger>(),
      options: json<RunOptions>('options').notNull(),
      askedAt: timestamp('asked_at').notNull(),
      /** Null while the author has not said anything. */
      answer: text('answer').$type<ConsentAnswer>(),
      answeredAt: timestamp('answered_at'),
      /** When what was answered was carried out. */
      settledAt: timestamp('settled_at'),
    },
    (consent) => [
      index('consents_by_id').on(consent.id),
      index('consents_by_settled').on(consent.settledAt, consent.askedAt),
    ],
  );

  const told = table(
    'told',
    {
      platform: text('platform').notNull(),
      workspace: text('workspace').notNull(),
      subject: text('subject').notNull(),
      toldAt: timestamp('told_at').notNull(),
    },
    (one) => [primaryKey({ columns: [one.platform, one.workspace, one.subject] })],
  );

  return { consents, told };
}
