import type { Persona } from '../loop/persona.ts';
import { findNameCandidates } from '../loop/real-name.ts';
import { builtInPersonas, builtInPresets } from '../personas/library.ts';
import { UserError } from '../user-error.ts';
import type { Book } from './book.ts';
import { type ChangeDeps, type ImportOutcome, same } from './change.ts';
import type { NewEntry } from './entry-store.ts';
import { findStrangeModels, MAX_AT_WORK } from './library-changes.ts';
import { type PersonaEntry, type PresetEntry, readPersonaEntry } from './library-entries.ts';
import { checkLibrary, type LibraryFile, readLibraryYaml } from './library-yaml.ts';
import { saveProposal } from './propose.ts';
import { POSITION_STEP, type WorkspaceLibrary } from './workspace-library.ts';

const FROM_FILES = 'PERSONAS_DIR is set, so files are the truth already and nothing is imported.';

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
  { via }: { readonly via: string },
): Promise<ImportOutcome> {
  return saveProposal<ImportOutcome>(
    deps,
    { workspace, what: 'the editors', by: null, via },
    async (book) => {
      if (book.library.isFromFiles) return { type: 'refused', message: FROM_FILES };
      const file = readSound(text, name, {
        personas: book.library.allPersonas.map(({ persona }) => persona),
        presets: book.library.allPresets.map(({ preset }) => preset),
        memberNames: await deps.memberNames(workspace, findNameCandidates([text])),
        models: deps.models,
      });
      const atWork = countAtWork(book, file);
      if (atWork.personas > MAX_AT_WORK || atWork.presets > MAX_AT_WORK) {
        throw new UserError(
          `${name} would put ${Math.max(atWork.personas, atWork.presets)} at work, and ${MAX_AT_WORK} is the most a menu can list: name some under “resting”.`,
          { code: 'library_invalid' },
        );
      }
      const entries = [
        ...personaEntries(book, workspace, file),
        ...presetEntries(book, workspace, file),
      ];
      return {
        entries,
        changes: entries.map(
          ({ kind, key }) => `${kind === 'persona' ? 'Editor' : 'Preset'} ${key}`,
        ),
      };
    },
  );
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
  const fileIds = file.personas.map(({ id }) => id);
  const listed = book.library.allPersonas
    .map(({ persona }) => persona.id)
    .filter((id) => fileIds.includes(id));
  const isSameOrder = same(
    listed,
    fileIds.filter((id) => listed.includes(id)),
  );
  return file.personas.flatMap((persona, at): NewEntry[] => {
    const key = persona.id;
    const entry = book.entry('persona', key);
    const before = readPersonaEntry(entry?.body);
    const body = personaBody(book, persona, {
      before,
      changes: before?.version ?? entry?.version ?? 0,
      isEnabled: !file.resting.includes(key),
      position: isSameOrder ? before?.position : (at + 1) * POSITION_STEP,
    });
    if (body === 'same') return [];
    return [{ workspace, kind: 'persona', key, base: entry?.version ?? 0, body }];
  });
}

/** What is to be kept of a persona of a file; null: as it is built in, `same`: as it is kept already. */
function personaBody(
  book: Book,
  persona: Persona,
  {
    before,
    changes,
    isEnabled,
    position,
  }: {
    readonly before: PersonaEntry | null;
    readonly changes: number;
    readonly isEnabled: boolean;
    readonly position: number | undefined;
  },
): PersonaEntry | null | 'same' {
  const { id } = persona;
  const current = book.library.allPersonas.find((each) => each.persona.id === id);
  const isSameText = current !== undefined && isSameButVersion(persona, current.persona);
  if (isSameText && current.isEnabled === isEnabled && position === before?.position) return 'same';
  const builtIn = builtInPersonas.find((each) => each.id === id);
  const isBuiltIn = builtIn !== undefined && isSameButVersion(persona, builtIn);
  if (isBuiltIn && isEnabled && position === undefined) return null;
  const version = changes + (isSameText ? 0 : 1);
  return {
    persona: isBuiltIn ? null : { ...persona, version: '1' },
    isEnabled,
    ...(position === undefined ? {} : { position }),
    ...(version === 0 ? {} : { version }),
  };
}

function isSameButVersion(one: Persona, other: Persona): boolean {
  return same({ ...one, version: '' }, { ...other, version: '' });
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
