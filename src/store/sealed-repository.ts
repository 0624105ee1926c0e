import { and, eq, isNotNull } from 'drizzle-orm';
import type { SealedStore } from '../review/sealed-store.ts';
import type { Database } from './database.ts';

/** Finds what is sealed in a database. */
export function createSealedRepository({ read, atomic, tables }: Database): SealedStore {
  const { installations, lessonKeys } = tables;
  return {
    async all() {
      const [tokens, lessons] = await read((db) => [
        db.select().from(installations).where(isNotNull(installations.secret)),
        db.select().from(lessonKeys).where(isNotNull(lessonKeys.keyId)),
      ]);
      return [
        ...tokens.map((row) => ({ kind: 'token' as const, ...row })),
        ...lessons.map((row) => ({ kind: 'lessons' as const, platform: '', ...row })),
      ].flatMap(({ kind, platform, workspace, secret: body, keyId }) =>
        body === null || keyId === null
          ? []
          : [{ kind, platform, workspace, secret: { body, keyId } }],
      );
    },

    async replace({ kind, platform, workspace, secret }, now) {
      const set = { secret: now.body, keyId: now.keyId };
      const [changed] = await atomic((db) => [
        kind === 'lessons'
          ? db
              .update(lessonKeys)
              .set(set)
              .where(and(eq(lessonKeys.workspace, workspace), eq(lessonKeys.secret, secret.body)))
              .returning({ workspace: lessonKeys.workspace })
          : db
              .update(installations)
              .set(set)
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
