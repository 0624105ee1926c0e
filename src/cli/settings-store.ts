import { readConfig } from '../config.ts';
import { hasModel } from '../editors.ts';
import type { CallReader } from '../review/call-store.ts';
import type { StatsStore } from '../review/stats-store.ts';
import { createSealer } from '../seal.ts';
import { createBooks } from '../settings/book.ts';
import type { ChangeDeps } from '../settings/change.ts';
import type { CommandIo } from './io.ts';
import { openAnyDatabase } from './open-database.ts';

/** What commands work with: the settings, and what was counted of reviews. */
export interface InstallationDeps extends ChangeDeps {
  readonly stats: StatsStore;
  readonly calls: CallReader;
}

/** Opens the database of the installation for one short piece of work, also beside a running service. */
export async function withSettings(
  io: CommandIo,
  work: (deps: InstallationDeps) => Promise<number>,
): Promise<number> {
  const config = readConfig(io.env);
  const [
    { createSettingsRepository },
    { createDismissalRepository },
    { createStatsRepository },
    { createCallRepository },
  ] = await Promise.all([
    import('../store/settings-repository.ts'),
    import('../store/dismissal-repository.ts'),
    import('../store/stats-repository.ts'),
    import('../store/call-repository.ts'),
  ]);
  const database = await openAnyDatabase(config.databaseUrl, io.cwd);
  try {
    const store = createSettingsRepository(database);
    return await work({
      store,
      stats: createStatsRepository(database),
      calls: createCallRepository(database),
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
      // Where no model is set up, this may be another machine than the one that will ask them.
      ...(hasModel(config) ? { models: Object.keys(config.openai.named) } : {}),
    });
  } finally {
    await database.close();
  }
}
