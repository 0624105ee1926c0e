import { exportSettings, importSettings } from '../settings/settings-exchange.ts';
import { readSettingsYaml, writeSettingsYaml } from '../settings/settings-yaml.ts';
import type { CommandIo } from './io.ts';
import { withSettings } from './settings-store.ts';
import { exportYaml, readText, readYamlFiles, tellImport } from './yaml-files.ts';

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
    const channels = Object.keys(settings.channels).length;
    await exportYaml(
      file,
      {
        write: (before) => writeSettingsYaml(settings, before),
        contents: `the settings of the workspace and of ${channels === 1 ? '1 channel' : `${channels} channels`}`,
      },
      io,
    );
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
    tellImport(await importSettings(deps, { workspace, text, name: file }, { via: 'file' }), io);
    return 0;
  });
}

/** Checks YAML files of settings without any database; exits 1 when something is wrong. */
export async function checkSettingsCommand(
  paths: readonly string[],
  io: CommandIo,
): Promise<number> {
  const { read, problems } = await readYamlFiles(paths, readSettingsYaml, io.cwd);
  io.stdout.write(
    problems.length > 0
      ? `${problems.join('\n')}\n`
      : `${read.length === 1 ? 'One file' : `${read.length} files`} of settings: every value is one. Whether its editors and presets are there is asked at the import.\n`,
  );
  return problems.length > 0 ? 1 : 0;
}
