/*
 * The composition root of the running service: the only place that knows everybody. Data flows one way:
 * a trigger comes in at a platform, becomes a run in the store, the queue hands it to a worker, the loop
 * says what happened, and that is posted where the trigger came from.
 */
import { randomBytes } from 'node:crypto';
import { drawPlot } from './chart.ts';
import { type ChatPlatforms, openChatPlatforms } from './chat-platforms.ts';
import type { Config } from './config.ts';
import { openEditorRoom } from './editors.ts';
import { HOW_TO_SET_MODEL } from './how-to-set-model.ts';
import { assertKeysOpen } from './keys.ts';
import { createLogger } from './logger.ts';
import { warmUpWork } from './loop/warm-up.ts';
import { createMetrics } from './ops/metrics.ts';
import { watchCalls, watchPlatform, watchReviews, watchRuns, watchWork } from './ops/watched.ts';
import { packageVersion, pathTo } from './package-root.ts';
import { type Desk, openDesk } from './platforms/desk/adapter.ts';
import { WORKSPACE as DESK_WORKSPACE } from './platforms/desk/places.ts';
import { settleConsents } from './review/consent.ts';
import { createRunWorker, type RunWorkerDeps } from './review/execute.ts';
import { createFirstContact } from './review/first-contact.ts';
import { createForgetting } from './review/forget.ts';
import { statusMessage } from './review/help.ts';
import { createIntake } from './review/intake.ts';
import { readMemberData } from './review/member-data.ts';
import { createPasses } from './review/passes.ts';
import type { Platform } from './review/platform.ts';
import type { MemberRef } from './review/refs.ts';
import { sendReminders } from './review/remind.ts';
import { keepRetention } from './review/retention.ts';
import { createReviews } from './review/review-door.ts';
import type { Reviews } from './review/reviews.ts';
import { createRunsUnderWay } from './review/runs-under-way.ts';
import { createSettler } from './review/settle.ts';
import { createSpending } from './review/spending.ts';
import { tryOut } from './review/try-out.ts';
import { closeDueVotes } from './review/vote.ts';
import { createSealer } from './seal.ts';
import type { Library } from './settings/library.ts';
import { createWorkspaceSettings } from './settings/workspace-settings.ts';
import { createSigner } from './signer.ts';
import { openStorage } from './storage.ts';
import { createCallRepository } from './store/call-repository.ts';
import { moveReviews } from './store/channel-move.ts';
import { createContactRepository } from './store/contact-repository.ts';
import { createDecisionRepository } from './store/decision-repository.ts';
import { createDeskRepository } from './store/desk-repository.ts';
import { createDismissalRepository } from './store/dismissal-repository.ts';
import { createFeedbackRepository } from './store/feedback-repository.ts';
import { createForgetRepository } from './store/forget-repository.ts';
import { createInstallationRepository } from './store/installation-repository.ts';
import { createPassRepository } from './store/pass-repository.ts';
import { createPostRepository } from './store/post-repository.ts';
import { createRequestRepository } from './store/request-repository.ts';
import { createRunRepository } from './store/run-repository.ts';
import { createSealedRepository } from './store/sealed-repository.ts';
import { createSettingsRepository } from './store/settings-repository.ts';
import { createStatsRepository } from './store/stats-repository.ts';
import { createVoteRepository } from './store/vote-repository.ts';

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
  /** Where people talk to this process: at its desk, in a chat platform, or nowhere. */
  readonly heardAt: 'desk' | 'chat' | 'nowhere';
  /** Stops taking work, waits up to `graceMs` for reviews under way, hands the rest back and closes. */
  stop(graceMs: number): Promise<void>;
}

/** Starts the service. Rejects with a `UserError` when its database or its address cannot be had. */
export async function startService(config: Config, cwd: string): Promise<Service> {
  const logger = createLogger({ level: config.logLevel });
  const metrics = createMetrics();
  const report = (error: unknown, about: Readonly<Record<string, unknown>>) => {
    metrics.failures.inc();
    logger.error({ ...about, error }, 'something failed');
  };
  const storage = await openStorage(config, {
    cwd,
    reportError: (error, job) => report(error, { runId: job?.runId ?? null }),
  });
  const { database, queue } = storage;
  const closers: (() => Promise<void> | void)[] = [() => storage.close()];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    await assertKeysOpen(createSealedRepository(database), config.encryptionKeys);
    const editors = openEditorRoom(config, { apart: true });
    closers.push(() => editors.close());

    let isDraining = false;
    const isReady = async () => !isDraining && (await storage.isReady());
    metrics.ask({ queue: () => queue.stats(), isReady, isModelUp: editors.isModelUp });
    const runs = watchRuns(createRunRepository(database), metrics);
    const calls = watchCalls(createCallRepository(database), metrics);
    const requests = createRequestRepository(database);
    const spending = createSpending({ calls, now: Date.now });
    const decisions = createDecisionRepository(database);
    const feedback = createFeedbackRepository(database);
    const stats = createStatsRepository(database);
    const votes = createVoteRepository(database);
    const describeStatus = async () =>
      statusMessage({
        version: packageVersion(),
        model: editors.model,
        modelTrouble: editors.modelTrouble(),
        howToSetModel: HOW_TO_SET_MODEL,
        queue: await queue.stats(),
      });
    let localUrl: string | null = null;
    const passes = createPasses({
      passes: createPassRepository(database),
      signer: signerFor(config),
      // The desk's own chat is for this machine alone, whatever its address elsewhere.
      publicUrl: config.slack === null && config.discord === null ? null : config.publicUrl,
      localUrl: () => localUrl,
      now: Date.now,
    });
    const platforms = new Map<string, Platform>();
    const sealer = config.encryptionKeys === null ? null : createSealer(config.encryptionKeys);
    const kept = {
      runs,
      requests,
      posts: createPostRepository(database),
      decisions,
      forgets: createForgetRepository(database, sealer),
      passes,
      underWay: storage.shareRuns(createRunsUnderWay()),
      platform: (name: string) => platforms.get(name) ?? null,
      // Nobody signs in at the desk, so nobody there acts for others.
      isAdmin: async (member: MemberRef, workspace: string) =>
        desk.mayActForOthers(member) || (await chats.isAdmin(member, workspace)),
      reportError: (error: unknown, about: { readonly runId: string; readonly doing: string }) =>
        report(error, about),
      now: Date.now,
    };
    const fromFiles = await readPersonas(config, cwd);
    const settingsStore = createSettingsRepository(database);
    const decided = createWorkspaceSettings({
      store: settingsStore,
      forgetting: createForgetting(kept),
      stats,
      drawPlot,
      passes,
      files: () => fromFiles,
      findEmojiTrouble: ({ via, workspace }, name) => chats.findEmojiTrouble(via, workspace, name),
      nameOf: (member) => nameOf(member),
      models: Object.keys(config.openai.named),
      tryPersona: async (persona, text, place, how) => {
        const settings = await decided.settings(place);
        const model = how === undefined ? settings.model : { ...settings.model, value: how };
        return tryOut(
          { editorsFor, record: spending.record, now: Date.now, reportError: report },
          { persona, text, place, settings: { ...settings, model } },
        );
      },
      memberNames: async (workspace, words) =>
        workspace === DESK_WORKSPACE
          ? desk.workspace.members().map(({ name }) => name)
          : chats.membersNamed(workspace, words),
      dismissals: createDismissalRepository(database, sealer),
      now: Date.now,
    });
    const editorsFor: RunWorkerDeps['editorsFor'] = (personas, settings, more) =>
      editors.editorsFor({
        ...more,
        personas,
        house: settings.houseStyle.value,
        model: settings.model.value,
        masking: settings.masking.value,
        critiqueLanguage: settings.critiqueLanguage.value,
        draftLanguage: settings.draftLanguage.value,
      });
    const contacts = createContactRepository(database);
    const platform = (name: string): Platform | null => platforms.get(name) ?? null;
    const firstContact = createFirstContact({
      told: contacts,
      platform,
      readBy: editors.readBy,
      reportError: report,
      now: Date.now,
    });
    const nameOf = async (member: MemberRef) => (await chats.nameOf(member)) ?? desk.nameOf(member);
    const desk: Desk = await openDesk({
      decisions: decisions.decisions,
      store: createDeskRepository(database),
      runs,
      settings: (channel) => decided.settings({ workspace: DESK_WORKSPACE, channel }),
      library: () => decided.library(DESK_WORKSPACE),
      libraryOf: decided.library,
      memberName: async (member) => (await chats.nameOf(member)) ?? desk.nameOf(member),
      access: {
        passes,
        publicUrl: config.publicUrl,
        isAdmin: (member, workspace) => chats.isAdmin(member, workspace),
        memberData: (of) => readMemberData(kept, of),
      },
      door: decided.door,
      admins: config.deskAdmins,
      assetsFolder: pathTo('dist/desk'),
      health: { isReady, metrics: metrics.render },
      describeStatus,
      welcome: firstContact.welcome,
      wire: storage.wire,
      reportError: (error, ref) => report(error, { ref }),
    });
    closers.push(() => desk.close());

    const chats: ChatPlatforms = await openChatPlatforms(config, {
      ...{ settings: decided.settings, library: decided.library, door: decided.door },
      describeStatus,
      instances: storage.instances,
      recent: requests.recent,
      moveChannel: async (move) => {
        // Reviews first: they are found by the channel they still name.
        await moveReviews(database, move);
        await settingsStore.moveChannel(move.workspace, move.from, move.to);
      },
      renameEmoji: decided.renameEmoji,
      installations: createInstallationRepository(database),
      welcome: firstContact.welcome,
      reportError: (error, ref) => report(error, { ref }),
      warn: (platform, sentence) => logger.warn({ platform }, sentence),
      rateLimited: (platform) => metrics.chatRateLimits.inc({ platform }),
      log: (platform, what, about) => logger.info({ platform, ...about }, what),
    });
    closers.push(() => chats.close());
    for (const [name, platform] of [['desk', desk] as const, ...chats.byName]) {
      platforms.set(name, watchPlatform(name, platform, metrics));
    }
    const shared = {
      ...kept,
      calls,
      feedback,
      stats,
      votes,
      consents: contacts,
      told: contacts,
      firstContact,
      nameOf,
      watch: watchWork(metrics),
      settings: decided.settings,
      library: decided.library,
      lessons: decided.lessons,
    };
    const adminsOf = async (platform: string, workspace: string) => {
      const named = (await decided.settings({ workspace })).managers.value;
      const admins =
        platform === 'desk' ? desk.adminsOf() : await chats.adminsOf(platform, workspace);
      // A role among those named is nobody to talk to, and nothing comes of it.
      return [...new Set([...admins, ...(named as readonly MemberRef[])])].slice(0, MAX_TOLD);
    };
    const settler = createSettler(shared);
    closers.push(() => settler.close());
    const door = createReviews({ ...shared, queue, adminsOf }, settler);
    const ordinary = watchReviews(door, metrics);
    const intake =
      storage.intake === null
        ? null
        : createIntake({
            ...storage.intake,
            begin: ordinary.request,
            platform,
            reportError: (error, about) => report(error, about),
          });
    closers.push(() => intake?.close());
    const reviews: Reviews = intake === null ? ordinary : { ...ordinary, request: intake.request };
    const worker = createRunWorker({
      ...shared,
      queue,
      spending,
      editorsFor,
    });
    const isWorker = config.role === 'worker';
    if (!isWorker) await chats.listen(reviews);
    const place = { host: config.host, port: config.port };
    const { url } = await desk.listen(reviews, place, isWorker ? { isClosed: true } : chats);
    if (!chats.isClosed && !isWorker) localUrl = url;
    const concurrency =
      editors.model === null
        ? CONCURRENCY.rules
        : Math.max(CONCURRENCY.leastWithModel, config.openai.concurrency);
    if (config.role !== 'ingest') {
      await queue.work(worker, { concurrency });
      await queue.schedule('retention', EVERY_MINUTE, async () => {
        await keepRetention(shared);
      });
      await queue.schedule('votes', EVERY_MINUTE, () => closeDueVotes(shared));
      await queue.schedule('reminders', EVERY_TEN_MINUTES, () =>
        sendReminders({ ...shared, told: contacts }),
      );
    }
    void intake?.recover();
    await settler.recover();
    await closeDueVotes(shared);
    if (config.role !== 'ingest') {
      await queue.schedule('consents', EVERY_TEN_MINUTES, () =>
        settleConsents({ ...shared, queue }),
      );
    }
    closers.push(warmUpSoon());
    return {
      url,
      heardAt: isWorker ? 'nowhere' : chats.isClosed ? 'chat' : 'desk',
      async stop(graceMs) {
        isDraining = true;
        await chats.stopListening();
        await queue.stop(graceMs);
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The editors and presets of files, where those are the truth. */
async function readPersonas({ personasDir }: Config, cwd: string): Promise<Library | null> {
  if (personasDir === null) return null;
  const { readPersonasFolder } = await import('./personas-folder.ts');
  return readPersonasFolder(personasDir, cwd);
}

/** Without a key, links of a desk that only this machine reaches are signed for as long as it runs. */
function signerFor({ encryptionKeys, slack, discord }: Config) {
  if (encryptionKeys !== null) return createSigner(encryptionKeys);
  return slack === null && discord === null ? createSigner([randomBytes(32)]) : null;
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
