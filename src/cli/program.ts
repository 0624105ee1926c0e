import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { ARMS } from '../evaluation/arms.ts';
import { packageVersion } from '../package-root.ts';
import { builtInPersonas, builtInPresets } from '../personas/library.ts';
import { LOG_FORMATS } from '../settings/screens.ts';
import { UserError } from '../user-error.ts';
import type { EvalOptions } from './eval.ts';
import type { ExportOptions } from './export.ts';
import { harmless } from './harmless.ts';
import type { CommandIo } from './io.ts';
import type { LogOptions } from './log.ts';
import type { MigrateOptions } from './migrate.ts';
import type { PersonasOptions } from './personas.ts';
import type { ReviewOptions } from './review.ts';
import type { SettingsOptions } from './settings.ts';
import type { StatsOptions } from './stats.ts';
import { wrap } from './wrap.ts';

const EXIT_USAGE = 2;
const HELP_WIDTH = 80;

/**
 * Runs one command line and resolves to its exit code: 0 clean, 1 a blocking comment is open,
 * 2 bad usage or input. Anything unexpected rejects.
 */
export async function runCommandLine(argv: readonly string[], io: CommandIo): Promise<number> {
  let code = 0;
  const program = createProgram(io, (result) => {
    code = result;
  });
  if (argv[0] === 'complete') {
    const { addCompletion } = await import('./completion.ts');
    addCompletion(program, { word: argv.at(-1) ?? '', cwd: io.cwd });
  } else {
    program
      .command('complete')
      .description('Print what makes the Tab key know these commands.')
      .argument('<shell>', 'bash, zsh, fish or powershell');
  }
  try {
    await program.parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE;
    if (!(error instanceof UserError)) throw error;
    io.stderr.write(`${harmless(error.message)}\n`);
    return EXIT_USAGE;
  }
}

function createProgram(io: CommandIo, finish: (code: number) => void): Command {
  const program = new Command('bluepencil')
    .description('Editors read a draft, quote its own words and hand back a refined one.')
    .version(packageVersion(), '-v, --version', 'Show the version.')
    .helpCommand('help [command]', 'Show what a command can do.')
    .helpOption('-h, --help', 'Show this help.')
    .showHelpAfterError(
      '(bluepencil --help shows every command, bluepencil review --help the options of a review)',
    )
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: (text, write) => write(harmless(sentence(text))),
    });
  addReview(program, io, finish);
  addStart(program, io, finish);
  addPersonas(program, io, finish);
  addSettings(program, io, finish);
  addLog(program, io, finish);
  addCalls(program, io, finish);
  addStats(program, io, finish);
  addExport(program, io, finish);
  addEval(program, io, finish);
  addSignIn(program, io, finish);
  addKeys(program, io, finish);
  addDoctor(program, io, finish);
  addMigrate(program, io, finish);
  addBackup(program, io, finish);
  // Subcommands made with `command()` inherit output and exit settings only when copied.
  for (const command of program.commands) {
    command.copyInheritedSettings(program);
    for (const part of command.commands) part.copyInheritedSettings(program);
  }
  return program;
}

function addReview(program: Command, io: CommandIo, finish: (code: number) => void): void {
  program
    .command('review')
    .description('Review a draft: comments that quote it, and a refined draft.')
    .argument('[FILE]', 'a Markdown or text file, or - for standard input')
    .option('--write <brief>', 'write the draft from a brief first (needs a model)')
    .option('--preset <name>', 'the editors for one kind of text (default: "general")')
    .addOption(
      new Option('--persona <name>', 'one editor; repeat for more')
        .argParser(collect)
        .default([], 'those of the preset'),
    )
    .option('--rounds <n>', 'refine up to n times, 1 to 4 (default: 1)', parseRounds)
    .addOption(
      new Option('--edits', 'change only what was commented on (default)').conflicts('rewrite'),
    )
    .addOption(new Option('--rewrite', 'let the writer rewrite the draft (needs a model)'))
    .addOption(
      new Option('--strategy <name>', 'the plan of model calls').choices([
        'self-refine',
        'three-step',
        'one-shot',
        'best-of-n',
      ]),
    )
    .addOption(
      new Option('--format <format>', 'how to print the result')
        .choices(['text', 'json', 'markdown', 'sarif'])
        .default('text'),
    )
    .option(
      '--house-style <file>',
      'names to keep, words to avoid, dialect (YAML, JSON, Vale, CSV)',
    )
    .option('--workspace <file>', 'keep the run in this SQLite file')
    .addHelpText('after', () => reviewHelp())
    .action(async (file: string | undefined, options: ReviewOptions) => {
      const { reviewCommand } = await import('./review.ts');
      finish(await reviewCommand(file, options, io));
    });
}

function reviewHelp(): string {
  const ids = (library: readonly { readonly id: string }[]) =>
    wrap(library.map(({ id }) => id).join(', '), '  ', HELP_WIDTH);
  return [
    '',
    'Presets:',
    ids(builtInPresets),
    '',
    'Personas:',
    ids(builtInPersonas),
    '',
    'Exit codes:',
    '  0  nothing blocking is open',
    '  1  a blocking comment is open',
    '  2  the command, its input or the model could not be used',
    '',
    'Examples:',
    '  bluepencil review draft.md',
    '  git show HEAD:notes.md | bluepencil review - --preset release-notes',
    '  bluepencil review draft.md --format json > review.json',
  ].join('\n');
}

function addPersonas(program: Command, io: CommandIo, finish: (code: number) => void): void {
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
}

function addSettings(program: Command, io: CommandIo, finish: (code: number) => void): void {
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
}

function addLog(program: Command, io: CommandIo, finish: (code: number) => void): void {
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
}

function addCalls(program: Command, io: CommandIo, finish: (code: number) => void): void {
  program
    .command('calls')
    .description('Show what models were sent and answered in one review, where that is kept.')
    .argument('REVIEW', 'its id, or the eight characters after “ref” in a note about it')
    .action(async (ref: string) => {
      const { callsCommand } = await import('./calls.ts');
      finish(await callsCommand(ref, io));
    });
}

function addStats(program: Command, io: CommandIo, finish: (code: number) => void): void {
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
}

function addExport(program: Command, io: CommandIo, finish: (code: number) => void): void {
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
}

function addEval(program: Command, io: CommandIo, finish: (code: number) => void): void {
  const many = (flags: string, about: string) => new Option(flags, about).argParser(collect);
  program
    .command('eval')
    .description('Measure ways of working on texts of your own with your model and a judge.')
    .argument('[FILES...]', 'drafts, or .jsonl files of {"draft": "…"} and {"brief": "…"}')
    .addOption(
      many(
        '--arm <name>',
        'one way of working; repeat for more, all are compared with the first',
      ).default([], 'three-step, self-refine'),
    )
    .option('--judge <model>', 'who compares (default: JUDGE_MODEL)')
    .option('--preset <name>', 'the editors for one kind of text (default: "general")')
    .addOption(
      many('--persona <name>', 'one editor; repeat for more').default([], 'those of the preset'),
    )
    .option('--rounds <n>', 'refine up to n times, 1 to 4 (default: the preset’s)', parseRounds)
    .option(
      '--votes <file>',
      'see whether the judge decides as people did: a file of bluepencil export',
    )
    .option('--dry-run', 'say how many calls it would take, and make none')
    .addOption(
      new Option('--format <format>', 'for people, or for programs')
        .choices(['text', 'json'])
        .default('text'),
    )
    .addHelpText('after', () => evalHelp())
    .action(async (files: string[], options: EvalOptions) => {
      const { evalCommand } = await import('./eval.ts');
      finish(await evalCommand(files, options, io));
    });
}

function evalHelp(): string {
  return ['', 'Arms:', ...ARMS.map(({ id, about }) => `  ${id.padEnd(12)} ${about}`)].join('\n');
}

function addSignIn(program: Command, io: CommandIo, finish: (code: number) => void): void {
  program
    .command('sign-in')
    .description('Print a link that opens a desk others can reach: it works once, for ten minutes.')
    .action(async () => {
      const { signInCommand } = await import('./sign-in.ts');
      finish(await signInCommand(io));
    });
}

function addKeys(program: Command, io: CommandIo, finish: (code: number) => void): void {
  const keys = program.command('keys').description('Change the key that seals tokens.');
  keys
    .command('rotate')
    .description('Seal every token with the first key of ENCRYPTION_KEY, also while services run.')
    .action(async () => {
      const { rotateCommand } = await import('./keys.ts');
      finish(await rotateCommand(io));
    });
  keys
    .command('drop')
    .description(
      'Delete the tokens that no key of ENCRYPTION_KEY opens; those workspaces install again.',
    )
    .action(async () => {
      const { dropCommand } = await import('./keys.ts');
      finish(await dropCommand(io));
    });
}

function addStart(program: Command, io: CommandIo, finish: (code: number) => void): void {
  program
    .command('start')
    .description('Open the desk: a local page where drafts get reviewed in their thread.')
    .action(async () => {
      const { startCommand } = await import('./start.ts');
      finish(await startCommand(io));
    });
}

function addDoctor(program: Command, io: CommandIo, finish: (code: number) => void): void {
  program
    .command('doctor')
    .description('Check this installation and say what to put right; changes nothing.')
    .option('--json', 'print the findings as JSON')
    .action(async (options: { readonly json?: boolean }) => {
      const { doctorCommand } = await import('./doctor.ts');
      finish(await doctorCommand(options, io));
    });
}

function addMigrate(program: Command, io: CommandIo, finish: (code: number) => void): void {
  program
    .command('migrate')
    .description('Bring the database to the newest version, or move a file to PostgreSQL.')
    .option('--from <file>', 'the database file that is moved, as file:PATH')
    .option('--to <address>', 'the PostgreSQL database it moves to, as postgres://…')
    .action(async (options: MigrateOptions) => {
      const { migrateCommand } = await import('./migrate.ts');
      finish(await migrateCommand(options, io));
    });
}

function addBackup(program: Command, io: CommandIo, finish: (code: number) => void): void {
  program
    .command('backup')
    .description('Copy the database file while the server runs.')
    .argument('[FILE]', 'the copy (default: beside the database, with the time in its name)')
    .action(async (file: string | undefined) => {
      const { backupCommand } = await import('./backup.ts');
      finish(await backupCommand(file, io));
    });
}

function parseDays(value: string): number {
  const days = Number(value);
  if (!Number.isInteger(days) || days < 1 || days > 3650) {
    throw new InvalidArgumentError('Days go from 1 to 3650.');
  }
  return days;
}

function collect(value: string, earlier: readonly string[]): string[] {
  return [...earlier, value];
}

function parseRounds(value: string): number {
  if (!/^[1-4]$/.test(value.trim())) {
    throw new InvalidArgumentError('Rounds go from 1 to 4.');
  }
  return Number(value);
}

/** Commander writes "error: unknown option"; people get a sentence. */
function sentence(text: string): string {
  const plain = text.replace(/^error: /, '');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
