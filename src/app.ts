/*
 * The composition root of the running service. Data flows one way: a trigger comes in at a platform, becomes a
 * run in the store, the queue hands it to a worker, the loop says what happened, and that is posted where the
 * trigger came from. `use-case-parts.ts` puts together what the use cases share, `open-platforms.ts` the ways in.
 */
import { type AllPlatforms, createAllPlatforms } from './all-platforms.ts';
import type { Config } from './config.ts';
import { type EditorRoomOptions, openEditorRoom } from './editors.ts';
import type { Closer, Ground } from './ground.ts';
import { assertKeysOpen } from './keys.ts';
import { createLogger } from './logger.ts';
import { warmUpWork } from './loop/warm-up.ts';
import { openPlatforms } from './open-platforms.ts';
import { watchHoldUps } from './ops/held-up.ts';
import { createMetrics } from './ops/metrics.ts';
import { watchReviews } from './ops/watched.ts';
import { isLoopback } from './platforms/desk/loopback.ts';
import { settleConsents } from './review/consent.ts';
import { createRunWorker } from './review/execute.ts';
import { createIntake } from './review/intake.ts';
import { createPrecedence, type Precedence } from './review/precedence.ts';
import type { MemberRef } from './review/refs.ts';
import { sendReminders } from './review/remind.ts';
import { keepRetention } from './review/retention.ts';
import { createReviews, type ReviewDoor } from './review/review-door.ts';
import type { Reviews } from './review/reviews.ts';
import { createSettler } from './review/settle.ts';
import { closeDueVotes } from './review/vote.ts';
import { createSealer } from './seal.ts';
import { openStorage } from './storage.ts';
import { openStores } from './stores.ts';
import { openUseCaseParts, type UseCaseParts } from './use-case-parts.ts';

/** Reviews that are worked on at once: with a model they wait for it, with rules alone they compute. */
const CONCURRENCY = { leastWithModel: 8, rules: 2 };

/** Authors who said nothing for three days have said no; looked at every ten minutes. */
const EVERY_TEN_MINUTES = '*/10 * * * *';

/** Once whoever started it has been answered. */
const WARM_UP_AFTER_MS = 1_000;
const WARM_UP_PAUSE_MS = 50;

/** Of those who run a workspace, how many are told what concerns it. */
const MAX_TOLD = 10;

/** Words whose time is over go within a minute. */
const EVERY_MINUTE = '* * * * *';

/** The service while it runs. */
export interface Service {
  /** Where its server is: the desk, or only whether it is well and its metrics. */
  readonly url: string;
  /** Where people talk to this process: at its desk, signed in where others reach it, in a chat platform, or nowhere. */
  readonly heardAt: 'desk' | 'guarded desk' | 'chat' | 'nowhere';
  /** Stops taking work, waits up to `graceMs` for reviews under way, hands the rest back and closes. */
  stop(graceMs: number): Promise<void>;
}

/** Starts the service. Rejects with a `UserError` when its database, its prices or its address cannot be had. */
export async function startService(
  config: Config,
  cwd: string,
  editing: EditorRoomOptions = { apart: true },
): Promise<Service> {
  await assertPricesRead(config);
  const logger = createLogger({ level: config.logLevel });
  const metrics = createMetrics();
  const report: Ground['report'] = (error, about) => {
    metrics.failures.inc();
    logger.error({ ...about, error }, 'something failed');
  };
  const storage = await openStorage(config, {
    cwd,
    reportError: (error, job) => report(error, { runId: job?.runId ?? null }),
  });
  const closers: Closer[] = [() => storage.close()];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  const onClose = (closer: Closer) => void closers.push(closer);
  try {
    const ground = { config, cwd, logger, metrics, report, storage, onClose, close };
    return await openService(ground, editing);
  } catch (error) {
    await close();
    throw error;
  }
}

/** The editors read prices when they are first asked; a mistake there is for whoever starts the service. */
async function assertPricesRead({ openai: { pricesFile } }: Config): Promise<void> {
  if (pricesFile === null) return;
  const { readPrices } = await import('./models/prices.ts');
  await readPrices(pricesFile);
}

async function openService(ground: Ground, editing: EditorRoomOptions): Promise<Service> {
  const { config, metrics, storage, onClose, close } = ground;
  const { database, queue } = storage;
  const sealer = config.encryptionKeys === null ? null : createSealer(config.encryptionKeys);
  const stores = openStores(database, sealer);
  await assertKeysOpen(stores.sealed, config.encryptionKeys);
  const editors = openEditorRoom(config, editing);
  onClose(() => editors.close());

  let isDraining = false;
  const trouble = async () => (isDraining ? 'stopping' : storage.trouble());
  const isReady = async () => (await trouble()) === null;
  metrics.ask({ queue: () => queue.stats(), isReady, isModelUp: editors.isModelUp });

  const platforms = createAllPlatforms(metrics);
  const parts = await openUseCaseParts(ground, { stores, editors, platforms });
  const { desk, chats } = await openPlatforms(ground, parts, trouble);
  platforms.opened(desk, chats);

  const settler = createSettler(parts.shared);
  onClose(() => settler.close());
  const adminsOf = (platform: string, workspace: string) =>
    findThoseToTell(parts, platform, workspace);
  const door = createReviews({ ...parts.shared, queue, adminsOf }, settler);
  const intake = openIntake(ground, platforms, watchReviews(door, metrics));
  const { ahead, turn } = createPrecedence();
  const reviews: Reviews = {
    ...intake.reviews,
    request: (request) => ahead(() => intake.reviews.request(request)),
  };
  const isHeard = config.role !== 'worker';
  if (isHeard) await chats.listen(reviews);
  const place = { host: config.host, port: config.port };
  const around = isHeard ? { ...chats, ahead } : { isClosed: true };
  const { url } = await desk.listen(reviews, place, around);
  if (isHeard && !chats.isClosed) parts.deskOpenedAt(url);

  void intake.recover();
  await settler.recover();
  await closeDueVotes(parts.shared);
  if (config.role !== 'ingest') await goToWork(ground, parts, turn);
  onClose(warmUpSoon());
  const heardAt = isHeard ? (chats.isClosed ? 'chat' : deskOf(config)) : 'nowhere';
  return {
    url: heardAt === 'guarded desk' ? (config.publicUrl ?? url) : url,
    heardAt,
    async stop(graceMs) {
      isDraining = true;
      await chats.stopListening();
      await queue.stop(graceMs);
      await close();
    },
  };
}

/** Where others reach the desk, it opens for who is signed in. */
function deskOf({ host }: Config): 'desk' | 'guarded desk' {
  return isLoopback(host) ? 'desk' : 'guarded desk';
}

/** Where a database may be held by others, requests are kept beside it until it is free. */
function openIntake(
  { storage, logger, report, onClose }: Ground,
  { platform }: AllPlatforms,
  reviews: ReviewDoor,
): { readonly reviews: Reviews; recover(): Promise<void> } {
  if (storage.intake === null) return { reviews, recover: async () => {} };
  const intake = createIntake({
    ...storage.intake,
    begin: reviews.request,
    platform,
    reportError: (error, about) => report(error, about),
  });
  const warn = () => logger.warn({}, 'another program holds the database: requests wait beside it');
  onClose(watchHoldUps(storage.intake.hearHoldUp, warn));
  onClose(() => intake.close());
  return { reviews: { ...reviews, request: intake.request }, recover: intake.recover };
}

/** Takes reviews from the queue, and does what has its time. */
async function goToWork(
  { config, storage: { queue } }: Ground,
  parts: UseCaseParts,
  turn: Precedence['turn'],
): Promise<void> {
  const { shared, editors, spending, editorsFor } = parts;
  const worker = createRunWorker({ ...shared, queue, spending, editorsFor }, { turn });
  const concurrency =
    editors.model === null
      ? CONCURRENCY.rules
      : Math.max(CONCURRENCY.leastWithModel, config.openai.concurrency);
  await queue.work(worker, { concurrency });
  await queue.schedule('retention', EVERY_MINUTE, async () => {
    await keepRetention(shared);
  });
  await queue.schedule('votes', EVERY_MINUTE, () => closeDueVotes(shared));
  await queue.schedule('reminders', EVERY_TEN_MINUTES, () => sendReminders(shared));
  await queue.schedule('consents', EVERY_TEN_MINUTES, () => settleConsents({ ...shared, queue }));
}

/** Who hears of what concerns a workspace: its admins, then those its settings name. */
async function findThoseToTell(
  { decided, platforms }: UseCaseParts,
  platform: string,
  workspace: string,
): Promise<readonly MemberRef[]> {
  const named = (await decided.settings({ workspace })).managers.value;
  const admins = await platforms.adminsOf(platform, workspace);
  // A role among those named is nobody to talk to, and nothing comes of it.
  return [...new Set([...admins, ...(named as readonly MemberRef[])])].slice(0, MAX_TOLD);
}

/** Gets ready for the first review a little at a time; the result calls it off. */
function warmUpSoon(): () => void {
  const work = [...warmUpWork()];
  let timer = setTimeout(goOn, WARM_UP_AFTER_MS).unref();
  function goOn(): void {
    work.shift()?.();
    if (work.length > 0) timer = setTimeout(goOn, WARM_UP_PAUSE_MS).unref();
  }
  return () => clearTimeout(timer);
}
