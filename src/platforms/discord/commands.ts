import {
  type APIApplicationCommandBasicOption,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  type RESTPostAPIApplicationCommandsJSONBody,
} from 'discord.js';
import {
  ADMIN_WORDS,
  COMMAND_TEXTS,
  LOCALES,
  type Named,
  OPTIONS,
  type Words,
} from './command-words.ts';
import { LIMITS } from './limits.ts';

export const COMMANDS = {
  refine: 'refine',
  write: 'refine-write',
  admin: 'refine-admin',
  reviewMessage: COMMAND_TEXTS.reviewMessage.en,
  reviewThread: COMMAND_TEXTS.reviewThread.en,
} as const;

/** Servers, direct messages with the bot, and where a member brings the app along. */
const EVERYWHERE = {
  integration_types: [
    ApplicationIntegrationType.GuildInstall,
    ApplicationIntegrationType.UserInstall,
  ],
  contexts: [
    InteractionContextType.Guild,
    InteractionContextType.BotDM,
    InteractionContextType.PrivateChannel,
  ],
};

/** Every command as it is registered. `/refine` has no subcommands, so that it can be sent bare. */
export function buildCommands(): readonly RESTPostAPIApplicationCommandsJSONBody[] {
  return [
    {
      type: ApplicationCommandType.ChatInput,
      name: COMMANDS.refine,
      ...described(COMMAND_TEXTS.refine),
      options: [
        textOption(OPTIONS.text),
        { type: ApplicationCommandOptionType.Attachment, ...named(OPTIONS.file) },
        choiceOption(OPTIONS.preset),
        choiceOption(OPTIONS.persona),
        ...commonOptions(),
      ],
      ...EVERYWHERE,
    },
    {
      type: ApplicationCommandType.ChatInput,
      name: COMMANDS.write,
      ...described(COMMAND_TEXTS.write),
      options: [
        { ...textOption(OPTIONS.brief), required: true },
        choiceOption(OPTIONS.preset),
        ...commonOptions(),
      ],
      ...EVERYWHERE,
    },
    {
      type: ApplicationCommandType.ChatInput,
      name: COMMANDS.admin,
      ...described(COMMAND_TEXTS.admin),
      options: Object.values(ADMIN_WORDS).map((word) => ({
        type: ApplicationCommandOptionType.Subcommand as const,
        ...named(word),
      })),
      integration_types: [ApplicationIntegrationType.GuildInstall],
      contexts: [InteractionContextType.Guild, InteractionContextType.BotDM],
    },
    ...[COMMAND_TEXTS.reviewMessage, COMMAND_TEXTS.reviewThread].map((name) => ({
      type: ApplicationCommandType.Message as const,
      name: name.en,
      name_localizations: localized(name),
      ...EVERYWHERE,
    })),
  ];
}

function commonOptions(): APIApplicationCommandBasicOption[] {
  return [
    {
      type: ApplicationCommandOptionType.Integer,
      ...named(OPTIONS.rounds),
      min_value: 1,
      max_value: 4,
    },
    { type: ApplicationCommandOptionType.Boolean, ...named(OPTIONS.private) },
  ];
}

function textOption(words: Named) {
  return {
    type: ApplicationCommandOptionType.String as const,
    ...named(words),
    max_length: LIMITS.optionChars,
  };
}

function choiceOption(words: Named) {
  return {
    type: ApplicationCommandOptionType.String as const,
    ...named(words),
    autocomplete: true as const,
  };
}

function named({ name, description }: Named) {
  return { name: name.en, name_localizations: localized(name), ...described(description) };
}

function described(words: Words) {
  return { description: words.en, description_localizations: localized(words) };
}

function localized(words: Words): Record<string, string> {
  return Object.fromEntries(LOCALES.map((locale) => [locale, words[locale]]));
}
