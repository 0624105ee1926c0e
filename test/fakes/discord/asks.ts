/* What a client sends to the app for its member: commands, buttons, forms, suggestions. */
import type { Interaction, Interactions } from './interactions.ts';
import { type Json, numberOr, objectsOf, textOr } from './json.ts';
import { addAttachment } from './messages.ts';
import { ALL_PERMISSIONS, PERMISSION, permissionsOf } from './permissions.ts';
import { typeOf } from './routes-commands.ts';
import {
  CHANNEL,
  type Channel,
  type Command,
  type Message,
  type State,
  type User,
} from './state.ts';
import {
  attachmentJson,
  channelJson,
  memberJson,
  messageJson,
  ownPermissions,
  userJson,
} from './wire.ts';

export interface GivenFile {
  readonly name: string;
  readonly text?: string;
  readonly bytes?: Uint8Array;
  readonly type?: string;
}

export type OptionValue = string | number | boolean | GivenFile;
export type Options = Readonly<Record<string, OptionValue>>;

const SUB_COMMAND = 1;

/** What a member may do here; in direct messages everything. */
export function memberPermissions({ server }: Channel, user: User, channel: Channel): bigint {
  const member = server?.members.get(user.id);
  if (server === null) return ALL_PERMISSIONS & ~PERMISSION.administrator;
  if (member === undefined) throw new Error(`${user.username} is no member of ${server.name}`);
  return permissionsOf(server, member, channel);
}

/** Finds a command as the member's client offers it, or says why it does not. */
export function findCommand(
  state: State,
  channel: Channel,
  user: User,
  find: { readonly name: string; readonly type: number },
) {
  const { server } = channel;
  const fits = [...state.commands.values()].filter(
    (each) =>
      each.body.name === find.name &&
      typeOf(each.body) === find.type &&
      (each.serverId === null || each.serverId === server?.id),
  );
  const command = fits.find((each) => isOffered(state, each, channel, user));
  if (command !== undefined) return command;
  const why = fits.length === 0 ? 'is registered nowhere' : 'is not offered to this member here';
  throw new Error(`/${find.name} ${why}`);
}

function isOffered(
  { app }: State,
  { body, serverId }: Command,
  channel: Channel,
  user: User,
): boolean {
  const { server } = channel;
  const contexts = Array.isArray(body.contexts) ? body.contexts : null;
  const where = server ? 0 : 1;
  if (contexts !== null && !contexts.includes(where)) return false;
  const types = Array.isArray(body.integration_types) ? body.integration_types : [0];
  const isInstalled = server === null || (server.hasBot && server.members.has(app.user.id));
  const reaches =
    serverId !== null ||
    (isInstalled && types.includes(0)) ||
    (user.hasInstalled && types.includes(1));
  if (!reaches) return false;
  if (server === null) return true;
  const may = memberPermissions(channel, user, channel);
  if (!(may & PERMISSION.useApplicationCommands)) return false;
  const wanted = body.default_member_permissions;
  if (typeof wanted !== 'string') return true;
  if (may === ALL_PERMISSIONS) return true;
  return wanted !== '0' && (may & BigInt(wanted)) === BigInt(wanted);
}

/** Turns options into what travels; refuses what a client would not send. */
export function readOptions(
  state: State,
  channel: Channel,
  definitions: readonly Json[],
  { options, focused }: { readonly options: Options; readonly focused?: string | undefined },
): { readonly options: Json[]; readonly resolved: Json } {
  const attachments: Json = {};
  const left = new Set(Object.keys(options));
  const read = definitions.flatMap((definition): Json[] => {
    const name = textOr(definition.name, '');
    left.delete(name);
    const given = options[name];
    if (given === undefined) {
      if (definition.required === true && focused === undefined)
        throw new Error(`${name} is required`);
      return [];
    }
    const type = numberOr(definition.type, 3);
    const value = typeof given === 'object' ? attach(state, channel, given, attachments) : given;
    if (focused === undefined) checkValue(definition, value);
    return [{ name, type, value, ...(focused === name ? { focused: true } : {}) }];
  });
  if (left.size > 0) throw new Error(`there is no option ${[...left].join(', ')}`);
  const hasFiles = Object.keys(attachments).length > 0;
  return { options: read, resolved: hasFiles ? { attachments } : {} };
}

function attach(state: State, channel: Channel, file: GivenFile, attachments: Json): string {
  const attachment = addAttachment(state, channel, fileOf(file));
  attachments[attachment.id] = attachmentJson(state, attachment, true);
  return attachment.id;
}

export function fileOf({ name, text = '', bytes, type }: GivenFile) {
  const guess = name.endsWith('.txt') ? 'text/plain; charset=utf-8' : 'application/octet-stream';
  return { name, type: type ?? guess, bytes: bytes ?? new TextEncoder().encode(text) };
}

function checkValue(
  { name, type, max_length: most, min_value: least, max_value: greatest, choices }: Json,
  value: unknown,
): void {
  const say = (why: string) => {
    throw new Error(`the client does not send ${String(name)}: ${why}`);
  };
  if (type === 3 && String(value).length > numberOr(most, 6000)) say('too long');
  if (type === 4 && !Number.isInteger(value)) say('no whole number');
  if (
    type === 4 &&
    (Number(value) < numberOr(least, -Infinity) || Number(value) > numberOr(greatest, Infinity))
  )
    say('out of range');
  if (type === 5 && typeof value !== 'boolean') say('neither true nor false');
  const known = objectsOf(choices).map((each) => each.value);
  if (known.length > 0 && !known.includes(value)) say('no such choice');
}

export interface Ask {
  readonly kind: number;
  readonly channel: Channel;
  readonly user: User;
  readonly data: Json;
  readonly source?: Message;
  /** The one before, when this is the form it opened. */
  readonly from?: Interaction;
}

/** Sends an interaction to the app; nobody hears it when no connection is open. */
export function send(state: State, interactions: Interactions, ask: Ask): Interaction {
  const { channel, user, kind, data, source } = ask;
  const { server } = channel;
  const hasBot = server === null || (server.hasBot && server.members.has(state.app.user.id));
  const may = memberPermissions(channel, user, channel);
  const owners = {
    ...(hasBot && server ? { 0: server.id } : {}),
    ...(user.hasInstalled || !server ? { 1: user.id } : {}),
  };
  const interaction = interactions.open({
    kind,
    channel,
    server,
    user,
    source: source ?? ask.from?.source ?? null,
    isCarried: !hasBot,
    isForcedPrivate: !hasBot && !(may & PERMISSION.useExternalApps),
    metadata: metadataOf(ask, owners),
  });
  Object.assign(interaction.metadata, { id: interaction.id });
  const member = server?.members.get(user.id);
  const about = interaction.source;
  const json = {
    id: interaction.id,
    application_id: state.app.id,
    type: kind,
    token: interaction.token,
    version: 1,
    data,
    channel_id: channel.id,
    channel: { ...channelJson(state, channel), permissions: String(may) },
    app_permissions: String(hasBot && server ? ownPermissions(state, channel) : may),
    locale: user.locale,
    entitlements: [],
    authorizing_integration_owners: owners,
    context: contextOf(channel),
    attachment_size_limit: 10 * 1024 * 1024,
    ...(server && member
      ? {
          guild_id: server.id,
          guild: { id: server.id, locale: server.locale, features: [] },
          guild_locale: server.locale,
          member: { ...memberJson(member), permissions: String(may) },
        }
      : { user: userJson(user) }),
    ...(about === null ? {} : { message: messageJson(state, about, { readsContent: true }) }),
  };
  state.dispatch({
    type: 'INTERACTION_CREATE',
    intents: 0,
    serverId: server?.id ?? null,
    data: () => json,
  });
  return interaction;
}

const contextOf = ({ type, server }: Channel) => (server ? 0 : type === CHANNEL.dm ? 1 : 2);

function metadataOf({ kind, user, source, from, data }: Ask, owners: Json): Json {
  return {
    type: kind,
    user: userJson(user),
    authorizing_integration_owners: owners,
    ...(source ? { interacted_message_id: source.id } : {}),
    ...(typeof data.target_id === 'string' ? { target_message_id: data.target_id } : {}),
    ...(from ? { triggering_interaction_metadata: from.metadata } : {}),
  };
}

/** Sub-commands are part of the name: `refine-admin settings`. */
export function commandData(
  state: State,
  channel: Channel,
  user: User,
  wanted: { readonly name: string; readonly options: Options; readonly focused?: string },
): Json {
  const [name = '', ...path] = wanted.name.replace(/^\//, '').split(' ');
  const command = findCommand(state, channel, user, { name, type: 1 });
  let definitions = objectsOf(command.body.options);
  for (const part of path) {
    const sub = definitions.find((each) => each.name === part && Number(each.type) <= 2);
    if (sub === undefined) throw new Error(`/${wanted.name} is registered nowhere`);
    definitions = objectsOf(sub.options);
  }
  if (definitions.some(({ type }) => type === SUB_COMMAND))
    throw new Error(`/${wanted.name} cannot be used without a sub-command`);
  const { options, resolved } = readOptions(state, channel, definitions, wanted);
  const nested = path.reduceRight<Json[]>(
    (inner, part) => [{ name: part, type: SUB_COMMAND, options: inner }],
    options,
  );
  return {
    id: command.id,
    name,
    type: 1,
    ...(nested.length > 0 ? { options: nested } : {}),
    ...(Object.keys(resolved).length > 0 ? { resolved } : {}),
    ...(command.serverId === null ? {} : { guild_id: command.serverId }),
  };
}

/** The entry of a message's menu. */
export function menuData(
  state: State,
  channel: Channel,
  user: User,
  { name, message }: { readonly name: string; readonly message: Message },
): Json {
  const command = findCommand(state, channel, user, { name, type: 3 });
  return {
    id: command.id,
    name,
    type: 3,
    target_id: message.id,
    resolved: { messages: { [message.id]: messageJson(state, message, { readsContent: true }) } },
    ...(command.serverId === null ? {} : { guild_id: command.serverId }),
  };
}
