import { type RESTPostAPIApplicationCommandsJSONBody, Routes } from 'discord.js';
import type { Api } from './api.ts';
import { buildCommands } from './commands.ts';
import { unless } from './failure.ts';

/** Where commands are registered. */
export interface Registry {
  readonly applicationId: string;
  /** One server while developing; null: everywhere. */
  readonly server: string | null;
}

type Command = RESTPostAPIApplicationCommandsJSONBody;

/**
 * Brings the commands up to date, and writes nothing when they are: a server takes 200 new commands a day.
 * A name that is registered both everywhere and in a server shows twice (discord-api-docs#3885), so the
 * other list is emptied. `servers` are those the bot is in, as far as they are worth looking at.
 */
export async function registerCommands(
  api: Api,
  { applicationId, server }: Registry,
  servers: readonly string[] = [],
): Promise<void> {
  const everywhere = Routes.applicationCommands(applicationId);
  const inServer = (id: string) => Routes.applicationGuildCommands(applicationId, id);
  await bring(api, server === null ? everywhere : inServer(server), buildCommands());
  if (server !== null) await bring(api, everywhere, []);
  else for (const id of servers) await bring(api, inServer(id), []);
}

async function bring(
  api: Api,
  route: ReturnType<typeof Routes.applicationCommands>,
  wanted: readonly Command[],
): Promise<void> {
  const standing = await unless<Command[] | null>(
    api<Command[]>({
      method: 'GET',
      route,
      query: { with_localizations: 'true' },
      doing: 'read commands',
    }),
    ['gone', 'impossible'],
    () => null,
  );
  if (standing !== null && isSame(standing, wanted)) return;
  const doing = 'register commands';
  await unless<unknown>(
    api({ method: 'PUT', route, doing, body: wanted }),
    ['gone', 'impossible'],
    async () => {
      // Not all at once, then one by one: a name that is there is changed.
      for (const body of wanted) await api({ method: 'POST', route, doing, body });
    },
  );
}

/** Whether these commands are the same in everything we decide; what Discord adds is left aside. */
export function isSame(standing: readonly Command[], wanted: readonly Command[]): boolean {
  const comparable = (commands: readonly Command[]) =>
    commands.map((command) => JSON.stringify(plain(command, TOP))).sort();
  const [has, needs] = [comparable(standing), comparable(wanted)];
  return has.length === needs.length && has.every((command, at) => command === needs[at]);
}

const OPTION = [
  'type',
  'name',
  'name_localizations',
  'description',
  'description_localizations',
  'required',
  'autocomplete',
  'min_value',
  'max_value',
  'max_length',
  'options',
];
const TOP = [...OPTION, 'integration_types', 'contexts'];

/** The fields we decide, in one order; what is empty or false counts as absent, as Discord leaves it out. */
function plain(value: unknown, keys: readonly string[]): unknown {
  const fields = value as Record<string, unknown>;
  const entries = keys.flatMap((key): [string, unknown][] => {
    const field = fields[key];
    if (field === undefined || field === null || field === false || field === '') return [];
    if (key === 'options') {
      const options = (field as unknown[]).map((option) => plain(option, OPTION));
      return options.length === 0 ? [] : [[key, options]];
    }
    if (Array.isArray(field)) return [[key, [...field].sort()]];
    if (typeof field === 'object') return [[key, Object.entries(field).sort()]];
    return [[key, field]];
  });
  return Object.fromEntries(entries);
}
