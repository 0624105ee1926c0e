import { readConfig } from '../config.ts';
import type { StatsStore } from '../review/stats-store.ts';
import { createSealer } from '../seal.ts';
import { createBooks } from '../settings/book.ts';
import type { ChangeDeps } from '../settings/change.ts';
import type { CommandIo } from './io.ts';
import { openAnyDatabase } from './open-database.ts';

/** What commands work with: the settings, and what was counted of reviews. */
export interface InstallationDeps extends ChangeDeps {
  readonly stats: StatsStore;
}

/** Opens the database of the installation for one short piece of work, also beside a running service. */
export async function withSettings(
  io: CommandIo,
  work: (deps: InstallationDeps) => Promise<number>,
): Promise<number> {
  const config = readConfig(io.env);
  const [{ createSettingsRepository }, { createDismissalRepository }, { createStatsRepository }] =
    await Promise.all([
      import('../store/settings-repository.ts'),
      import('../store/dismissal-repository.ts'),
      import('../store/stats-repository.ts'),
    ]);
  const database = await openAnyDatabase(config.databaseUrl, io.cwd);
  try {
    const store = createSettingsRepository(database);
    return await work({
      store,
      stats: createStatsRepository(database),
      books: createBooks(store),
      nameOf: async () => null,
      findEmojiTrouble: async () => null,
      memberNames: async () => [],
      dismissals: createDismissalRepository(
        database,
        config.encryptionKeys === null ? null : createSealer(config.encryptionKeys),
      ),
      now: Date.now,
      tryPersona: async () => '',
    });
  } finally {
    await database.close();
  }
}
