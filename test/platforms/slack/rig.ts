import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openCharts } from '../../../src/charts/charts.ts';
import { NO_JUDGE } from '../../../src/loop/best-of-n.ts';
import { NO_BUDGET } from '../../../src/loop/budget.ts';
import type { Critic } from '../../../src/loop/critic.ts';
import type { Writer } from '../../../src/loop/writer.ts';
import {
  type SlackOptions as AppOptions,
  openSlack,
  type Slack,
  type SlackConfig,
} from '../../../src/platforms/slack/adapter.ts';
import { createSqliteQueue } from '../../../src/queue/sqlite-queue.ts';
import { createRunWorker, type RunWorkerDeps } from '../../../src/review/execute.ts';
import { statusMessage } from '../../../src/review/help.ts';
import { createReviews, type ReviewsDeps } from '../../../src/review/review-door.ts';
import type { ReviewRequest, Reviews } from '../../../src/review/reviews.ts';
import { UNWATCHED } from '../../../src/review/run-watch.ts';
import { createRunsUnderWay } from '../../../src/review/runs-under-way.ts';
import { createSpending } from '../../../src/review/spending.ts';
import { createSealer } from '../../../src/seal.ts';
import { resolveSettings } from '../../../src/settings/resolution.ts';
import type { SettingsDoor } from '../../../src/settings/screens.ts';
import type { Settings } from '../../../src/settings/settings.ts';
import { createWorkspaceSettings } from '../../../src/settings/workspace-settings.ts';
import { createCallRepository } from '../../../src/store/call-repository.ts';
import { moveReviews } from '../../../src/store/channel-move.ts';
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
import { type SlackOptions, startSlack } from '../../fakes/slack/slack.ts';
import { keepErrors, logAsService } from '../../logs/keep-errors.ts';
import { applyingWriter } from '../../loop/harness.ts';
import { type ContactOptions, openContacts } from '../../review/contacts.ts';
import { forgettingOn } from '../../review/forgetting-rig.ts';
import { panelCritic } from '../../review/room.ts';
import { open } from '../../store/open-store.ts';

export interface SlackRigOptions extends Pick<ContactOptions, 'isGreeting' | 'reader'> {
  readonly slack?: SlackOptions;
  readonly settings?: Partial<Settings>;
  readonly critic?: Critic;
  readonly writer?: Writer;
  /** Where it is all kept; in memory when left out. */
  readonly file?: string;
  /** Put in the place of the core. */
  readonly reviews?: Reviews;
  readonly config?: Partial<SlackConfig>;
  /** Workspaces install the app by themselves. */
  readonly isMany?: boolean;
  /** Processes that work together; one when left out. */
  readonly instances?: number;
  /** Channels with settings of their own. */
  readonly decidedChannels?: () => readonly string[];
  /** Screens of the settings come so late. */
  readonly doorAfterMs?: number;
  /** Where Slack fetches plots: from a server of ours, or where nothing answers. */
  readonly pages?: 'here' | 'nowhere';
  /** Settings come so late. */
  readonly settingsAfterMs?: number;
}

export const DRAFT = 'This is a very very long story about the lift.';

/** A Slack with people, the app connected to it, and the whole application behind with scripted editors. */
export async function openSlackRig(options: SlackRigOptions = {}) {
  const isHttp = options.slack?.transport === 'http';
  const slack = await startSlack(options.slack);
  const acme = slack.workspace('Acme');
  const people = {
    ines: acme.member('Ines Valtari', { role: 'admin' }),
    tomek: acme.member('Tomek Brandl'),
  };
  const channel = acme.channel('announcements');
  const database = await open(options.file ?? ':memory:');
  const errors = keepErrors();
  const logged: { what: string; about: Readonly<Record<string, unknown>> }[] = [];
  const runs = createRunRepository(database);
  const requests = createRequestRepository(database);
  const jobs = createJobRepository(database);
  const queue = createSqliteQueue(
    { jobs, reportError: (error) => errors.push(error) },
    { pollMs: 20, retryDelayMs: () => 50 },
  );
  const store = createSettingsRepository(database);
  const underWay = createRunsUnderWay();
  const platform = (name: string) => (name === 'slack' ? app : null);
  const pages = options.pages === 'here' ? createServer() : null;
  if (pages !== null) await new Promise<void>((go) => pages.listen(0, '127.0.0.1', () => go()));
  const pagesUrl = options.pages === undefined ? null : pages === null ? NOWHERE : urlOf(pages);
  const kept = forgettingOn(database, { platform, underWay, errors, publicUrl: pagesUrl });
  const decided = createWorkspaceSettings({
    forgetting: kept.forgetting,
    stats: createStatsRepository(database),
    charts: openCharts({ reportError: (error) => errors.push(error) }),
    passes: kept.passes,
    store,
    nameOf: async () => null,
    findEmojiTrouble: async ({ workspace }, name) => app.findEmojiTrouble(workspace, name),
    memberNames: async (workspace) => app.membersNamed(workspace),
    dismissals: createDismissalRepository(database),
    now: Date.now,
    tryPersona: async (persona, text) => `${persona.title} reads “${text}”.`,
  });
  pages?.on('request', async ({ url = '' }, response) => {
    const pass = await kept.passes.open('plot', url.replace('/plot/', ''));
    const png = pass === null ? null : await decided.drawPlot(pass);
    response.writeHead(png === null ? 404 : 200, { 'content-type': 'image/png' }).end(png);
  });
  const settings = async (place: Parameters<typeof resolveSettings>[0]) => {
    if (options.settingsAfterMs) await new Promise((go) => setTimeout(go, options.settingsAfterMs));
    if (options.settings === undefined) return decided.settings(place);
    return resolveSettings(place, [{ workspace: acme.id, values: options.settings }]);
  };
  const describeStatus = async () =>
    statusMessage({
      version: '0.0.0',
      model: null,
      modelTrouble: null,
      howToSetModel: 'set a key.',
      queue: await queue.stats(),
    });
  const door = options.isMany ? createServer() : null;
  if (door !== null) {
    await new Promise<void>((listening) => {
      door.listen(0, '127.0.0.1', listening);
    });
  }
  const publicUrl = door === null ? '' : urlOf(door);
  const contacts = openContacts(database, {
    platform,
    isGreeting: options.isGreeting ?? false,
    reader: options.reader ?? null,
    nameOf: (member) => app.nameOf(member),
    reportError: (error) => errors.push(error),
  });
  const appOptions: AppOptions = {
    config: {
      botToken: options.isMany ? null : acme.botToken,
      appToken: isHttp ? null : slack.appToken,
      signingSecret: slack.signingSecret,
      apiUrl: slack.apiUrl,
      oauth: options.isMany
        ? {
            clientId: slack.clientId,
            clientSecret: slack.clientSecret,
            stateSecret: 'a long random word',
            authorizeUrl: slack.authorizeUrl,
            publicUrl,
          }
        : null,
      ...options.config,
    },
    library: decided.library,
    door: slowed(decided.door, options.doorAfterMs),
    moveChannel: async (move) => {
      await moveReviews(database, move);
      await store.moveChannel(move.workspace, move.from, move.to);
    },
    renameEmoji: (workspace, from, to) => decided.renameEmoji(workspace, from, to, 'slack'),
    installations: createInstallationRepository(database),
    sealer: createSealer([Buffer.alloc(32, 7)]),
    recent: (member, limit) => requests.recent(member, limit),
    settings,
    describeStatus,
    decidedChannels: async () => options.decidedChannels?.() ?? [],
    instances: async () => ({ self: '7', count: options.instances ?? 1 }),
    welcome: (...given) => contacts.firstContact.welcome(...given),
    reportError: (error) => errors.push(error),
    rateLimited: () => undefined,
    log: (what, about) => {
      logged.push({ what, about });
      logAsService(what, about);
    },
  };
  const app: Slack = await openSlack(appOptions);
  const calls = createCallRepository(database);
  const deps: RunWorkerDeps & ReviewsDeps = {
    calls,
    spending: createSpending({ calls, now: Date.now }),
    watch: UNWATCHED,
    runs,
    requests,
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
    }),
    lessons: decided.lessons,
    adminsOf: async (_platform, workspace) => app.adminsOf(workspace),
    isAdmin: (member, workspace) => app.isAdmin(member, workspace),
    now: Date.now,
    reportError: (error) => errors.push(error),
  };
  await queue.work(createRunWorker(deps), { concurrency: 4 });
  await app.listen(options.reviews ?? createReviews(deps));
  door?.on('request', (request, response) => {
    if (!app.answers(request, response)) response.writeHead(404).end();
  });
  const server = isHttp ? await serve(app) : null;
  if (server !== null) await slack.connectHttp(`${server.url}/slack/events`);
  else await slack.until(() => slack.socket.count > 0, 'a connection');
  return {
    slack,
    acme,
    ...people,
    channel,
    publicUrl,
    app,
    deps,
    /** What the app was opened with, for another on the same database. */
    appOptions,
    decided,
    errors,
    logged,
    database,
    forgetting: kept.forgetting,
    forgets: kept.forgets,
    /** Resolves when nobody has to do anything any more. */
    async quiet() {
      await slack.settled();
      for (;;) {
        const { waiting, active } = await queue.stats();
        if (waiting + active === 0) return;
        await new Promise((go) => setTimeout(go, 10));
      }
    },
    async close() {
      await app.stopListening();
      await queue.stop(1_000);
      await app.close();
      await server?.close();
      pages?.close();
      pages?.closeAllConnections();
      door?.close();
      door?.closeAllConnections();
      await slack.close();
      await database.close();
    },
  };
}

const NOWHERE = 'http://127.0.0.1:1';

function slowed(door: SettingsDoor, ms: number | undefined): SettingsDoor {
  if (ms === undefined) return door;
  const pause = () => new Promise((go) => setTimeout(go, ms));
  return {
    ...door,
    show: async (...asked) => {
      await pause();
      return door.show(...asked);
    },
    submit: async (...given) => {
      await pause();
      return door.submit(...given);
    },
  };
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The HTTP side of the app, as the one server of the process offers it. */
async function serve(app: Pick<Slack, 'answers'>) {
  const server = createServer((request, response) => {
    if (!app.answers(request, response)) response.writeHead(404).end();
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  return {
    url: urlOf(server),
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

export type SlackRig = Awaited<ReturnType<typeof openSlackRig>>;

/** The core as it writes down what it is asked. */
export function listeningReviews() {
  const requests: ReviewRequest[] = [];
  const reviews: Reviews = {
    request: async (request) => {
      requests.push(request);
      return { type: 'accepted', runId: `run-${requests.length}` };
    },
    act: async () => null,
    trySample: async () => null,
    say: async () => ({ identity: null, parts: [] }),
    vote: async () => ({ identity: null, parts: [] }),
    listensIn: async () => true,
    endorse: async () => null,
    sourceDeleted: async () => {},
  };
  return { requests, reviews };
}
