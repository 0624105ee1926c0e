import { findServer } from './access.ts';
import { refuse, refuseForm } from './api-error.ts';
import { isJson, type Json, numberOr, objectsOf, textOr } from './json.ts';
import { answer, nothing, type Routes } from './rest.ts';
import type { Command, State } from './state.ts';

const NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;
const A_DAY = 200;

export function commandRoutes(state: State): Routes {
  let creates = 0;
  const all = (serverId: string | null) =>
    [...state.commands.values()].filter((each) => each.serverId === serverId);
  const show = ({ id, serverId, version, body }: Command): Json => ({
    type: 1,
    default_member_permissions: null,
    nsfw: false,
    description: '',
    ...(serverId === null ? { integration_types: [0], contexts: null } : { guild_id: serverId }),
    ...body,
    id,
    application_id: state.app.id,
    version,
  });

  const routes = (prefix: string): Routes => {
    const scope = (params: Readonly<Record<string, string>>) =>
      params.server === undefined ? null : findServer(state, params.server).id;
    return {
      [`GET ${prefix}`]: ({ params }) => answer(all(scope(params)).map(show)),
      [`PUT ${prefix}`]: ({ params, raw }) => {
        const serverId = scope(params);
        const wanted = objectsOf(raw);
        const names = wanted.map(keyOf);
        if (new Set(names).size < names.length)
          refuseForm(
            '0',
            'APPLICATION_COMMANDS_DUPLICATE_NAME',
            'Application command names must be unique',
          );
        checkNumbers(wanted);
        for (const each of wanted) checkCommand(each);
        const before = new Map(all(serverId).map((each) => [keyOf(each.body), each]));
        for (const each of before.values()) state.commands.delete(each.id);
        return answer(wanted.map((each) => show(save(serverId, each, before.get(keyOf(each))))));
      },
      [`POST ${prefix}`]: ({ params, body }) => {
        const serverId = scope(params);
        checkCommand(body);
        const before = all(serverId).find((each) => keyOf(each.body) === keyOf(body));
        const saved = save(serverId, body, before);
        checkNumbers(all(serverId).map((each) => each.body));
        return answer(show(saved), before === undefined ? 201 : 200);
      },
      [`GET ${prefix}/:command`]: ({ params }) => answer(show(find(params))),
      [`PATCH ${prefix}/:command`]: ({ params, body }) => {
        const command = find(params);
        const next = { ...command.body, ...body };
        checkCommand(next);
        return answer(show(save(command.serverId, next, command)));
      },
      [`DELETE ${prefix}/:command`]: ({ params }) => {
        state.commands.delete(find(params).id);
        state.changed();
        return nothing;
      },
    };
  };

  return {
    ...routes('/applications/:application/commands'),
    ...routes('/applications/:application/guilds/:server/commands'),
  };

  function find(params: Readonly<Record<string, string>>): Command {
    const command = state.commands.get(params.command ?? '');
    if (command === undefined || command.serverId !== (params.server ?? null))
      refuse('unknownCommand');
    return command;
  }

  /** An unchanged command keeps its id; a new one counts against the day. */
  function save(serverId: string | null, body: Json, before: Command | undefined): Command {
    if (before === undefined) {
      creates += 1;
      if (creates > A_DAY) refuse('tooManyCreates');
    }
    const id = before?.id ?? state.clock.newId();
    const command: Command = { id, serverId, version: state.clock.newId(), body };
    state.commands.set(id, command);
    state.changed();
    return command;
  }
}

export const typeOf = (body: Json) => numberOr(body.type, 1);
const keyOf = (body: Json) => `${typeOf(body)}/${textOr(body.name, '')}`;

function checkNumbers(bodies: readonly Json[]): void {
  for (const [type, limit] of [
    [1, 100],
    [2, 15],
    [3, 15],
  ] as const)
    if (bodies.filter((each) => typeOf(each) === type).length > limit)
      refuseForm(
        '0',
        'APPLICATION_COMMANDS_LIMIT',
        `Maximum number of application commands reached (${limit}).`,
      );
}

function checkCommand(body: Json): void {
  const name = textOr(body.name, '');
  const isSlash = typeOf(body) === 1;
  if (isSlash && (!NAME.test(name) || name.toLowerCase() !== name))
    refuseForm('name', 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid');
  if (name.length < 1 || name.length > 32)
    refuseForm('name', 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 32 in length.');
  const description = textOr(body.description, '');
  if (isSlash && (description.length < 1 || description.length > 100))
    refuseForm('description', 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 100 in length.');
  if (!isSlash && description !== '')
    refuseForm(
      'description',
      'APPLICATION_COMMAND_DESCRIPTION',
      'Context menu commands have no description',
    );
  checkOptions(objectsOf(body.options), 'options');
  for (const text of Object.values(isJson(body.name_localizations) ? body.name_localizations : {}))
    if (isSlash && (!NAME.test(textOr(text, '')) || textOr(text, '').toLowerCase() !== text))
      refuseForm(
        'name_localizations',
        'APPLICATION_COMMAND_INVALID_NAME',
        'Command name is invalid',
      );
}

function checkOptions(options: readonly Json[], field: string): void {
  if (options.length > 25)
    refuseForm(field, 'BASE_TYPE_MAX_LENGTH', 'Must be 25 or fewer in length.');
  let isOptional = false;
  const names = new Set<string>();
  for (const [at, option] of options.entries()) {
    const where = `${field}.${at}`;
    const name = textOr(option.name, '');
    if (!NAME.test(name) || name.toLowerCase() !== name)
      refuseForm(`${where}.name`, 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid');
    if (names.has(name))
      refuseForm(
        where,
        'APPLICATION_COMMAND_OPTIONS_NAME_NOT_UNIQUE',
        'Option names must be unique',
      );
    names.add(name);
    if (option.required === true && isOptional)
      refuseForm(
        where,
        'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
        'Required options must be placed before non-required options',
      );
    if (option.required !== true && option.type !== 1) isOptional = true;
    if (option.autocomplete === true && objectsOf(option.choices).length > 0)
      refuseForm(
        where,
        'APPLICATION_COMMAND_AUTOCOMPLETE',
        'Choices and autocomplete exclude each other',
      );
    if (objectsOf(option.choices).length > 25)
      refuseForm(`${where}.choices`, 'BASE_TYPE_MAX_LENGTH', 'Must be 25 or fewer in length.');
    if (numberOr(option.max_length, 0) > 6000)
      refuseForm(
        `${where}.max_length`,
        'NUMBER_TYPE_MAX',
        'int value should be less than or equal to 6000.',
      );
    checkOptions(objectsOf(option.options), `${where}.options`);
  }
}
