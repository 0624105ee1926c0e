import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { exportSettings, importSettings } from '../settings/settings-exchange.ts';
import { readSettingsYaml, writeSettingsYaml } from '../settings/settings-yaml.ts';
import { UserError } from '../user-error.ts';
import type { CommandIo } from './io.ts';
import { filesOf, readText } from './personas.ts';
import { withSettings } from './settings-store.ts';

export interface SettingsOptions {
  readonly workspace: string;
}

/** Writes what a workspace and its channels decided as YAML, to a file or to standard output; resolves to the exit code. */
export async function exportSettingsCommand(
  file: string | undefined,
  { workspace }: SettingsOptions,
  io: CommandIo,
): Promise<number> {
  return withSettings(io, async ({ books }) => {
    const settings = exportSettings(await books.open(workspace));
    const path = file === undefined ? null : resolve(io.cwd, file);
    const before = path === null ? null : await readFile(path, 'utf8').catch(() => null);
    const text = writeSettingsYaml(settings, before);
    if (path === null) io.stdout.write(text);
    else {
      await writeFile(path, text);
      const channels = Object.keys(settings.channels).length;
      io.stderr.write(
        text === before
          ? `${file} is as it was: nothing had changed.\n`
          : `Wrote the settings of the workspace and of ${channels === 1 ? '1 channel' : `${channels} channels`} to ${file}.\n`,
      );
    }
    return 0;
  });
}

/** Brings a YAML file of settings into a workspace: all of it, or nothing. */
export async function importSettingsCommand(
  file: string,
  { workspace }: SettingsOptions,
  io: CommandIo,
): Promise<number> {
  const text = await readText(file, io.cwd);
  return withSettings(io, async (deps) => {
    const outcome = await importSettings(deps, { workspace, text, name: file }, { via: 'file' });
    if (outcome.type === 'refused') throw new UserError(outcome.message, { code: 'refused' });
    io.stdout.write(
      outcome.changes.length === 0
        ? 'Nothing was different, so nothing was changed.\n'
        : `${outcome.changes.map((change) => `${change}\n`).join('')}`,
    );
    return 0;
  });
}

/** Checks YAML files of settings without any database; exits 1 when something is wrong. */
export async function checkSettingsCommand(
  paths: readonly string[],
  io: CommandIo,
): Promise<number> {
  const files = (await Promise.all(paths.map((path) => filesOf(path, io.cwd)))).flat();
  const problems: string[] = [];
  for (const file of files) {
    const read = readSettingsYaml(await readText(file, io.cwd));
    problems.push(...read.problems.map(({ line, message }) => `${file}:${line}: ${message}`));
  }
  io.stdout.write(
    problems.length > 0
      ? `${problems.join('\n')}\n`
      : `${files.length === 1 ? 'One file' : `${files.length} files`} of settings: every value is one. Whether its editors and presets are there is asked at the import.\n`,
  );
  return problems.length > 0 ? 1 : 0;
}
