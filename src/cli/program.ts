import { Command, CommanderError } from 'commander';
import { packageVersion } from '../package-root.ts';
import { UserError } from '../user-error.ts';
import type { AddCommand } from './add-command.ts';
import { harmless } from './harmless.ts';
import type { CommandIo } from './io.ts';
import {
  addBackup,
  addDoctor,
  addKeys,
  addMigrate,
  addSignIn,
  addStart,
} from './operating-commands.ts';
import { addEval, addReview } from './review-commands.ts';
import {
  addCalls,
  addExport,
  addLog,
  addPersonas,
  addSettings,
  addStats,
} from './team-commands.ts';

const EXIT_USAGE = 2;

/** In the order of the help: first what one wants to do, last what keeps it running. */
const COMMANDS: readonly AddCommand[] = [
  addReview,
  addStart,
  addPersonas,
  addSettings,
  addLog,
  addCalls,
  addStats,
  addExport,
  addEval,
  addSignIn,
  addKeys,
  addDoctor,
  addMigrate,
  addBackup,
];

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
  for (const add of COMMANDS) add(program, io, finish);
  // Subcommands made with `command()` inherit output and exit settings only when copied.
  for (const command of program.commands) {
    command.copyInheritedSettings(program);
    for (const part of command.commands) part.copyInheritedSettings(program);
  }
  return program;
}

/** Commander writes "error: unknown option"; people get a sentence. */
function sentence(text: string): string {
  const plain = text.replace(/^error: /, '');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
