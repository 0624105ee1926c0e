import { and, desc, eq, max, sql } from 'drizzle-orm';
import type { Entry, EntryKey, EntryStore, FormDraftKey } from '../settings/entry-store.ts';
import type { StatementBuilder } from './atomic.ts';
import type { Database } from './database.ts';
import { isDuplicate } from './database-error.ts';
import type { Tables } from './tables.ts';

type Row = Tables['settingEntries']['$inferSelect'];

/** Keeps what workspaces decided in a database. */
export function createSettingsRepository(
  { read, atomic, tables }: Database,
  { now = Date.now }: { readonly now?: () => number } = {},
): EntryStore {
  const { formDrafts, requests, settingClocks, settingEntries } = tables;
  return {
    async clock(workspace) {
      const [[row]] = await read((db) => [
        db
          .select({ changes: settingClocks.changes })
          .from(settingClocks)
          .where(eq(settingClocks.workspace, workspace)),
      ]);
      return row?.changes ?? 0;
    },

    async current(workspace) {
      const [rows] = await read((db) => {
        const newest = db
          .select({
            kind: settingEntries.kind,
            key: settingEntries.key,
            version: max(settingEntries.version).as('newest_version'),
          })
          .from(settingEntries)
          .where(eq(settingEntries.workspace, workspace))
          .groupBy(settingEntries.kind, settingEntries.key)
          .as('newest');
        return [
          db
            .select({ entry: settingEntries })
            .from(settingEntries)
            .innerJoin(
              newest,
              and(
                eq(newest.kind, settingEntries.kind),
                eq(newest.key, settingEntries.key),
                eq(newest.version, settingEntries.version),
              ),
            )
            .where(eq(settingEntries.workspace, workspace))
            .orderBy(settingEntries.kind, settingEntries.key),
        ];
      });
      return rows.map(({ entry }) => toEntry(entry));
    },

    async history(of) {
      const [rows] = await read((db) => [
        db
          .select()
          .from(settingEntries)
          .where(isThing(settingEntries, of))
          .orderBy(desc(settingEntries.version)),
      ]);
      return rows.map(toEntry);
    },

    async changes(workspace, limit) {
      const [rows] = await read((db) => {
        const before = db.select().from(settingEntries).as('before_change');
        return [
          db
            .select({ entry: settingEntries, before: before.version, body: before.body })
            .from(settingEntries)
            .leftJoin(
              before,
              and(
                eq(before.workspace, settingEntries.workspace),
                eq(before.kind, settingEntries.kind),
                eq(before.key, settingEntries.key),
                eq(before.version, sql`${settingEntries.version} - 1`),
              ),
            )
            .where(eq(settingEntries.workspace, workspace))
            .orderBy(
              desc(settingEntries.savedAt),
              desc(settingEntries.version),
              settingEntries.kind,
              settingEntries.key,
            )
            .limit(limit),
        ];
      });
      return rows.map(({ entry, before, body }) => ({
        entry: toEntry(entry),
        before: before === null ? null : { ...toEntry(entry), version: before, body },
      }));
    },

    async save(entries, { by, via }) {
      const savedAt = new Date(now());
      // Everybody writes in the same order, so that two who overlap cannot wait for each other.
      const rows = entries.map(({ base, ...rest }) => ({
        ...rest,
        version: base + 1,
        by,
        via,
        savedAt,
      }));
      const workspaces = [...new Set(entries.map(({ workspace }) => workspace))].sort();
      try {
        await atomic((db) => [
          ...workspaces.map((workspace) => tick(db, workspace)),
          ...rows.map((row) => db.insert(settingEntries).values(row)),
        ]);
        return true;
      } catch (error) {
        if (isDuplicate(error)) return false;
        throw error;
      }
    },

    async moveChannel(workspace, from, to) {
      const kinds = ['settings', 'style'] as const;
      await atomic((db) => [
        tick(db, workspace),
        // What was dismissed there is a lesson of the channel, whatever its id.
        db
          .update(requests)
          .set({ channel: to })
          .where(and(eq(requests.workspace, workspace), eq(requests.channel, from))),
        ...kinds.map((kind) =>
          db
            .update(settingEntries)
            .set({ key: to })
            .where(
              and(
                isThing(settingEntries, { workspace, kind, key: from }),
                sql`NOT EXISTS (SELECT 1 FROM setting_entries AS other WHERE other.workspace = ${workspace} AND other.kind = ${kind} AND other.key = ${to})`,
              ),
            ),
        ),
      ]);
    },

    async formDraft(key) {
      const [[row]] = await read((db) => [
        db.select({ values: formDrafts.values }).from(formDrafts).where(isForm(formDrafts, key)),
      ]);
      return row?.values ?? null;
    },

    async keepFormDraft(key, values) {
      const savedAt = new Date(now());
      await atomic((db) => [
        values === null
          ? db.delete(formDrafts).where(isForm(formDrafts, key))
          : db
              .insert(formDrafts)
              .values({ ...key, values, savedAt })
              .onConflictDoUpdate({
                target: [formDrafts.workspace, formDrafts.member, formDrafts.form],
                set: { values, savedAt },
              }),
      ]);
    },
  };
}

function tick(db: StatementBuilder, workspace: string) {
  const { settingClocks } = db.tables;
  return db
    .insert(settingClocks)
    .values({ workspace, changes: 1 })
    .onConflictDoUpdate({
      target: [settingClocks.workspace],
      set: { changes: sql`${settingClocks.changes} + 1` },
    });
}

function isThing(settingEntries: Tables['settingEntries'], { workspace, kind, key }: EntryKey) {
  return and(
    eq(settingEntries.workspace, workspace),
    eq(settingEntries.kind, kind),
    eq(settingEntries.key, key),
  );
}

function isForm(formDrafts: Tables['formDrafts'], { workspace, member, form }: FormDraftKey) {
  return and(
    eq(formDrafts.workspace, workspace),
    eq(formDrafts.member, member),
    eq(formDrafts.form, form),
  );
}

function toEntry({ savedAt, ...row }: Row): Entry {
  return { ...row, savedAt: savedAt.getTime() };
}
