import type { AddCommand } from './add-command.ts';
import type { MigrateOptions } from './migrate.ts';

/** `bluepencil start`: the service. */
export const addStart: AddCommand = (program, io, finish) => {
  program
    .command('start')
    .description('Open the desk: a local page where drafts get reviewed in their thread.')
    .action(async () => {
      const { startCommand } = await import('./start.ts');
      finish(await startCommand(io));
    });
};

/** `bluepencil sign-in`: a link into a desk others can reach. */
export const addSignIn: AddCommand = (program, io, finish) => {
  program
    .command('sign-in')
    .description('Print a link that opens a desk others can reach: it works once, for ten minutes.')
    .action(async () => {
      const { signInCommand } = await import('./sign-in.ts');
      finish(await signInCommand(io));
    });
};

/** `bluepencil keys …`: the key that seals tokens. */
export const addKeys: AddCommand = (program, io, finish) => {
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
};

/** `bluepencil doctor`: what works, what does not, what to do. */
export const addDoctor: AddCommand = (program, io, finish) => {
  program
    .command('doctor')
    .description('Check this installation and say what to put right; changes nothing.')
    .option('--json', 'print the findings as JSON')
    .action(async (options: { readonly json?: boolean }) => {
      const { doctorCommand } = await import('./doctor.ts');
      finish(await doctorCommand(options, io));
    });
};

/** `bluepencil migrate`: the schema, and from file to PostgreSQL. */
export const addMigrate: AddCommand = (program, io, finish) => {
  program
    .command('migrate')
    .description('Bring the database to the newest version, or move a file to PostgreSQL.')
    .option('--from <file>', 'the database file that is moved, as file:PATH')
    .option('--to <address>', 'the PostgreSQL database it moves to, as postgres://…')
    .action(async (options: MigrateOptions) => {
      const { migrateCommand } = await import('./migrate.ts');
      finish(await migrateCommand(options, io));
    });
};

/** `bluepencil backup`: a copy while the service runs. */
export const addBackup: AddCommand = (program, io, finish) => {
  program
    .command('backup')
    .description('Copy the database file while the server runs.')
    .argument('[FILE]', 'the copy (default: beside the database, with the time in its name)')
    .action(async (file: string | undefined) => {
      const { backupCommand } = await import('./backup.ts');
      finish(await backupCommand(file, io));
    });
};
