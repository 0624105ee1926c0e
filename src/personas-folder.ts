import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { builtInPersonas, builtInPresets } from './personas/library.ts';
import type { Library } from './settings/library.ts';
import { findStrangeModels } from './settings/library-changes.ts';
import { checkLibrary, type LibraryFile, readLibraryYaml } from './settings/library-yaml.ts';
import { UserError } from './user-error.ts';

/**
 * Reads every YAML file of a folder: what they say is added to what is built in, or stands in its place,
 * and what they name under `resting` is left out. `models` are the names they may ask for; absent where
 * none is set up. Throws a `UserError` that lists all that is wrong.
 */
export function readPersonasFolder(
  folder: string,
  cwd: string,
  models?: readonly string[],
): Library {
  const path = resolve(cwd, folder);
  const files = listYaml(path, folder);
  const problems: string[] = [];
  const merged: LibraryFile = files
    .map((name): LibraryFile => {
      const read = readLibraryYaml(readFileSync(join(path, name), 'utf8'));
      problems.push(...read.problems.map(({ line, message }) => `${name}:${line}: ${message}`));
      return read.file;
    })
    .reduce<LibraryFile>(
      (all, file) => ({
        personas: [...all.personas, ...file.personas],
        presets: [...all.presets, ...file.presets],
        resting: [...all.resting, ...file.resting],
      }),
      { personas: [], presets: [], resting: [] },
    );
  // Presets may name editors of other files, so what names what is asked of all together.
  if (problems.length === 0) {
    problems.push(...checkLibrary(merged, { personas: builtInPersonas, presets: builtInPresets }));
    problems.push(...findStrangeModels(models, merged));
  }
  if (problems.length > 0) {
    throw new UserError(`PERSONAS_DIR (${folder}) cannot be used:\n${problems.join('\n')}`, {
      code: 'library_invalid',
    });
  }
  return lay(merged);
}

function listYaml(path: string, folder: string): string[] {
  try {
    return readdirSync(path)
      .filter((name) => /\.ya?ml$/i.test(name))
      .sort();
  } catch (cause) {
    throw new UserError(`PERSONAS_DIR is “${folder}”, which is no folder that can be read.`, {
      code: 'bad_config',
      cause,
    });
  }
}

/** Files over what is built in, in its order, then what is new. */
function lay({ personas, presets, resting }: LibraryFile): Library {
  const over = <Thing extends { readonly id: string }>(
    builtIn: readonly Thing[],
    own: readonly Thing[],
  ) => [
    ...builtIn.map((each) => own.find(({ id }) => id === each.id) ?? each),
    ...own.filter(({ id }) => !builtIn.some((each) => each.id === id)),
  ];
  const works = ({ id }: { readonly id: string }) => !resting.includes(id);
  return {
    personas: over(builtInPersonas, personas).filter(works),
    presets: over(builtInPresets, presets).filter(works),
  };
}
