import { sql } from 'drizzle-orm';
import type { Statement, StatementBuilder } from './atomic.ts';

/**
 * The first statement of a transaction that counts something and then adds to it. Writers of a file have
 * their turns anyway; on a server two who write the same row meet, and one of them is run again on what the
 * other has left.
 */
export function takeTurn(db: StatementBuilder, key: string): Statement {
  const { turns } = db.tables;
  return db
    .insert(turns)
    .values({ key, taken: 1 })
    .onConflictDoUpdate({ target: turns.key, set: { taken: sql`${turns.taken} + 1` } });
}
