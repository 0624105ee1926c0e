import { z } from 'zod';
import { readKeys } from './seal.ts';
import { UserError } from './user-error.ts';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

const ROLES = ['all', 'ingest', 'worker'] as const;

/** `ingest` takes requests in, `worker` reviews, `all` does both. */
export type Role = (typeof ROLES)[number];

export interface Config {
  /** SQLite file as `file:PATH`, relative to the working folder, or `postgres://…`. */
  readonly databaseUrl: string;
  /** How many reviews of one workspace may be under way at once; null: as many as there is room for. */
  readonly runsPerWorkspace: number | null;
  /** What this process does of the work that several share. */
  readonly role: Role;
  readonly host: string;
  readonly port: number;
  readonly logLevel: LogLevel;
  /** A folder of YAML files that are the truth about editors and presets; null: the database is. */
  readonly personasDir: string | null;
  /** Members of the desk who administer it; null: everybody there. */
  readonly deskAdmins: readonly string[] | null;
  /** Null when no bot token is set. */
  readonly discord: {
    readonly token: string;
    /** Without its version. */
    readonly apiUrl: string;
    /** The one server commands are registered in; null: everywhere. */
    readonly server: string | null;
  } | null;
  readonly openai: {
    readonly apiKey: string | null;
    readonly baseUrl: string | null;
    readonly model: string | null;
    /** Models for one role each; null means `model`. */
    readonly criticModel: string | null;
    readonly writerModel: string | null;
    readonly judgeModel: string | null;
    /** Names that settings, presets and personas may choose, with the models behind them. */
    readonly named: Readonly<Record<string, string>>;
    /** The form of the protocol; `auto` finds out. */
    readonly api: 'auto' | 'responses' | 'chat';
    /** How many tokens a prompt and its answer may take together. */
    readonly windowTokens: number;
    /** A JSON file with prices, relative to the working folder; null: the cost stays open. */
    readonly pricesFile: string | null;
    /** How long one request may take. */
    readonly timeoutMs: number;
    /** How many requests may be under way at once. */
    readonly concurrency: number;
  };
  /** Null: Slack is off. */
  readonly slack: {
    /** For one workspace; null with many. */
    readonly botToken: string | null;
    /** Set for Socket Mode. */
    readonly appToken: string | null;
    /** Set for events over HTTP. */
    readonly signingSecret: string | null;
    /** Ends with a slash. */
    readonly apiUrl: string;
    /** For many workspaces, each installing the app; null with one. */
    readonly oauth: {
      readonly clientId: string;
      readonly clientSecret: string;
      readonly stateSecret: string;
      readonly authorizeUrl: string;
      /** Where Slack sends people back to, without a slash at its end. */
      readonly publicUrl: string;
    } | null;
  } | null;
  /** Where people reach the pages, without a slash at its end; null: only this machine does. */
  readonly publicUrl: string | null;
  /** Keys that seal tokens in the database, the first for new ones; null: none are kept. */
  readonly encryptionKeys: readonly Buffer[] | null;
}

const optional = z.string().nullable().default(null);

const variables = z.object({
  DATABASE_URL: z
    .string()
    .regex(
      /^(file:.|postgres(ql)?:\/\/.)/,
      'must be a file, like file:./data/bluepencil.db, or a PostgreSQL address, like postgres://name:password@host/database',
    )
    .default('file:./data/bluepencil.db'),
  RUNS_PER_WORKSPACE: z
    .string()
    .nullable()
    .default(null)
    .transform((text) => (text === null ? null : Number(text)))
    .refine(
      (count) => count === null || isBetween(1, 1000)(count),
      'must be a whole number from 1 to 1000',
    ),
  ROLE: z.enum(ROLES, `must be one of ${ROLES.join(', ')}`).default('all'),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be a host name or an IP address, like 127.0.0.1')
    .default('127.0.0.1'),
  PORT: z
    .string()
    .default('3000')
    .transform(Number)
    .refine(isBetween(0, 65_535), 'must be a whole number from 0 to 65535'),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  DISCORD_TOKEN: optional.refine(isHeaderSafe, 'must be one line of letters, digits and signs'),
  DISCORD_API_URL: z
    .string()
    .default('https://discord.com/api')
    .refine(isHttpUrl, 'must be an http or https address')
    // The version is the program's choice; an address copied with one means the same place.
    .transform((url) => url.replace(/\/*$/, '').replace(/\/v\d+$/, '')),
  PERSONAS_DIR: optional,
  DESK_ADMINS: optional.transform(
    (list) => list?.split(/[\s,]+/).filter((id) => id !== '') ?? null,
  ),
  DISCORD_GUILD_ID: optional.refine(isServerId, 'must be the number of a server'),
  SLACK_BOT_TOKEN: optional.refine(isHeaderSafe, 'must be the token that begins with xoxb-'),
  SLACK_APP_TOKEN: optional.refine(isHeaderSafe, 'must be the token that begins with xapp-'),
  SLACK_SIGNING_SECRET: optional.refine(isHeaderSafe, 'must be the signing secret of the app'),
  SLACK_CLIENT_ID: optional,
  SLACK_CLIENT_SECRET: optional,
  SLACK_STATE_SECRET: optional,
  SLACK_AUTHORIZE_URL: z
    .string()
    .default('https://slack.com/oauth/v2/authorize')
    .refine(isHttpUrl, 'must be an http or https address'),
  PUBLIC_URL: optional
    .refine(isHttpUrl, 'must be an http or https address')
    .transform((url) => url?.replace(/\/*$/, '') ?? null),
  ENCRYPTION_KEY: optional.refine(
    (value) => value === null || readKeys(value) !== null,
    'must be 64 hexadecimal digits, or several such keys with commas between',
  ),
  SLACK_API_URL: z
    .string()
    .default('https://slack.com/api/')
    .refine(isHttpUrl, 'must be an http or https address')
    .transform((url) => url.replace(/\/*$/, '/')),
  OPENAI_API_KEY: optional.refine(isHeaderSafe, 'must be one line of letters, digits and signs'),
  OPENAI_BASE_URL: optional.refine(
    isHttpUrl,
    'must be an http or https address, like http://127.0.0.1:11434/v1',
  ),
  OPENAI_MODEL: optional,
  CRITIC_MODEL: optional,
  WRITER_MODEL: optional,
  JUDGE_MODEL: optional,
  MODEL_NAMES: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter((item) => item !== ''))
    .refine(areNamed, 'must be names with models, like fast=gpt-5-nano strong=gpt-5')
    .transform((items) => Object.fromEntries(items.map(splitAtFirst))),
  MODEL_API: z
    .enum(['auto', 'responses', 'chat'], 'must be one of auto, responses, chat')
    .default('auto'),
  MODEL_WINDOW_TOKENS: z
    .string()
    .default('128000')
    .transform(Number)
    .refine(isBetween(2000, 10_000_000), 'must be a whole number from 2000 to 10000000'),
  PRICES_FILE: optional,
  MODEL_TIMEOUT_MS: z
    .string()
    .default('120000')
    .transform(Number)
    .refine(isBetween(1000, 3_600_000), 'must be a whole number from 1000 to 3600000'),
  MODEL_CONCURRENCY: z
    .string()
    .default('8')
    .transform(Number)
    .refine(isBetween(1, 100), 'must be a whole number from 1 to 100'),
});

/** Values of these may be or contain secrets, so an error message never repeats them. */
const SECRETS: readonly string[] = [
  'DATABASE_URL',
  'DISCORD_TOKEN',
  'OPENAI_API_KEY',
  'OPENAI_BASE_URL',
  'SLACK_BOT_TOKEN',
  'SLACK_APP_TOKEN',
  'SLACK_SIGNING_SECRET',
  'SLACK_CLIENT_SECRET',
  'SLACK_STATE_SECRET',
  'ENCRYPTION_KEY',
];

/** Every environment variable that Bluepencil reads. */
export const configNames: readonly string[] = Object.keys(variables.shape);

/**
 * Turns the environment into a frozen configuration; an empty variable counts as absent.
 * Throws a UserError that names each wrong variable, what is wrong and what to do, and no secret.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    configNames
      .map((name) => [name, env[name]?.trim()] as const)
      .filter(([, value]) => value !== undefined && value !== ''),
  );
  const read = variables.safeParse(given);
  if (!read.success) {
    const problems = read.error.issues.map((issue) => describe(issue, given));
    throw new UserError(
      `${problems.join('; ')}. Correct this in the environment or in the .env file.`,
      { code: 'bad_config' },
    );
  }
  assertSlackComplete(read.data);
  return freezeConfig(read.data);
}

/** Half a set of tokens is a mistake, and a platform that silently stays off is hard to find. */
function assertSlackComplete(values: z.infer<typeof variables>): void {
  const { SLACK_BOT_TOKEN: bot, SLACK_APP_TOKEN: app, SLACK_SIGNING_SECRET: secret } = values;
  const isMany = MANY_NEEDS.some((name) => name.startsWith('SLACK_') && values[name] !== null);
  const missing = isMany ? MANY_NEEDS.filter((name) => values[name] === null) : [];
  const way = app ?? secret;
  const problem =
    missing.length > 0
      ? `For Slack in many workspaces these are missing: ${missing.join(', ')}; set them, or leave out all that begin with SLACK_CLIENT_ and SLACK_STATE_.`
      : isMany && bot !== null
        ? 'SLACK_BOT_TOKEN is for one workspace and SLACK_CLIENT_ID for many; leave one of them out.'
        : (isMany || bot !== null) && way === null
          ? 'Slack has tokens but nothing says how it reaches Bluepencil; set SLACK_APP_TOKEN (Socket Mode) or SLACK_SIGNING_SECRET (HTTP).'
          : !isMany && bot === null && way !== null
            ? `${app === null ? 'SLACK_SIGNING_SECRET' : 'SLACK_APP_TOKEN'} is set but SLACK_BOT_TOKEN is not; set it to the token that begins with xoxb-.`
            : null;
  if (problem !== null) throw new UserError(problem, { code: 'bad_config' });
}

/** What installing into many workspaces takes. */
const MANY_NEEDS = [
  'SLACK_CLIENT_ID',
  'SLACK_CLIENT_SECRET',
  'SLACK_STATE_SECRET',
  'PUBLIC_URL',
  'ENCRYPTION_KEY',
] as const;

function slackConfig(values: z.infer<typeof variables>): Config['slack'] {
  const { SLACK_CLIENT_ID: clientId, SLACK_CLIENT_SECRET: clientSecret } = values;
  const { SLACK_STATE_SECRET: stateSecret, PUBLIC_URL: publicUrl } = values;
  const isMany =
    clientId !== null && clientSecret !== null && stateSecret !== null && publicUrl !== null;
  if (values.SLACK_BOT_TOKEN === null && !isMany) return null;
  return Object.freeze({
    botToken: values.SLACK_BOT_TOKEN,
    appToken: values.SLACK_APP_TOKEN,
    signingSecret: values.SLACK_SIGNING_SECRET,
    apiUrl: values.SLACK_API_URL,
    oauth: isMany
      ? Object.freeze({
          clientId,
          clientSecret,
          stateSecret,
          publicUrl,
          authorizeUrl: values.SLACK_AUTHORIZE_URL,
        })
      : null,
  });
}

function freezeConfig(values: z.infer<typeof variables>): Config {
  return Object.freeze({
    databaseUrl: values.DATABASE_URL,
    role: values.ROLE,
    runsPerWorkspace: values.RUNS_PER_WORKSPACE,
    host: values.HOST,
    port: values.PORT,
    logLevel: values.LOG_LEVEL,
    personasDir: values.PERSONAS_DIR,
    deskAdmins: values.DESK_ADMINS,
    discord:
      values.DISCORD_TOKEN === null
        ? null
        : Object.freeze({
            token: values.DISCORD_TOKEN,
            apiUrl: values.DISCORD_API_URL,
            server: values.DISCORD_GUILD_ID,
          }),
    openai: Object.freeze({
      apiKey: values.OPENAI_API_KEY,
      baseUrl: values.OPENAI_BASE_URL,
      model: values.OPENAI_MODEL,
      criticModel: values.CRITIC_MODEL,
      writerModel: values.WRITER_MODEL,
      judgeModel: values.JUDGE_MODEL,
      named: Object.freeze(values.MODEL_NAMES),
      api: values.MODEL_API,
      windowTokens: values.MODEL_WINDOW_TOKENS,
      pricesFile: values.PRICES_FILE,
      timeoutMs: values.MODEL_TIMEOUT_MS,
      concurrency: values.MODEL_CONCURRENCY,
    }),
    slack: slackConfig(values),
    publicUrl: values.PUBLIC_URL,
    encryptionKeys: values.ENCRYPTION_KEY === null ? null : readKeys(values.ENCRYPTION_KEY),
  });
}

function describe(
  issue: { path: PropertyKey[]; message: string },
  given: Record<string, string | undefined>,
): string {
  const name = String(issue.path[0]);
  if (SECRETS.includes(name)) return `${name} ${issue.message}`;
  return `${name} is "${given[name]}" but ${issue.message}`;
}

function isBetween(least: number, most: number): (value: number) => boolean {
  return (value) => Number.isInteger(value) && value >= least && value <= most;
}

/** `default` and `offline` have a meaning of their own. */
function areNamed(items: readonly string[]): boolean {
  return items.every((item) => /^(?!(?:default|offline)=)[a-z][a-z0-9-]*=\S+$/.test(item));
}

function splitAtFirst(item: string): [string, string] {
  const at = item.indexOf('=');
  return [item.slice(0, at), item.slice(at + 1)];
}

function isHeaderSafe(value: string | null): boolean {
  return value === null || /^[\x21-\x7e]+$/.test(value);
}

function isServerId(value: string | null): boolean {
  return value === null || /^\d{1,20}$/.test(value);
}

function isHttpUrl(value: string | null): boolean {
  return value === null || (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol));
}
