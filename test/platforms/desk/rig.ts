import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildDeskClient } from '../../../scripts/desk-client.js';
import { openCharts } from '../../../src/charts/charts.ts';
import { NO_JUDGE } from '../../../src/loop/best-of-n.ts';
import { NO_BUDGET } from '../../../src/loop/budget.ts';
import type { Critic } from '../../../src/loop/critic.ts';
import type { Writer } from '../../../src/loop/writer.ts';
import { type Desk, openDesk } from '../../../src/platforms/desk/adapter.ts';
import type { MessageView } from '../../../src/platforms/desk/message-view.ts';
import type { runView } from '../../../src/platforms/desk/run-view.ts';
import type { Surroundings } from '../../../src/platforms/desk/server.ts';
import { createSqliteQueue } from '../../../src/queue/sqlite-queue.ts';
import { createRunWorker, type RunWorkerDeps } from '../../../src/review/execute.ts';
import { statusMessage } from '../../../src/review/help.ts';
import { createReviews, type ReviewsDeps } from '../../../src/review/review-door.ts';
import type { RunEditors } from '../../../src/review/review-draft.ts';
import type { Reviews } from '../../../src/review/reviews.ts';
import { UNWATCHED } from '../../../src/review/run-watch.ts';
import { createRunsUnderWay } from '../../../src/review/runs-under-way.ts';
import { createSpending } from '../../../src/review/spending.ts';
import { tryOut } from '../../../src/review/try-out.ts';
import { resolveSettings } from '../../../src/settings/resolution.ts';
import type { Settings } from '../../../src/settings/settings.ts';
import {
  createWorkspaceSettings,
  type WorkspaceSettings,
} from '../../../src/settings/workspace-settings.ts';
import { createCallRepository } from '../../../src/store/call-repository.ts';
import { createDecisionRepository } from '../../../src/store/decision-repository.ts';
import { createDeskRepository } from '../../../src/store/desk-repository.ts';
import { createDismissalRepository } from '../../../src/store/dismissal-repository.ts';
import { createFeedbackRepository } from '../../../src/store/feedback-repository.ts';
import { createJobRepository } from '../../../src/store/job-repository.ts';
import { createPostRepository } from '../../../src/store/post-repository.ts';
import { createRequestRepository } from '../../../src/store/request-repository.ts';
import { createRunRepository } from '../../../src/store/run-repository.ts';
import { createSettingsRepository } from '../../../src/store/settings-repository.ts';
import { createStatsRepository } from '../../../src/store/stats-repository.ts';
import { createVoteRepository } from '../../../src/store/vote-repository.ts';
import { keepErrors } from '../../logs/keep-errors.ts';
import { applyingWriter } from '../../loop/harness.ts';
import { type ContactOptions, openContacts } from '../../review/contacts.ts';
import { forgettingOn } from '../../review/forgetting-rig.ts';
import { panelCritic } from '../../review/room.ts';
import { open } from '../../store/open-store.ts';

export interface RigOptions extends Pick<ContactOptions, 'isGreeting' | 'reader'> {
  readonly file?: string;
  readonly port?: number;
  readonly critic?: Critic;
  readonly writer?: Writer;
  readonly editors?: Partial<RunEditors>;
  readonly now?: () => number;
  /** Who administers the desk; absent: everybody. */
  readonly admins?: readonly string[];
  /** What is decided for the whole desk. */
  readonly settings?: Partial<Settings>;
}

export const HEALTH = { trouble: async () => null, metrics: async () => 'bluepencil_up 1\n' };

let assets: Promise<string> | null = null;

/** The built pages, made once per test process. */
export function builtAssets(): Promise<string> {
  assets ??= (async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bluepencil-desk-'));
    await buildDeskClient(folder);
    return folder;
  })();
  return assets;
}

/** What the desk is given of a workspace's settings. */
function deskSettings({ settings, library, door }: WorkspaceSettings) {
  return {
    settings: (channel: string) => settings({ workspace: 'local', channel }),
    library: () => library('local'),
    door,
  };
}

/** A desk on a real socket and a real database, with something else in the place of the core. */
export async function openDeskWith(
  reviews: Reviews,
  options: Pick<RigOptions, 'file' | 'now'> & Pick<Surroundings, 'ahead'> = {},
) {
  const database = await open(options.file ?? ':memory:');
  const errors = keepErrors();
  const kept = forgettingOn(database);
  const decided = createWorkspaceSettings({
    forgetting: kept.forgetting,
    stats: createStatsRepository(database),
    charts: openCharts({ reportError: (error) => errors.push(error) }),
    passes: kept.passes,
    store: createSettingsRepository(database),
    memberNames: async () => [],
    dismissals: createDismissalRepository(database),
    now: Date.now,
    tryPersona: async (persona, text) => `${persona.title} reads “${text}”.`,
    nameOf: async () => null,
  });
  const desk = await openDesk({
    store: createDeskRepository(database),
    runs: createRunRepository(database),
    ...deskSettings(decided),
    ...deskAccess(decided, kept),
    decisions: createDecisionRepository(database).decisions,
    assetsFolder: await builtAssets(),
    health: HEALTH,
    describeStatus: async () => ({ identity: null, parts: [] }),
    reportError: (error) => errors.push(error),
    ...(options.now === undefined ? {} : { now: options.now }),
  });
  const around = options.ahead === undefined ? {} : { ahead: options.ahead };
  const { url } = await desk.listen(reviews, { host: '127.0.0.1', port: 0 }, around);
  return {
    desk,
    url,
    errors,
    async close() {
      await desk.close();
      database.close();
    },
  };
}

/** What people elsewhere may see: nobody is an admin from elsewhere. */
function deskAccess(
  { library, drawPlot }: Pick<WorkspaceSettings, 'library' | 'drawPlot'>,
  { passes, memberData }: ReturnType<typeof forgettingOn>,
) {
  return {
    libraryOf: library,
    memberName: async () => null,
    access: { passes, memberData, plot: drawPlot, publicUrl: null, isAdmin: async () => false },
  };
}

/** The whole application with a desk on a real socket, a real database and editors that are scripted. */
export async function openRig(options: RigOptions = {}) {
  const { now = Date.now } = options;
  const database = await open(options.file ?? ':memory:');
  const errors = keepErrors();
  const runs = createRunRepository(database, { now });
  const jobs = createJobRepository(database);
  const decisions = createDecisionRepository(database, { now });
  const queue = createSqliteQueue(
    { jobs, reportError: (error) => errors.push(error), now },
    { pollMs: 30 },
  );
  const underWay = createRunsUnderWay();
  const platform = (name: string) => (name === 'desk' ? desk : null);
  const kept = forgettingOn(database, { platform, underWay, now, errors });
  const decided = createWorkspaceSettings({
    forgetting: kept.forgetting,
    stats: createStatsRepository(database),
    charts: openCharts({ reportError: (error) => errors.push(error) }),
    passes: kept.passes,
    store: createSettingsRepository(database),
    memberNames: async () => [],
    dismissals: createDismissalRepository(database),
    now: Date.now,
    tryPersona: async (persona, text, place) =>
      tryOut(
        {
          editorsFor: deps.editorsFor,
          record: async () => undefined,
          now,
          reportError: (error) => errors.push(error),
        },
        { persona, text, place, settings: await decided.settings(place) },
      ),
    nameOf: async (member) => desk.nameOf(member),
  });
  const settings: WorkspaceSettings['settings'] = async (place) =>
    options.settings === undefined
      ? decided.settings(place)
      : resolveSettings(place, [{ workspace: 'local', values: options.settings }]);
  const contacts = openContacts(database, {
    platform,
    isGreeting: options.isGreeting ?? false,
    reader: options.reader ?? null,
    nameOf: async (member) => desk.nameOf(member),
    reportError: (error) => errors.push(error),
    now,
  });
  const desk: Desk = await openDesk({
    welcome: contacts.firstContact.welcome,
    store: createDeskRepository(database),
    runs,
    ...deskSettings({ ...decided, settings }),
    admins: options.admins ?? null,
    ...deskAccess(decided, kept),
    decisions: decisions.decisions,
    assetsFolder: await builtAssets(),
    health: HEALTH,
    describeStatus: async () =>
      statusMessage({
        version: '0.0.0',
        model: null,
        modelTrouble: null,
        howToSetModel: 'set a key.',
        queue: await queue.stats(),
      }),
    reportError: (error) => errors.push(error),
    now,
  });
  const calls = createCallRepository(database);
  const deps: RunWorkerDeps & ReviewsDeps = {
    calls,
    spending: createSpending({ calls, now }),
    watch: UNWATCHED,
    runs,
    requests: createRequestRepository(database),
    posts: createPostRepository(database),
    decisions,
    feedback: createFeedbackRepository(database, { now }),
    stats: createStatsRepository(database),
    votes: createVoteRepository(database, { now }),
    queue,
    forgets: kept.forgets,
    ...contacts,
    passes: kept.passes,
    platform,
    underWay,
    settings,
    library: decided.library,
    editorsFor: async (personas) => ({
      critic: options.critic ?? panelCritic({ 'line-editor': [['very very', 'very']] }),
      writer: options.writer ?? applyingWriter(),
      judge: NO_JUDGE,
      foresee: NO_BUDGET.foresee,
      fitContext: async () => null,
      check: async () => ({ comments: [], limits: [] }),
      panel: personas,
      resting: [],
      namesIn: () => [],
      blindSpots: null,
      close: () => {},
      ...options.editors,
    }),
    lessons: decided.lessons,
    adminsOf: async () => [],
    isAdmin: async () => false,
    now,
    reportError: (error) => errors.push(error),
  };
  await queue.work(createRunWorker(deps), { concurrency: 2 });
  const reviews = createReviews(deps);
  const server = await desk.listen(reviews, { host: '127.0.0.1', port: options.port ?? 0 });
  return {
    desk,
    database,
    deps,
    reviews,
    decided,
    url: server.url,
    errors,
    /** Whether nobody has to do anything any more. */
    async isQuiet() {
      const { waiting, active } = await queue.stats();
      return waiting + active === 0;
    },
    /** Whether somebody still has to do something for a run. */
    isWorkedOn: async (runId: string) => (await jobs.ahead(runId)) !== null,
    async close() {
      await queue.stop(1_000);
      await desk.close();
      database.close();
    },
  };
}

export type Rig = Awaited<ReturnType<typeof openRig>>;

/** What the interface may answer; each test reads what its own call gives. */
export interface Told {
  readonly id: string;
  readonly error: string;
  readonly outcome: string;
  readonly isRefusal: boolean;
  readonly note: MessageView;
  readonly runId: string;
  readonly threadId: string;
  readonly page: string;
  readonly formId: string;
  readonly html: string;
  readonly chars: number;
  readonly fields: readonly { readonly name: string }[];
  readonly members: readonly { readonly id: string }[];
  readonly channels: readonly { readonly id: string }[];
  readonly messages: readonly [MessageView, ...MessageView[]];
  readonly notes: readonly MessageView[];
}

/** Sends JSON and reads the answer. */
export async function call(rig: { url: string }, method: string, path: string, body?: object) {
  const response = await fetch(`${rig.url}${path}`, {
    method,
    // A connection that waits for the next call may be closed from the other side just then.
    headers: { 'content-type': 'application/json', connection: 'close' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, answer: (await response.json()) as Told };
}

/** Waits for a run's end, its posts and its status, and resolves to what the interface tells of it. */
export async function finishedRun(
  rig: {
    readonly url: string;
    readonly errors: unknown[];
    readonly isWorkedOn?: (runId: string) => Promise<boolean>;
  },
  runId: string,
) {
  for (;;) {
    const response = await fetch(`${rig.url}/api/runs/${runId}`);
    const run = (await response.json()) as ReturnType<typeof runView>;
    const isWorkedOn = (await rig.isWorkedOn?.(runId)) ?? false;
    if (run.status === 'finished' && !isWorkedOn) return run;
    if (run.status !== 'finished' && rig.errors.length > 0) throw rig.errors[0];
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
