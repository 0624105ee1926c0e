import type { Persona } from '../loop/persona.ts';
import { formatAddress } from './address.ts';
import type { Standing } from './dismissal-store.ts';
import type { Entry } from './entry-store.ts';
import { isPastLine, MIN_ANSWERS, refuseLessons, standingOf } from './lessons.ts';
import { findUses, movePersona, refuseLibrary } from './library-changes.ts';
import { readPersonaEntry } from './library-entries.ts';
import {
  goneButton,
  lostNote,
  refuseForm,
  type Shelved,
  showShelf,
  showShelfPart,
  submitShelfPart,
} from './library-screens.ts';
import { pack } from './log-screen.ts';
import { personaWizard } from './persona-form-screen.ts';
import { personaWords } from './persona-text.ts';
import { refuseTry, type ScreenContext } from './screen-context.ts';
import { button, complaintParts, outcomeOf } from './screen-parts.ts';
import type { FormValues, Screen, ViewPart } from './screens.ts';
import { capital, clip } from './setting-fields.ts';
import { long } from './text-field.ts';
import { draftOf, drawWizard, keepDraft, showWizard, submitWizard } from './wizard.ts';
import { type LibraryPersona, showEmoji } from './workspace-library.ts';

/** The editors of the workspace. */
export function showPersonas(context: ScreenContext): Screen {
  return showShelf(context, 'persona', {
    intro:
      'Each editor reads for one kind of reader and asks its own questions. Choose one to see it whole.',
    make: button('Write a new editor', ['persona-new'], 'show', 'primary'),
    notices: complaintParts(context),
    options: context.book.library.allPersonas.map(({ persona, origin, isEnabled }) => ({
      label: clip(`${showEmoji(persona.icon)} ${persona.title}`, 75),
      hint: clip(`${origin === 'built in' ? '' : `${capital(origin)}. `}${persona.reader}`),
      address: formatAddress(['persona', persona.id]),
      isEnabled,
    })),
  });
}

/** One editor whole, with what can be done about it. */
export async function showPersona(context: ScreenContext, id: string): Promise<Screen> {
  const { deps, book, by, place } = context;
  const known = find(context, id);
  if (known === null) return lostNote('persona', id);
  const { persona, origin, isEnabled } = known;
  const refused = refuseLibrary(book, { workspace: place.workspace, kind: 'persona' }, by);
  const uses = findUses(book, { workspace: place.workspace, kind: 'persona', id });
  const draft = await draftOf(context, { path: ['persona', id, 'edit'] });
  const head = [
    `${showEmoji(persona.icon)} **${persona.title}** · ${origin} · version ${persona.version}${isEnabled ? '' : ' · resting'}`,
    uses.length === 0
      ? 'Used nowhere by default; anybody can ask for it by name.'
      : `Used ${uses.join(', ')}.`,
    ...(refuseLessons(book, place.workspace, by) === null
      ? [standingWords(await standingOf(deps, place.workspace, persona))]
      : []),
  ].join('\n\n');
  const parts: ViewPart[] = [{ markdown: head, buttons: [] }];
  if (refused === null) {
    parts[0] = {
      markdown: head,
      buttons: [
        button('Change', ['persona', id, 'edit'], 'show', 'primary'),
        button('Try it', ['persona', id, 'try']),
        button('Make a copy', ['persona', id, 'copy']),
        isEnabled
          ? button('Let it rest', ['persona', id, 'rest'], 'do')
          : button('Wake it', ['persona', id, 'wake'], 'do'),
        button('Versions', ['persona', id, 'versions']),
      ],
    };
    if (Object.keys(draft).length > 0) {
      parts.push({
        markdown: 'You began to change it and have not saved that yet; *Change* goes on there.',
        buttons: [button('Forget what I began', ['persona', id, 'discard'], 'do')],
      });
    }
  } else if (refuseTry(context) === null) {
    parts[0] = { markdown: head, buttons: [button('Try it', ['persona', id, 'try'])] };
  }
  parts.push(...pack(personaWords(persona), '\n\n'));
  if (refused === null) {
    const order = [
      button('List it earlier', ['persona', id, 'up'], 'do'),
      button('List it later', ['persona', id, 'down'], 'do'),
    ];
    const gone = goneButton(shelved(known));
    parts.push({
      markdown: 'Editors are listed and speak in this order.',
      buttons: [...order, ...(gone === null ? [] : [gone])],
    });
  }
  return {
    type: 'view',
    address: formatAddress(['persona', id]),
    title: clip(persona.title, 60),
    parts,
  };
}

/** How an editor fares with the team, in a sentence. */
function standingWords(standing: Standing): string {
  const { useful, notUseful } = standing;
  const answers = useful + notUseful;
  if (answers === 0) return 'Nobody has said yet whether this version is useful.';
  const share = `${notUseful.toLocaleString('en')} of ${answers.toLocaleString('en')} answers of the last 90 days say “not useful”`;
  if (answers < MIN_ANSWERS) return `${share}: too few to tell.`;
  const percent = Math.round((100 * notUseful) / answers);
  return isPastLine(standing)
    ? `**${share} (${percent} %): more than one in ten. Sharpen its questions, or let it rest.**`
    : `${share} (${percent} %).`;
}

/** The screens behind one editor. */
export async function showPersonaPart(
  context: ScreenContext,
  [id = '', part = '', detail = '']: readonly string[],
  step: number,
): Promise<Screen> {
  const known = find(context, id);
  if (known === null) return lostNote('persona', id);
  switch (part) {
    case '':
      return showPersona(context, id);
    case 'edit':
      return openForm(context, known.persona, false, step);
    case 'copy':
      return openForm(context, known.persona, true, step);
    case 'try':
      return refuseTry(context) ?? tryForm(known.persona, { values: {}, problems: [] });
    default:
      return (
        (await showShelfPart(context, shelved(known), { part, detail, labelOf: versionLabel })) ??
        lostNote('persona', id)
      );
  }
}

/** Does what a button or a form of one editor says. */
export async function submitPersonaPart(
  context: ScreenContext,
  [id = '', part = '', detail = '']: readonly string[],
  filled: { readonly values: FormValues; readonly step: number; readonly base: number },
): Promise<Screen> {
  const { deps, by, place } = context;
  const known = find(context, id);
  if (known === null) return lostNote('persona', id);
  switch (part) {
    case 'edit':
    case 'copy':
      return submitForm(context, known.persona, part === 'copy', filled);
    case 'try':
      return refuseTry(context) ?? tryOn(context, known.persona, filled.values);
    case 'up':
    case 'down':
      return outcomeOf(
        await movePersona(deps, { workspace: place.workspace, id, by: part === 'up' ? -1 : 1 }, by),
        known.persona.title,
        button('Back', ['persona', id]),
      );
    case 'discard':
      await keepDraft(context, { path: ['persona', id, 'edit'] }, null);
      return showPersona(context, id);
    case 'save':
      return saveDraft(context, known.persona, detail === 'copy');
    default:
      return (
        (await submitShelfPart(context, shelved(known), { part, detail })) ??
        lostNote('persona', id)
      );
  }
}

/** The form of a new editor. */
export async function showNewPersona(context: ScreenContext, step: number): Promise<Screen> {
  return openForm(context, null, false, step);
}

/** Takes the form of a new editor, or saves what was tried first. */
export async function submitNewPersona(
  context: ScreenContext,
  part: string | undefined,
  filled: { readonly values: FormValues; readonly step: number; readonly base: number },
): Promise<Screen> {
  if (part === 'save') return saveDraft(context, null, false);
  return submitForm(context, null, false, filled);
}

/** Takes the form from who may save it: trying what is written costs as much as a review. */
function submitForm(
  context: ScreenContext,
  persona: Persona | null,
  isCopy: boolean,
  filled: { readonly values: FormValues; readonly step: number; readonly base: number },
): Screen | Promise<Screen> {
  return (
    refuseForm(context, 'persona') ??
    submitWizard(context, personaWizard(context, persona, { isCopy }), filled)
  );
}

async function openForm(
  context: ScreenContext,
  persona: Persona | null,
  isCopy: boolean,
  step: number,
): Promise<Screen> {
  return (
    refuseForm(context, 'persona') ??
    showWizard(context, personaWizard(context, persona, { isCopy }), step)
  );
}

/** Saves what was tried before it was saved. */
async function saveDraft(
  context: ScreenContext,
  persona: Persona | null,
  isCopy: boolean,
): Promise<Screen> {
  const refused = refuseForm(context, 'persona');
  if (refused !== null) return refused;
  const wizard = personaWizard(context, persona, { isCopy });
  const values = await draftOf(context, wizard);
  const problems = await wizard.check(values);
  if (problems.length > 0) return drawWizard(wizard, { values, problems, step: 0 });
  return wizard.finish({ ...values, sample: '' }, wizard.version);
}

function tryForm(
  persona: Persona,
  {
    values,
    problems,
  }: {
    readonly values: FormValues;
    readonly problems: readonly { field: string; message: string }[];
  },
): Screen {
  const given = values.sample;
  return {
    type: 'form',
    address: formatAddress(['persona', persona.id, 'try'], { step: 0, version: 0 }),
    title: 'Try it',
    steps: [
      {
        title: clip(persona.title, 24),
        intro: `What *${persona.title}* says about a text of yours; only you see it, and nothing is saved.`,
        fields: [
          long('sample', 'A text to try it on', {
            hint: 'A few sentences are enough.',
            value: typeof given === 'string' ? given : '',
            isRequired: true,
            placeholder: 'Paste a draft here',
          }),
        ],
      },
    ],
    at: 0,
    submit: 'Try it',
    finish: 'Try it',
    problems,
  };
}

async function tryOn(
  context: ScreenContext,
  persona: Persona,
  values: FormValues,
): Promise<Screen> {
  const sample = typeof values.sample === 'string' ? values.sample : '';
  if (sample.trim() === '') {
    return tryForm(persona, {
      values,
      problems: [
        { field: 'sample', message: 'There is no text to try it on: paste a few sentences.' },
      ],
    });
  }
  const markdown = await context.deps.tryPersona(persona, sample, context.place);
  return {
    type: 'view',
    address: formatAddress(['persona', persona.id, 'try']),
    title: 'Try it',
    parts: [
      ...pack(markdown.split('\n\n'), '\n\n'),
      {
        markdown: 'Only you see this.',
        buttons: [
          button('Try another text', ['persona', persona.id, 'try']),
          button('Back', ['persona', persona.id]),
        ],
      },
    ],
  };
}

function versionLabel(entry: Entry): string | null {
  const read = readPersonaEntry(entry.body);
  if (read?.persona == null) return null;
  return `Version ${read.version ?? entry.version}: ${read.persona.title}`;
}

function shelved({ persona: { id, title }, origin }: LibraryPersona): Shelved {
  return { kind: 'persona', id, title, origin };
}

function find({ book }: ScreenContext, id: string): LibraryPersona | null {
  return book.library.allPersonas.find(({ persona }) => persona.id === id) ?? null;
}
