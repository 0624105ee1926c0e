/*
 * The doctor's half of the composition root: a configuration turned into the checks it calls for. Nothing
 * is changed by them, and a running server is not disturbed.
 */
import type { Config } from '../config.ts';
import { hasModel, modelNames } from '../editors.ts';
import { packageVersion, pathTo } from '../package-root.ts';
import { databaseFile, isPostgresUrl } from '../storage.ts';
import { UserError } from '../user-error.ts';
import { checkAddress } from './check-desk.ts';
import type { Check, Finding } from './finding.ts';
import { ok } from './finding.ts';

/** How long one check may take: a model that thinks needs a while, a server that is gone must not hang. */
const CHECK_TIMEOUT_MS = 60_000;

/** Looks at an installation; findings come as each check ends, in a fixed order. Never throws. */
export async function* examine(
  config: Config,
  { cwd, signal }: { readonly cwd: string; readonly signal: AbortSignal },
): AsyncGenerator<Finding> {
  yield ok('Bluepencil', `Version ${packageVersion()} on Node ${process.versions.node}.`);
  const running = (await checksFor(config, cwd)).map((check) => runCheck(check, signal));
  for (const check of running) yield* await check;
}

async function checksFor(config: Config, cwd: string): Promise<readonly Check[]> {
  const checks: Check[] = [];
  if (isPostgresUrl(config.databaseUrl)) {
    const { checkPostgres } = await import('./check-postgres.ts');
    checks.push(checkPostgres(config.databaseUrl, pathTo('migrations/postgres')));
  } else {
    const { checkFile } = await import('./check-file.ts');
    checks.push(checkFile(databaseFile(config.databaseUrl, cwd), pathTo('migrations/sqlite')));
  }
  const { checkModel } = await import('./check-model.ts');
  checks.push((signal) => checkModel(config, namesOf(config))(signal));
  if (config.role !== 'worker') checks.push(checkAddress(config.host, config.port));
  if (config.discord !== null) {
    const { checkDiscord } = await import('./check-discord.ts');
    checks.push(checkDiscord(config.discord));
  }
  if (config.slack !== null) {
    const { checkSlack } = await import('./check-slack.ts');
    checks.push(checkSlack(config.slack, pathTo('manifest.yml')));
  }
  return checks;
}

function namesOf(config: Config): readonly string[] {
  if (!hasModel(config)) return [];
  const { critic, writer } = modelNames(config);
  return [...new Set([critic, writer])];
}

async function runCheck(check: Check, signal: AbortSignal): Promise<readonly Finding[]> {
  const limit = AbortSignal.timeout(CHECK_TIMEOUT_MS);
  try {
    return await check(AbortSignal.any([signal, limit]));
  } catch (error) {
    const says = limit.aborted
      ? `No answer within ${CHECK_TIMEOUT_MS / 1000} s.`
      : error instanceof UserError
        ? error.message
        : `The check itself failed (${error instanceof Error ? error.name : 'unknown error'}).`;
    return [{ about: 'Check', level: 'fail', says, fix: 'Correct this and run it again.' }];
  }
}
