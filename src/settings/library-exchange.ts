import { findNameCandidates } from '../loop/real-name.ts';
import { builtInPersonas, builtInPresets } from '../personas/library.ts';
import { UserError } from '../user-error.ts';
import type { Book } from './book.ts';
import { type ChangeDeps, type ChangeOutcome, same } from './change.ts';
import type { NewEntry } from './entry-store.ts';
import { findStrangeModels, MAX_AT_WORK, refuseLibrary } from './library-changes.ts';
import { type PersonaEntry, type PresetEntry, readPersonaEntry } from './library-entries.ts';
import { checkLibrary, type LibraryFile, readLibraryYaml } from './library-yaml.ts';
import type { Actor } from './screens.ts';
import { POSITION_STEP, type WorkspaceLibrary } from './workspace-library.ts';

/** What a workspace's library is as a file. */
export function exportLibrary({ allPersonas, allPresets }: WorkspaceLibrary): LibraryFile {
  return {
    personas: allPersonas.map(({ persona }) => persona),
    presets: allPresets.map(({ preset }) => preset),
    resting: [
      ...allPersonas.filter(({ isEnabled }) => !isEnabled).map(({ persona }) => persona.id),
      ...allPresets.filter(({ isEnabled }) => !isEnabled).map(({ preset }) => preset.id),
    ],
  };
}

/**
 * Brings the personas and presets of a file into a workspace: all of them or nothing. What the file does
 * not name stays as it is. Throws a `UserError` that lists what is wrong with the file.
 */
export async function importLibrary(
  deps: ChangeDeps,
  {
    workspace,
    text,
    name,
  }: { readonly workspace: string; readonly text: string; readonly name: string },
  by: Pick<Actor, 'via'> & Partial<Actor>,
): Promise<Extract<ChangeOutcome, { type: 'saved' | 'refused' }>> {
  for (let tries = 0; tries < 5; tries += 1) {
    const book = await deps.books.open(workspace);
    const refused =
      by.member === undefined
        ? book.library.isFromFiles
          ? 'PERSONAS_DIR is set, so files are the truth already and nothing is imported.'
          : null
        : refuseLibrary(book, { workspace, kind: 'persona' }, by as Actor);
    if (refused !== null) return { type: 'refused', message: refused };
    const file = readSound(text, name, {
      personas: book.library.allPersonas.map(({ persona }) => persona),
      presets: book.library.allPresets.map(({ preset }) => preset),
      memberNames: await deps.memberNames(workspace, findNameCandidates([text])),
      models: deps.models,
    });
    const entries = [
      ...personaEntries(book, workspace, file),
      ...presetEntries(book, workspace, file),
    ];
    const atWork = countAtWork(book, file);
    if (atWork.personas > MAX_AT_WORK || atWork.presets > MAX_AT_WORK) {
      throw new UserError(
        `${name} would put ${Math.max(atWork.personas, atWork.presets)} at work, and ${MAX_AT_WORK} is the most a menu can list: name some under “resting”.`,
        { code: 'library_invalid' },
      );
    }
    if (entries.length === 0) return { type: 'saved', changes: [] };
    if (await deps.store.save(entries, { by: by.member ?? null, via: by.via })) {
      return {
        type: 'saved',
        changes: entries.map(
          ({ kind, key }) => `${kind === 'persona' ? 'Editor' : 'Preset'} ${key}`,
        ),
      };
    }
  }
  return {
    type: 'refused',
    message: 'Others are changing the editors at this moment. Nothing was changed; try again.',
  };
}

/** Reads a file that has to be right. Throws a `UserError` that lists what is wrong with it. */
export function readSound(
  text: string,
  name: string,
  others: Parameters<typeof checkLibrary>[1] & {
    readonly memberNames?: readonly string[];
    readonly models?: ChangeDeps['models'];
  },
): LibraryFile {
  const { file, problems } = readLibraryYaml(text);
  const found =
    problems.length > 0
      ? problems.map(({ line, message }) => `${name}:${line}: ${message}`)
      : [
          ...checkLibrary(file, others, others.memberNames),
          ...findStrangeModels(others.models, file),
        ].map((message) => `${name}: ${message}`);
  if (found.length === 0) return file;
  throw new UserError(`${found.join('\n')}`, { code: 'library_invalid' });
}

function countAtWork({ library }: Book, { personas, presets, resting }: LibraryFile) {
  const count = (
    known: readonly { readonly id: string; readonly isEnabled: boolean }[],
    given: readonly { readonly id: string }[],
  ) => {
    const ids = new Set([
      ...known.filter(({ isEnabled }) => isEnabled).map(({ id }) => id),
      ...given.map(({ id }) => id),
    ]);
    return [...ids].filter((id) => !resting.includes(id)).length;
  };
  return {
    personas: count(
      library.allPersonas.map(({ persona, isEnabled }) => ({ id: persona.id, isEnabled })),
      personas,
    ),
    presets: count(
      library.allPresets.map(({ preset, isEnabled }) => ({ id: preset.id, isEnabled })),
      presets,
    ),
  };
}

function personaEntries(book: Book, workspace: string, file: LibraryFile): NewEntry[] {
  const { allPersonas } = book.library;
  const fileIds = file.personas.map(({ id }) => id);
  const listed = allPersonas.map(({ persona }) => persona.id).filter((id) => fileIds.includes(id));
  const known = fileIds.filter((id) => listed.includes(id));
  const isSameOrder = same(listed, known);
  return file.personas.flatMap((persona, at): NewEntry[] => {
    const current = allPersonas.find((each) => each.persona.id === persona.id);
    const builtIn = builtInPersonas.find(({ id }) => id === persona.id);
    const entry = book.entry('persona', persona.id);
    const before = readPersonaEntry(entry?.body);
    const { version: _version, ...text } = persona;
    const { version: _old, ...oldText } = current?.persona ?? { version: '' };
    const { version: _builtIn, ...builtInText } = builtIn ?? { version: '' };
    const isEnabled = !file.resting.includes(persona.id);
    const position = isSameOrder ? before?.position : (at + 1) * POSITION_STEP;
    const isSame =
      same(text, oldText) &&
      (current?.isEnabled ?? !isEnabled) === isEnabled &&
      position === before?.position;
    if (current !== undefined && isSame) return [];
    const isBuiltIn = same(text, builtInText);
    const changes = (before?.version ?? entry?.version ?? 0) + (same(text, oldText) ? 0 : 1);
    const body: PersonaEntry = {
      persona: isBuiltIn ? null : { ...persona, version: '1' },
      isEnabled,
      ...(position === undefined ? {} : { position }),
      ...(changes === 0 ? {} : { version: changes }),
    };
    const isAsBuiltIn = isBuiltIn && isEnabled && position === undefined;
    return [
      {
        workspace,
        kind: 'persona',
        key: persona.id,
        base: entry?.version ?? 0,
        body: isAsBuiltIn ? null : body,
      },
    ];
  });
}

function presetEntries(book: Book, workspace: string, file: LibraryFile): NewEntry[] {
  return file.presets.flatMap((preset): NewEntry[] => {
    const current = book.library.allPresets.find((each) => each.preset.id === preset.id);
    const isEnabled = !file.resting.includes(preset.id);
    if (current !== undefined && same(current.preset, preset) && current.isEnabled === isEnabled)
      return [];
    const isBuiltIn = same(
      builtInPresets.find(({ id }) => id === preset.id),
      preset,
    );
    const body: PresetEntry = { preset: isBuiltIn ? null : preset, isEnabled };
    const base = book.entry('preset', preset.id)?.version ?? 0;
    return [
      {
        workspace,
        kind: 'preset',
        key: preset.id,
        base,
        body: isBuiltIn && isEnabled ? null : body,
      },
    ];
  });
}
