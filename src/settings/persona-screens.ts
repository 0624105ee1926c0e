import type { Persona } from '../loop/persona.ts';
import { formatAddress } from './address.ts';
import type { ChangeOutcome } from './change.ts';
import type { Standing } from './dismissal-store.ts';
import { isPastLine, MIN_ANSWERS, refuseLessons, standingOf } from './lessons.ts';
import {
  findUses,
  movePersona,
  refuseLibrary,
  restoreVersion,
  setAtWork,
  takeBack,
} from './library-changes.ts';
import { readPersonaEntry } from './library-entries.ts';
import { pack } from './log-screen.ts';
import { personaWizard } from './persona-form-screen.ts';
import { personaWords } from './persona-text.ts';
import { noteOf, refusedNote, refuseTry, type ScreenContext } from './screen-context.ts';
import { button, complaintParts, confirm, outcomeOf, versionsScreen } from './screen-parts.ts';
import type { FormValues, MenuOption, Screen, ViewPart } from './screens.ts';
import { capital, clip } from './setting-fields.ts';
import { long } from './text-field.ts';
import { draftOf, drawWizard, keepDraft, showWizard, submitWizard } from './wizard.ts';
import { type LibraryPersona, showEmoji } from './workspace-library.ts';

/** The editors of the workspace. */
export function showPersonas(context: ScreenContext): Screen {
  const { book, by, place } = context;
  const refused = refuseLibrary(book, { workspace: place.workspace, kind: 'persona' }, by);
  const { allPersonas, isFromFiles } = book.library;
  const atWork = allPersonas.filter(({ isEnabled }) => isEnabled);
  const resting = allPersonas.filter(({ isEnabled }) => !isEnabled);
  const parts: ViewPart[] = [
    {
      markdown: isFromFiles
        ? 'These editors are managed in files (`PERSONAS_DIR`).'
        : 'Each editor reads for one kind of reader and asks its own questions. Choose one to see it whole.',
      buttons:
        refused === null ? [button('Write a new editor', ['persona-new'], 'show', 'primary')] : [],
    },
    ...complaintParts(context),
    ...menus('At work', atWork),
    ...menus('Resting', resting),
  ];
  return { type: 'view', address: 'personas', title: 'Editors', parts };
}

function menus(label: string, personas: readonly LibraryPersona[]): ViewPart[] {
  const chunks: ViewPart[] = [];
  for (let at = 0; at < personas.length; at += 25) {
    const options = personas.slice(at, at + 25).map(
      ({ persona, origin }): MenuOption => ({
        label: clip(`${showEmoji(persona.icon)} ${persona.title}`, 75),
        hint: clip(`${origin === 'built in' ? '' : `${capital(origin)}. `}${persona.reader}`),
        address: formatAddress(['persona', persona.id]),
      }),
    );
    chunks.push({
      markdown: `**${label}** (${personas.length})`,
      buttons: [],
      menu: { label: `${label}…`, options },
    });
  }
  return chunks;
}

/** One editor whole, with what can be done about it. */
export async function showPersona(context: ScreenContext, id: string): Promise<Screen> {
  const { deps, book, by, place } = context;
  const known = find(context, id);
  if (known === null) return lost(id);
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
    const gone =
      origin === 'made here'
        ? [button('Delete', ['persona', id, 'delete'], 'show', 'danger')]
        : origin === 'changed here'
          ? [button('Back to built in', ['persona', id, 'delete'], 'show', 'danger')]
          : [];
    parts.push({
      markdown: 'Editors are listed and speak in this order.',
      buttons: [...order, ...gone],
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
  if (known === null) return lost(id);
  switch (part) {
    case '':
      return showPersona(context, id);
    case 'edit':
      return openForm(context, known.persona, false, step);
    case 'copy':
      return openForm(context, known.persona, true, step);
    case 'try':
      return refuseTry(context) ?? tryForm(known.persona, { values: {}, problems: [] });
    case 'versions':
      return showVersions(context, id);
    case 'delete':
      return confirm(
        `*${known.persona.title}* would be ${known.origin === 'made here' ? 'deleted' : 'as built in again'}. Old reviews keep what it said.`,
        button(
          known.origin === 'made here' ? 'Delete it' : 'Take it back',
          ['persona', id, 'delete'],
          'do',
          'danger',
        ),
        ['persona', id],
      );
    case 'restore':
      return confirm(
        `Version ${detail} of *${known.persona.title}* would become the newest one.`,
        button('Restore it', ['persona', id, 'restore', detail], 'do', 'primary'),
        ['persona', id, 'versions'],
      );
    default:
      return lost(id);
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
  if (known === null) return lost(id);
  const thing = { workspace: place.workspace, kind: 'persona', id } as const;
  switch (part) {
    case 'edit':
    case 'copy':
      return submitForm(context, known.persona, part === 'copy', filled);
    case 'try':
      return refuseTry(context) ?? tryOn(context, known.persona, filled.values);
    case 'rest':
    case 'wake':
      return done(await setAtWork(deps, { ...thing, isEnabled: part === 'wake' }, by), known, [
        'persona',
        id,
      ]);
    case 'up':
    case 'down':
      return done(
        await movePersona(deps, { workspace: place.workspace, id, by: part === 'up' ? -1 : 1 }, by),
        known,
        ['persona', id],
      );
    case 'delete':
      return done(await takeBack(deps, thing, by), known, ['personas']);
    case 'restore':
      return done(await restoreVersion(deps, { ...thing, version: Number(detail) }, by), known, [
        'persona',
        id,
      ]);
    case 'discard':
      await keepDraft(context, { path: ['persona', id, 'edit'] }, null);
      return showPersona(context, id);
    case 'save':
      return saveDraft(context, known.persona, detail === 'copy');
    default:
      return lost(id);
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
    refuseForm(context) ??
    submitWizard(context, personaWizard(context, persona, { isCopy }), filled)
  );
}

/** Why this member may not fill in the form of an editor; null when they may. */
function refuseForm({ book, by, place: { workspace } }: ScreenContext): Screen | null {
  const refused = refuseLibrary(book, { workspace, kind: 'persona' }, by);
  return refused === null ? null : refusedNote(refused);
}

async function openForm(
  context: ScreenContext,
  persona: Persona | null,
  isCopy: boolean,
  step: number,
): Promise<Screen> {
  return (
    refuseForm(context) ?? showWizard(context, personaWizard(context, persona, { isCopy }), step)
  );
}

/** Saves what was tried before it was saved. */
async function saveDraft(
  context: ScreenContext,
  persona: Persona | null,
  isCopy: boolean,
): Promise<Screen> {
  const refused = refuseForm(context);
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

async function showVersions(context: ScreenContext, id: string): Promise<Screen> {
  const { deps, place } = context;
  const key = { workspace: place.workspace, kind: 'persona', key: id } as const;
  const versions = (await deps.store.history(key)).flatMap((entry) => {
    const read = readPersonaEntry(entry.body);
    if (read?.persona == null) return [];
    return { entry, label: `Version ${read.version ?? entry.version}: ${read.persona.title}` };
  });
  const path = ['persona', id];
  return versionsScreen(context, {
    path,
    back: path,
    versions,
    never: 'It is as built in and was never changed here.',
  });
}

function done(
  outcome: ChangeOutcome,
  { persona }: LibraryPersona,
  back: readonly string[],
): Screen {
  return outcomeOf(outcome, persona.title, button('Back', back));
}

function find({ book }: ScreenContext, id: string): LibraryPersona | null {
  return book.library.allPersonas.find(({ persona }) => persona.id === id) ?? null;
}

function lost(id: string): Screen {
  return noteOf(`There is no editor “${clip(id, 40)}” here any more.`, false, [
    button('All editors', ['personas']),
  ]);
}
