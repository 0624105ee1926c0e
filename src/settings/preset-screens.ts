import type { Preset } from '../loop/persona.ts';
import { formatAddress } from './address.ts';
import { findModelTrouble } from './change.ts';
import type { Entry } from './entry-store.ts';
import { findUses, modelsOf, refuseLibrary, savePreset } from './library-changes.ts';
import { readPresetEntry } from './library-entries.ts';
import {
  allButton,
  goneButton,
  lostNote,
  refuseForm,
  type Shelved,
  showShelf,
  showShelfPart,
  submitShelfPart,
} from './library-screens.ts';
import { slugOf } from './persona-text.ts';
import { checkPreset, readPresetForm } from './preset-form.ts';
import { noteOf, type ScreenContext } from './screen-context.ts';
import { button, outcomeOf } from './screen-parts.ts';
import type { Field, FormValues, Screen } from './screens.ts';
import {
  capital,
  clip,
  listOf,
  modelChoice,
  options,
  readModelChoice,
  textOf,
} from './setting-fields.ts';
import { CHOICE_WORDS } from './setting-rules.ts';
import { line } from './text-field.ts';
import { readTriggerEmoji } from './trigger-emoji.ts';
import { drawWizard, keepDraft, showWizard, submitWizard, type Wizard } from './wizard.ts';
import { emojiOf, type LibraryPreset, showEmoji } from './workspace-library.ts';

/** The presets of the workspace. */
export function showPresets(context: ScreenContext): Screen {
  return showShelf(context, 'preset', {
    intro: 'A preset is a set of editors with their habits, for one kind of text.',
    make: button('Make a new preset', ['preset-new'], 'show', 'primary'),
    options: context.book.library.allPresets.map(({ preset, origin, isEnabled }) => ({
      label: clip(preset.title, 75),
      hint: clip(`${origin === 'built in' ? '' : `${capital(origin)}. `}${preset.purpose}`),
      address: formatAddress(['preset', preset.id]),
      isEnabled,
    })),
  });
}

function showPreset(context: ScreenContext, known: LibraryPreset): Screen {
  const { book, by, place } = context;
  const { preset, origin, isEnabled } = known;
  const { id } = preset;
  const refused = refuseLibrary(book, { workspace: place.workspace, kind: 'preset' }, by);
  const uses = findUses(book, { workspace: place.workspace, kind: 'preset', id });
  const titles = preset.personas.map(
    (persona) =>
      book.library.allPersonas.find((each) => each.persona.id === persona)?.persona.title ??
      `“${persona}”, which is gone`,
  );
  const emoji = emojiOf(preset);
  const words = [
    `**${preset.title}** · ${origin}${isEnabled ? '' : ' · resting'}`,
    preset.purpose,
    [
      `- Editors: **${titles.join(', ')}**`,
      `- Rounds: **${preset.rounds}**`,
      `- How to edit: **${CHOICE_WORDS.editStyle[preset.editStyle]}**`,
      ...modelWords(preset),
      `- Emoji: ${emoji.length === 0 ? 'none of its own' : emoji.map(showEmoji).join(' ')}`,
    ].join('\n'),
    uses.length === 0
      ? 'Used nowhere by default; anybody can choose it.'
      : `Used ${uses.join(', ')}.`,
  ];
  const back = allButton('preset');
  const ways = [
    button('Change', ['preset', id, 'edit'], 'show', 'primary'),
    button('Make a copy', ['preset', id, 'copy']),
    isEnabled
      ? button('Let it rest', ['preset', id, 'rest'], 'do')
      : button('Wake it', ['preset', id, 'wake'], 'do'),
    button('Versions', ['preset', id, 'versions']),
    goneButton(shelved(known)) ?? back,
  ];
  return {
    type: 'view',
    address: formatAddress(['preset', id]),
    title: clip(preset.title, 60),
    parts: [{ markdown: words.join('\n\n'), buttons: refused === null ? ways : [back] }],
  };
}

/** The screens behind one preset. */
export async function showPresetPart(
  context: ScreenContext,
  [id = '', part = '', detail = '']: readonly string[],
  step: number,
): Promise<Screen> {
  const known = find(context, id);
  if (known === null) return lostNote('preset', id);
  const { preset } = known;
  switch (part) {
    case '':
      return showPreset(context, known);
    case 'edit':
    case 'copy':
      return openForm(context, preset, part === 'copy', step);
    default:
      return (
        (await showShelfPart(context, shelved(known), { part, detail, labelOf: versionLabel })) ??
        lostNote('preset', id)
      );
  }
}

/** Does what a button or form of one preset says. */
export async function submitPresetPart(
  context: ScreenContext,
  [id = '', part = '', detail = '']: readonly string[],
  filled: { readonly values: FormValues; readonly step: number; readonly base: number },
): Promise<Screen> {
  const known = find(context, id);
  if (known === null) return lostNote('preset', id);
  if (part === 'edit' || part === 'copy') {
    return submitForm(context, known.preset, part === 'copy', filled);
  }
  return (
    (await submitShelfPart(context, shelved(known), { part, detail })) ?? lostNote('preset', id)
  );
}

function modelWords({ models = {} }: Preset): string[] {
  const named = ROLES.flatMap(({ role }) => {
    const model = models[role];
    return model === undefined ? [] : [`${role} ${model}`];
  });
  return named.length === 0 ? [] : [`- Models: **${named.join(', ')}**`];
}

/** The form of a new preset. */
export function showNewPreset(context: ScreenContext, step: number): Promise<Screen> {
  return openForm(context, null, false, step);
}

/** Takes the form of a new preset. */
export function submitNewPreset(
  context: ScreenContext,
  filled: { readonly values: FormValues; readonly step: number; readonly base: number },
): Screen | Promise<Screen> {
  return submitForm(context, null, false, filled);
}

function submitForm(
  context: ScreenContext,
  preset: Preset | null,
  isCopy: boolean,
  filled: { readonly values: FormValues; readonly step: number; readonly base: number },
): Screen | Promise<Screen> {
  return (
    refuseForm(context, 'preset') ??
    submitWizard(context, presetWizard(context, preset, isCopy), filled)
  );
}

async function openForm(
  context: ScreenContext,
  preset: Preset | null,
  isCopy: boolean,
  step: number,
): Promise<Screen> {
  return (
    refuseForm(context, 'preset') ??
    showWizard(context, presetWizard(context, preset, isCopy), step)
  );
}

function presetWizard(context: ScreenContext, preset: Preset | null, isCopy: boolean): Wizard {
  const { book, deps, place, by } = context;
  const { workspace } = place;
  const isNew = preset === null || isCopy;
  const taken = new Set(book.library.allPresets.map((each) => each.preset.id));
  const read = (values: FormValues) => ({
    id: isNew ? slugOf(textOf(values.title ?? ''), 'preset', taken) : preset.id,
    title: textOf(values.title ?? ''),
    purpose: textOf(values.purpose ?? ''),
    personas: listOf(values.personas ?? []),
    rounds: Number(textOf(values.rounds ?? '1')),
    editStyle: textOf(values.editStyle ?? 'edits'),
    triggerEmoji: readEmojiList(
      textOf(values.triggerEmoji ?? ''),
      isNew ? [] : (preset?.triggerEmoji ?? []),
    ),
    ...readModels(values, preset),
  });
  const wizard: Wizard = {
    path: preset === null ? ['preset-new'] : ['preset', preset.id, isCopy ? 'copy' : 'edit'],
    title:
      preset === null ? 'A new preset' : isCopy ? 'A copy of a preset' : clip(preset.title, 24),
    submit: 'Save',
    version: isNew ? 0 : (book.entry('preset', preset.id)?.version ?? 0),
    steps: [
      {
        title: 'The preset',
        intro: isCopy ? `Begun from *${preset?.title ?? ''}*.` : '',
        fields: firstFields(context, preset, isCopy),
      },
      {
        title: 'Its emoji and models',
        intro:
          'A reaction with one of these starts a review with this preset. Everyday emoji would start reviews nobody asked for.',
        fields: [
          line('triggerEmoji', 'Trigger emoji', {
            hint: 'Up to 5, with spaces between; the emoji or their names.',
            value: isCopy || preset === null ? '' : emojiOf(preset).map(showEmoji).join(' '),
            maxChars: 200,
            placeholder: ':rocket:',
            isRequired: false,
          }),
          ...ROLES.flatMap(({ role, label }) =>
            modelChoice(
              { name: `models.${role}`, label, hint: 'Before that of the channel.' },
              deps.models,
              preset?.models?.[role],
            ),
          ),
        ],
      },
    ],
    async check(values) {
      const form = readPresetForm(read(values));
      if ('problems' in form) return form.problems;
      const presets = book.library.allPresets.map((each) => each.preset);
      return [
        ...checkPreset(form.preset, { personas: book.library.personas, presets }),
        ...findModelTrouble(deps.models, modelsOf(form.preset)),
      ];
    },
    async finish(values, base) {
      const raw = read(values);
      const outcome = await savePreset(deps, { workspace, raw, base }, by);
      if (outcome.type === 'wrong' || outcome.type === 'late') {
        await keepDraft(context, wizard, values);
        const problems =
          outcome.type === 'wrong' ? outcome.problems : [{ field: '', message: outcome.message }];
        const isEmoji = problems.every(({ field }) => /^(?:triggerEmoji|models)/.test(field));
        return drawWizard(wizard, {
          values,
          problems,
          step: isEmoji ? 1 : 0,
          version: outcome.type === 'late' ? outcome.base : base,
        });
      }
      if (outcome.type === 'refused') return noteOf(outcome.message, false);
      await keepDraft(context, wizard, null);
      return outcomeOf(outcome, raw.title, button('See it', ['preset', raw.id]));
    },
  };
  return wizard;
}

function firstFields({ book }: ScreenContext, preset: Preset | null, isCopy: boolean): Field[] {
  return [
    line('title', 'Title', {
      hint: 'What people call it, such as Release notes.',
      value: isCopy ? '' : (preset?.title ?? ''),
      maxChars: 60,
      placeholder: 'Ferry notices',
    }),
    line('purpose', 'The kind of text it is for', {
      hint: 'One sentence.',
      value: preset?.purpose ?? '',
      maxChars: 200,
      placeholder: 'What passengers read on the quay.',
    }),
    {
      type: 'choices',
      name: 'personas',
      label: 'Editors',
      hint: '1–6; they speak in the order they are listed.',
      value: preset?.personas ?? [],
      options: options(book.library.personas).slice(0, 25),
      max: 6,
    },
    {
      type: 'choice',
      name: 'rounds',
      label: 'Rounds',
      hint: 'How often a draft is critiqued and refined.',
      value: String(preset?.rounds ?? 1),
      options: ['1', '2', '3', '4'].map((value) => ({ value, label: value })),
    },
    {
      type: 'choice',
      name: 'editStyle',
      label: 'How to edit',
      hint: '',
      value: preset?.editStyle ?? 'edits',
      options: [
        { value: 'edits', label: 'Only what was marked' },
        { value: 'rewrite', label: 'Rewrite freely' },
      ],
    },
  ];
}

const ROLES = [
  { role: 'critic', label: 'Model of the editors' },
  { role: 'writer', label: 'Model of the writer' },
  { role: 'judge', label: 'Model of the judge' },
] as const;

/** The models that were chosen; a form without the fields leaves them alone. */
function readModels(values: FormValues, preset: Preset | null): Pick<Preset, 'models'> {
  const chosen = ROLES.flatMap(({ role }) => {
    const value = values[`models.${role}`];
    const model = value === undefined ? preset?.models?.[role] : readModelChoice(value);
    return model == null ? [] : [[role, model]];
  });
  return chosen.length === 0 ? {} : { models: Object.fromEntries(chosen) };
}

/** What was typed as names; what is no emoji stays as it is, to be refused. Emoji a preset came with stay. */
function readEmojiList(typed: string, before: readonly string[]): string[] {
  const names = typed
    .split(/[\s,]+/)
    .filter((each) => each !== '')
    .map((each) => readTriggerEmoji(each) ?? each);
  const builtIn = before.filter((name) => name === 'pencil2');
  return [...new Set([...builtIn, ...names])];
}

function versionLabel({ body, version }: Entry): string | null {
  return readPresetEntry(body)?.preset == null ? null : `Version ${version}`;
}

function shelved({ preset: { id, title }, origin }: LibraryPreset): Shelved {
  return { kind: 'preset', id, title, origin };
}

function find({ book }: ScreenContext, id: string): LibraryPreset | null {
  return book.library.allPresets.find(({ preset }) => preset.id === id) ?? null;
}
