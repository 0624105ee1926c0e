import { openCharts } from '../../../src/charts/charts.ts';
import { NO_JUDGE } from '../../../src/loop/best-of-n.ts';
import { NO_BUDGET } from '../../../src/loop/budget.ts';
import type { Critic } from '../../../src/loop/critic.ts';
import type { Writer } from '../../../src/loop/writer.ts';
import {
  type Discord as Adapter,
  openDiscord as openAdapter,
} from '../../../src/platforms/discord/adapter.ts';
import { createSqliteQueue } from '../../../src/queue/sqlite-queue.ts';
import { createRunWorker, type RunWorkerDeps } from '../../../src/review/execute.ts';
import { statusMessage } from '../../../src/review/help.ts';
import { createReviews, type ReviewsDeps } from '../../../src/review/review-door.ts';
import type { RunEditors } from '../../../src/review/review-draft.ts';
import type { Reviews } from '../../../src/review/reviews.ts';
import { UNWATCHED } from '../../../src/review/run-watch.ts';
import { createRunsUnderWay } from '../../../src/review/runs-under-way.ts';
import { createSpending } from '../../../src/review/spending.ts';
import {
  type Place,
  resolveSettings,
  type StoredSettings,
} from '../../../src/settings/resolution.ts';
import { createWorkspaceSettings } from '../../../src/settings/workspace-settings.ts';
import { createCallRepository } from '../../../src/store/call-repository.ts';
import { createDecisionRepository } from '../../../src/store/decision-repository.ts';
import { createDismissalRepository } from '../../../src/store/dismissal-repository.ts';
import { createFeedbackRepository } from '../../../src/store/feedback-repository.ts';
import { createInstallationRepository } from '../../../src/store/installation-repository.ts';
import { createJobRepository } from '../../../src/store/job-repository.ts';
import { createPostRepository } from '../../../src/store/post-repository.ts';
import { createRequestRepository } from '../../../src/store/request-repository.ts';
import { createRunRepository } from '../../../src/store/run-repository.ts';
import { createSettingsRepository } from '../../../src/store/settings-repository.ts';
import { createStatsRepository } from '../../../src/store/stats-repository.ts';
import { createVoteRepository } from '../../../src/store/vote-repository.ts';
import type { Discord } from '../../fakes/discord/discord.ts';
import { keepErrors, logAsService } from '../../logs/keep-errors.ts';
import { applyingWriter } from '../../loop/harness.ts';
import { type ContactOptions, openContacts } from '../../review/contacts.ts';
import { forgettingOn } from '../../review/forgetting-rig.ts';
import { panelCritic } from '../../review/room.ts';
import { open } from '../../store/open-store.ts';

export interface ServiceOptions extends Pick<ContactOptions, 'isGreeting' | 'reader'> {
  readonly critic?: Critic;
  readonly writer?: Writer;
  readonly editors?: Partial<RunEditors>;
  readonly stored?: readonly StoredSettings[];
  readonly file?: string;
  readonly publicUrl?: string;
}

/** What the editors of these tests have to say. */
export const FINDINGS: Parameters<typeof panelCritic>[0] = {
  'line-editor': [['very very', 'very']],
  'senior-editor': [['due to the fact that', 'because']],
};

/** The whole service on a Discord of our own: real database, queue and worker, editors that are scripted. */
export async function openService(discord: Discord, options: ServiceOptions = {}) {
  const database = await open(options.file ?? ':memory:');
  const errors = keepErrors();
  const warnings: string[] = [];
  const reportError = (error: unknown) => errors.push(error);
  const jobs = createJobRepository(database);
  const queue = createSqliteQueue({ jobs, reportError }, { pollMs: 30, retryDelayMs: () => 100 });
  const underWay = createRunsUnderWay();
  const platform = (name: string) => (name === 'discord' ? adapter : null);
  const kept = forgettingOn(database, { platform, underWay, errors });
  const decided = createWorkspaceSettings({
    forgetting: kept.forgetting,
    stats: createStatsRepository(database),
    charts: openCharts({ reportError: (error) => errors.push(error) }),
    passes: kept.passes,
    store: createSettingsRepository(database),
    nameOf: async () => null,
    memberNames: async (workspace, words) => adapter.membersNamed(workspace, words),
    dismissals: createDismissalRepository(database),
    now: Date.now,
    tryPersona: async (persona, text) => `${persona.title} reads “${text}”.`,
  });
  const settings = async (place: Place) =>
    options.stored === undefined ? decided.settings(place) : resolveSettings(place, options.stored);
  const contacts = openContacts(database, {
    platform,
    isGreeting: options.isGreeting ?? false,
    reader: options.reader ?? null,
    nameOf: (member) => adapter.nameOf(member),
    reportError,
  });
  const installations = createInstallationRepository(database);
  const adapter: Adapter = await openAdapter({
    token: discord.token,
    apiUrl: discord.apiUrl,
    server: null,
    publicUrl: options.publicUrl ?? null,
    library: decided.library,
    settings,
    door: decided.door,
    describeStatus: async () =>
      statusMessage({
        version: '0.0.0',
        model: null,
        modelTrouble: null,
        howToSetModel: 'set a key.',
        queue: await queue.stats(),
      }),
    reportError,
    decidedChannels: async () => [],
    welcome: (...given) => contacts.firstContact.welcome(...given),
    installations,
    warn: (sentence) => {
      warnings.push(sentence);
      logAsService(sentence);
    },
    rateLimited: () => undefined,
  });
  const calls = createCallRepository(database);
  const deps: RunWorkerDeps & ReviewsDeps = {
    calls,
    spending: createSpending({ calls, now: Date.now }),
    watch: UNWATCHED,
    runs: createRunRepository(database),
    requests: createRequestRepository(database),
    posts: createPostRepository(database),
    decisions: createDecisionRepository(database),
    feedback: createFeedbackRepository(database),
    stats: createStatsRepository(database),
    votes: createVoteRepository(database),
    queue,
    forgets: kept.forgets,
    ...contacts,
    passes: kept.passes,
    platform,
    underWay,
    settings,
    editorsFor: async (personas) => ({
      critic: options.critic ?? panelCritic(FINDINGS),
      writer: options.writer ?? applyingWriter(),
      check: async () => ({ comments: [], limits: [] }),
      panel: personas,
      resting: [],
      namesIn: () => [],
      blindSpots: null,
      judge: NO_JUDGE,
      foresee: NO_BUDGET.foresee,
      fitContext: async () => null,
      close: () => {},
      ...options.editors,
    }),
    library: decided.library,
    lessons: decided.lessons,
    adminsOf: async (_platform, workspace) => adapter.adminsOf(workspace),
    isAdmin: adapter.isAdmin,
    now: Date.now,
    reportError,
  };
  await queue.work(createRunWorker(deps), { concurrency: 2 });
  const reviews: Reviews = createReviews(deps);
  await adapter.listen(reviews);
  await discord.until(() => adapter.isReady(), 'the connection');
  return {
    ...{
      adapter,
      reviews,
      errors,
      warnings,
      queue,
      deps,
      decided,
      database,
      installations,
      forgetting: kept.forgetting,
    },
    async close() {
      await queue.stop(1_000);
      await adapter.close();
      database.close();
    },
  };
}
