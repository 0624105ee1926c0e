import { checkServers, type ServersDeps } from './check-discord-servers.ts';
import { type Check, type Finding, fail, ok, warn } from './finding.ts';

const ABOUT = 'Discord';
/**
 * Bits of an application's flags that say it may read message content: verified, and limited to a
 * hundred servers (Discord's developer documentation, "Application Flags").
 */
const MAY_READ_CONTENT = (1 << 18) | (1 << 19);

/** Asks Discord whether the token is good, whether the bot may read messages, and what it may do in each server. */
export function checkDiscord(
  { token, apiUrl }: { readonly token: string; readonly apiUrl: string },
  servers: Omit<ServersDeps, 'get'>,
): Check {
  return async (signal) => {
    const get = async (path: string) => {
      const response = await fetch(`${apiUrl.replace(/\/$/, '')}/v10${path}`, {
        headers: { authorization: `Bot ${token}` },
        signal,
      });
      const body: unknown = await response.json().catch(() => null);
      return { status: response.status, body };
    };
    try {
      return await askAbout({ ...servers, get });
    } catch (error) {
      signal.throwIfAborted();
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      const code = isRecord(cause) && typeof cause.code === 'string' ? ` (${cause.code})` : '';
      const says = `Discord at ${new URL(apiUrl).host} cannot be reached${code}.`;
      return [fail(ABOUT, says, 'Check the network, and DISCORD_API_URL if it is set.')];
    }
  };
}

async function askAbout(deps: ServersDeps): Promise<Finding[]> {
  const me = await deps.get('/users/@me');
  if (me.status === 401) {
    const fix = 'Reset it in the developer portal (Bot → Token) and set DISCORD_TOKEN.';
    return [fail(ABOUT, 'Discord does not know this token.', fix)];
  }
  if (me.status !== 200 || !isRecord(me.body)) return [trouble(me.status)];
  const application = await deps.get('/applications/@me');
  const found = [ok(ABOUT, `The token is that of ${String(me.body.username)}.`)];
  if (application.status !== 200 || !isRecord(application.body)) return found;
  const bot = { id: String(me.body.id), application: String(application.body.id) };
  const servers = await checkServers(bot, deps);
  return [...found, contentIntent(application.body), ...servers];
}

function contentIntent({ flags }: Readonly<Record<string, unknown>>): Finding {
  if (typeof flags === 'number' && (flags & MAY_READ_CONTENT) !== 0) {
    return ok(ABOUT, 'The bot may read what messages say.');
  }
  return warn(
    ABOUT,
    'The bot may not read what messages say, so reactions cannot start reviews.',
    'Switch on “Message Content Intent” in the developer portal (Bot → Privileged Gateway Intents).',
  );
}

function trouble(status: number): Finding {
  const fix = 'Try again in a minute; discordstatus.com tells of outages.';
  return fail(ABOUT, `Discord answered with ${status}.`, fix);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
