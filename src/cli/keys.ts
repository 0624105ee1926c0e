import { readConfig } from '../config.ts';
import { closedSecrets, rotateKeys } from '../keys.ts';
import { createInstallationRepository } from '../store/installation-repository.ts';
import { createSealedRepository } from '../store/sealed-repository.ts';
import { UserError } from '../user-error.ts';
import type { CommandIo } from './io.ts';
import { openAnyDatabase } from './open-database.ts';

/** Seals every token with the newest key, also beside running services; resolves to the exit code. */
export async function rotateCommand(io: CommandIo): Promise<number> {
  const { encryptionKeys, databaseUrl } = readConfig(io.env);
  if (encryptionKeys === null) {
    throw new UserError(
      'ENCRYPTION_KEY is not set. Set it to the new key and the old one behind it, with a comma between.',
      { code: 'bad_config' },
    );
  }
  const database = await openAnyDatabase(databaseUrl, io.cwd);
  try {
    const { changed, ready } = await rotateKeys(createSealedRepository(database), encryptionKeys);
    await database.scrub('all');
    io.stdout.write(
      changed + ready === 0
        ? 'No tokens are kept, so there is nothing to seal anew. The first key seals from the next start on.\n'
        : `Sealed anew: ${count(changed)}; with the first key already: ${count(ready)}. Once every process runs with it, take the older keys out of ENCRYPTION_KEY.\n`,
    );
    return 0;
  } finally {
    await database.close();
  }
}

/** Deletes tokens that no key opens; resolves to the exit code. */
export async function dropCommand(io: CommandIo): Promise<number> {
  const { encryptionKeys, databaseUrl } = readConfig(io.env);
  const database = await openAnyDatabase(databaseUrl, io.cwd);
  try {
    const closed = await closedSecrets(createSealedRepository(database), encryptionKeys ?? []);
    const installations = createInstallationRepository(database);
    for (const { platform, workspace } of closed) {
      await installations.remove(platform, workspace, Date.now());
    }
    io.stdout.write(
      closed.length === 0
        ? 'Every token can be opened; nothing was deleted.\n'
        : `Deleted ${count(closed.length)} that no key opens. Those workspaces install the app again; their settings wait for them, their texts for seven days.\n`,
    );
    return 0;
  } finally {
    await database.close();
  }
}

function count(tokens: number): string {
  return tokens === 1 ? '1 token' : `${tokens} tokens`;
}
