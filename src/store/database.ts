import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite, { type Database as Connection } from 'better-sqlite3';
import { UserError } from '../user-error.ts';
import { createTransactions, type Transactions } from './atomic.ts';
import { findDamage } from './damage.ts';
import { damagedError, explainDatabaseError } from './database-error.ts';
import { assertMigrated, migrate } from './migrations.ts';
import { BUSY_TIMEOUT_MS, preparePragmas } from './pragmas.ts';
import { createPresenceCheck } from './presence.ts';
import { createPrivately } from './private-file.ts';
import { BUSY_BUDGET_MS, retryWhenBusy } from './retry-when-busy.ts';
import { type Scrub, scrubFile } from './scrub-file.ts';
import { type Tables, tables } from './tables.ts';
import { type HoldUps, startWriter } from './writer.ts';

/** An open database. */
export interface Database extends Transactions {
  /** The tables in this database's dialect. */
  readonly tables: Tables;
  /**
   * Makes what was deleted unreadable in the database's own files: `log` empties what stands beside them
   * (the write-ahead log), `all` writes the files anew as well, for which writers wait.
   */
  scrub(how: Scrub): Promise<void>;
  /** Lets it go; closing twice does nothing. */
  close(): Promise<void> | void;
}

/** An open database file. */
export interface DatabaseFile extends Database {
  /** Absent where writes are made here and now. */
  readonly holdUps?: HoldUps;
  /** Writes the log back into the file and lets it go; closing twice does nothing. */
  close(): void;
}

export interface OpenOptions {
  readonly migrationsFolder: string;
  /** Opens an existing, migrated database and never writes to it. */
  readonly readonly?: boolean;
  /** Creates the file's folder; meant for the default data folder, since a mistyped path should be told. */
  readonly createFolder?: boolean;
  /** Writes in a thread of its own, so that the disk is never waited for here: for a process that serves people. */
  readonly writesApart?: boolean;
  /** Refuses a file that is damaged, which reads all of it once. */
  readonly refuseDamaged?: boolean;
  /** How long to wait for a lock that another program holds. */
  readonly busyBudgetMs?: number;
}

/**
 * Opens a database file (or `:memory:`), creates it when it is missing and brings it to the newest
 * version. Rejects with a `UserError` when the file must not or cannot be used.
 */
export async function openDatabase(path: string, options: OpenOptions): Promise<DatabaseFile> {
  if (path !== ':memory:') assertUsablePath(path, options);
  const busyBudgetMs = options.busyBudgetMs ?? BUSY_BUDGET_MS;
  try {
    const connection = await retryWhenBusy(() => connect(path, options), busyBudgetMs);
    const isApart = (options.writesApart ?? false) && !connection.memory && !connection.readonly;
    const writer = isApart ? startWriter(path, busyBudgetMs) : null;
    return {
      tables,
      ...(writer === null ? {} : { holdUps: writer.holdUps }),
      ...createTransactions(connection, {
        path,
        budgetMs: busyBudgetMs,
        ...(connection.memory ? {} : { assertPresent: createPresenceCheck(path) }),
        ...(writer === null ? {} : { write: writer.write }),
      }),
      async scrub(how) {
        if (connection.memory) return;
        try {
          if (writer !== null) await writer.scrub(how);
          else await scrubFile(connection, how, busyBudgetMs);
        } catch (error) {
          throw explainDatabaseError(error, path);
        }
      },
      close() {
        writer?.close();
        closeConnection(connection);
      },
    };
  } catch (error) {
    throw explainDatabaseError(error, path);
  }
}

function connect(path: string, options: OpenOptions): Connection {
  const readonly = options.readonly ?? false;
  if (!readonly) createPrivately(path);
  const connection = new Sqlite(path, {
    readonly,
    fileMustExist: readonly,
    timeout: BUSY_TIMEOUT_MS,
  });
  try {
    const migrationOptions = { migrationsFolder: options.migrationsFolder, path };
    if (readonly) {
      assertMigrated(connection, migrationOptions);
    } else {
      preparePragmas(connection);
      const damage = options.refuseDamaged === true ? findDamage(connection) : null;
      if (damage !== null) throw damagedError(path, damage);
      // First, since it refuses files that are not ours; the journal mode is written into the file.
      migrate(connection, migrationOptions);
      connection.pragma('journal_mode = WAL');
    }
    connection.pragma('foreign_keys = ON');
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

function closeConnection(connection: Connection): void {
  if (!connection.open) return;
  try {
    if (!connection.readonly) connection.pragma('wal_checkpoint(TRUNCATE)');
  } catch {
    // Say, on a full disk: everything is in the log, and the next opening writes it back.
  } finally {
    connection.close();
  }
}

function assertUsablePath(path: string, { readonly, createFolder }: OpenOptions): void {
  if (path.trim() === '') {
    throw new UserError('The database has no file name; name a file, e.g. bluepencil.db.', {
      code: 'database_unnamed',
    });
  }
  const found = look(path);
  if (found === 'folder') {
    throw new UserError(`The database ${path} is a folder; name a file in it.`, {
      code: 'database_is_folder',
    });
  }
  if (found === 'file') return;
  if (readonly) {
    throw new UserError(`There is no database ${path}; check the path.`, {
      code: 'database_missing',
    });
  }
  prepareFolder(dirname(path), createFolder ?? false);
}

function prepareFolder(folder: string, create: boolean): void {
  try {
    if (create) mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (cause) {
    if (look(folder) === 'nothing' && !create) {
      throw new UserError(`The folder ${folder} does not exist; create it, or name another file.`, {
        code: 'folder_missing',
        cause,
      });
    }
    throw new UserError(
      `The folder ${folder} cannot be written to; give this account the right to, or name another file.`,
      { code: 'folder_not_writable', cause },
    );
  }
}

function look(path: string): 'file' | 'folder' | 'nothing' {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'file';
  } catch {
    return 'nothing';
  }
}
