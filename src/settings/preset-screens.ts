import type { Preset } from '../loop/persona.ts';
import { formatAddress } from './address.ts';
import { findModelTrouble } from './change.ts';
import {
  findUses,
  modelsOf,
  refuseLibrary,
  restoreVersion,
  savePreset,
  setAtWork,
  takeBack,
} from './library-changes.ts';
import { readPresetEntry } from './library-entries.ts';
import { slugOf } from './persona-text.ts';
import { checkPreset, readPresetForm } from './preset-form.ts';
import { noteOf, refusedNote, type ScreenContext } from './screen-context.ts';
import { button, confirm, outcomeOf, versionsScreen } from './screen-parts.ts';
import type { Field, FormValues, MenuOption, Screen, ViewPart } from './screens.ts';
import { clip, listOf, modelChoice, options, readModelChoice, textOf } from './setting-fields.ts';
import { CHOICE_WORDS } from './setting-rules.ts';
import { line } from './text-field.ts';
import { readTriggerEmoji } from './trigger-emoji.ts';
import { drawWizard, keepDraft, showWizard, submitWizard, type Wizard } from './wizard.ts';
import { emojiOf, type LibraryPreset, showEmoji } from './workspace-library.ts';

/** The presets of the workspace. */
export function showPresets(context: ScreenContext): Screen {
  const { book, by, place } = context;
  const refused = refuseLibrary(book, { workspace: place.workspace, kind: 'preset' }, by);
  const { allPresets, isFromFiles } = book.library;
  const list = (label: string, presets: readonly LibraryPreset[]): ViewPart[] =>
    presets.length === 0
      ? []
      : [
          {
            markdown: `**${label}** (${presets.length})`,
            buttons: [],
            menu: {
              label: `${label}…`,
              options: presets.slice(0, 25).map(
                ({ preset, origin }): MenuOption => ({
                  label: clip(preset.title, 75),
                  hint: clip(`${origin === 'built in' ? '' : `${origin}. `}${preset.purpose}`),
                  address: formatAddress(['preset', preset.id]),
                }),
              ),
            },
          },
        ];
  return {
    type: 'view',
    address: 'presets',
    title: 'Presets',
    parts: [
      {
        markdown: isFromFiles
          ? 'These presets are managed in files (`PERSONAS_DIR`).'
          : 'A preset is a set of editors with their habits, for one kind of text.',
        buttons:
          refused === null ? [button('Make a new preset', ['preset-new'], 'show', 'primary')] : [],
      },
      ...list(
        'At work',
        allPresets.filter(({ isEnabled }) => isEnabled),
      ),
      ...list(
        'Resting',
        allPresets.filter(({ isEnabled }) => !isEnabled),
      ),
    ],
  };
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
  const back = button('All presets', ['presets']);
  const gone =
    origin === 'made here'
      ? button('Delete', ['preset', id, 'delete'], 'show', 'danger')
      : origin === 'changed here'
        ? button('Back to built in', ['preset', id, 'delete'], 'show', 'danger')
        : back;
  const ways = [
    button('Change', ['preset', id, 'edit'], 'show', 'primary'),
    button('Make a copy', ['preset', id, 'copy']),
    isEnabled
      ? button('Let it rest', ['preset', id, 'rest'], 'do')
      : button('Wake it', ['preset', id, 'wake'], 'do'),
    button('Versions', ['preset', id, 'versions']),
    gone,
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
  if (known === null) return lost(id);
  const { preset, origin } = known;
  switch (part) {
    case '':
      return showPreset(context, known);
    case 'edit':
    case 'copy':
      return openForm(context, preset, part === 'copy', step);
    case 'versions':
      return showVersions(context, id);
    case 'delete':
      return confirm(
        `The preset *${preset.title}* would be ${origin === 'made here' ? 'deleted' : 'as built in again'}.`,
        button(
          origin === 'made here' ? 'Delete it' : 'Take it back',
          ['preset', id, 'delete'],
          'do',
          'danger',
        ),
        ['preset', id],
      );
    case 'restore':
      return confirm(
        `Version ${detail} of the preset *${preset.title}* would become the newest one.`,
        button('Restore it', ['preset', id, 'restore', detail], 'do', 'primary'),
        ['preset', id, 'versions'],
      );
    default:
      return lost(id);
  }
}

/** Does what a button or form of one preset says. */
export async function submitPresetPart(
  context: ScreenContext,
  [id = '', part = '', detail = '']: readonly string[],
  filled: { readonly values: FormValues; readonly step: number; readonly base: number },
): Promise<Screen> {
  const { deps, by, place } = context;
  const known = find(context, id);
  if (known === null) return lost(id);
  const { preset } = known;
  const thing = { workspace: place.workspace, kind: 'preset', id } as const;
  const back = button('Back', ['preset', id]);
  switch (part) {
    case 'edit':
    case 'copy':
      return submitForm(context, preset, part === 'copy', filled);
    case 'rest':
    case 'wake':
      return outcomeOf(
        await setAtWork(deps, { ...thing, isEnabled: part === 'wake' }, by),
        preset.title,
        back,
      );
    case 'delete':
      return outcomeOf(
        await takeBack(deps, thing, by),
        preset.title,
        button('All presets', ['presets']),
      );
    case 'restore':
      return outcomeOf(
        await restoreVersion(deps, { ...thing, version: Number(detail) }, by),
        preset.title,
        back,
      );
    default:
      return lost(id);
  }
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
    refuseForm(context) ?? submitWizard(context, presetWizard(context, preset, isCopy), filled)
  );
}

/** Why this member may not fill in the form of a preset; null when they may. */
function refuseForm({ book, by, place: { workspace } }: ScreenContext): Screen | null {
  const refused = refuseLibrary(book, { workspace, kind: 'preset' }, by);
  return refused === null ? null : refusedNote(refused);
}

async function openForm(
  context: ScreenContext,
  preset: Preset | null,
  isCopy: boolean,
  step: number,
): Promise<Screen> {
  return refuseForm(context) ?? showWizard(context, presetWizard(context, preset, isCopy), step);
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

async function showVersions(context: ScreenContext, id: string): Promise<Screen> {
  const { deps, place } = context;
  const key = { workspace: place.workspace, kind: 'preset', key: id } as const;
  const versions = (await deps.store.history(key))
    .filter((entry) => readPresetEntry(entry.body)?.preset != null)
    .map((entry) => ({ entry, label: `Version ${entry.version}` }));
  const path = ['preset', id];
  return versionsScreen(context, {
    path,
    back: path,
    versions,
    never: 'It is as built in and was never changed here.',
  });
}

function find({ book }: ScreenContext, id: string): LibraryPreset | null {
  return book.library.allPresets.find(({ preset }) => preset.id === id) ?? null;
}

function lost(id: string): Screen {
  return noteOf(`There is no preset “${clip(id, 40)}” here any more.`, false, [
    button('All presets', ['presets']),
  ]);
}
