import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import type { InstallationStore } from '../review/installation-store.ts';
import type { Database } from './database.ts';

/** Databases limit how many values one statement carries. */
const ROWS_AT_ONCE = 500;

const GONE = { secret: null, keyId: null, leasedUntil: null };

/** Keeps installations in a database. */
export function createInstallationRepository({
  read,
  atomic,
  tables,
}: Database): InstallationStore {
  const { installations } = tables;
  const isIt = (platform: string, workspace: string) =>
    and(eq(installations.platform, platform), eq(installations.workspace, workspace));
  return {
    async save({ platform, workspace, secret, installedAt }) {
      const row = {
        secret: secret.body,
        keyId: secret.keyId,
        installedAt: new Date(installedAt),
        removedAt: null,
        leasedUntil: null,
      };
      await atomic((db) => [
        db
          .insert(installations)
          .values({ platform, workspace, ...row })
          .onConflictDoUpdate({
            target: [installations.platform, installations.workspace],
            set: row,
          }),
      ]);
    },

    async renew({ platform, workspace, secret, before }) {
      await atomic((db) => [
        db
          .update(installations)
          .set({ secret: secret.body, keyId: secret.keyId, leasedUntil: null })
          .where(and(isIt(platform, workspace), eq(installations.secret, before.body))),
      ]);
    },

    async find(platform, workspace) {
      const [[row]] = await read((db) => [
        db.select().from(installations).where(isIt(platform, workspace)),
      ]);
      if (row === undefined || row.secret === null || row.keyId === null) return null;
      const secret = { body: row.secret, keyId: row.keyId };
      return { platform, workspace, secret, installedAt: row.installedAt.getTime() };
    },

    async arrived(platform, workspaces, at) {
      for (let from = 0; from < workspaces.length; from += ROWS_AT_ONCE) {
        const rows = workspaces
          .slice(from, from + ROWS_AT_ONCE)
          .map((workspace) => ({ platform, workspace, installedAt: new Date(at) }));
        await atomic((db) => [
          db
            .insert(installations)
            .values(rows)
            .onConflictDoUpdate({
              target: [installations.platform, installations.workspace],
              set: { removedAt: null },
              setWhere: isNotNull(installations.removedAt),
            }),
        ]);
      }
    },

    async standing(platform) {
      const [rows] = await read((db) => [
        db
          .select({ workspace: installations.workspace })
          .from(installations)
          .where(and(eq(installations.platform, platform), isNull(installations.removedAt))),
      ]);
      return rows.map(({ workspace }) => workspace);
    },

    async remove(platform, workspace, at) {
      const removedAt = new Date(at);
      const row = { platform, workspace, installedAt: removedAt, removedAt };
      await atomic((db) => [
        db.insert(installations).values(row).onConflictDoNothing(),
        db
          .update(installations)
          .set({ ...GONE, removedAt })
          .where(and(isIt(platform, workspace), isNull(installations.removedAt))),
      ]);
    },

    async removeUnchanged({ platform, workspace, secret, at }) {
      await atomic((db) => [
        db
          .update(installations)
          .set({ ...GONE, removedAt: new Date(at) })
          .where(and(isIt(platform, workspace), eq(installations.secret, secret.body))),
      ]);
    },

    async lease(platform, workspace, { now, until }) {
      const [won] = await atomic((db) => [
        db
          .update(installations)
          .set({ leasedUntil: new Date(until) })
          .where(
            and(
              isIt(platform, workspace),
              or(isNull(installations.leasedUntil), lt(installations.leasedUntil, new Date(now))),
            ),
          )
          .returning({ workspace: installations.workspace }),
      ]);
      return won.length > 0;
    },
  };
}
