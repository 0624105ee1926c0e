import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { builtInPersonas, builtInPresets } from '../personas/library.ts';
import { exportLibrary, importLibrary } from '../settings/library-exchange.ts';
import {
  checkLibrary,
  type LibraryFile,
  readLibraryYaml,
  writeLibraryYaml,
} from '../settings/library-yaml.ts';
import { UserError } from '../user-error.ts';
import type { CommandIo } from './io.ts';
import { withSettings } from './settings-store.ts';

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
    const path = file === undefined ? null : resolve(io.cwd, file);
    const before = path === null ? null : await readFile(path, 'utf8').catch(() => null);
    const text = writeLibraryYaml(exportLibrary(library), before);
    if (path === null) io.stdout.write(text);
    else {
      await writeFile(path, text);
      io.stderr.write(
        text === before
          ? `${file} is as it was: nothing had changed.\n`
          : `Wrote ${library.allPersonas.length} editors and ${library.allPresets.length} presets to ${file}.\n`,
      );
    }
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
    const outcome = await importLibrary(deps, { workspace, text, name: file }, { via: 'file' });
    if (outcome.type === 'refused') throw new UserError(outcome.message, { code: 'refused' });
    io.stdout.write(
      outcome.changes.length === 0
        ? 'Nothing was different, so nothing was changed.\n'
        : `${outcome.changes.map((change) => `${change}\n`).join('')}`,
    );
    return 0;
  });
}

/** Checks YAML files, or every one in a folder, without any database; exits 1 when something is wrong. */
export async function checkCommand(paths: readonly string[], io: CommandIo): Promise<number> {
  const files = (await Promise.all(paths.map((path) => filesOf(path, io.cwd)))).flat();
  const problems: string[] = [];
  const all: LibraryFile[] = [];
  for (const file of files) {
    const read = readLibraryYaml(await readText(file, io.cwd));
    problems.push(...read.problems.map(({ line, message }) => `${file}:${line}: ${message}`));
    all.push(read.file);
  }
  const merged: LibraryFile = {
    personas: all.flatMap(({ personas }) => personas),
    presets: all.flatMap(({ presets }) => presets),
    resting: all.flatMap(({ resting }) => resting),
  };
  if (problems.length === 0) {
    problems.push(...checkLibrary(merged, { personas: builtInPersonas, presets: builtInPresets }));
  }
  if (problems.length > 0) {
    io.stdout.write(`${problems.join('\n')}\n`);
    return 1;
  }
  io.stdout.write(
    `${merged.personas.length} editors and ${merged.presets.length} presets in ${files.length === 1 ? 'one file' : `${files.length} files`}: all of them can be used.\n`,
  );
  return 0;
}

/** The YAML files a path stands for. Throws a `UserError` when there is none. */
export async function filesOf(path: string, cwd: string): Promise<readonly string[]> {
  const found = await stat(resolve(cwd, path)).catch(() => null);
  if (found === null)
    throw new UserError(`There is no file or folder “${path}”.`, { code: 'usage' });
  if (!found.isDirectory()) return [path];
  const names = (await readdir(resolve(cwd, path))).filter((name) => /\.ya?ml$/i.test(name)).sort();
  if (names.length === 0)
    throw new UserError(`There is no YAML file in “${path}”.`, { code: 'usage' });
  return names.map((name) => join(path, name));
}

/** The text of a file. Throws a `UserError` when it cannot be read. */
export async function readText(file: string, cwd: string): Promise<string> {
  try {
    return await readFile(resolve(cwd, file), 'utf8');
  } catch (cause) {
    throw new UserError(`“${file}” cannot be read; check the name.`, { code: 'usage', cause });
  }
}
