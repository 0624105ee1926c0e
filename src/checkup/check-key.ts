import { assertKeysOpen } from '../keys.ts';
import type { Database } from '../store/database.ts';
import { createSealedRepository } from '../store/sealed-repository.ts';
import { UserError } from '../user-error.ts';
import { type Check, fail, ok } from './finding.ts';

const ABOUT = 'Key';

/** Whether ENCRYPTION_KEY opens what is sealed in the database; `open` gives null where there is none to look at. */
export function checkKey(
  keys: readonly Buffer[] | null,
  open: () => Promise<Database | null>,
): Check {
  return async () => {
    const database = await open();
    if (database === null) return [];
    try {
      const sealed = createSealedRepository(database);
      await assertKeysOpen(sealed, keys);
      const { length } = await sealed.all();
      return length === 0 ? [] : [ok(ABOUT, 'ENCRYPTION_KEY opens every token that is kept.')];
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return [fail(ABOUT, error.message, 'docs/security.md tells how a key is changed.')];
    } finally {
      await database.close();
    }
  };
}
