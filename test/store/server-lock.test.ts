import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDatabase } from '../../src/store/server-lock.ts';
import { makeTempFolder } from './temp-folder.ts';

const CHILD = fileURLToPath(new URL('./lock-child.ts', import.meta.url));

describe('lockDatabase', () => {
  let folder: ReturnType<typeof makeTempFolder>;
  beforeEach(() => {
    folder = makeTempFolder();
  });
  afterEach(() => folder.remove());

  it('lets one server at a time have a file', () => {
    const path = folder.file('desk.db');
    const first = lockDatabase(path);

    expect(() => lockDatabase(path)).toThrow(
      `Another Bluepencil server is running on ${path}; stop it, or name another file with DATABASE_URL.`,
    );

    first.release();
    first.release();
    lockDatabase(path).release();
    expect(existsSync(path)).toBe(false);
  });

  it('is free again when the process that held it is killed', async () => {
    const path = folder.file('desk.db');
    const child = spawn(process.execPath, ['--import', 'tsx', CHILD, path]);
    await once(child.stdout, 'data');
    expect(() => lockDatabase(path)).toThrow('Another Bluepencil server');

    child.kill('SIGKILL');
    await once(child, 'exit');

    lockDatabase(path).release();
  });

  it('says what is wrong with a folder that is not there', () => {
    expect(() => lockDatabase(join(folder.path, 'missing', 'desk.db'))).toThrow(
      /^The folder of .* does not exist; create it/,
    );
  });

  it('has nothing to lock in memory', () => {
    lockDatabase(':memory:');
    lockDatabase(':memory:').release();
  });
});
