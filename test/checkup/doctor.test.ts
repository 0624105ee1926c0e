import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { checkClock } from '../../src/checkup/check-clock.ts';
import type { Finding } from '../../src/checkup/finding.ts';
import { pathTo } from '../../src/package-root.ts';
import { createSealer } from '../../src/seal.ts';
import { createInstallationRepository } from '../../src/store/installation-repository.ts';
import { createIntakeFile } from '../../src/store/intake-file.ts';
import { lockDatabase } from '../../src/store/server-lock.ts';
import { bluepencil } from '../cli/command.ts';
import { openDiscord } from '../fakes/discord/discord.ts';
import { type FakeScript, startOpenAiServer } from '../fakes/openai-server.ts';
import { startSlack } from '../fakes/slack/slack.ts';
import { onPostgres } from '../store/engines.ts';
import { open } from '../store/open-store.ts';
import { reviewRequest } from '../store/samples.ts';
import { makeTempFolder } from '../store/temp-folder.ts';

const KEY = '07'.repeat(32);
const SECRET = 'sk-not-for-anybodys-eyes-0123456789';

let folder: ReturnType<typeof makeTempFolder>;
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => folder.remove());

/** Runs the doctor; `about` gives what it found of one thing, as `level: sentence`. */
async function doctor(env: Record<string, string>) {
  const given = { DATABASE_URL: `file:${folder.file('desk.db')}`, PORT: '0', ...env };
  const { code, stdout } = await bluepencil(['doctor', '--json'], { env: given, cwd: folder.path });
  const { findings } = JSON.parse(stdout) as { findings: readonly Finding[] };
  const about = (thing: string) =>
    findings.filter((each) => each.about === thing).map(({ level, says }) => `${level}: ${says}`);
  return { code, stdout, findings, about };
}

describe('bluepencil doctor', () => {
  it('finds a fresh clone in order, and says how to wake the other editors', async () => {
    const { code, findings } = await doctor({});
    expect(code).toBe(0);
    expect(findings.map(({ about, level }) => `${about} ${level}`)).toEqual([
      'Bluepencil ok',
      'Database ok',
      'Model warn',
      'Address ok',
    ]);
    const { stdout } = await bluepencil(['doctor'], {
      env: { DATABASE_URL: `file:${folder.file('desk.db')}`, PORT: '0' },
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

  describe('of a database file', () => {
    const path = () => folder.file('desk.db');

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
      writeFileSync(folder.file('prices.json'), '{"other": {"input": 1, "output": 2}}');
      const prices = { PRICES_FILE: folder.file('prices.json') };
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
    const database = await open(folder.file('desk.db'));
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
    mkdirSync(folder.file('editors'));
    const env = { PERSONAS_DIR: folder.file('editors') };
    expect((await doctor(env)).about('Editors')[0]).toMatch(/^ok: .* editors are at work/);
    writeFileSync(folder.file('editors/mine.yaml'), 'personas: 7');
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

  it('asks Discord about the token and about reading messages', async () => {
    const discord = await openDiscord({ mayReadContent: false });
    const env = { DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl };
    const { about, stdout } = await doctor(env);
    expect(about('Discord')).toEqual([
      'ok: The token is that of Bluepencil.',
      'warn: The bot may not read what messages say, so reactions cannot start reviews.',
    ]);
    expect(stdout).not.toContain(discord.token);
    const wrong = await doctor({ ...env, DISCORD_TOKEN: 'not.the.token' });
    expect(wrong.code).toBe(1);
    expect(wrong.about('Discord')).toEqual(['fail: Discord does not know this token.']);
    await discord.close();
  });
});

describe('of Slack', () => {
  it('asks about both tokens and compares the scopes with the manifest', async () => {
    const { oauth_config } = parse(readFileSync(pathTo('manifest.yml'), 'utf8'));
    const slack = await startSlack({ app: { scopes: oauth_config.scopes.bot } });
    const workspace = slack.workspace('Acme');
    const env = {
      SLACK_API_URL: slack.apiUrl,
      SLACK_BOT_TOKEN: workspace.botToken,
      SLACK_APP_TOKEN: slack.appToken,
    };
    const { code, about, stdout } = await doctor(env);
    expect(about('Slack')).toEqual([
      expect.stringMatching(/^ok: The bot is in Acme as /),
      'ok: Every scope of the manifest was given.',
      'ok: Socket Mode can be opened.',
    ]);
    expect(code).toBe(0);
    expect(stdout).not.toContain(workspace.botToken);
    const wrong = await doctor({ ...env, SLACK_BOT_TOKEN: 'xoxb-1-2-wrong' });
    expect(wrong.code).toBe(1);
    expect(wrong.about('Slack')[0]).toBe(
      'fail: Slack does not take SLACK_BOT_TOKEN (invalid_auth).',
    );
    const app = await doctor({ ...env, SLACK_APP_TOKEN: 'xapp-1-wrong' });
    expect(app.about('Slack').at(-1)).toBe('fail: Socket Mode cannot be opened (invalid_auth).');
    await slack.close();
  });

  it('names the scopes the app was not given', async () => {
    const slack = await startSlack({ app: { scopes: ['commands', 'chat:write'] } });
    const workspace = slack.workspace('Acme');
    const env = {
      SLACK_API_URL: slack.apiUrl,
      SLACK_BOT_TOKEN: workspace.botToken,
      SLACK_APP_TOKEN: slack.appToken,
    };
    const { code, about } = await doctor(env);
    expect(code).toBe(1);
    expect(about('Slack')[1]).toMatch(/^fail: Scopes are missing: .*reactions:read/);
    await slack.close();
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
