import { readConfig } from '../config.ts';
import { pathTo } from '../package-root.ts';
import { databaseFile, isPostgresUrl } from '../storage.ts';
import { UserError } from '../user-error.ts';
import { harmless } from './harmless.ts';
import type { CommandIo } from './io.ts';

export interface MigrateOptions {
  readonly from?: string;
  readonly to?: string;
}

const SQLITE = 'migrations/sqlite';
const POSTGRES = 'migrations/postgres';

/** Brings a database to the newest version, or moves a file to PostgreSQL; resolves to the exit code. */
export async function migrateCommand({ from, to }: MigrateOptions, io: CommandIo): Promise<number> {
  if ((from === undefined) !== (to === undefined)) {
    throw new UserError(
      '--from and --to go together: bluepencil migrate --from file:./data/bluepencil.db --to postgres://…',
      { code: 'bad_usage' },
    );
  }
  if (from === undefined || to === undefined) return bringForward(io);
  if (isPostgresUrl(from) || !from.startsWith('file:') || !isPostgresUrl(to)) {
    throw new UserError(
      'Data moves from a file to PostgreSQL: --from file:./data/bluepencil.db --to postgres://…',
      { code: 'bad_usage' },
    );
  }
  return move(databaseFile(from, io.cwd), to, io);
}

async function bringForward(io: CommandIo): Promise<number> {
  const { databaseUrl } = readConfig(io.env);
  if (isPostgresUrl(databaseUrl)) {
    const { openPostgres } = await import('../store/postgres-database.ts');
    const database = await openPostgres(databaseUrl, { migrationsFolder: pathTo(POSTGRES) });
    await database.close();
    io.stdout.write(`${harmless(database.place)} is at the newest version.\n`);
    return 0;
  }
  const file = databaseFile(databaseUrl, io.cwd);
  const source = await openFile(file);
  await source.close();
  io.stdout.write(`${harmless(file)} is at the newest version.\n`);
  return 0;
}

async function move(file: string, to: string, io: CommandIo): Promise<number> {
  const [{ openPostgres }, { moveData }] = await Promise.all([
    import('../store/postgres-database.ts'),
    import('../store/move.ts'),
  ]);
  const source = await openFile(file);
  try {
    await assertNoneWaits(file);
    const target = await openPostgres(to, { migrationsFolder: pathTo(POSTGRES) }).catch(asTarget);
    try {
      const moved = await moveData(source.database, target);
      for (const { table, rows, checksum } of moved) {
        if (rows > 0) io.stdout.write(`${table}: ${rows} rows, ${checksum.slice(0, 16)}\n`);
      }
      const rows = moved.reduce((sum, each) => sum + each.rows, 0);
      io.stdout.write(
        `Moved ${rows} rows to ${harmless(target.place)}; counts and checksums are the same on both sides.\n` +
          'Set DATABASE_URL to that address and start: unfinished reviews go on. The file stays as it is.\n',
      );
      return 0;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** The address to put right is the one that was given here, not the one of the configuration. */
function asTarget(error: unknown): never {
  if (!(error instanceof UserError)) throw error;
  const message = error.message.replaceAll('DATABASE_URL', '--to');
  throw new UserError(message, { code: error.code, cause: error });
}

/** What was answered and is not in the database would stay behind. */
async function assertNoneWaits(file: string): Promise<void> {
  const { countWaiting, intakePath } = await import('../store/intake-file.ts');
  if (countWaiting(file) === 0) return;
  throw new UserError(
    `Requests wait in ${intakePath(file)}; start Bluepencil on the file once, so that they go in, then move.`,
    { code: 'requests_wait' },
  );
}

/** The file as its only server; a server that runs on it would go on writing what is not moved. */
async function openFile(file: string) {
  const [{ openDatabase }, { lockDatabase }] = await Promise.all([
    import('../store/database.ts'),
    import('../store/server-lock.ts'),
  ]);
  const { existsSync } = await import('node:fs');
  if (!existsSync(file)) {
    throw new UserError(`There is no database ${file}; check the path.`, {
      code: 'database_missing',
    });
  }
  const lock = lockDatabase(file);
  try {
    const database = await openDatabase(file, { migrationsFolder: pathTo(SQLITE) });
    return {
      database,
      async close() {
        await database.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}
