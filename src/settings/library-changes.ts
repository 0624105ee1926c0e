/* How personas and presets are changed: rights, validity beside the others, use elsewhere, versions. */
import type { Persona, Preset } from '../loop/persona.ts';
import { readPersonaForm } from '../loop/persona-form.ts';
import { instructionTexts, validatePersona } from '../loop/persona-validation.ts';
import { findNameCandidates } from '../loop/real-name.ts';
import { builtInPersonas, builtInPresets } from '../personas/library.ts';
import type { Book } from './book.ts';
import {
  type ChangeDeps,
  type ChangeOutcome,
  findModelTrouble,
  lookAtEmoji,
  same,
} from './change.ts';
import type { NewEntry } from './entry-store.ts';
import { type PersonaEntry, readPersonaEntry, readPresetEntry } from './library-entries.ts';
import { may, refusal, roleOf } from './permissions.ts';
import { checkPreset, readPresetForm } from './preset-form.ts';
import type { Actor, FieldProblem } from './screens.ts';
import { SETTING_RULES } from './setting-rules.ts';
import { findPresetConflict } from './trigger-conflicts.ts';
import { emojiOf, showEmoji } from './workspace-library.ts';

/** How many editors or presets may be at work in a workspace: as many as one menu can list. */
export const MAX_AT_WORK = 24;

/** One persona or preset of one workspace. */
export interface LibraryThing {
  readonly workspace: string;
  readonly kind: 'persona' | 'preset';
  readonly id: string;
}

/** Why this member may not change personas or presets; null when they may. */
export function refuseLibrary(
  book: Book,
  { workspace, kind }: Omit<LibraryThing, 'id'>,
  by: Actor,
): string | null {
  if (book.library.isFromFiles) {
    return `The ${kind === 'persona' ? 'editors' : 'presets'} here are managed in files (PERSONAS_DIR): change them there, and they are read at the next start.`;
  }
  const managers = book.decided({ workspace }).managers.value;
  const permission = kind === 'persona' ? 'change personas' : 'change presets';
  return may(roleOf(by, managers), permission) ? null : refusal(permission, managers);
}

/** Checks a persona as it would stand beside the others; `id` is its own when it exists already. */
export async function checkPersona(
  deps: ChangeDeps,
  book: Book,
  { raw, workspace }: { readonly raw: unknown; readonly workspace: string },
): Promise<
  | { readonly persona: Persona; readonly problems: readonly [] }
  | { readonly persona: null; readonly problems: readonly FieldProblem[] }
> {
  const { persona, problems } = readPersonaForm(raw);
  if (persona === null) return { persona, problems };
  const others = book.library.allPersonas
    .map((each) => each.persona)
    .filter(({ id }) => id !== persona.id);
  const texts = instructionTexts(persona).map(({ text }) => text);
  const memberNames = await deps.memberNames(workspace, findNameCandidates(texts));
  const found = [
    ...validatePersona(persona, others, { memberNames }),
    ...findModelTrouble(deps.models, [['model', persona.model]]),
  ];
  return found.length === 0 ? { persona, problems: [] } : { persona: null, problems: found };
}

/** A persona or preset as it is to be, of any shape, and the version it was made from. */
interface Wish {
  readonly workspace: string;
  readonly raw: unknown;
  readonly base: number;
}

/** What is known of the workspace, for who may change this kind of thing in it. */
async function openToChange(
  deps: ChangeDeps,
  of: Omit<LibraryThing, 'id'>,
  by: Actor,
): Promise<{ readonly book: Book } | Extract<ChangeOutcome, { type: 'refused' }>> {
  const book = await deps.books.open(of.workspace);
  const refused = refuseLibrary(book, of, by);
  return refused === null ? { book } : { type: 'refused', message: refused };
}

/** Saves a persona as its next version, from `base`. */
export async function savePersona(
  deps: ChangeDeps,
  { workspace, raw, base }: Wish,
  by: Actor,
): Promise<ChangeOutcome> {
  const opened = await openToChange(deps, { workspace, kind: 'persona' }, by);
  if ('type' in opened) return opened;
  const { book } = opened;
  const { persona, problems } = await checkPersona(deps, book, { raw, workspace });
  if (persona === null) return { type: 'wrong', problems };
  const known = book.library.allPersonas.find((each) => each.persona.id === persona.id);
  if (known === undefined && book.library.personas.length >= MAX_AT_WORK) {
    return { type: 'refused', message: tooMany('editors') };
  }
  const entry = book.entry('persona', persona.id);
  const before = readPersonaEntry(entry?.body);
  const { version: _version, ...text } = persona;
  const { version: _before, ...textBefore } = known?.persona ?? { version: '' };
  if (same(text, textBefore)) return { type: 'saved', changes: [] };
  return saveThing(
    deps,
    { workspace, kind: 'persona', id: persona.id },
    {
      base,
      body: {
        persona: { ...persona, version: '1' },
        isEnabled: before?.isEnabled ?? true,
        ...(before?.position === undefined ? {} : { position: before.position }),
        version: (before?.version ?? entry?.version ?? 0) + 1,
      } satisfies PersonaEntry,
    },
    { by, said: [`*${persona.title}* ${known === undefined ? 'joined the editors' : 'changed'}`] },
  );
}

/** The models a preset names, with their fields. */
export function modelsOf({ models = {} }: Preset) {
  const { critic, writer, judge } = models;
  return [
    ['models.critic', critic],
    ['models.writer', writer],
    ['models.judge', judge],
  ] as const;
}

/** What personas and presets of a file ask of models that nobody named here, in whole sentences. */
export function findStrangeModels(
  models: ChangeDeps['models'],
  file: { readonly personas: readonly Persona[]; readonly presets: readonly Preset[] },
): string[] {
  const wanted = [
    ...file.personas.map(({ id, model }) => [id, model] as const),
    ...file.presets.flatMap((preset) =>
      modelsOf(preset).map(([, model]) => [preset.id, model] as const),
    ),
  ];
  return findModelTrouble(models, wanted).map(({ field, message }) => `${field}: ${message}`);
}

/** Saves a preset as its next version, from `base`. */
export async function savePreset(
  deps: ChangeDeps,
  { workspace, raw, base }: Wish,
  by: Actor,
): Promise<ChangeOutcome> {
  const opened = await openToChange(deps, { workspace, kind: 'preset' }, by);
  if ('type' in opened) return opened;
  const { book } = opened;
  const read = readPresetForm(raw);
  if ('problems' in read) return { type: 'wrong', problems: read.problems };
  const { preset } = read;
  const { presets, personas, allPresets } = book.library;
  const problems: FieldProblem[] = [
    ...checkPreset(preset, { personas, presets: allPresets.map((each) => each.preset) }),
    ...findModelTrouble(deps.models, modelsOf(preset)),
  ];
  const own = emojiOf(preset);
  for (const emoji of own) {
    const message = findPresetConflict(book, workspace, { id: preset.id, emoji });
    if (message !== null) problems.push({ field: 'triggerEmoji', message });
  }
  const known = allPresets.find((each) => each.preset.id === preset.id);
  const before = known === undefined ? [] : emojiOf(known.preset);
  const emoji = await lookAtEmoji(deps, {
    where: { via: by.via, workspace },
    names: own.filter((name) => !before.includes(name)),
  });
  problems.push(...emoji.problems);
  if (problems.length > 0) return { type: 'wrong', problems };
  if (known === undefined && presets.length >= MAX_AT_WORK) {
    return { type: 'refused', message: tooMany('presets') };
  }
  if (same(known?.preset, preset)) return { type: 'saved', changes: [] };
  const entry = readPresetEntry(book.entry('preset', preset.id)?.body);
  const said = `Preset *${preset.title}* ${known === undefined ? 'is new' : 'changed'}`;
  return saveThing(
    deps,
    { workspace, kind: 'preset', id: preset.id },
    { base, body: { preset, isEnabled: entry?.isEnabled ?? true } },
    { by, said: [said, ...emoji.warnings] },
  );
}

function tooMany(what: string): string {
  return `There are ${MAX_AT_WORK} ${what} at work, which is the most a menu can list: let one rest first. Nothing was changed.`;
}

async function saveThing(
  deps: ChangeDeps,
  { workspace, kind, id }: LibraryThing,
  { base, body }: Pick<NewEntry, 'base' | 'body'>,
  { by, said }: { readonly by: Actor; readonly said: readonly string[] },
): Promise<ChangeOutcome> {
  const entry = { workspace, kind, key: id, base, body };
  if (await deps.store.save([entry], { by: by.member, via: by.via })) {
    return { type: 'saved', changes: said };
  }
  const [newest] = await deps.store.history({ workspace, kind, key: id });
  const who = newest?.by == null ? null : await deps.nameOf(newest.by);
  return {
    type: 'late',
    base: newest?.version ?? 0,
    message: `${who ?? 'Somebody'} changed this while you had it open. Nothing of yours was saved yet: look at theirs under *Versions*, then save again if you still want to.`,
  };
}

/** Lets a persona or preset rest, or wakes it. */
export async function setAtWork(
  deps: ChangeDeps,
  thing: LibraryThing & { readonly isEnabled: boolean },
  by: Actor,
): Promise<ChangeOutcome> {
  const { workspace, kind, id, isEnabled } = thing;
  const book = await deps.books.open(workspace);
  const refused =
    refuseLibrary(book, thing, by) ?? (isEnabled ? null : refuseInUse(book, thing, 'rest'));
  if (refused !== null) return { type: 'refused', message: refused };
  const list = kind === 'persona' ? book.library.personas : book.library.presets;
  if (isEnabled && list.length >= MAX_AT_WORK) {
    return { type: 'refused', message: tooMany(kind === 'persona' ? 'editors' : 'presets') };
  }
  if (!isEnabled && list.length === 1) {
    return {
      type: 'refused',
      message: 'This is the last one at work: wake or make another one first.',
    };
  }
  const entry = book.entry(kind, id);
  const before: object =
    kind === 'persona'
      ? (readPersonaEntry(entry?.body) ?? { persona: null })
      : (readPresetEntry(entry?.body) ?? { preset: null });
  return saveThing(
    deps,
    thing,
    { base: entry?.version ?? 0, body: { ...before, isEnabled } },
    { by, said: [isEnabled ? 'At work again' : 'Resting: nobody can choose it until it is woken'] },
  );
}

/** Takes back what a workspace made of a persona or preset: its own is deleted, a built-in one is as it came. */
export async function takeBack(
  deps: ChangeDeps,
  thing: LibraryThing,
  by: Actor,
): Promise<ChangeOutcome> {
  const { workspace, kind, id } = thing;
  const book = await deps.books.open(workspace);
  const isBuiltIn = (kind === 'persona' ? builtInPersonas : builtInPresets).some(
    (each) => each.id === id,
  );
  const refused =
    refuseLibrary(book, thing, by) ?? (isBuiltIn ? null : refuseInUse(book, thing, 'be deleted'));
  if (refused !== null) return { type: 'refused', message: refused };
  const entry = book.entry(kind, id);
  if (entry === null || entry.body === null) return { type: 'saved', changes: [] };
  return saveThing(
    deps,
    thing,
    { base: entry.version, body: null },
    {
      by,
      said: [isBuiltIn ? 'As built in again' : 'Deleted; *Versions* in the log can bring it back'],
    },
  );
}

/** Brings a version back, as the newest one. */
export async function restoreVersion(
  deps: ChangeDeps,
  thing: LibraryThing & { readonly version: number },
  by: Actor,
): Promise<ChangeOutcome> {
  const { workspace, kind, id, version } = thing;
  const opened = await openToChange(deps, thing, by);
  if ('type' in opened) return opened;
  const { book } = opened;
  const history = await deps.store.history({ workspace, kind, key: id });
  const old = history.find((entry) => entry.version === version);
  const base = history[0]?.version ?? 0;
  if (kind === 'persona') {
    const raw = readPersonaEntry(old?.body)?.persona;
    if (raw == null)
      return { type: 'refused', message: 'That version is as built in: use *Back to built in*.' };
    return savePersona(deps, { workspace, raw, base }, by);
  }
  const raw = readPresetEntry(old?.body)?.preset;
  if (raw == null || book.entry(kind, id) === null) {
    return { type: 'refused', message: 'That version is as built in: use *Back to built in*.' };
  }
  return savePreset(deps, { workspace, raw, base }, by);
}

/** Moves a persona one place up or down the list. */
export async function movePersona(
  deps: ChangeDeps,
  {
    workspace,
    id,
    by: steps,
  }: { readonly workspace: string; readonly id: string; readonly by: -1 | 1 },
  actor: Actor,
): Promise<ChangeOutcome> {
  const opened = await openToChange(deps, { workspace, kind: 'persona' }, actor);
  if ('type' in opened) return opened;
  const { book } = opened;
  const list = book.library.allPersonas;
  const at = list.findIndex(({ persona }) => persona.id === id);
  const neighbour = list[at + steps];
  if (at === -1 || neighbour === undefined) return { type: 'saved', changes: [] };
  const beyond = list[at + 2 * steps];
  const position =
    beyond === undefined
      ? neighbour.position + steps * 1000
      : (neighbour.position + beyond.position) / 2;
  const entry = book.entry('persona', id);
  const before = readPersonaEntry(entry?.body) ?? { persona: null, isEnabled: true };
  return saveThing(
    deps,
    { workspace, kind: 'persona', id },
    { base: entry?.version ?? 0, body: { ...before, position } },
    {
      by: actor,
      said: [`Listed ${steps < 0 ? 'before' : 'after'} *${neighbour.persona.title}* now`],
    },
  );
}

function refuseInUse(book: Book, thing: LibraryThing, what: string): string | null {
  const uses = findUses(book, thing);
  if (uses.length === 0) return null;
  return `It cannot ${what} while it is used: ${uses.join('; ')}. Change that first. Nothing was changed.`;
}

/** Where a persona or preset is used, in words. */
export function findUses(book: Book, { workspace, kind, id }: LibraryThing): string[] {
  const uses: string[] = [];
  const { allPresets } = book.library;
  if (kind === 'persona') {
    const titles = allPresets
      .filter(({ preset, isEnabled }) => isEnabled && preset.personas.includes(id))
      .map(({ preset }) => `“${preset.title}”`);
    const list = new Intl.ListFormat('en').format(titles);
    if (titles.length > 0) uses.push(`in the preset${titles.length === 1 ? '' : 's'} ${list}`);
  }
  for (const channel of [null, ...book.channels()]) {
    const where = channel === null ? 'for the workspace' : 'in a channel';
    const own = channel === null ? valuesOf(book, workspace) : book.own(channel);
    if (kind === 'preset' && own.preset === id)
      uses.push(`as *${SETTING_RULES.preset.label}* ${where}`);
    if (kind === 'persona' && own.personas?.includes(id)) {
      uses.push(`under *${SETTING_RULES.personas.label}* ${where}`);
    }
    for (const [emoji, target] of Object.entries(own.triggerEmoji ?? {})) {
      const isIt =
        'persona' in target
          ? kind === 'persona' && target.persona === id
          : kind === 'preset' && target.preset === id;
      if (isIt) uses.push(`by the emoji ${showEmoji(emoji)} ${where}`);
    }
  }
  return uses;
}

/** What the workspace decided, or what is built in where it did not. */
function valuesOf(book: Book, workspace: string) {
  const { preset, personas, triggerEmoji } = book.decided({ workspace });
  return { preset: preset.value, personas: personas.value, triggerEmoji: triggerEmoji.value };
}
