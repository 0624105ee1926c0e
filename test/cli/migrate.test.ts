import { existsSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDeskRepository } from '../../src/store/desk-repository.ts';
import { createIntakeFile } from '../../src/store/intake-file.ts';
import { openPostgres } from '../../src/store/postgres-database.ts';
import { createRunRepository } from '../../src/store/run-repository.ts';
import { lockDatabase } from '../../src/store/server-lock.ts';
import { createSettingsRepository } from '../../src/store/settings-repository.ts';
import {
  createSchema,
  onPostgres,
  POSTGRES_MIGRATIONS,
  POSTGRES_URL,
  type TestSchema,
} from '../store/engines.ts';
import { open } from '../store/open-store.ts';
import {
  comment,
  critique,
  FIRST_REVISION,
  newRun,
  reviewRequest,
  runEnd,
} from '../store/samples.ts';
import { makeTempFolder } from '../store/temp-folder.ts';
import { bluepencil } from './command.ts';

let folder: ReturnType<typeof makeTempFolder>;
beforeAll(async () => {
  folder = makeTempFolder();
  const database = await open(folder.file('full.db'));
  const runs = createRunRepository(database);
  for (let at = 0; at < 450; at += 1) await runs.create(newRun({ id: `run-${at}` }));
  await runs.append(
    'run-1',
    { number: 1, type: 'revision_created' },
    {
      revisions: [FIRST_REVISION],
      critiques: [critique()],
      comments: [{ revision: 1, comment: comment() }],
    },
  );
  await runs.finish('run-1', runEnd());
  const settings = createSettingsRepository(database);
  const entry = {
    workspace: 'w',
    kind: 'settings',
    key: '',
    base: 0,
    body: { z: 1, a: 2 },
  } as const;
  await settings.save([entry], { by: null as never, via: 'test' });
  await createDeskRepository(database).messages.add({
    id: 'm1',
    channel: 'general',
    root: null,
    author: 'ada',
    kind: 'message',
    privateTo: null,
    text: 'with NUL \u0000 and \ud83d',
    identity: { name: 'Ada', label: 'app', icon: '✏️' },
    parts: null,
    createdAt: 1,
    editedAt: null,
    deletedAt: null,
  });
  database.close();
});
afterAll(() => folder.remove());

const env = { DATABASE_URL: 'file:full.db' };

describe('bluepencil backup', () => {
  it('copies the database while others write to it, and never over another file', async () => {
    const writer = await open(folder.file('full.db'));
    const lock = lockDatabase(folder.file('full.db'));
    const { code, stdout } = await bluepencil(['backup', 'copy.db'], { cwd: folder.path, env });
    expect({ code, stdout }).toEqual({ code: 0, stdout: `Copied to ${folder.file('copy.db')}.\n` });
    const again = await bluepencil(['backup', 'copy.db'], { cwd: folder.path, env });
    expect(again.code).toBe(2);
    expect(again.stderr).toContain('copy.db is there already; name another file');
    writer.close();
    lock.release();

    const copy = await open(folder.file('copy.db'));
    expect(await createRunRepository(copy).load('run-449')).not.toBeNull();
    copy.close();
  });

  it('says what is wrong, and leaves nothing behind', async () => {
    const missing = await bluepencil(['backup'], {
      cwd: folder.path,
      env: { DATABASE_URL: 'file:missing.db' },
    });
    expect(missing.code).toBe(2);
    expect(missing.stderr).toContain('There is no database');
    const server = await bluepencil(['backup'], {
      cwd: folder.path,
      env: { DATABASE_URL: 'postgres://127.0.0.1/x' },
    });
    expect(server.stderr).toContain('pg_dump');
    const names = readdirSync(folder.path).filter((name) => name.startsWith('missing'));
    expect(names).toEqual([]);
  });
});

describe('bluepencil migrate', () => {
  it('brings a file forward, and asks for both ends of a move', async () => {
    const { code, stdout } = await bluepencil(['migrate'], { cwd: folder.path, env });
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `${folder.file('full.db')} is at the newest version.\n`,
    });
    const half = await bluepencil(['migrate', '--from', 'file:full.db'], {
      cwd: folder.path,
      env,
    });
    expect(half.code).toBe(2);
    expect(half.stderr).toContain('go together');
  });

  onPostgres(() => {
    let schema: TestSchema;
    beforeAll(async () => {
      schema = await createSchema();
    });
    afterAll(() => schema.drop());
    const move = (from = 'file:full.db') =>
      bluepencil(['migrate', '--from', from, '--to', schema.url], { cwd: folder.path, env: {} });

    it('moves nothing while requests wait beside the file, and a copy says so', async () => {
      const intake = createIntakeFile(folder.file('full.db'));
      const { id } = intake.keep(reviewRequest('a'));
      const { code, stderr } = await move();
      expect(code).toBe(2);
      expect(stderr).toMatch(/^Requests wait in .*full\.db\.intake; start Bluepencil/);
      const copied = await bluepencil(['backup', 'waiting.db'], { cwd: folder.path, env });
      expect(copied.stdout).toContain('One request waits in');
      intake.remove(id);
      expect(existsSync(folder.file('full.db.intake'))).toBe(false);
    });

    it('moves everything, says how much, and moves it once', async () => {
      const { code, stdout, stderr } = await move();
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(/^runs: 450 rows, [0-9a-f]{16}$/m);
      expect(stdout).toContain('counts and checksums are the same on both sides');

      const target = await openPostgres(schema.url, { migrationsFolder: POSTGRES_MIGRATIONS });
      const file = await open(folder.file('full.db'));
      const [moved, kept] = [createRunRepository(target), createRunRepository(file)];
      expect(await moved.load('run-1')).toEqual(await kept.load('run-1'));
      expect(await createSettingsRepository(target).current('w')).toEqual(
        await createSettingsRepository(file).current('w'),
      );
      await target.close();
      file.close();

      const again = await move();
      expect(again.code).toBe(2);
      expect(again.stderr).toMatch(/^The database .* is not empty: .*runs/);
    });

    it('blames the address it was given for a database that is not there', async () => {
      const to = new URL(POSTGRES_URL);
      to.pathname = '/nobody_made_this';
      const args = ['migrate', '--from', 'file:full.db', '--to', to.href];
      const { code, stderr } = await bluepencil(args, { cwd: folder.path, env });
      expect(code).toBe(2);
      expect(stderr).toContain('create it, or name another one in --to.');
      expect(stderr).not.toContain('DATABASE_URL');
    });

    it('refuses while a server runs on the file, and a file that is not there', async () => {
      const lock = lockDatabase(folder.file('full.db'));
      const busy = await move();
      lock.release();
      expect(busy.stderr).toContain('Another Bluepencil server is running');
      const missing = await move('file:nowhere.db');
      expect(missing.stderr).toContain('There is no database');
      expect(existsSync(folder.file('nowhere.db'))).toBe(false);
    });
  });
});
