import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { checkClock } from '../../src/checkup/check-clock.ts';
import { createSealer } from '../../src/seal.ts';
import { createInstallationRepository } from '../../src/store/installation-repository.ts';
import { createIntakeFile } from '../../src/store/intake-file.ts';
import { lockDatabase } from '../../src/store/server-lock.ts';
import { bluepencil } from '../cli/command.ts';
import { type FakeScript, startOpenAiServer } from '../fakes/openai-server.ts';
import { onPostgres } from '../store/engines.ts';
import { open } from '../store/open-store.ts';
import { reviewRequest } from '../store/samples.ts';
import { mountSmallDisk } from '../store/small-disk.ts';
import { setUpDoctor } from './doctor-rig.ts';

const KEY = '07'.repeat(32);
const SECRET = 'sk-not-for-anybodys-eyes-0123456789';

const { folder, doctor } = setUpDoctor();

describe('bluepencil doctor', () => {
  it('finds a fresh clone in order, and says how to wake the other editors', async () => {
    const { code, findings } = await doctor({});
    expect(code).toBe(0);
    expect(findings.map(({ about, level }) => `${about} ${level}`)).toEqual([
      'Bluepencil ok',
      'Database ok',
      'Disk ok',
      'Model warn',
      'Address ok',
    ]);
    const { stdout } = await bluepencil(['doctor'], {
      env: { DATABASE_URL: `file:${folder().file('desk.db')}`, PORT: '0' },
    });
    expect(stdout).toContain('! warn Model: No model is set, so the copy editor works alone.');
    expect(stdout).toContain('→ Set OPENAI_API_KEY');
    expect(stdout.trimEnd()).toMatch(/It works; 1 thing to know about\.$/);
  });

  it('names a wrong variable and looks no further', async () => {
    const { code, findings } = await doctor({ MODEL_CONCURRENCY: 'many' });
    expect(code).toBe(1);
    expect(findings.at(-1)).toMatchObject({ about: 'Configuration', level: 'fail' });
    expect(findings.at(-1)?.says).toContain('MODEL_CONCURRENCY is "many"');
  });

  it('names lines of the .env file that do nothing, and no value', async () => {
    const envFile = folder().file('.env');
    writeFileSync(
      envFile,
      `# PROT=1\nPORT=0\nMODEL_CONCURENCY=8\nPOSTGRES_PASSWORD=x\n\nOPENAI_API_KEY: ${SECRET}\n`,
    );
    const { code, stdout, about } = await doctor({}, { envFile });
    expect(code).toBe(0);
    expect(about('Configuration')).toEqual([
      'warn: .env, line 3: MODEL_CONCURENCY is not read. Did you mean MODEL_CONCURRENCY?',
      'warn: .env, line 6: OPENAI_API_KEY needs “=” and its value.',
    ]);
    expect(stdout).not.toContain(SECRET);
  });

  describe('of a database file', () => {
    const path = () => folder().file('desk.db');

    it('says whether a server runs on it', async () => {
      (await open(path())).close();
      expect((await doctor({})).about('Server')).toEqual([
        'ok: No server is running on this database.',
      ]);
      const lock = lockDatabase(path());
      expect((await doctor({})).about('Server')).toEqual([
        'ok: A server is running on this database.',
      ]);
      lock.release();
    });

    it('says who holds it up, and how many requests wait for it', async () => {
      (await open(path())).close();
      const intake = createIntakeFile(path());
      intake.keep(reviewRequest('a'));
      intake.keep(reviewRequest('b'));
      intake.close();
      const holder = new Sqlite(path());
      holder.exec('BEGIN IMMEDIATE');
      const held = await doctor({});
      expect(held.code).toBe(1);
      expect(held.about('Database')).toEqual([
        expect.stringMatching(/^ok: .* is whole and up to date/),
        expect.stringMatching(/^fail: The database .* is in use by another program/),
        `warn: 2 requests wait in ${path()}.intake.`,
      ]);
      holder.close();
      expect((await doctor({})).code).toBe(0);
    });

    it('says that it was deleted underneath a server', async () => {
      (await open(path())).close();
      const lock = lockDatabase(path());
      rmSync(path());
      expect((await doctor({})).about('Database')).toEqual([
        `fail: The database ${path()} was deleted while a server runs on it.`,
      ]);
      lock.release();
      expect((await doctor({})).about('Database')[0]).toMatch(/^ok: There is no database/);
    });

    it('tells whole from damaged, older and foreign', async () => {
      (await open(path())).close();
      expect((await doctor({})).about('Database')[0]).toMatch(/^ok: .* is whole and up to date/);

      const connection = new Sqlite(path());
      connection.exec(
        'DELETE FROM bluepencil_migrations WHERE id = (SELECT max(id) FROM bluepencil_migrations)',
      );
      connection.close();
      const older = await doctor({});
      expect(older.code).toBe(0);
      expect(older.about('Database')[0]).toMatch(/^warn: .* from an older version/);

      writeFileSync(
        path(),
        'This is a letter and not a database, long enough to be sure of it. '.repeat(20),
      );
      const foreign = await doctor({});
      expect(foreign.code).toBe(1);
      expect(foreign.about('Database')[0]).toMatch(/^fail: /);
    });

    it('sees damage inside a file that opens', async () => {
      (await open(path())).close();
      const connection = new Sqlite(path());
      connection.unsafeMode();
      connection.exec(`PRAGMA writable_schema = ON;
        UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master WHERE name = 'runs')
        WHERE type = 'index' AND rootpage > 0 AND tbl_name <> 'runs';`);
      connection.close();
      const { code, about } = await doctor({});
      expect(code).toBe(1);
      expect(about('Database')[0]).toMatch(/^fail: .* is damaged/);
    });

    it.runIf(process.getuid?.() !== 0)('says that it may be read alone', async () => {
      (await open(path())).close();
      chmodSync(path(), 0o444);
      const { code, about } = await doctor({});
      expect(code).toBe(1);
      expect(about('Database')[1]).toMatch(/^fail: .* cannot be written to by this account/);
    });

    it('says that its disk is full, with a database or before there is one', async () => {
      const disk = mountSmallDisk(folder().file('disk'), 4);
      // Where this account may mount nothing, nobody can fill anything.
      if (disk === null) return;
      try {
        const DATABASE_URL = `file:${folder().file('disk/desk.db')}`;
        disk.fill();
        expect((await doctor({ DATABASE_URL })).about('Disk')[0]).toMatch(/^warn: 0 MB are free/);
        disk.free();
        (await open(folder().file('disk/desk.db'))).close();
        disk.fill();
        const full = await doctor({ DATABASE_URL });
        expect(full.code).toBe(1);
        expect(full.about('Database').join()).toContain('is full; free some space');
      } finally {
        disk.unmount();
      }
    });

    it('says that it is a folder, and never makes anything', async () => {
      mkdirSync(path());
      expect((await doctor({})).about('Database')[0]).toMatch(/^fail: .* is a folder/);
    });
  });

  describe('of a model', () => {
    async function withServer(script: FakeScript, more: Record<string, string> = {}) {
      const server = await startOpenAiServer(script);
      const env = { OPENAI_API_KEY: SECRET, OPENAI_BASE_URL: server.url, OPENAI_MODEL: 'scribe' };
      try {
        const seen = await doctor({ ...env, ...more });
        expect(server.violations).toEqual([]);
        expect(seen.stdout).not.toContain(SECRET);
        return { ...seen, requests: server.requests };
      } finally {
        await server.close();
      }
    }

    it('asks it once, in the form a review asks in, with nobody’s words', async () => {
      const { code, about, requests } = await withServer(() => ({ content: { answer: 'yes' } }));
      expect(code).toBe(0);
      expect(about('Model')[0]).toMatch(
        /^ok: scribe at 127\.0\.0\.1:\d+ answered in the asked form/,
      );
      expect(about('Prices')).toEqual([
        'warn: No prices are known, so receipts say “cost unknown”.',
      ]);
      expect(requests).toHaveLength(1);
    });

    it('knows a wrong key from a server that is not there', async () => {
      const wrong = await withServer(() => ({
        status: 401,
        error: { message: 'Incorrect API key' },
      }));
      expect(wrong.code).toBe(1);
      expect(wrong.about('Model')[0]).toMatch(/^fail: .*OPENAI_API_KEY/);
      const gone = await doctor({
        OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
        OPENAI_MODEL: 'scribe',
      });
      expect(gone.about('Model')[0]).toMatch(/^fail: .*cannot be reached/);
    });

    it('says when a server is named and no model on it', async () => {
      const { code, findings } = await doctor({ OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' });
      expect(code).toBe(1);
      expect(findings.some(({ says }) => says.includes('OPENAI_MODEL is not'))).toBe(true);
    });

    it('says which models have a price', async () => {
      writeFileSync(folder().file('prices.json'), '{"other": {"input": 1, "output": 2}}');
      const prices = { PRICES_FILE: folder().file('prices.json') };
      const { about } = await withServer(() => ({ content: { answer: 'yes' } }), prices);
      expect(about('Prices')).toEqual(['warn: scribe has no price.']);
    });
  });

  it('tells its own desk from another program on the same port', async () => {
    const answers = { healthz: 'ok' };
    const server = createServer((_request, response) => response.end(answers.healthz));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const port = String((server.address() as AddressInfo).port);
    expect((await doctor({ PORT: port })).about('Address')[0]).toMatch(/^ok: The desk answers/);
    answers.healthz = 'hello';
    expect((await doctor({ PORT: port })).about('Address')[0]).toMatch(/^fail: .* is taken/);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('knows that a desk which others reach would not start, and what it needs to', async () => {
    const open = { HOST: '0.0.0.0' };
    expect((await doctor(open)).about('Address')[0]).toMatch(/^fail: HOST is "0\.0\.0\.0"/);
    const guarded = { ...open, PUBLIC_URL: 'https://pencil.invalid', ENCRYPTION_KEY: KEY };
    expect((await doctor(guarded)).about('Address')[0]).toMatch(/^ok: /);
  });

  it('asks whether people elsewhere can open links', async () => {
    const server = createServer((_request, response) => response.end('ok'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const up = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect((await doctor({ PUBLIC_URL: up, ENCRYPTION_KEY: KEY })).about('Links')).toEqual([
      'ok: Bluepencil answers under PUBLIC_URL.',
    ]);
    expect((await doctor({ PUBLIC_URL: up })).about('Links')[0]).toMatch(/no link can be signed/);
    const plain = await doctor({ PUBLIC_URL: 'http://pencil.invalid', ENCRYPTION_KEY: KEY });
    expect(plain.about('Links')).toEqual([
      expect.stringContaining('is not https'),
      'warn: Bluepencil does not answer under PUBLIC_URL.',
    ]);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('tells a key that opens what is kept from one that does not, or is gone', async () => {
    const database = await open(folder().file('desk.db'));
    const secret = createSealer([Buffer.from(KEY, 'hex')]).seal('a token');
    const installed = { platform: 'slack', workspace: 'T1', installedAt: 1 };
    await createInstallationRepository(database).save({ ...installed, secret });
    await database.close();

    const right = await doctor({ ENCRYPTION_KEY: KEY });
    expect(right.about('Key')).toEqual(['ok: ENCRYPTION_KEY opens every token that is kept.']);
    const wrong = await doctor({ ENCRYPTION_KEY: '09'.repeat(32) });
    expect(wrong.about('Key')[0]).toMatch(/^fail: .*which ENCRYPTION_KEY does not hold/);
    expect((await doctor({})).about('Key')[0]).toMatch(/^fail: .*ENCRYPTION_KEY is not set/);
  });

  it('reads the folder of editors', async () => {
    mkdirSync(folder().file('editors'));
    const env = { PERSONAS_DIR: folder().file('editors') };
    expect((await doctor(env)).about('Editors')[0]).toMatch(/^ok: .* editors are at work/);
    writeFileSync(folder().file('editors/mine.yaml'), 'personas: 7');
    expect((await doctor(env)).about('Editors')[0]).toMatch(/^fail: /);
  });

  it.each([
    [0, /^ok: It agrees/],
    [100_000, /^warn: It is 100 s ahead of/],
    [-400_000, /^fail: It is 400 s behind/],
  ])('compares the clock with the servers: %d ms', async (apart, says) => {
    const at = Date.UTC(2026, 10, 30, 12);
    const server = createServer((_request, response) => {
      response.setHeader('date', new Date(at).toUTCString());
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const check = checkClock([url, 'http://127.0.0.1:9'], () => at + apart);
    const [finding] = await check(new AbortController().signal);
    expect(`${finding?.level}: ${finding?.says}`).toMatch(says);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});

onPostgres(({ url }) => {
  it('says how a PostgreSQL database stands', async () => {
    const { code, about } = await doctor({ DATABASE_URL: url() });
    expect(code).toBe(0);
    expect(about('Database')[0]).toMatch(
      /^ok: .* \(PostgreSQL [\d.]+\) answers and is up to date\.$/,
    );
    const empty = new URL(url());
    empty.searchParams.set('schema', 'nobody_made_this');
    expect((await doctor({ DATABASE_URL: empty.href })).about('Database')[0]).toMatch(/is empty/);
  });
});
