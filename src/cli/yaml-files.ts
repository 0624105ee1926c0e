import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ImportOutcome } from '../settings/change.ts';
import { UserError } from '../user-error.ts';
import type { CommandIo } from './io.ts';

export interface ExportedYaml {
  /** The text for a file that now says `before`, whose comments are kept; null when there is none. */
  readonly write: (before: string | null) => string;
  /** What stands in it, e.g. "3 editors and 2 presets". */
  readonly contents: string;
}

/** Writes YAML to a file, or to standard output when none is named. */
export async function exportYaml(
  file: string | undefined,
  { write, contents }: ExportedYaml,
  io: CommandIo,
): Promise<void> {
  if (file === undefined) {
    io.stdout.write(write(null));
    return;
  }
  const path = resolve(io.cwd, file);
  const before = await readFile(path, 'utf8').catch(() => null);
  const text = write(before);
  await writeFile(path, text);
  io.stderr.write(
    text === before
      ? `${file} is as it was: nothing had changed.\n`
      : `Wrote ${contents} to ${file}.\n`,
  );
}

/** Says what an import changed. Throws a `UserError` when it was refused. */
export function tellImport(outcome: ImportOutcome, io: CommandIo): void {
  if (outcome.type === 'refused') throw new UserError(outcome.message, { code: 'refused' });
  io.stdout.write(
    outcome.changes.length === 0
      ? 'Nothing was different, so nothing was changed.\n'
      : outcome.changes.map((change) => `${change}\n`).join(''),
  );
}

/** The YAML files a path stands for. Throws a `UserError` when there is none. */
async function filesOf(path: string, cwd: string): Promise<readonly string[]> {
  const found = await stat(resolve(cwd, path)).catch(() => null);
  if (found === null)
    throw new UserError(`There is no file or folder “${path}”.`, { code: 'usage' });
  if (!found.isDirectory()) return [path];
  const names = (await readdir(resolve(cwd, path))).filter((name) => /\.ya?ml$/i.test(name)).sort();
  if (names.length === 0)
    throw new UserError(`There is no YAML file in “${path}”.`, { code: 'usage' });
  return names.map((name) => join(path, name));
}

/** Reads every YAML file the paths stand for; what is wrong is told as `file:line: message`. */
export async function readYamlFiles<Read extends Problematic>(
  paths: readonly string[],
  read: (text: string) => Read,
  cwd: string,
): Promise<{ readonly read: readonly Read[]; readonly problems: readonly string[] }> {
  const files = (await Promise.all(paths.map((path) => filesOf(path, cwd)))).flat();
  const results: Read[] = [];
  const problems: string[] = [];
  for (const file of files) {
    const result = read(await readText(file, cwd));
    results.push(result);
    problems.push(...result.problems.map(({ line, message }) => `${file}:${line}: ${message}`));
  }
  return { read: results, problems };
}

interface Problematic {
  readonly problems: readonly { readonly line: number; readonly message: string }[];
}

/** The text of a file. Throws a `UserError` when it cannot be read. */
export async function readText(file: string, cwd: string): Promise<string> {
  try {
    return await readFile(resolve(cwd, file), 'utf8');
  } catch (cause) {
    throw new UserError(`“${file}” cannot be read; check the name.`, { code: 'usage', cause });
  }
}
