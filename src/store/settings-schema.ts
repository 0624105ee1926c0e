/*
 * What workspaces decide: settings, house style, personas, presets. Every change is a new version and
 * none is overwritten, so the same rows are the history and the audit log, and two who change the same
 * thing at once meet at the primary key. These are rules people wrote down to stay, no drafts: retention
 * leaves them alone.
 */
import type { MemberRef } from '../review/refs.ts';
import type { EntryKind } from '../settings/entry-store.ts';

type Columns = typeof import('./columns.sqlite.ts');

/** Builds the tables of settings from one dialect's columns. */
export function defineSettingTables(columns: Columns) {
  const { table, text, integer, json, timestamp, index, primaryKey } = columns;

  const settingEntries = table(
    'setting_entries',
    {
      workspace: text('workspace').notNull(),
      kind: text('kind').notNull().$type<EntryKind>(),
      key: text('key').notNull(),
      version: integer('version').notNull(),
      /** Null: taken back. */
      body: json<unknown>('body'),
      by: text('by_member').$type<MemberRef>(),
      via: text('via').notNull(),
      savedAt: timestamp('saved_at').notNull(),
    },
    (entry) => [
      primaryKey({ columns: [entry.workspace, entry.kind, entry.key, entry.version] }),
      index('setting_entries_by_time').on(entry.workspace, entry.savedAt),
    ],
  );

  /** Counts the changes of a workspace: readers see that nothing changed, writers queue up. */
  const settingClocks = table('setting_clocks', {
    workspace: text('workspace').primaryKey(),
    changes: integer('changes').notNull(),
  });

  /** Forms that were begun and not finished. */
  const formDrafts = table(
    'form_drafts',
    {
      workspace: text('workspace').notNull(),
      member: text('member').notNull().$type<MemberRef>(),
      form: text('form').notNull(),
      values: json<unknown>('typed').notNull(),
      savedAt: timestamp('saved_at').notNull(),
    },
    (draft) => [primaryKey({ columns: [draft.workspace, draft.member, draft.form] })],
  );

  return { settingEntries, settingClocks, formDrafts };
}
