import { readConfig } from '../config.ts';
import { memberRef, WORKSPACE } from '../platforms/desk/places.ts';
import { createPasses } from '../review/passes.ts';
import { createSigner } from '../signer.ts';
import { createDeskRepository } from '../store/desk-repository.ts';
import { createPassRepository } from '../store/pass-repository.ts';
import { UserError } from '../user-error.ts';
import type { CommandIo } from './io.ts';
import { openAnyDatabase } from './open-database.ts';

/** Prints a link that signs an admin of the desk in, also beside a running service; resolves to the exit code. */
export async function signInCommand(io: CommandIo): Promise<number> {
  const config = readConfig(io.env);
  const { encryptionKeys, publicUrl } = config;
  if (config.slack !== null || config.discord !== null) {
    throw new UserError(
      'With Slack or Discord the desk is closed; admins get their link with /refine settings.',
      { code: 'bad_usage' },
    );
  }
  if (encryptionKeys === null || publicUrl === null) {
    const missing = [
      ...(publicUrl === null ? ['PUBLIC_URL'] : []),
      ...(encryptionKeys === null ? ['ENCRYPTION_KEY'] : []),
    ];
    throw new UserError(
      `A link to sign in needs ${missing.join(' and ')}; set ${missing.length === 1 ? 'it' : 'them'} where the service runs as well. A desk on 127.0.0.1 opens without signing in.`,
      { code: 'bad_config' },
    );
  }
  const database = await openAnyDatabase(config.databaseUrl, io.cwd);
  try {
    const members = await createDeskRepository(database).directory.members();
    const admin = config.deskAdmins?.[0] ?? members[0]?.id;
    if (admin === undefined) {
      throw new UserError('Nobody is at the desk yet; start the service once, then ask again.', {
        code: 'bad_usage',
      });
    }
    const passes = createPasses({
      passes: createPassRepository(database),
      signer: createSigner(encryptionKeys),
      publicUrl,
      localUrl: () => null,
      now: Date.now,
    });
    const wish = { kind: 'sign-in', workspace: WORKSPACE, subject: '' } as const;
    const issued = await passes.issue({ ...wish, member: memberRef(admin) });
    io.stdout.write(`${issued?.address}\n`);
    io.stderr.write('It works once, for ten minutes; the session lasts twelve hours.\n');
    return 0;
  } finally {
    await database.close();
  }
}
