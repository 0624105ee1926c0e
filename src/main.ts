import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import type { LogLevel } from './config.ts';
import { UserError } from './user-error.ts';

/** The clone's own `.env`, not the working folder's: a review must not pick up some other project's keys. */
const envFile = fileURLToPath(new URL('../.env', import.meta.url));
/** The exit code of what nobody foresaw. */
const UNEXPECTED = 70;

await main();

async function main(): Promise<void> {
  // By itself the heap may grow to four times what is in use before it is looked through; that never is more than
  // a few dozen megabytes here. (How large the young part may get has to be said when Node starts: `npm start`.)
  setFlagsFromString('--heap-growing-percent=40');
  // Stacks name the sources and not the bundle; costs about 10 ms.
  process.setSourceMapsEnabled(true);
  watchOutput();
  watchFailures();
  const interruption = watchSignals();
  try {
    readEnvFile();
    const { runCommandLine } = await import('./cli/program.ts');
    const code = await runCommandLine(process.argv.slice(2), {
      stdin: process.stdin,
      stdout: process.stdout,
      stderr: process.stderr,
      env: process.env,
      cwd: workingFolder(),
      envFile,
      signal: interruption.signal,
      interruptedWith: interruption.exitCode,
    });
    process.exitCode = code;
  } catch (error) {
    process.exitCode = interruption.exitCode() ?? (await report(error));
  }
}

function workingFolder(): string {
  try {
    return process.cwd();
  } catch (cause) {
    const message = 'The working folder is gone: change into one that exists and try again.';
    throw new UserError(message, { code: 'no_folder', cause });
  }
}

function readEnvFile(): void {
  if (!existsSync(envFile)) return;
  try {
    process.loadEnvFile(envFile);
  } catch (cause) {
    const message = `${envFile} cannot be read: make it a readable file or remove it.`;
    throw new UserError(message, { code: 'bad_config', cause });
  }
}

/**
 * `bluepencil review draft.md | head` closes the pipe early; the exit code must still be the review's.
 * A result that cannot be written is another matter; a line of progress that cannot is none.
 */
function watchOutput(): void {
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    process.stderr.write(
      `The result could not be written (${error.code ?? 'unknown error'}). Print it somewhere else and try again.\n`,
    );
    process.exit(2);
  });
}

/** What nobody caught ends the process. Node would print all that such an error holds, a row of the database say. */
function watchFailures(): void {
  process.on('uncaughtException', (error) => {
    const end = () => process.exit(UNEXPECTED);
    logUnexpected(error).then(end, end);
  });
}

/** The first SIGINT or SIGTERM asks the command to stop, the second ends the process at once. */
function watchSignals(): { signal: AbortSignal; exitCode(): number | null } {
  const controller = new AbortController();
  let exitCode: number | null = null;
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      const code = 128 + constants.signals[name];
      if (exitCode !== null) process.exit(code);
      exitCode = code;
      controller.abort();
    });
  }
  return { signal: controller.signal, exitCode: () => exitCode };
}

/** The last boundary: a sentence for the person, the rest for the log. */
async function report(error: unknown): Promise<number> {
  if (error instanceof UserError) {
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
  await logUnexpected(error);
  return UNEXPECTED;
}

async function logUnexpected(error: unknown): Promise<void> {
  const ref = randomBytes(4).toString('hex');
  const { createLogger } = await import('./logger.ts');
  createLogger({ level: await logLevel() }).error({ ref, error }, 'unexpected error');
  process.stderr.write(`Something went wrong (ref ${ref}).\n`);
}

async function logLevel(): Promise<LogLevel> {
  const { readConfig } = await import('./config.ts');
  try {
    return readConfig(process.env).logLevel;
  } catch {
    return 'info';
  }
}
