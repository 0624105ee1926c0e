import { builtInPersonas, builtInPresets } from '../personas/library.ts';
import { exportLibrary, importLibrary } from '../settings/library-exchange.ts';
import {
  checkLibrary,
  type LibraryFile,
  readLibraryYaml,
  writeLibraryYaml,
} from '../settings/library-yaml.ts';
import type { CommandIo } from './io.ts';
import { withSettings } from './settings-store.ts';
import { exportYaml, readText, readYamlFiles, tellImport } from './yaml-files.ts';

export interface PersonasOptions {
  readonly workspace: string;
}

/** Writes a workspace's editors and presets as YAML, to a file or to standard output; resolves to the exit code. */
export async function exportCommand(
  file: string | undefined,
  { workspace }: PersonasOptions,
  io: CommandIo,
): Promise<number> {
  return withSettings(io, async ({ books }) => {
    const { library } = await books.open(workspace);
    await exportYaml(
      file,
      {
        write: (before) => writeLibraryYaml(exportLibrary(library), before),
        contents: `${library.allPersonas.length} editors and ${library.allPresets.length} presets`,
      },
      io,
    );
    return 0;
  });
}

/** Brings a YAML file of editors and presets into a workspace: all of it, or nothing. */
export async function importCommand(
  file: string,
  { workspace }: PersonasOptions,
  io: CommandIo,
): Promise<number> {
  const text = await readText(file, io.cwd);
  return withSettings(io, async (deps) => {
    tellImport(await importLibrary(deps, { workspace, text, name: file }, { via: 'file' }), io);
    return 0;
  });
}

/** Checks YAML files, or every one in a folder, without any database; exits 1 when something is wrong. */
export async function checkCommand(paths: readonly string[], io: CommandIo): Promise<number> {
  const { read, problems } = await readYamlFiles(paths, readLibraryYaml, io.cwd);
  const merged: LibraryFile = {
    personas: read.flatMap(({ file }) => file.personas),
    presets: read.flatMap(({ file }) => file.presets),
    resting: read.flatMap(({ file }) => file.resting),
  };
  const wrong =
    problems.length > 0
      ? problems
      : checkLibrary(merged, { personas: builtInPersonas, presets: builtInPresets });
  if (wrong.length > 0) {
    io.stdout.write(`${wrong.join('\n')}\n`);
    return 1;
  }
  io.stdout.write(
    `${merged.personas.length} editors and ${merged.presets.length} presets in ${read.length === 1 ? 'one file' : `${read.length} files`}: all of them can be used.\n`,
  );
  return 0;
}
