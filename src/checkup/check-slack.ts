import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { count, listWords } from '../review/words.ts';
import { type ChannelLook, findAbsence, nameAbsence } from '../settings/absence.ts';
import { type Check, type Finding, fail, ok, warn } from './finding.ts';

const ABOUT = 'Slack';

type SlackConfig = NonNullable<Config['slack']>;

const manifestForm = z.object({
  oauth_config: z.object({
    scopes: z.object({
      bot: z.array(z.string()),
      bot_optional: z.array(z.string()).default([]),
    }),
  }),
});

const answerForm = z.object({
  ok: z.boolean(),
  error: z.string().optional(),
  team: z.string().optional(),
  team_id: z.string().optional(),
  user: z.string().optional(),
  channel: z
    .object({
      name: z.string().optional(),
      is_member: z.boolean().optional(),
      is_archived: z.boolean().optional(),
    })
    .optional(),
  channels: z.array(z.object({ id: z.string() })).optional(),
  response_metadata: z.object({ next_cursor: z.string().optional() }).optional(),
});

/** What is compared with what Slack says. */
export interface SlackExpectations {
  readonly manifestPath: string;
  /** The channels of a workspace that something of their own is decided for. */
  readonly decidedChannels: (workspace: string) => Promise<readonly string[]>;
  /** The tokens of the workspaces that installed the app. */
  readonly installed: () => Promise<readonly InstalledToken[]>;
}

/** What a workspace gave the app; null for one that cannot be opened, of which the key's check speaks. */
export interface InstalledToken {
  readonly workspace: string;
  readonly token: string | null;
  /** Whether another one takes its place when it ends. */
  readonly renews: boolean;
}

const keptForm = z.object({
  identity: z.object({ token: z.string() }),
  refreshToken: z.string().nullable(),
});

/** The token in what was sealed of an installation. */
export function readInstalledToken(body: string): Omit<InstalledToken, 'workspace'> {
  const { identity, refreshToken } = keptForm.parse(JSON.parse(body));
  return { token: identity.token, renews: refreshToken !== null };
}

/** Of more workspaces than this, the doctor does not ask Slack. */
const MOST_WORKSPACES = 20;

/**
 * Asks Slack about both tokens, compares what the app was given with what the manifest asks for, and looks
 * for channels with settings that the bot is not in.
 */
export function checkSlack(config: SlackConfig, expected: SlackExpectations): Check {
  return async (signal) => {
    try {
      const found = await checkBotToken(config, expected, signal);
      return [...found, ...(await checkDelivery(config, signal))];
    } catch {
      signal.throwIfAborted();
      const says = `Slack at ${new URL(config.apiUrl).host} cannot be reached.`;
      return [fail(ABOUT, says, 'Check the network, and SLACK_API_URL if it is set.')];
    }
  };
}

async function checkBotToken(
  { apiUrl, botToken }: SlackConfig,
  expected: SlackExpectations,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  if (botToken === null) return checkInstalled(apiUrl, expected, signal);
  const { manifestPath, decidedChannels } = expected;
  const { answer, scopes } = await ask(apiUrl, 'auth.test', { token: botToken, signal });
  if (!answer.ok) {
    const fix = 'Copy the Bot User OAuth Token (OAuth & Permissions) into SLACK_BOT_TOKEN.';
    return [fail(ABOUT, `Slack does not take SLACK_BOT_TOKEN (${answer.error}).`, fix)];
  }
  const known = ok(ABOUT, `The bot is in ${answer.team} as ${answer.user}.`);
  const channels = await decidedChannels(answer.team_id ?? '');
  return [
    known,
    ...missingScopes(scopes, await readManifestScopes(manifestPath)),
    ...(await checkChannels(channels, lookWith({ apiUrl, token: botToken, scopes, signal }))),
  ];
}

/** Whether Slack takes the token of each workspace that installed the app, and gave what the manifest asks for. */
async function checkInstalled(
  apiUrl: string,
  { installed, manifestPath }: SlackExpectations,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const tokens = await installed();
  const opening = ok(ABOUT, 'Workspaces install the app at /slack/install.');
  if (tokens.length === 0) return [opening];
  const wanted = await readManifestScopes(manifestPath);
  const asked = tokens.flatMap(({ token, ...rest }) =>
    token === null ? [] : [{ token, ...rest }],
  );
  const found = await Promise.all(
    asked.slice(0, MOST_WORKSPACES).map(async ({ workspace, token, renews }) => {
      const { answer, scopes } = await ask(apiUrl, 'auth.test', { token, signal });
      // It ended while nobody was there to renew it; the service does so as it starts.
      if (answer.error === 'token_expired' && renews) return [];
      if (answer.ok)
        return missingScopes(scopes, wanted)
          .filter(({ level }) => level !== 'ok')
          .map(inWorkspace(workspace));
      const says = `Slack does not take the token of the workspace ${workspace} (${answer.error}).`;
      return [
        fail(ABOUT, says, 'An admin of that workspace installs the app again at /slack/install.'),
      ];
    }),
  );
  const left = asked.length - MOST_WORKSPACES;
  const trouble = found.flat();
  const good = count(found.filter((findings) => findings.length === 0).length, 'workspace');
  return [
    opening,
    ...(trouble.length === found.length && trouble.length > 0
      ? []
      : [ok(ABOUT, `The app is in order in ${good}.`)]),
    ...trouble,
    ...(left > 0 ? [ok(ABOUT, `${count(left, 'more workspace')} were not asked about.`)] : []),
  ];
}

const inWorkspace =
  (workspace: string) =>
  (finding: Finding): Finding => ({ ...finding, says: `${workspace}: ${finding.says}` });

/** Whether the bot hears what happens in the channels somebody decided something for. */
async function checkChannels(channels: readonly string[], look: ChannelLook): Promise<Finding[]> {
  if (channels.length === 0) return [];
  const own = count(channels.length, 'channel');
  try {
    const absence = await findAbsence(channels, look);
    if (absence.absent.length > 0) {
      const says = `Settings wait in ${nameAbsence(absence)}, where the bot is not: emoji and mentions there do not reach it.`;
      return [warn(ABOUT, says, 'Type /invite @Bluepencil there.')];
    }
    if (absence.unasked > 0) {
      const says = `Not all of the ${own} with settings of their own were looked at.`;
      return [warn(ABOUT, says, '/refine status tells in a channel whether the bot is in it.')];
    }
    return [ok(ABOUT, `The bot is in every channel with settings of its own (${own}).`)];
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const says = `Slack did not say which channels the bot is in (${error.message}).`;
    return [warn(ABOUT, says, '/refine status tells in a channel whether the bot is in it.')];
  }
}

class Refused extends Error {}

function lookWith(to: {
  readonly apiUrl: string;
  readonly token: string;
  readonly scopes: readonly string[];
  readonly signal: AbortSignal;
}): ChannelLook {
  const types = to.scopes.includes('groups:read')
    ? 'public_channel,private_channel'
    : 'public_channel';
  return {
    async ours(cursor) {
      const query = { types, limit: '200', ...(cursor === null ? {} : { cursor }) };
      const { answer } = await ask(to.apiUrl, 'users.conversations', to, query);
      if (!answer.ok) throw new Refused(answer.error);
      return {
        channels: (answer.channels ?? []).map(({ id }) => id),
        next: answer.response_metadata?.next_cursor || null,
      };
    },
    async info(channel) {
      const { answer } = await ask(to.apiUrl, 'conversations.info', to, { channel });
      if (answer.error === 'channel_not_found') return null;
      if (!answer.ok) throw new Refused(answer.error);
      const { name = channel, is_member, is_archived } = answer.channel ?? {};
      return { name: `#${name}`, isMember: is_member !== false, isArchived: is_archived === true };
    },
  };
}

interface Scopes {
  readonly bot: readonly string[];
  readonly bot_optional: readonly string[];
}

function missingScopes(given: readonly string[], wanted: Scopes): Finding[] {
  const missing = wanted.bot.filter((scope) => !given.includes(scope));
  const needed = missing.filter((scope) => !wanted.bot_optional.includes(scope));
  const fix = 'Add them under OAuth & Permissions and install the app again.';
  if (needed.length > 0) return [fail(ABOUT, `Scopes are missing: ${listWords(needed)}.`, fix)];
  if (missing.length === 0) return [ok(ABOUT, 'Every scope of the manifest was given.')];
  const says = `Optional scopes are missing: ${listWords(missing)}. docs/slack.md tells what each is for.`;
  return [warn(ABOUT, says, fix)];
}

async function readManifestScopes(path: string): Promise<Scopes> {
  return manifestForm.parse(parse(await readFile(path, 'utf8'))).oauth_config.scopes;
}

async function checkDelivery(
  { apiUrl, appToken, signingSecret }: SlackConfig,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  if (appToken === null) {
    return signingSecret === null ? [] : [ok(ABOUT, 'Events come over HTTP, signed.')];
  }
  const { answer } = await ask(apiUrl, 'apps.connections.open', { token: appToken, signal });
  if (answer.ok) return [ok(ABOUT, 'Socket Mode can be opened.')];
  const fix =
    'Make an app-level token with connections:write (Basic Information), switch Socket Mode on, and set SLACK_APP_TOKEN.';
  return [fail(ABOUT, `Socket Mode cannot be opened (${answer.error}).`, fix)];
}

async function ask(
  apiUrl: string,
  method: string,
  { token, signal }: { readonly token: string; readonly signal: AbortSignal },
  about: Readonly<Record<string, string>> = {},
) {
  const response = await fetch(`${apiUrl}${method}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(about),
    signal,
  });
  const answer = answerForm.parse(await response.json());
  const scopes = (response.headers.get('x-oauth-scopes') ?? '')
    .split(',')
    .map((each) => each.trim());
  return { answer, scopes };
}
