import { readConfig } from '../config.ts';
import { closedSecrets, rotateKeys } from '../keys.ts';
import { createForgetRepository } from '../store/forget-repository.ts';
import { createInstallationRepository } from '../store/installation-repository.ts';
import { createSealedRepository } from '../store/sealed-repository.ts';
import { UserError } from '../user-error.ts';
import type { CommandIo } from './io.ts';
import { openAnyDatabase } from './open-database.ts';

/** Seals every secret with the newest key, also beside running services; resolves to the exit code. */
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
        ? 'No secrets are kept, so there is nothing to seal anew. The first key seals from the next start on.\n'
        : `Sealed anew: ${count(changed)}; with the first key already: ${count(ready)}. Once every process runs with it, take the older keys out of ENCRYPTION_KEY.\n`,
    );
    return 0;
  } finally {
    await database.close();
  }
}

/** Deletes secrets that no key opens; resolves to the exit code. */
export async function dropCommand(io: CommandIo): Promise<number> {
  const { encryptionKeys, databaseUrl } = readConfig(io.env);
  const database = await openAnyDatabase(databaseUrl, io.cwd);
  try {
    const closed = await closedSecrets(createSealedRepository(database), encryptionKeys ?? []);
    const installations = createInstallationRepository(database);
    const forgets = createForgetRepository(database);
    for (const { kind, platform, workspace } of closed) {
      if (kind === 'lessons') await forgets.eraseLessons({ workspace });
      else await installations.remove(platform, workspace, Date.now());
    }
    const tokens = closed.filter(({ kind }) => kind === 'token').length;
    const lessons = closed.length - tokens;
    const sentences = [
      ...(closed.length === 0 ? ['Every secret can be opened; nothing was deleted.'] : []),
      ...(tokens === 0
        ? []
        : [
            `Deleted ${tokens === 1 ? '1 token' : `${tokens} tokens`} that no key opens. Those workspaces install the app again; their settings wait for them, their texts for seven days.`,
          ]),
      ...(lessons === 0
        ? []
        : [
            `Deleted what was left of lessons whose words are forgotten, in ${lessons === 1 ? '1 workspace' : `${lessons} workspaces`}: no key opens it.`,
          ]),
    ];
    io.stdout.write(`${sentences.join('\n')}\n`);
    return 0;
  } finally {
    await database.close();
  }
}

function count(secrets: number): string {
  return secrets === 1 ? '1 secret' : `${secrets} secrets`;
}
