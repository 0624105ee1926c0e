import type { types } from '@slack/bolt';
import type { ReviewChoices } from '../../review/reviews.ts';
import type { Library } from '../../settings/library.ts';
import type { ResolvedSettings } from '../../settings/resolution.ts';
import type { SlackFile } from './capture.ts';
import { emojiCharacter } from './emoji.ts';
import { LIMITS } from './limits.ts';

/** What the form has to know when it comes back; it travels with the view. */
export interface FormOrigin {
  /** Null for a form from the shortcut, which asks for the channel. */
  readonly channel: string | null;
  /** Names the form: sent twice, it asks once. */
  readonly id: string;
}

/** What a member chose in the form. */
export interface FormAnswer {
  readonly type: 'draft' | 'brief';
  readonly text: string;
  readonly files: readonly SlackFile[];
  /** The channel chosen; null when there was none to choose. */
  readonly channel: string | null;
  readonly choices: ReviewChoices;
}

export const FORM_CALLBACK = 'review_form';

/** Blocks of the form by name; their ids tell Slack where an error belongs. */
const FIELD = {
  type: 'type',
  text: 'text',
  more: 'more',
  file: 'file',
  preset: 'preset',
  personas: 'personas',
  rounds: 'rounds',
  editStyle: 'edit_style',
  delivery: 'delivery',
  channel: 'channel',
} as const;

const DRAFT_OPTION = option('draft', 'A draft');
const BRIEF_OPTION = option('brief', 'Only an idea', 'Say what to write; this needs a model.');
const ONLY_ME = option('private', 'Only me');
const EVERYONE = option('thread', 'Everyone in the channel');

/** The form of a bare `/refine`, with what is usual in its channel chosen beforehand. */
export function buildForm(
  origin: FormOrigin,
  { personas, presets }: Library,
  settings: ResolvedSettings,
): types.ModalView {
  const presetOptions = presets
    .slice(0, LIMITS.optionsPerSelect)
    .map(({ id, title, purpose }) => option(id, title, purpose));
  const usual = presetOptions.find(({ value }) => value === settings.preset.value);
  const rounds = ['1', '2', '3', '4'].map((value) => option(value, value));
  const styles = [option('edits', 'Only what was marked'), option('rewrite', 'Rewrite freely')];
  return {
    type: 'modal',
    callback_id: FORM_CALLBACK,
    private_metadata: JSON.stringify(origin),
    title: plain('Have a text reviewed'),
    submit: plain('Review'),
    close: plain('Cancel'),
    blocks: [
      input(FIELD.type, 'What do you have?', {
        type: 'radio_buttons',
        action_id: FIELD.type,
        options: [DRAFT_OPTION, BRIEF_OPTION],
        initial_option: DRAFT_OPTION,
      }),
      textField(FIELD.text, 'Your text', 0),
      input(
        FIELD.file,
        'Or a file',
        {
          type: 'file_input',
          action_id: FIELD.file,
          filetypes: ['txt', 'md', 'docx'],
          max_files: 1,
        },
        { isOptional: true },
      ),
      input(FIELD.preset, 'What kind of text is it?', {
        type: 'static_select',
        action_id: FIELD.preset,
        options: presetOptions,
        ...(usual === undefined ? {} : { initial_option: usual }),
      }),
      input(
        FIELD.personas,
        'Or choose the editors yourself',
        {
          type: 'multi_static_select',
          action_id: FIELD.personas,
          options: personas
            .slice(0, LIMITS.optionsPerSelect)
            .map(({ id, title, icon, reader }) =>
              option(id, `${emojiCharacter(icon) ?? ''} ${title}`.trim(), reader),
            ),
        },
        { isOptional: true },
      ),
      input(FIELD.rounds, 'Rounds', {
        type: 'static_select',
        action_id: FIELD.rounds,
        options: rounds,
        initial_option: rounds[settings.rounds.value - 1] ?? option('1', '1'),
      }),
      input(FIELD.editStyle, 'How to edit', {
        type: 'static_select',
        action_id: FIELD.editStyle,
        options: styles,
        initial_option:
          (settings.editStyle.value === 'rewrite' ? styles[1] : styles[0]) ?? styles[0],
      } as types.StaticSelect),
      input(FIELD.delivery, 'Who sees it', {
        type: 'radio_buttons',
        action_id: FIELD.delivery,
        options: [ONLY_ME, EVERYONE],
        initial_option: settings.commandDelivery.value === 'private' ? ONLY_ME : EVERYONE,
      }),
      ...(origin.channel === null ? [channelField()] : []),
      {
        type: 'context',
        elements: [
          {
            type: 'plain_text',
            text: 'Slack takes no commands inside threads. There, react with ✏️, choose “Review this message” or mention @Bluepencil.',
          },
        ],
      },
      // Most texts fit the first field, so these stand below all that is asked of everybody.
      { type: 'divider' },
      {
        type: 'context',
        elements: [
          plain('Longer than 3,000 characters? Go on here; what stands in the fields is joined.'),
        ],
      },
      ...Array.from({ length: LIMITS.textFields - 1 }, (_, at) =>
        textField(`${FIELD.more}_${at + 1}`, `Your text, part ${at + 2}`, at + 1),
      ),
    ],
  };
}

type Values = Readonly<Record<string, Readonly<Record<string, Value>>>>;

interface Value {
  readonly value?: string | null;
  readonly selected_option?: { readonly value?: string } | null;
  readonly selected_options?: readonly { readonly value?: string }[];
  readonly selected_conversation?: string | null;
  readonly files?: readonly SlackFile[];
}

/** Reads a form that was sent; what is missing or strange falls back to what is usual. */
export function readForm(values: Values): FormAnswer {
  const field = (name: string): Value => values[name]?.[name] ?? {};
  const chosen = (name: string) => field(name).selected_option?.value;
  const texts = [
    FIELD.text,
    ...Array.from({ length: LIMITS.textFields - 1 }, (_, at) => `${FIELD.more}_${at + 1}`),
  ];
  const personas = (field(FIELD.personas).selected_options ?? []).flatMap(
    ({ value }) => value ?? [],
  );
  const preset = chosen(FIELD.preset);
  return {
    type: chosen(FIELD.type) === 'brief' ? 'brief' : 'draft',
    text: texts
      .map((name) => field(name).value ?? '')
      .filter((text) => text.trim() !== '')
      .join('\n\n'),
    files: field(FIELD.file).files ?? [],
    channel: field(FIELD.channel).selected_conversation ?? null,
    choices: {
      ...(personas.length > 0 ? { personas } : preset === undefined ? {} : { preset }),
      rounds: Number(chosen(FIELD.rounds) ?? '1'),
      editStyle: chosen(FIELD.editStyle) === 'rewrite' ? 'rewrite' : 'edits',
      delivery: chosen(FIELD.delivery) === 'thread' ? 'thread' : 'private',
    },
  };
}

/** Where a form came from; null for what is no form of ours. */
export function readOrigin(metadata: string): FormOrigin | null {
  try {
    const { channel, id } = JSON.parse(metadata) as Partial<FormOrigin>;
    return typeof id === 'string' ? { channel: channel ?? null, id } : null;
  } catch {
    return null;
  }
}

/** The errors that Slack shows beside the fields. */
export function formError(
  sentence: string,
  field: keyof typeof FIELD = 'text',
): Record<string, string> {
  return { [FIELD[field]]: sentence };
}

function textField(name: string, label: string, at: number): types.InputBlock {
  return input(
    name,
    label,
    {
      type: 'plain_text_input',
      action_id: name,
      multiline: true,
      max_length: LIMITS.inputChars,
      ...(at === 0 ? { focus_on_load: true, placeholder: plain('Paste or write it here') } : {}),
    },
    { isOptional: true },
  );
}

function channelField(): types.InputBlock {
  return input(
    FIELD.channel,
    'Channel',
    {
      type: 'conversations_select',
      action_id: FIELD.channel,
      default_to_current_conversation: true,
    },
    { isOptional: true, hint: 'Its settings hold; with “Everyone” the review appears there.' },
  );
}

function input(
  name: string,
  label: string,
  element: types.InputBlock['element'],
  { isOptional = false, hint }: { readonly isOptional?: boolean; readonly hint?: string } = {},
): types.InputBlock {
  return {
    type: 'input',
    block_id: name,
    label: plain(label),
    element,
    optional: isOptional,
    ...(hint === undefined ? {} : { hint: plain(hint) }),
  };
}

function option(value: string, label: string, description?: string): types.PlainTextOption {
  return {
    value,
    text: plain(clip(label)),
    ...(description === undefined ? {} : { description: plain(clip(description)) }),
  };
}

function plain(text: string): types.PlainTextElement {
  return { type: 'plain_text', text };
}

function clip(text: string): string {
  return text.length <= LIMITS.optionChars
    ? text
    : `${text.slice(0, LIMITS.optionChars - 1).trimEnd()}…`;
}
