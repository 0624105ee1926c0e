import { resolve } from 'node:path';
import { readConfig } from '../config.ts';
import { databaseFile, isPostgresUrl } from '../storage.ts';
import { backUpDatabase } from '../store/backup.ts';
import { countWaiting, intakePath } from '../store/intake-file.ts';
import { UserError } from '../user-error.ts';
import { harmless } from './harmless.ts';
import type { CommandIo } from './io.ts';

/** Copies the database while the server runs; resolves to the exit code. */
export async function backupCommand(target: string | undefined, io: CommandIo): Promise<number> {
  const { databaseUrl } = readConfig(io.env);
  if (isPostgresUrl(databaseUrl)) {
    throw new UserError(
      'The data is in PostgreSQL; copy it with pg_dump, or with what its provider offers.',
      { code: 'bad_usage' },
    );
  }
  const file = databaseFile(databaseUrl, io.cwd);
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  const copy = target === undefined ? `${file}.${stamp}` : resolve(io.cwd, target);
  backUpDatabase(file, copy);
  io.stdout.write(`Copied to ${harmless(copy)}.\n`);
  const waiting = countWaiting(file);
  if (waiting > 0) {
    const requests = waiting === 1 ? 'One request waits' : `${waiting} requests wait`;
    io.stdout.write(
      `${requests} in ${harmless(intakePath(file))} until the database is free: in no copy made before.\n`,
    );
  }
  return 0;
}
