import {
  type APIApplicationCommandInteraction,
  type APIAttachment,
  type APIChatInputApplicationCommandInteraction,
  type APIInteraction,
  type APIMessageApplicationCommandInteraction,
  type APIMessageComponentInteraction,
  type APIModalSubmitInteraction,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  InteractionResponseType,
  InteractionType,
  MessageFlags,
} from 'discord.js';
import { decodeAction } from '../../review/action.ts';
import type { CommandWord } from '../../review/command-grammar.ts';
import { helpMessage } from '../../review/help.ts';
import type { ReviewChoices } from '../../review/reviews.ts';
import { isScreenWord, START } from '../../settings/screens.ts';
import {
  channelOf,
  defer,
  doerOf,
  type InteractionsDeps,
  isGuest,
  open,
  quickly,
  respond,
  workspaceFor,
} from './answering.ts';
import { readWords } from './capture.ts';
import { COMMANDS } from './commands.ts';
import { buildForm, readForm, suggest } from './forms.ts';
import { authorOf } from './listeners.ts';
import { guarded, tell } from './outcome.ts';
import { memberRef, PLATFORM, threadRef, workspaceOf } from './places.ts';
import { wish, wishPrivately } from './wishes.ts';
import { say, WAYS_IN, WORDS } from './words.ts';

/** Answers commands, clicks and forms. */
export interface Interactions {
  /** Takes an interaction: answered within three seconds, worked on after that. */
  take(interaction: APIInteraction): Promise<void>;
}

export function createInteractions(deps: InteractionsDeps): Interactions {
  return {
    async take(interaction) {
      deps.admins.learn(interaction);
      switch (interaction.type) {
        case InteractionType.ApplicationCommand:
          return takeCommand(deps, interaction);
        case InteractionType.MessageComponent:
          return takeClick(deps, interaction);
        case InteractionType.ModalSubmit:
          return takeForm(deps, interaction);
        case InteractionType.ApplicationCommandAutocomplete: {
          const options = interaction.data.options ?? [];
          const typed = options.find((option) => 'focused' in option && option.focused);
          const library = await deps.library(workspaceFor(interaction));
          const known = typed?.name === 'persona' ? library.personas : library.presets;
          const value = typed !== undefined && 'value' in typed ? String(typed.value) : '';
          return respond(deps, interaction, {
            type: InteractionResponseType.ApplicationCommandAutocompleteResult,
            data: { choices: suggest(value, known) },
          });
        }
        default:
      }
    },
  };
}

async function takeCommand(
  deps: InteractionsDeps,
  interaction: APIApplicationCommandInteraction,
): Promise<void> {
  const { data } = interaction;
  if (data.type === ApplicationCommandType.Message) {
    return takeMenu(deps, interaction as APIMessageApplicationCommandInteraction);
  }
  if (data.type !== ApplicationCommandType.ChatInput) return;
  const command = interaction as APIChatInputApplicationCommandInteraction;
  if (data.name === COMMANDS.admin) return takeAdminWord(deps, command);
  const options = readOptions(command);
  const isBrief = data.name === COMMANDS.write;
  const text = (isBrief ? options.brief : options.text) ?? '';
  if (!isBrief && text === '' && options.file === null) return openForm(deps, command);
  await wish(deps, command, {
    type: isBrief ? 'brief' : 'draft',
    trigger: 'command',
    text,
    files: options.file === null ? [] : [options.file],
    choices: options.choices,
  });
}

/** *Review this message*: the message comes along with its words, whatever the bot may read. */
async function takeMenu(
  deps: InteractionsDeps,
  interaction: APIMessageApplicationCommandInteraction,
): Promise<void> {
  await defer(deps, interaction, true);
  const by = doerOf(interaction);
  const { data } = interaction;
  const found = data.resolved?.messages?.[data.target_id];
  const message = found && { ...found, channel_id: found.channel_id ?? channelOf(interaction) };
  if (message === undefined) {
    await deps.tokens.say(interaction.id, say(WORDS.gone));
    return;
  }
  if (!isGuest(interaction)) {
    const scope = data.name === COMMANDS.reviewThread ? 'thread' : 'message';
    return deps.listeners.asked({ message, scope, trigger: 'shortcut', isGiven: true }, by);
  }
  // No member of this place: it may read and post nothing here, so the words go the private way.
  const channel = message.channel_id;
  const asked = threadRef({
    kind: 'asked',
    server: by.server,
    channel,
    interaction: interaction.id,
    asker: by.member,
  });
  deps.tokens.bind(interaction.id, asked);
  await guarded(deps, by, { thread: asked }, async () => {
    const { text, fromFile } = await readWords(message, {
      download: deps.download,
      embeds: 'ignore',
    });
    const given = {
      type: 'draft',
      trigger: 'command',
      text,
      isFile: fromFile,
      choices: {},
      ...authorOf(message),
    } as const;
    await wishPrivately(deps, interaction, { by, channel, asked, given });
  });
}

async function takeAdminWord(
  deps: InteractionsDeps,
  interaction: APIChatInputApplicationCommandInteraction,
): Promise<void> {
  const [chosen] = interaction.data.options ?? [];
  const name = chosen?.name ?? 'help';
  const word = (name === 'log' ? 'settings log' : name) as CommandWord;
  if (isScreenWord(word)) return deps.settingsDesk.open(interaction, START[word]);
  await defer(deps, interaction, true);
  const by = doerOf(interaction);
  const channel = channelOf(interaction);
  const thread = threadRef({
    kind: 'asked',
    server: by.server,
    channel,
    interaction: interaction.id,
    asker: by.member,
  });
  await guarded(deps, by, { thread }, async () => {
    const answer = word === 'help' ? helpMessage(WAYS_IN) : await deps.answer(word, by, channel);
    await deps.tokens.say(interaction.id, answer ?? say(WORDS.notYet(name)));
  });
}

/** The form has to be the first answer: what it needs to know is waited for only briefly. */
async function openForm(
  deps: InteractionsDeps,
  interaction: APIChatInputApplicationCommandInteraction,
): Promise<void> {
  const by = doerOf(interaction);
  const [settings, library] = await Promise.all([
    quickly(deps.listeners.settingsAt(by.server, channelOf(interaction), by.member)),
    quickly(deps.library(workspaceFor(interaction))),
  ]);
  const form = buildForm(library ?? { personas: [], presets: [] }, {
    preset: settings?.preset.value ?? 'general',
    isPrivate: isGuest(interaction) || settings?.commandDelivery.value !== 'thread',
  });
  await respond(deps, interaction, { type: InteractionResponseType.Modal, data: form });
}

async function takeForm(
  deps: InteractionsDeps,
  interaction: APIModalSubmitInteraction,
): Promise<void> {
  if (await deps.settingsDesk.take(interaction)) return;
  const answer = readForm(interaction.data.components);
  const { resolved } = interaction.data as {
    resolved?: { attachments?: Record<string, APIAttachment> };
  };
  const files = answer.files.flatMap((id) => resolved?.attachments?.[id] ?? []);
  await wish(deps, interaction, { ...answer, files, trigger: 'form' });
}

/** A click: acknowledged at once, carried out, and answered privately where the posts do not say it all. */
async function takeClick(
  deps: InteractionsDeps,
  interaction: APIMessageComponentInteraction,
): Promise<void> {
  if (await deps.settingsDesk.take(interaction)) return;
  await respond(deps, interaction, { type: InteractionResponseType.DeferredMessageUpdate });
  const by = doerOf(interaction);
  const { message } = interaction;
  const channel = message.channel_id ?? channelOf(interaction);
  open(deps, interaction, { isPrivate: true, isPending: false });
  const place = { server: by.server, channel, message: message.id };
  const thread = threadRef({ kind: 'in', ...place, asker: by.member });
  await guarded(deps, by, { thread }, async () => {
    const action = decodeAction(interaction.data.custom_id);
    if (action === null) return tell(deps, by, { thread }, say(WORDS.staleButton));
    if (action.verb === 'try-sample') {
      const note = await deps.reviews.trySample({
        workspace: workspaceFor(interaction),
        platform: PLATFORM,
        channel: await deps.listeners.channelFor(channel),
        thread,
        requester: memberRef(by.member),
        // However often it is clicked.
        interactionId: `sample/${message.id}/${by.member}`,
      });
      if (note !== null) await tell(deps, by, { thread }, note);
      return;
    }
    const note = await deps.reviews.act(
      action,
      memberRef(by.member),
      workspaceOf(by.server, by.member),
    );
    const isOnlyTheirs = ((message.flags ?? 0) & MessageFlags.Ephemeral) !== 0;
    if (action.verb === 'result' && note !== null && isOnlyTheirs) {
      await deps.tokens.say(interaction.id, note);
      return;
    }
    if (note !== null) await tell(deps, by, { thread }, note);
    else if (isOnlyTheirs) await showAgain(deps, interaction, action.runId);
  });
}

/** What only its member sees is no post that is brought in line by itself: it is drawn again here. */
async function showAgain(
  { reviews, tokens }: InteractionsDeps,
  interaction: APIMessageComponentInteraction,
  runId: string,
): Promise<void> {
  const by = doerOf(interaction);
  const workspace = workspaceOf(by.server, by.member);
  const note = await reviews.act({ verb: 'result', runId }, memberRef(by.member), workspace);
  if (note !== null) await tokens.say(interaction.id, note);
}

interface Options {
  readonly text?: string;
  readonly brief?: string;
  readonly file: APIAttachment | null;
  readonly choices: ReviewChoices;
}

function readOptions({ data }: APIChatInputApplicationCommandInteraction): Options {
  const values = new Map<string, string | number | boolean>();
  let file: APIAttachment | null = null;
  for (const option of data.options ?? []) {
    if (option.type === ApplicationCommandOptionType.Attachment) {
      file = data.resolved?.attachments?.[option.value] ?? null;
    } else if ('value' in option) values.set(option.name, option.value);
  }
  const text = (name: string) => {
    const value = values.get(name);
    return typeof value === 'string' ? { [name]: value } : {};
  };
  const { preset } = text('preset') as { preset?: string };
  const { persona } = text('persona') as { persona?: string };
  const rounds = values.get('rounds');
  const isPrivate = values.get('private');
  return {
    ...text('text'),
    ...text('brief'),
    file,
    choices: {
      ...(preset === undefined ? {} : { preset }),
      ...(persona === undefined ? {} : { personas: [persona] }),
      ...(typeof rounds === 'number' ? { rounds } : {}),
      ...(typeof isPrivate === 'boolean' ? { delivery: isPrivate ? 'private' : 'thread' } : {}),
    },
  };
}
