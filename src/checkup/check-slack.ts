import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { listWords } from '../review/words.ts';
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
  user: z.string().optional(),
});

/** Asks Slack about both tokens, and compares what the app was given with what the manifest asks for. */
export function checkSlack(config: SlackConfig, manifestPath: string): Check {
  return async (signal) => {
    try {
      const found = await checkBotToken(config, manifestPath, signal);
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
  manifestPath: string,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  if (botToken === null) return [ok(ABOUT, 'Workspaces install the app at /slack/install.')];
  const { answer, scopes } = await ask(apiUrl, 'auth.test', { token: botToken, signal });
  if (!answer.ok) {
    const fix = 'Copy the Bot User OAuth Token (OAuth & Permissions) into SLACK_BOT_TOKEN.';
    return [fail(ABOUT, `Slack does not take SLACK_BOT_TOKEN (${answer.error}).`, fix)];
  }
  const known = ok(ABOUT, `The bot is in ${answer.team} as ${answer.user}.`);
  return [known, ...missingScopes(scopes, await readManifestScopes(manifestPath))];
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
) {
  const response = await fetch(`${apiUrl}${method}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    signal,
  });
  const answer = answerForm.parse(await response.json());
  const scopes = (response.headers.get('x-oauth-scopes') ?? '')
    .split(',')
    .map((each) => each.trim());
  return { answer, scopes };
}
