import { eq } from 'drizzle-orm';
import { UserError } from '../user-error.ts';
import type { Atomic } from './atomic.ts';
import type { Database } from './database.ts';

/** No workspace has this name. */
const PROBE = '-probe-';

/**
 * Watches what is written: as long as a disk is full, say, a database can still be read. `probe` reads, and
 * after a write has failed it writes as well until that succeeds.
 */
export function watchWrites<Kept extends Database>(database: Kept) {
  const { settingClocks } = database.tables;
  let hasFailed = false;
  const atomic: Atomic = async (build) => {
    try {
      return await database.atomic(build);
    } catch (error) {
      // Whoever waits for somebody else's lock is not in trouble.
      hasFailed ||= error instanceof UserError && error.code !== 'database_busy';
      throw error;
    }
  };
  return {
    database: { ...database, atomic },
    async probe() {
      await database.read((db) => [db.select().from(settingClocks).limit(1)]);
      if (!hasFailed) return;
      await database.atomic((db) => [
        db.insert(settingClocks).values({ workspace: PROBE, changes: 0 }).onConflictDoNothing(),
        db.delete(settingClocks).where(eq(settingClocks.workspace, PROBE)),
      ]);
      hasFailed = false;
    },
  };
}
