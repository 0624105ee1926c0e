/* What the bot may do in each server, by its roles, and in the channels somebody decided something for. */
import { z } from 'zod';
import { count, listWords } from '../review/words.ts';
import { type Finding, ok, warn } from './finding.ts';

/** A role, or what a channel grants and denies to a role or member. */
interface Role {
  readonly id: string;
  readonly permissions: string;
}
interface Overwrite {
  readonly id: string;
  readonly type: number;
  readonly allow: string;
  readonly deny: string;
}

/** A member in a server, or in one of its channels. */
interface Place {
  readonly server: string;
  readonly member: string;
  readonly memberRoles: readonly string[];
  readonly roles: readonly Role[];
  readonly overwrites: readonly Overwrite[];
}

/** What the platform knows of its rights. */
export interface ServerRights {
  readonly permissionsIn: (place: Place) => string;
  readonly missingPermissions: (granted: string) => readonly { readonly name: string }[];
  readonly inviteLink: (application: string) => string;
}

export interface ServersDeps {
  readonly rights: ServerRights;
  /** Asks Discord for something; any status is an answer. */
  readonly get: (path: string) => Promise<{ readonly status: number; readonly body: unknown }>;
  /** The channels of a server that something of their own is decided for. */
  readonly decidedChannels: (server: string) => Promise<readonly string[]>;
}

interface Bot {
  readonly id: string;
  readonly application: string;
}

const ABOUT = 'Discord';
/** Two or three calls each; Discord allows 50 a second, and the service makes some of them too. */
const MAX_SERVERS = 20;

const bits = z.string().regex(/^\d+$/);
const named = z.object({ id: z.string(), name: z.string() });
const serversForm = z.array(named);
const rolesForm = z.array(z.object({ id: z.string(), permissions: bits }));
const memberForm = z.object({ roles: z.array(z.string()) });
const overwriteForm = z.object({ id: z.string(), type: z.number(), allow: bits, deny: bits });
const channelsForm = z.array(
  named
    .partial({ name: true })
    .extend({ permission_overwrites: z.array(overwriteForm).default([]) }),
);

/** Looks at the servers the bot is in, with few calls however many there are. */
export async function checkServers(bot: Bot, deps: ServersDeps): Promise<readonly Finding[]> {
  const servers = await read(deps, '/users/@me/guilds?limit=200', serversForm);
  if (servers === null) return [untold('which servers it is in')];
  if (servers.length === 0) {
    const fix = `Add it with ${deps.rights.inviteLink(bot.application)}`;
    return [warn(ABOUT, 'The bot is in no server yet.', fix)];
  }
  const found: Finding[] = [];
  for (const server of servers.slice(0, MAX_SERVERS)) {
    found.push(...(await checkServer(server, bot, deps)));
  }
  const more = servers.length - MAX_SERVERS;
  if (more > 0) {
    const says = `${count(more, 'more server')} were not looked at.`;
    found.push(warn(ABOUT, says, '/refine-admin status tells in a server what is missing there.'));
  }
  return found;
}

async function checkServer(
  server: z.infer<typeof named>,
  bot: Bot,
  deps: ServersDeps,
): Promise<Finding[]> {
  const roles = await read(deps, `/guilds/${server.id}/roles`, rolesForm);
  const member = await read(deps, `/guilds/${server.id}/members/${bot.id}`, memberForm);
  if (roles === null || member === null) return [untold(`what it may do in ${server.name}`)];
  const { rights } = deps;
  const self = { server: server.id, member: bot.id, memberRoles: member.roles, roles };
  const inPlace = (overwrites: readonly Overwrite[]) =>
    rights
      .missingPermissions(rights.permissionsIn({ ...self, overwrites }))
      .map(({ name }) => name);
  const everywhere = inPlace([]);
  const own = await deps.decidedChannels(server.id);
  const channels =
    own.length === 0 ? [] : await read(deps, `/guilds/${server.id}/channels`, channelsForm);
  const closed = (channels ?? []).filter(
    ({ id, permission_overwrites: here }) =>
      own.includes(id) && inPlace(here).some((name) => !everywhere.includes(name)),
  );
  const findings = closed.map(({ id, name = id, permission_overwrites: here }) => {
    const lacking = inPlace(here).filter((each) => !everywhere.includes(each));
    const says = `In #${name} of ${server.name}, which has settings of its own, it lacks ${listWords(lacking)}.`;
    return warn(ABOUT, says, 'Allow it in that channel’s settings (Edit Channel → Permissions).');
  });
  const invitation = deps.rights.inviteLink(bot.application);
  return [ofServer(server.name, everywhere, invitation), ...findings];
}

function ofServer(name: string, lacking: readonly string[], invitation: string): Finding {
  if (lacking.length === 0) return ok(ABOUT, `In ${name} it has every permission it uses.`);
  const fix = `docs/discord.md tells what each is for; grant them with ${invitation}`;
  return warn(ABOUT, `In ${name} it lacks ${listWords(lacking)}.`, fix);
}

function untold(what: string): Finding {
  return warn(ABOUT, `Discord did not say ${what}.`, 'Try again in a minute.');
}

/** What Discord answered; null for a refusal, a limit, or something that is no such answer. */
async function read<Form extends z.ZodType>(
  { get }: ServersDeps,
  path: string,
  form: Form,
): Promise<z.infer<Form> | null> {
  const { status, body } = await get(path);
  const parsed = form.safeParse(body);
  return status === 200 && parsed.success ? parsed.data : null;
}
