import { and, eq, isNotNull } from 'drizzle-orm';
import type { SealedStore } from '../review/sealed-store.ts';
import type { Database } from './database.ts';

/** Finds what is sealed in a database. */
export function createSealedRepository({ read, atomic, tables }: Database): SealedStore {
  const { installations } = tables;
  return {
    async all() {
      const [rows] = await read((db) => [
        db.select().from(installations).where(isNotNull(installations.secret)),
      ]);
      return rows.flatMap(({ platform, workspace, secret: body, keyId }) =>
        body === null || keyId === null ? [] : [{ platform, workspace, secret: { body, keyId } }],
      );
    },

    async replace({ platform, workspace, secret }, now) {
      const [changed] = await atomic((db) => [
        db
          .update(installations)
          .set({ secret: now.body, keyId: now.keyId })
          .where(
            and(
              eq(installations.platform, platform),
              eq(installations.workspace, workspace),
              // A token that was renewed since is not to be undone.
              eq(installations.secret, secret.body),
            ),
          )
          .returning({ workspace: installations.workspace }),
      ]);
      return changed.length > 0;
    },
  };
}
