import type { Persona } from '../loop/persona.ts';
import { formatAddress } from './address.ts';
import { checkPersona, savePersona } from './library-changes.ts';
import { pack } from './log-screen.ts';
import {
  linesOf,
  personaFieldOf,
  personaMessage,
  readChecks,
  readCriterion,
  readExample,
  slugOf,
  writeChecks,
  writeCriterion,
  writeExample,
  writeLines,
} from './persona-text.ts';
import { noteOf, type ScreenContext } from './screen-context.ts';
import type { FormStep, FormValues, Screen } from './screens.ts';
import { clip, modelChoice, readModelChoice, textOf } from './setting-fields.ts';
import { line, long } from './text-field.ts';
import { readTriggerEmoji } from './trigger-emoji.ts';
import { drawWizard, keepDraft, type Wizard } from './wizard.ts';
import { showEmoji } from './workspace-library.ts';

const CRITERIA = [1, 2, 3, 4] as const;

/** The form of an editor: of one that exists, of a copy of it, or of a new one (null). */
export function personaWizard(
  context: ScreenContext,
  persona: Persona | null,
  { isCopy }: { readonly isCopy: boolean },
): Wizard {
  const { book, deps, place } = context;
  const isNew = isCopy || persona === null;
  const path =
    persona === null ? ['persona-new'] : ['persona', persona.id, isCopy ? 'copy' : 'edit'];
  const { workspace } = place;
  const version = isNew ? 0 : (book.entry('persona', persona.id)?.version ?? 0);
  const taken = new Set(book.library.allPersonas.map((each) => each.persona.id));
  const read = (values: FormValues) =>
    readValues(values, {
      before: persona,
      id: isNew ? slugOf(textOf(values.title ?? ''), 'editor', taken) : persona.id,
    });
  const wizard: Wizard = {
    path,
    title:
      persona === null ? 'A new editor' : isCopy ? 'A copy to sharpen' : clip(persona.title, 24),
    submit: 'Save',
    steps: steps(persona, isCopy, deps.models),
    version,
    async check(values) {
      const found = await checkPersona(deps, book, { raw: read(values), workspace });
      return found.problems.map(({ field, message }) => ({
        field: personaFieldOf(field),
        message: personaMessage(message),
      }));
    },
    async finish(values, base) {
      const raw = read(values);
      const sample = textOf(values.sample ?? '');
      if (sample !== '') return tryFirst(context, wizard, { values, raw, sample });
      const outcome = await savePersona(deps, { workspace, raw, base }, context.by);
      if (outcome.type === 'wrong' || outcome.type === 'late') {
        await keepDraft(context, wizard, values);
        return drawWizard(wizard, {
          values,
          step: 0,
          problems:
            outcome.type === 'wrong' ? outcome.problems : [{ field: '', message: outcome.message }],
          version: outcome.type === 'late' ? outcome.base : base,
        });
      }
      if (outcome.type === 'refused') return noteOf(outcome.message, false);
      await keepDraft(context, wizard, null);
      const said = outcome.changes.join('. ') || 'Nothing was different, so nothing was changed';
      const id = idOf(raw);
      return noteOf(`${said}.`, true, [
        { label: 'See it', address: formatAddress(['persona', id]), does: 'show', style: 'plain' },
        { label: 'All editors', address: 'personas', does: 'show', style: 'plain' },
      ]);
    },
  };
  return wizard;
}

/** Shows what an editor would say before it is saved; what was typed is kept. */
async function tryFirst(
  context: ScreenContext,
  wizard: Wizard,
  {
    values,
    raw,
    sample,
  }: { readonly values: FormValues; readonly raw: unknown; readonly sample: string },
): Promise<Screen> {
  const { deps, book, place } = context;
  await keepDraft(context, wizard, { ...values, sample: '' });
  const { persona } = await checkPersona(deps, book, { raw, workspace: place.workspace });
  if (persona === null) return noteOf('This editor cannot be tried yet.', false);
  const markdown = await deps.tryPersona(persona, sample, place);
  const [first = '', id = '', kind = ''] = wizard.path;
  const save = first === 'persona-new' ? ['persona-new', 'save'] : ['persona', id, 'save', kind];
  return {
    type: 'view',
    address: formatAddress(wizard.path),
    title: clip(`${persona.title}, tried`, 60),
    parts: [
      ...pack(markdown.split('\n\n'), '\n\n'),
      {
        markdown: 'Only you see this, and the editor is not saved yet.',
        buttons: [
          { label: 'Save it', address: formatAddress(save), does: 'do', style: 'primary' },
          { label: 'Change it', address: formatAddress(wizard.path), does: 'show', style: 'plain' },
        ],
      },
    ],
  };
}

function steps(
  persona: Persona | null,
  isCopy: boolean,
  models: readonly string[] | undefined,
): FormStep[] {
  const title = persona === null ? '' : isCopy ? '' : persona.title;
  return [
    {
      title: 'Who it is',
      intro: isCopy
        ? `Begun from *${persona?.title ?? ''}*. Give it a title, a reader and at least one question of its own.`
        : '',
      fields: [
        line('title', 'Title', {
          hint: 'What people call it, such as Plain talker.',
          value: title,
          maxChars: 60,
          placeholder: 'Plain talker',
        }),
        line('icon', 'Icon', {
          hint: 'An emoji, or its name.',
          value: showEmoji(persona?.icon ?? 'memo'),
          maxChars: 80,
          placeholder: '📝',
        }),
        long('reader', 'The reader it stands for', {
          hint: 'Who reads, in what situation, wanting what.',
          value: persona?.reader ?? '',
          maxChars: 300,
          isRequired: true,
        }),
        long('ignores', 'What it leaves to other editors', {
          hint: 'One a line.',
          value: writeLines(persona?.ignores ?? []),
          maxChars: 2100,
        }),
        line('maxComments', 'Comments a draft, at most', {
          hint: '1 to 10; fewer get read.',
          value: String(persona?.maxComments ?? 5),
          maxChars: 2,
          placeholder: '5',
        }),
      ],
    },
    {
      title: 'What it asks',
      intro:
        '3–7 yes/no questions, one a line, each with how bad a “no” is: blocking, major, minor or nit.',
      fields: [
        long('checklist', 'Questions', {
          hint: 'Such as “major: Does the first sentence say what changed?”',
          value: writeChecks(persona?.checklist ?? []),
          maxChars: 1800,
          isRequired: true,
        }),
        ...modelChoice(
          {
            name: 'model',
            label: 'The model it reads with',
            hint: 'Its own before that of a preset or channel.',
          },
          models,
          persona?.model,
        ),
      ],
    },
    {
      title: 'How it grades',
      intro:
        'Up to 4 criteria, or none. Each: a title and its weight, then what a 1, 2, 3 and 4 look like, a line each.',
      fields: CRITERIA.map((at) => {
        const criterion = persona?.criteria[at - 1];
        return long(`criterion.${at}`, `Criterion ${at}`, {
          hint: 'Such as “Clarity (weight 1)”, then “1: …” to “4: …”.',
          value: criterion === undefined ? '' : writeCriterion(criterion),
          maxChars: 1000,
        });
      }),
    },
    {
      title: 'Examples',
      intro:
        'Up to 4 remarks it might make, on texts unlike your own: the first two show the model how specific to be.',
      fields: [
        ...CRITERIA.map((at) => {
          const example = persona?.examples[at - 1];
          return long(`example.${at}`, `Example ${at}`, {
            hint: 'Lines that begin with Draft:, Quote:, Problem:, Why:, Suggestion:',
            value: example === undefined ? '' : writeExample(example),
            maxChars: 2400,
          });
        }),
        long('sample', 'Try it on a text first', {
          hint: 'If you paste one, you see what it would say before you save.',
        }),
      ],
    },
  ];
}

/** A persona as the form has it, of any shape. */
function readValues(
  values: FormValues,
  { before, id }: { readonly before: Persona | null; readonly id: string },
): unknown {
  const text = (name: string) => textOf(values[name] ?? '');
  const blocks = (name: string) =>
    CRITERIA.map((at) => text(`${name}.${at}`)).filter((block) => block !== '');
  const icon = text('icon');
  // A form without the field leaves the choice alone.
  const model = values.model === undefined ? before?.model : readModelChoice(values.model);
  return {
    id,
    version: '1',
    title: text('title'),
    icon: readTriggerEmoji(icon) ?? icon,
    reader: text('reader'),
    checklist: readChecks(text('checklist'), before?.checklist ?? []),
    criteria: blocks('criterion').map((block) => readCriterion(block, before?.criteria ?? [])),
    ignores: linesOf(text('ignores')),
    maxComments: Number(text('maxComments')),
    examples: blocks('example').map(readExample),
    ...(model == null ? {} : { model }),
  };
}

function idOf(raw: unknown): string {
  return typeof raw === 'object' && raw !== null && 'id' in raw ? String(raw.id) : '';
}
