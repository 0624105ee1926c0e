import { InvalidArgumentError, Option } from 'commander';
import { LOG_FORMATS } from '../settings/screens.ts';
import type { AddCommand } from './add-command.ts';
import type { ExportOptions } from './export.ts';
import type { LogOptions } from './log.ts';
import type { PersonasOptions } from './personas.ts';
import type { SettingsOptions } from './settings.ts';
import type { StatsOptions } from './stats.ts';

/** `bluepencil personas …`: editors and presets as YAML. */
export const addPersonas: AddCommand = (program, io, finish) => {
  const personas = program
    .command('personas')
    .description('Keep editors and presets in YAML files: export, import, check.');
  const workspace = () =>
    new Option('--workspace <id>', 'whose editors: "local" is the desk’s own').default('local');
  personas
    .command('export')
    .description(
      'Write all editors and presets as YAML, keeping the comments of a file that is there.',
    )
    .argument('[FILE]', 'where to write (default: standard output)')
    .addOption(workspace())
    .action(async (file: string | undefined, options: PersonasOptions) => {
      const { exportCommand } = await import('./personas.ts');
      finish(await exportCommand(file, options, io));
    });
  personas
    .command('import')
    .description('Bring the editors and presets of a YAML file in: all of them, or nothing.')
    .argument('<FILE>', 'a YAML file, as export writes it')
    .addOption(workspace())
    .action(async (file: string, options: PersonasOptions) => {
      const { importCommand } = await import('./personas.ts');
      finish(await importCommand(file, options, io));
    });
  personas
    .command('check')
    .description(
      'Say what is wrong with YAML files of editors, for a git hook or CI; needs no database.',
    )
    .argument('<PATH...>', 'YAML files, or folders of them')
    .action(async (paths: string[]) => {
      const { checkCommand } = await import('./personas.ts');
      finish(await checkCommand(paths, io));
    });
};

/** `bluepencil settings …`: the settings of a workspace as YAML. */
export const addSettings: AddCommand = (program, io, finish) => {
  const settings = program
    .command('settings')
    .description('Keep the settings of a workspace and its channels in YAML files.');
  const workspace = () =>
    new Option('--workspace <id>', 'whose settings: "local" is the desk’s own').default('local');
  settings
    .command('export')
    .description('Write what was decided as YAML, keeping the comments of a file that is there.')
    .argument('[FILE]', 'where to write (default: standard output)')
    .addOption(workspace())
    .action(async (file: string | undefined, options: SettingsOptions) => {
      const { exportSettingsCommand } = await import('./settings.ts');
      finish(await exportSettingsCommand(file, options, io));
    });
  settings
    .command('import')
    .description('Bring the settings of a YAML file in: all of them, or nothing.')
    .argument('<FILE>', 'a YAML file, as export writes it')
    .addOption(workspace())
    .action(async (file: string, options: SettingsOptions) => {
      const { importSettingsCommand } = await import('./settings.ts');
      finish(await importSettingsCommand(file, options, io));
    });
  settings
    .command('check')
    .description('Say what is wrong with YAML files of settings; needs no database.')
    .argument('<PATH...>', 'YAML files, or folders of them')
    .action(async (paths: string[]) => {
      const { checkSettingsCommand } = await import('./settings.ts');
      finish(await checkSettingsCommand(paths, io));
    });
};

/** `bluepencil log`: who changed what. */
export const addLog: AddCommand = (program, io, finish) => {
  program
    .command('log')
    .description('Write who changed what in the settings, and when: the whole log, newest first.')
    .argument('[FILE]', 'where to write (default: standard output)')
    .option('--workspace <id>', 'whose settings: "local" is the desk’s own', 'local')
    .addOption(
      new Option('--format <format>', 'for table programs, or one JSON object a line')
        .choices(LOG_FORMATS)
        .default('csv'),
    )
    .action(async (file: string | undefined, options: LogOptions) => {
      const { logCommand } = await import('./log.ts');
      finish(await logCommand(file, options, io));
    });
};

/** `bluepencil calls`: what models read and answered. */
export const addCalls: AddCommand = (program, io, finish) => {
  program
    .command('calls')
    .description('Show what models were sent and answered in one review, where that is kept.')
    .argument('REVIEW', 'its id, or the eight characters after “ref” in a note about it')
    .action(async (ref: string) => {
      const { callsCommand } = await import('./calls.ts');
      finish(await callsCommand(ref, io));
    });
};

/** `bluepencil stats`: what reviews came to. */
export const addStats: AddCommand = (program, io, finish) => {
  program
    .command('stats')
    .description('Show what reviews came to: accepted, not useful, blind votes, time, cost.')
    .option('--workspace <id>', 'whose reviews: "local" is the desk’s own', 'local')
    .addOption(new Option('--days <n>', 'how far back, 1 to 3650').argParser(parseDays).default(90))
    .addOption(
      new Option('--format <format>', 'for people, or for programs')
        .choices(['text', 'json'])
        .default('text'),
    )
    .action(async (options: StatsOptions) => {
      const { statsCommand } = await import('./stats.ts');
      finish(await statsCommand(options, io));
    });
};

/** `bluepencil export`: decisions and votes as JSON lines. */
export const addExport: AddCommand = (program, io, finish) => {
  program
    .command('export')
    .description(
      'Write decisions about comments and blind votes as JSON lines; words only from channels that opted in.',
    )
    .argument('[FILE]', 'where to write (default: standard output)')
    .option('--workspace <id>', 'whose reviews: "local" is the desk’s own', 'local')
    .action(async (file: string | undefined, options: ExportOptions) => {
      const { exportDecisionsCommand } = await import('./export.ts');
      finish(await exportDecisionsCommand(file, options, io));
    });
};

function parseDays(value: string): number {
  const days = Number(value);
  if (!Number.isInteger(days) || days < 1 || days > 3650) {
    throw new InvalidArgumentError('Days go from 1 to 3650.');
  }
  return days;
}
