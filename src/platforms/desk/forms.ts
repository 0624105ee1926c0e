import { randomUUID } from 'node:crypto';
import type { ReviewChoices } from '../../review/reviews.ts';
import type { Library } from '../../settings/library.ts';
import type { ResolvedSettings } from '../../settings/resolution.ts';
import { emojiCharacter } from '../../text/emoji.ts';
import { DeskError, notFound } from './desk-error.ts';

interface Option {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
}

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: 'text' | 'choice' | 'choices';
  readonly options?: readonly Option[];
  readonly value: string | readonly string[];
  readonly hint?: string;
}

export interface Form {
  readonly id: string;
  readonly title: string;
  readonly fields: readonly Field[];
}

/** What a member chose in the form. */
export interface FormAnswer {
  readonly type: 'draft' | 'brief';
  readonly text: string;
  readonly choices: ReviewChoices;
}

const FORM_ID = /^review-[0-9a-f-]{36}$/;

/** The id of a form that is opened now; sent twice, the same form asks once. */
export function newFormId(): string {
  return `review-${randomUUID()}`;
}

/** The form of a bare `/refine`. Throws a 404 for an id that was never given out. */
export function buildForm(
  id: string,
  { personas, presets }: Library,
  settings: ResolvedSettings,
): Form {
  if (!FORM_ID.test(id)) throw notFound('form', id);
  const usual = settings.preset.value;
  return {
    id,
    title: 'Have a text reviewed',
    fields: [
      {
        name: 'type',
        label: 'What do you have?',
        type: 'choice',
        value: 'draft',
        options: [
          { value: 'draft', label: 'A draft' },
          { value: 'brief', label: 'Only an idea', hint: 'Say what to write; this needs a model.' },
        ],
      },
      { name: 'text', label: 'Your text', type: 'text', value: '' },
      {
        name: 'preset',
        label: 'What kind of text is it?',
        type: 'choice',
        value: usual,
        options: presets.map(({ id: value, title, purpose }) => ({
          value,
          label: title,
          hint: purpose,
        })),
      },
      {
        name: 'personas',
        label: 'Or choose the editors yourself',
        type: 'choices',
        value: [],
        options: personas.map(({ id: value, title, icon, reader }) => ({
          value,
          label: `${emojiCharacter(icon) ?? ''} ${title}`.trim(),
          hint: reader,
        })),
      },
      {
        name: 'rounds',
        label: 'Rounds',
        type: 'choice',
        value: String(settings.rounds.value),
        options: ['1', '2', '3', '4'].map((value) => ({ value, label: value })),
      },
      {
        name: 'editStyle',
        label: 'How to edit',
        type: 'choice',
        value: settings.editStyle.value,
        options: [
          { value: 'edits', label: 'Only what was marked' },
          { value: 'rewrite', label: 'Rewrite freely' },
        ],
      },
      {
        name: 'delivery',
        label: 'Who sees it',
        type: 'choice',
        value: settings.commandDelivery.value === 'private' ? 'private' : 'thread',
        options: [
          { value: 'private', label: 'Only me' },
          { value: 'thread', label: 'Everyone in this channel' },
        ],
      },
    ],
  };
}

/** Reads the values of a filled-in form. Throws a `DeskError` for a value the form does not offer. */
export function readForm(form: Form, values: Readonly<Record<string, unknown>>): FormAnswer {
  const one = (name: string): string | undefined => {
    const field = form.fields.find((each) => each.name === name);
    const given = values[name] ?? field?.value;
    if (typeof given !== 'string') throw new DeskError(422, `“${name}” needs one value.`);
    if (field?.options && !field.options.some(({ value }) => value === given)) {
      const names = field.options.map(({ value }) => value).join(', ');
      throw new DeskError(422, `“${field.label}” is one of ${names}, not “${given.slice(0, 80)}”.`);
    }
    return given;
  };
  const chosen = values.personas ?? [];
  if (!Array.isArray(chosen)) throw new DeskError(422, '“personas” needs a list.');
  const known = form.fields.find(({ name }) => name === 'personas')?.options ?? [];
  const stranger = chosen.find((each) => !known.some(({ value }) => value === each));
  if (stranger !== undefined) throw notFound('persona', String(stranger));
  return {
    type: one('type') === 'brief' ? 'brief' : 'draft',
    text: typeof values.text === 'string' ? values.text : '',
    choices: {
      ...(chosen.length > 0 ? { personas: chosen.map(String) } : { preset: one('preset') ?? '' }),
      rounds: Number(one('rounds')),
      editStyle: one('editStyle') === 'rewrite' ? 'rewrite' : 'edits',
      delivery: one('delivery') === 'private' ? 'private' : 'thread',
    },
  };
}
