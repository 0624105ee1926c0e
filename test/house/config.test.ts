import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { configNames, readConfig } from '../../src/config.ts';
import { UserError } from '../../src/user-error.ts';

const secret = 'canary-7c1f';

function refusal(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
  throw new Error('accepted');
}

describe('readConfig', () => {
  it('works with nothing set', () => {
    expect(readConfig({})).toEqual({
      databaseUrl: 'file:./data/bluepencil.db',
      role: 'all',
      runsPerWorkspace: null,
      host: '127.0.0.1',
      port: 3000,
      logLevel: 'info',
      personasDir: null,
      publicUrl: null,
      deskAdmins: null,
      discord: null,
      openai: {
        apiKey: null,
        baseUrl: null,
        model: null,
        criticModel: null,
        writerModel: null,
        judgeModel: null,
        named: {},
        api: 'auto',
        windowTokens: 128_000,
        pricesFile: null,
        timeoutMs: 120_000,
        concurrency: 8,
      },
      slack: null,
      encryptionKeys: null,
    });
  });

  it.each([
    ['http://127.0.0.1:9090/api/', 'http://127.0.0.1:9090/api'],
    ['http://127.0.0.1:9090/api/v10', 'http://127.0.0.1:9090/api'],
    ['https://discord.example/inner/api/v9//', 'https://discord.example/inner/api'],
    ['http://127.0.0.1:9090', 'http://127.0.0.1:9090'],
  ])('takes Discord’s address with and without its version: %s', (given, apiUrl) => {
    const config = readConfig({ DISCORD_TOKEN: 'a.b.c', DISCORD_API_URL: given });
    expect(config.discord?.apiUrl).toBe(apiUrl);
  });

  it('reads every variable', () => {
    const config = readConfig({
      DATABASE_URL: 'file:/var/lib/bluepencil.db',
      RUNS_PER_WORKSPACE: '12',
      ROLE: 'worker',
      HOST: '::1',
      PORT: '0',
      LOG_LEVEL: 'debug',
      PERSONAS_DIR: './editors',
      DESK_ADMINS: 'ines, lars',
      DISCORD_TOKEN: 'MTIz.abc.def',
      DISCORD_API_URL: 'http://127.0.0.1:9090/api',
      DISCORD_GUILD_ID: '111122223333444455',
      OPENAI_API_KEY: 'sk-1',
      OPENAI_BASE_URL: 'http://127.0.0.1:8080/v1',
      OPENAI_MODEL: 'small',
      CRITIC_MODEL: 'sharp',
      WRITER_MODEL: 'fluent',
      JUDGE_MODEL: 'fair',
      MODEL_NAMES: 'fast=small:1b strong=org/large=8',
      MODEL_API: 'chat',
      MODEL_WINDOW_TOKENS: '8192',
      PRICES_FILE: 'prices.json',
      MODEL_TIMEOUT_MS: '30000',
      MODEL_CONCURRENCY: '2',
      SLACK_BOT_TOKEN: 'xoxb-1',
      SLACK_APP_TOKEN: 'xapp-1',
      SLACK_SIGNING_SECRET: 'signs',
      SLACK_API_URL: 'http://127.0.0.1:8081/api',
      ENCRYPTION_KEY: '01'.repeat(32),
    });
    expect(config).toEqual({
      databaseUrl: 'file:/var/lib/bluepencil.db',
      role: 'worker',
      runsPerWorkspace: 12,
      host: '::1',
      port: 0,
      logLevel: 'debug',
      personasDir: './editors',
      publicUrl: null,
      deskAdmins: ['ines', 'lars'],
      discord: {
        token: 'MTIz.abc.def',
        apiUrl: 'http://127.0.0.1:9090/api',
        server: '111122223333444455',
      },
      openai: {
        apiKey: 'sk-1',
        baseUrl: 'http://127.0.0.1:8080/v1',
        model: 'small',
        criticModel: 'sharp',
        writerModel: 'fluent',
        judgeModel: 'fair',
        named: { fast: 'small:1b', strong: 'org/large=8' },
        api: 'chat',
        windowTokens: 8192,
        pricesFile: 'prices.json',
        timeoutMs: 30_000,
        concurrency: 2,
      },
      slack: {
        botToken: 'xoxb-1',
        appToken: 'xapp-1',
        signingSecret: 'signs',
        apiUrl: 'http://127.0.0.1:8081/api/',
        oauth: null,
      },
      encryptionKeys: [Buffer.alloc(32, 1)],
    });
  });

  it('treats an empty variable as absent', () => {
    expect(readConfig({ PORT: '', OPENAI_API_KEY: ' ', HOST: '' })).toEqual(readConfig({}));
  });

  it('is frozen', () => {
    const config = readConfig({});
    expect(Object.isFrozen(config) && Object.isFrozen(config.openai)).toBe(true);
  });

  it.each(['http', '-1', '65536', '80.5', '1e9'])(
    'refuses the port %s by name and value',
    (port) => {
      expect(refusal({ PORT: port })).toMatch(
        new RegExp(`^PORT is "${port}" but must be a whole number .*\\.env file\\.$`),
      );
    },
  );

  it.each(['fast', '=x', 'Fast=x', 'default=x', 'offline=x'])(
    'refuses %s as a name for a model',
    (list) => {
      expect(refusal({ MODEL_NAMES: list })).toContain('fast=gpt-5-nano');
    },
  );

  it('names every wrong variable at once', () => {
    const message = refusal({ LOG_LEVEL: 'loud', HOST: 'two words' });
    expect(message).toContain('LOG_LEVEL is "loud" but must be one of trace, debug');
    expect(message).toContain('HOST is "two words" but must be a host name');
  });

  it.each([
    ['DATABASE_URL', `mysql://editor:${secret}@localhost/desk`],
    ['OPENAI_BASE_URL', `ftp://editor:${secret}@localhost`],
    ['OPENAI_API_KEY', `sk-${secret}\nsecond line`],
  ])('refuses a wrong %s without repeating it', (name, value) => {
    const message = refusal({ [name]: value });
    expect(message).toMatch(new RegExp(`^${name} must be`));
    expect(message).not.toContain(secret);
  });
});

describe('the tokens of Slack', () => {
  it('belong together: half a set is refused with what is missing', () => {
    expect(refusal({ SLACK_BOT_TOKEN: 'xoxb-1' })).toContain('set SLACK_APP_TOKEN');
    expect(refusal({ SLACK_CLIENT_ID: '1.2' })).toContain(
      'SLACK_CLIENT_SECRET, SLACK_STATE_SECRET',
    );
    expect(refusal({ SLACK_APP_TOKEN: 'xapp-1' })).toContain('SLACK_BOT_TOKEN is not');
  });
});

describe('.env.example', () => {
  const example = readFileSync('.env.example', 'utf8');
  const lines = [...example.matchAll(/^#? ?([A-Z][A-Z\d_]*)=(.*)$/gm)];

  it('lists every variable once and no other', () => {
    expect(lines.map((line) => line[1]).toSorted()).toEqual(configNames.toSorted());
  });

  it('shows the defaults', () => {
    const shown = Object.fromEntries(lines.map((line) => [line[1], line[2]]));
    expect(readConfig(shown)).toEqual(readConfig({}));
    const withDefault = lines.filter((line) => line[2] !== '').map((line) => line[1]);
    expect(withDefault).toEqual([
      'DATABASE_URL',
      'ROLE',
      'HOST',
      'PORT',
      'LOG_LEVEL',
      'DISCORD_API_URL',
      'MODEL_API',
      'MODEL_WINDOW_TOKENS',
      'MODEL_TIMEOUT_MS',
      'MODEL_CONCURRENCY',
      'SLACK_API_URL',
      'SLACK_AUTHORIZE_URL',
    ]);
  });

  it('explains every variable', () => {
    const blocks = example.split(/^#? ?[A-Z][A-Z\d_]*=.*\n/m).slice(0, lines.length);
    // Each of these shares the comment above the line before it.
    const bare = blocks.flatMap((block, index) =>
      /^# \w/m.test(block) ? [] : [lines[index]?.[1]],
    );
    expect(bare).toEqual(['PORT', 'WRITER_MODEL', 'JUDGE_MODEL', 'MODEL_CONCURRENCY']);
  });
});
