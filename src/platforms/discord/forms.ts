import { ComponentType, TextInputStyle } from 'discord.js';
import type { ReviewChoices } from '../../review/reviews.ts';
import type { Library } from '../../settings/library.ts';
import { emojiCharacter } from '../../text/emoji.ts';
import { LIMITS } from './limits.ts';

/** What a member chose in the form. */
export interface FormAnswer {
  readonly type: 'draft' | 'brief';
  readonly text: string;
  /** Ids of the files that came with it. */
  readonly files: readonly string[];
  readonly choices: ReviewChoices;
}

/** What the form begins with. */
export interface FormDefaults {
  readonly preset: string;
  readonly isPrivate: boolean;
}

/** The id of every form of ours. */
export const FORM_ID = 'review-form';

const FIELD = { text: 'text', file: 'file', editors: 'editors', how: 'how', who: 'who' } as const;
const PRESET = 'preset:';
const PERSONA = 'persona:';

/**
 * The form of a bare `/refine`. A form holds five fields (components/reference), so presets and single
 * editors share a list, and so do the ways of working. It is the way to give several paragraphs.
 */
export function buildForm({ personas, presets }: Library, { preset, isPrivate }: FormDefaults) {
  const editors = [
    ...presets.map(({ id, title, purpose }) => ({
      value: `${PRESET}${id}`,
      label: title,
      description: clip(purpose),
      default: id === preset,
    })),
    ...personas.map(({ id, title, icon, reader }) => ({
      value: `${PERSONA}${id}`,
      label: `${emojiCharacter(icon) ?? ''} Only the ${title.toLowerCase()}`.trim(),
      description: clip(reader),
    })),
  ];
  return {
    custom_id: FORM_ID,
    title: 'Have a text reviewed',
    components: [
      label('Your text', 'Paragraphs stay as they are. Longer than this field? Add a file below.', {
        type: ComponentType.TextInput,
        custom_id: FIELD.text,
        style: TextInputStyle.Paragraph,
        required: false,
        max_length: LIMITS.inputChars,
      }),
      label('Or a file', '.txt, .md or .docx', {
        type: ComponentType.FileUpload,
        custom_id: FIELD.file,
        required: false,
        min_values: 0,
        max_values: 1,
      }),
      label('What kind of text is it?', 'Or choose one editor', {
        type: ComponentType.StringSelect,
        custom_id: FIELD.editors,
        required: false,
        min_values: 0,
        max_values: 1,
        options: editors.slice(0, LIMITS.choices),
      }),
      label('How to work on it', 'Choose any, or none', {
        type: ComponentType.StringSelect,
        custom_id: FIELD.how,
        required: false,
        min_values: 0,
        max_values: 3,
        options: [
          option('brief', 'It is only an idea: write it for me', 'This needs a model.'),
          option('rewrite', 'Rewrite freely', 'Otherwise only what was marked is changed.'),
          option('rounds:2', 'Two rounds', 'The editors read the refined draft once more.'),
        ],
      }),
      label('Who sees it', undefined, {
        type: ComponentType.StringSelect,
        custom_id: FIELD.who,
        required: true,
        min_values: 1,
        max_values: 1,
        options: [
          { ...option('private', 'Only me'), default: isPrivate },
          { ...option('thread', 'Everyone in this channel'), default: !isPrivate },
        ],
      }),
    ],
  };
}

/** Reads a filled-in form; what it does not offer is left aside. */
export function readForm(components: readonly unknown[]): FormAnswer {
  const values = new Map<string, readonly string[]>();
  for (const field of components.flatMap(fieldsOf)) {
    const { custom_id: id, value, values: chosen } = field;
    if (id !== undefined) values.set(id, chosen ?? (value === undefined ? [] : [value]));
  }
  const all = (name: string) => values.get(name) ?? [];
  const [editors = ''] = all(FIELD.editors);
  const how = all(FIELD.how);
  return {
    type: how.includes('brief') ? 'brief' : 'draft',
    text: all(FIELD.text)[0] ?? '',
    files: all(FIELD.file),
    choices: {
      ...(editors.startsWith(PRESET) ? { preset: editors.slice(PRESET.length) } : {}),
      ...(editors.startsWith(PERSONA) ? { personas: [editors.slice(PERSONA.length)] } : {}),
      ...(how.includes('rounds:2') ? { rounds: 2 } : {}),
      ...(how.includes('rewrite') ? { editStyle: 'rewrite' as const } : {}),
      ...(all(FIELD.who)[0] === undefined
        ? {}
        : {
            delivery: all(FIELD.who)[0] === 'thread' ? ('thread' as const) : ('private' as const),
          }),
    },
  };
}

interface Field {
  readonly custom_id?: string;
  readonly value?: string;
  readonly values?: readonly string[];
}

/** The field inside a label, or the fields of an old-style row. */
function fieldsOf(component: unknown): Field[] {
  const { component: inner, components = [] } = component as {
    component?: Field;
    components?: Field[];
  };
  return inner === undefined ? components : [inner];
}

/** Up to 25 choices for what a member is typing: first those that begin with it, then those that contain it. */
export function suggest(
  typed: string,
  known: readonly { readonly id: string; readonly title: string }[],
): { name: string; value: string }[] {
  const words = typed.trim().toLowerCase();
  const isAt = (at: (place: number) => boolean) =>
    known.filter(
      ({ id, title }) => at(title.toLowerCase().indexOf(words)) || at(id.indexOf(words)),
    );
  const found = new Set([...isAt((place) => place === 0), ...isAt((place) => place > 0)]);
  return [...found].slice(0, LIMITS.choices).map(({ id, title }) => ({ name: title, value: id }));
}

function label(text: string, description: string | undefined, component: object) {
  return {
    type: ComponentType.Label,
    label: text,
    ...(description === undefined ? {} : { description }),
    component,
  };
}

function option(value: string, text: string, description?: string) {
  return { value, label: text, ...(description === undefined ? {} : { description }) };
}

function clip(text: string): string {
  return text.length <= LIMITS.choiceChars ? text : `${text.slice(0, LIMITS.choiceChars - 1)}…`;
}
