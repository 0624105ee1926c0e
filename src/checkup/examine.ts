/*
 * The doctor's half of the composition root: a configuration turned into the checks it calls for. Nothing
 * is changed by them, and a running server is not disturbed.
 */
import { existsSync } from 'node:fs';
import { loadServerRights } from '../chat-platforms.ts';
import type { Config } from '../config.ts';
import { hasModel, modelNames } from '../editors.ts';
import { packageVersion, pathTo } from '../package-root.ts';
import type { Sealed, Sealer } from '../review/installation-store.ts';
import { decidedChannels } from '../settings/decided-channels.ts';
import { databaseFile, isPostgresUrl } from '../storage.ts';
import type { Database } from '../store/database.ts';
import { UserError } from '../user-error.ts';
import { checkClock } from './check-clock.ts';
import { checkAddress } from './check-desk.ts';
import { checkLinks } from './check-links.ts';
import type { InstalledToken } from './check-slack.ts';
import type { Check, Finding } from './finding.ts';
import { fail, ok } from './finding.ts';

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
  const { checkKey } = await import('./check-key.ts');
  checks.push(checkKey(config.encryptionKeys, () => openToLook(config, cwd)));
  if (config.personasDir !== null) checks.push(checkPersonas(config.personasDir, cwd));
  if (config.role !== 'worker') checks.push(checkAddress(config));
  const isChat = config.slack !== null || config.discord !== null;
  if (isChat || config.publicUrl !== null) {
    checks.push(
      checkLinks({ publicUrl: config.publicUrl, hasKey: config.encryptionKeys !== null }),
    );
  }
  checks.push(checkClock(serversOf(config)));
  const decided = (workspace: string) => channelsDecided(config, cwd, workspace);
  if (config.discord !== null) {
    const { checkDiscord } = await import('./check-discord.ts');
    const rights = await loadServerRights(config);
    if (rights !== null) {
      checks.push(checkDiscord(config.discord, { rights, decidedChannels: decided }));
    }
  }
  if (config.slack !== null) {
    const { checkSlack } = await import('./check-slack.ts');
    const manifestPath = pathTo('manifest.yml');
    const installed = () => installedTokens(config, cwd);
    checks.push(checkSlack(config.slack, { manifestPath, decidedChannels: decided, installed }));
  }
  return checks;
}

/** The channels of a workspace that something of their own is decided for; none where nobody can look. */
async function channelsDecided(
  config: Config,
  cwd: string,
  workspace: string,
): Promise<readonly string[]> {
  const database = await openToLook(config, cwd);
  if (database === null) return [];
  const { createSettingsRepository } = await import('../store/settings-repository.ts');
  try {
    return decidedChannels(await createSettingsRepository(database).current(workspace));
  } finally {
    await database.close();
  }
}

/** What the workspaces gave that installed the app on Slack; nothing where nobody can look. */
async function installedTokens(config: Config, cwd: string): Promise<readonly InstalledToken[]> {
  const { encryptionKeys } = config;
  const database = encryptionKeys === null ? null : await openToLook(config, cwd);
  if (encryptionKeys === null || database === null) return [];
  const [{ createInstallationRepository }, { createSealer }, { readInstalledToken }] =
    await Promise.all([
      import('../store/installation-repository.ts'),
      import('../seal.ts'),
      import('./check-slack.ts'),
    ]);
  try {
    const store = createInstallationRepository(database);
    const sealer = createSealer(encryptionKeys);
    const workspaces = await store.standing('slack');
    const found = await Promise.all(workspaces.map((each) => store.find('slack', each)));
    return found.flatMap((each) =>
      each === null
        ? []
        : [{ workspace: each.workspace, ...openToken(sealer, each.secret, readInstalledToken) }],
    );
  } finally {
    await database.close();
  }
}

function openToken(
  sealer: Sealer,
  secret: Sealed,
  read: (body: string) => Omit<InstalledToken, 'workspace'>,
): Omit<InstalledToken, 'workspace'> {
  try {
    return read(sealer.open(secret));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { token: null, renews: false };
  }
}

/** A database that is there and of this version; what is wrong with another one is said elsewhere. */
async function openToLook({ databaseUrl }: Config, cwd: string): Promise<Database | null> {
  try {
    if (isPostgresUrl(databaseUrl)) {
      const { readPostgresState } = await import('../store/postgres-state.ts');
      const migrationsFolder = pathTo('migrations/postgres');
      const { missing, isNew } = await readPostgresState(databaseUrl, migrationsFolder);
      if (isNew || missing > 0) return null;
      const { openPostgres } = await import('../store/postgres-database.ts');
      return await openPostgres(databaseUrl, { migrationsFolder });
    }
    const path = databaseFile(databaseUrl, cwd);
    if (!existsSync(path)) return null;
    const { openDatabase } = await import('../store/database.ts');
    return await openDatabase(path, {
      migrationsFolder: pathTo('migrations/sqlite'),
      readonly: true,
    });
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}

function checkPersonas(folder: string, cwd: string): Check {
  return async () => {
    const { readPersonasFolder } = await import('../personas-folder.ts');
    try {
      const { personas } = readPersonasFolder(folder, cwd);
      return [ok('Editors', `PERSONAS_DIR can be used: ${personas.length} editors are at work.`)];
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return [fail('Editors', error.message, 'Put the files right; docs/personas.md shows them.')];
    }
  };
}

/** Whom the service talks to anyway. */
function serversOf({ slack, discord }: Config): readonly string[] {
  return [slack?.apiUrl, discord?.apiUrl].filter((url) => url != null);
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
