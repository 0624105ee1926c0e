import { createHmac, randomBytes } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Sealer } from '../review/installation-store.ts';
import type { Database } from './database.ts';

/** Turns the fingerprint of a suggestion into the mark that stays of it once its words are gone. */
export type Marker = (fingerprint: string) => string;

/**
 * Finds what makes a workspace's marks, each workspace with a key of its own; null where that key is sealed
 * with one nobody holds any more, and marks made with it mean nothing. Without a sealer keys are kept plain.
 */
export function createMarkers(
  { read, atomic, tables }: Database,
  sealer: Sealer | null,
): (workspace: string) => Promise<Marker | null> {
  const { lessonKeys } = tables;
  const find = async (workspace: string) => {
    const [[row]] = await read((db) => [
      db.select().from(lessonKeys).where(eq(lessonKeys.workspace, workspace)),
    ]);
    return row;
  };
  const sealed = (secret: string) => {
    const made = sealer?.seal(secret);
    return { secret: made?.body ?? secret, keyId: made?.keyId ?? null };
  };

  return async (workspace) => {
    let row = await find(workspace);
    if (row === undefined) {
      const secret = randomBytes(32).toString('base64');
      await atomic((db) => [
        db
          .insert(lessonKeys)
          .values({ workspace, ...sealed(secret) })
          .onConflictDoNothing(),
      ]);
      // Of two processes that begin at once, one has made it.
      row = await find(workspace);
    }
    if (row === undefined) return null;
    const { secret, keyId } = row;
    if (keyId === null && sealer !== null) {
      // A key of encryption came later than this one.
      await atomic((db) => [
        db
          .update(lessonKeys)
          .set(sealed(secret))
          .where(and(eq(lessonKeys.workspace, workspace), isNull(lessonKeys.keyId))),
      ]);
    }
    const key = keyId === null ? secret : open({ body: secret, keyId });
    if (key === null) return null;
    const bytes = Buffer.from(key, 'base64');
    return (fingerprint) =>
      createHmac('sha256', bytes).update(fingerprint).digest('hex').slice(0, 32);
  };

  function open(secret: { readonly body: string; readonly keyId: string }): string | null {
    try {
      return sealer?.open(secret) ?? null;
    } catch {
      // Lost with its key: what it marked may be said again, and nothing else is the worse for it.
      return null;
    }
  }
}
