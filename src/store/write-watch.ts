import { eq } from 'drizzle-orm';
import { UserError } from '../user-error.ts';
import type { Atomic, PrepareAtomic, PrepareRead, Read } from './atomic.ts';
import type { Database } from './database.ts';

/** No workspace has this name. */
const PROBE = '-probe-';

/**
 * Watches how reading and writing go: as long as a disk is full, say, a database can still be read. `probe`
 * reads, and after a write has failed it writes as well until that succeeds. Damage that was met once does not
 * go away by itself: `probe` rejects from then on.
 */
export function watchWrites<Kept extends Database>(database: Kept) {
  const { settingClocks } = database.tables;
  let hasFailed = false;
  let damage: UserError | null = null;
  const readFails = (error: unknown): never => {
    if (error instanceof UserError && error.code === 'database_damaged') damage = error;
    throw error;
  };
  const writeFails = (error: unknown): never => {
    // Whoever waits for somebody else's lock is not in trouble.
    hasFailed ||= error instanceof UserError && error.code !== 'database_busy';
    return readFails(error);
  };
  const atomic: Atomic = (build) => database.atomic(build).catch(writeFails);
  const read: Read = (build) => database.read(build).catch(readFails);
  const prepareAtomic: PrepareAtomic = (build) => {
    const run = database.prepareAtomic(build);
    return (values) => run(values).catch(writeFails);
  };
  const prepareRead: PrepareRead = (build) => {
    const run = database.prepareRead(build);
    return (values) => run(values).catch(readFails);
  };
  return {
    database: { ...database, atomic, read, prepareAtomic, prepareRead },
    async probe() {
      if (damage !== null) throw damage;
      await read((db) => [db.select().from(settingClocks).limit(1)]);
      if (!hasFailed) return;
      await database.atomic((db) => [
        db.insert(settingClocks).values({ workspace: PROBE, changes: 0 }).onConflictDoNothing(),
        db.delete(settingClocks).where(eq(settingClocks.workspace, PROBE)),
      ]);
      hasFailed = false;
    },
  };
}
