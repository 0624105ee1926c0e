import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { findDamage } from '../store/damage.ts';
import { openDatabase } from '../store/database.ts';
import { explainDatabaseError } from '../store/database-error.ts';
import { countWaiting, intakePath } from '../store/intake-file.ts';
import { lockDatabase } from '../store/server-lock.ts';
import { UserError } from '../user-error.ts';
import { type Check, type Finding, fail, ok, warn } from './finding.ts';

const ABOUT = 'Database';
const RUNNING = 'A server is running on this database.';
/** A migration copies the file first, and a full disk loses what is being written. */
const LEAST_FREE_BYTES = 200_000_000;

/** Looks at a database file without changing it: version, integrity, free disk, whose it is. */
export function checkFile(path: string, migrationsFolder: string): Check {
  return async () => {
    if (!existsSync(path)) return [checkGone(path) ?? checkFolder(path), ...checkRoom(path)];
    const content = await checkContent(path, migrationsFolder);
    const heldUp = content.level === 'fail' ? [] : [...checkRights(path), ...checkHeldUp(path)];
    return [content, checkLock(path), ...heldUp, ...checkIntake(path), ...checkDisk(path)];
  };
}

/** A server whose file was deleted goes on reading it, and keeps nothing any more. */
function checkGone(path: string): Finding | null {
  if (!existsSync(`${path}.lock`) || checkLock(path).says !== RUNNING) return null;
  return fail(
    ABOUT,
    `The database ${path} was deleted while a server runs on it.`,
    'Put it back, or a backup in its place, and start Bluepencil again.',
  );
}

function checkFolder(path: string): Finding {
  let folder = dirname(path);
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    return fail(
      ABOUT,
      `There is no database ${path} yet, and ${folder} cannot be written to.`,
      'Give this account the right to, or name another file with DATABASE_URL.',
    );
  }
  return ok(ABOUT, `There is no database ${path} yet; the first start makes it.`);
}

async function checkContent(path: string, migrationsFolder: string): Promise<Finding> {
  try {
    const database = await openDatabase(path, { migrationsFolder, readonly: true });
    await database.close();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    if (error.code === 'database_older') {
      return warn(
        ABOUT,
        `${path} is from an older version of Bluepencil.`,
        'Start Bluepencil: it copies the file and brings it up to date.',
      );
    }
    return fail(ABOUT, error.message, 'Put this right, or name another file with DATABASE_URL.');
  }
  const damage = quickCheck(path);
  if (damage !== null) {
    return fail(
      ABOUT,
      `${path} is damaged: ${damage}.`,
      'Stop Bluepencil and put a backup in its place.',
    );
  }
  const { size } = statSync(path);
  return ok(ABOUT, `${path} is whole and up to date (${megabytes(size)}).`);
}

function quickCheck(path: string): string | null {
  const connection = new Sqlite(path, { readonly: true, fileMustExist: true, timeout: 1_000 });
  try {
    return findDamage(connection);
  } catch (error) {
    return error instanceof Error ? error.message : 'it cannot be read';
  } finally {
    connection.close();
  }
}

function checkLock(path: string): Finding {
  try {
    lockDatabase(path).release();
    return ok('Server', 'No server is running on this database.');
  } catch (error) {
    if (error instanceof UserError && error.code === 'database_locked') {
      return ok('Server', RUNNING);
    }
    const says = error instanceof UserError ? error.message : `${path}.lock cannot be opened.`;
    return fail('Server', says, 'Give this account the right to write in the folder.');
  }
}

/** Waiting a moment for a lock is usual; one that stays holds up everything people ask for. */
function checkHeldUp(path: string): Finding[] {
  try {
    const connection = new Sqlite(path, { fileMustExist: true, timeout: 500 });
    try {
      connection.exec('BEGIN IMMEDIATE; ROLLBACK');
    } finally {
      connection.close();
    }
    return [];
  } catch (error) {
    const says = explainDatabaseError(error, path);
    if (!(says instanceof UserError)) throw error;
    return [fail(ABOUT, says.message, 'Reviews and decisions wait until this is put right.')];
  }
}

function checkIntake(path: string): Finding[] {
  try {
    const count = countWaiting(path);
    if (count === 0) return [];
    const requests = count === 1 ? '1 request waits' : `${count} requests wait`;
    const says = `${requests} in ${intakePath(path)}.`;
    return [warn(ABOUT, says, 'They go in as soon as the database is free, or at the next start.')];
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const fix = 'What waits there was answered and has not begun; let this account read it.';
    return [fail(ABOUT, error.message, fix)];
  }
}

/** A file that may be read alone looks whole, and the service does not start on it. */
function checkRights(path: string): Finding[] {
  try {
    accessSync(path, constants.W_OK);
    return [];
  } catch {
    const says = `${path} cannot be written to by this account.`;
    return [fail(ABOUT, says, 'Give it the right to, or ask as the account that runs Bluepencil.')];
  }
}

/** The disk that is to hold a database which is not there yet. */
function checkRoom(path: string): Finding[] {
  return existsSync(dirname(path)) ? checkDisk(path) : [];
}

function checkDisk(path: string): Finding[] {
  const { bavail, bsize } = statfsSync(dirname(path));
  const free = bavail * bsize;
  const says = `${megabytes(free)} are free beside the database.`;
  if (free >= LEAST_FREE_BYTES) return [ok('Disk', says)];
  const fix = 'Make room: an update copies the database first, and a full disk stops reviews.';
  return [warn('Disk', says, fix)];
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000).toLocaleString('en')} MB`;
}
