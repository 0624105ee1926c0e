import { NO_JUDGE } from '../../src/loop/best-of-n.ts';
import { NO_BUDGET } from '../../src/loop/budget.ts';
import type { Critic } from '../../src/loop/critic.ts';
import type { Writer } from '../../src/loop/writer.ts';
import { SCRIPTED_USAGE } from '../../src/models/scripted.ts';
import type { Verb } from '../../src/review/action.ts';
import { createRunWorker, type RunWorkerDeps } from '../../src/review/execute.ts';
import type { ForgettingDeps } from '../../src/review/forget.ts';
import { createPasses } from '../../src/review/passes.ts';
import type { Platform } from '../../src/review/platform.ts';
import { type MemberRef, type MessageRef, parseRef } from '../../src/review/refs.ts';
import type { RespondDeps } from '../../src/review/respond.ts';
import { createReviews } from '../../src/review/review-door.ts';
import type { RunEditors } from '../../src/review/review-draft.ts';
import type { ReviewChoices, ReviewRequest } from '../../src/review/reviews.ts';
import { UNWATCHED } from '../../src/review/run-watch.ts';
import { createRunsUnderWay } from '../../src/review/runs-under-way.ts';
import { createSettler } from '../../src/review/settle.ts';
import { createSpending } from '../../src/review/spending.ts';
import { createBooks } from '../../src/settings/book.ts';
import { createLessons } from '../../src/settings/lessons.ts';
import type { Library } from '../../src/settings/library.ts';
import { resolveSettings } from '../../src/settings/resolution.ts';
import type { Settings } from '../../src/settings/settings.ts';
import { BUILT_IN_LIBRARY } from '../../src/settings/workspace-library.ts';
import { createSigner } from '../../src/signer.ts';
import { createCallRepository } from '../../src/store/call-repository.ts';
import type { Database } from '../../src/store/database.ts';
import { createDecisionRepository } from '../../src/store/decision-repository.ts';
import { createDismissalRepository } from '../../src/store/dismissal-repository.ts';
import { createFeedbackRepository } from '../../src/store/feedback-repository.ts';
import { createForgetRepository } from '../../src/store/forget-repository.ts';
import { createJobRepository } from '../../src/store/job-repository.ts';
import { createPassRepository } from '../../src/store/pass-repository.ts';
import { createPostRepository } from '../../src/store/post-repository.ts';
import { createRequestRepository } from '../../src/store/request-repository.ts';
import { createRunRepository } from '../../src/store/run-repository.ts';
import { createSettingsRepository } from '../../src/store/settings-repository.ts';
import { createStatsRepository } from '../../src/store/stats-repository.ts';
import { createVoteRepository } from '../../src/store/vote-repository.ts';
import { keepErrors } from '../logs/keep-errors.ts';
import { applyingWriter } from '../loop/harness.ts';
import { open } from '../store/open-store.ts';
import { type ContactOptions, openContacts } from './contacts.ts';
import { channelThread, member } from './fake-platform.ts';

export interface RoomOptions extends Pick<ContactOptions, 'isGreeting' | 'reader'> {
  readonly critic: Critic;
  readonly writer?: Writer;
  readonly editors?: Partial<RunEditors>;
  readonly settings?: Partial<Settings>;
  readonly library?: Library;
  readonly platform: Platform;
  /** What its refs begin with: the desk's, unless it is another. */
  readonly name?: string;
  /** Where people reach pages; nowhere, unless set. */
  readonly publicUrl?: string;
  readonly database?: Database;
  readonly now?: () => number;
  /** Puts something between the room and all it touches. */
  readonly through?: <T extends object>(part: T) => T;
  readonly maxRunMs?: number;
  /** Resolves when the next piece of a review may begin. */
  readonly turn?: () => Promise<void>;
  /** Who may act for others. */
  readonly admins?: readonly MemberRef[];
  /** How long people have to be quiet before what they accepted goes into the text. */
  readonly quietMs?: number;
  /** How many runs each run has to wait for. */
  readonly ahead?: number;
}

/** The reviews and the worker over a real database and a platform in memory. */
export async function openRoom(options: RoomOptions) {
  const { platform, name = 'desk', through = (part) => part, now = Date.now } = options;
  const database = options.database ?? (await open(':memory:'));
  const errors = keepErrors();
  const shown: Platform = {
    ...platform,
    messenger: through(platform.messenger),
    source: through(platform.source),
  };
  const jobs = createJobRepository(database);
  const stored =
    options.settings === undefined ? [] : [{ workspace: 'local', values: options.settings }];
  const lessonDeps = {
    store: createSettingsRepository(database, { now }),
    dismissals: createDismissalRepository(database),
    now,
  };
  const calls = createCallRepository(database);
  const findPlatform = (asked: string) => (asked === name ? shown : null);
  const deps: RunWorkerDeps & ForgettingDeps & RespondDeps = {
    forgets: createForgetRepository(database),
    passes: createPasses({
      passes: createPassRepository(database),
      signer: createSigner([Buffer.alloc(32, 5)]),
      publicUrl: options.publicUrl ?? null,
      localUrl: () => null,
      now,
    }),
    calls,
    spending: createSpending({ calls, now }),
    watch: UNWATCHED,
    runs: through(createRunRepository(database, { now })),
    requests: through(createRequestRepository(database)),
    posts: through(createPostRepository(database)),
    decisions: through(createDecisionRepository(database, { now })),
    feedback: through(createFeedbackRepository(database, { now })),
    stats: createStatsRepository(database),
    votes: through(createVoteRepository(database, { now })),
    queue: {
      enqueue: (job) => jobs.insertion(job, now()),
      ahead: async () => options.ahead ?? 0,
    },
    ...openContacts(database, {
      platform: findPlatform,
      isGreeting: options.isGreeting ?? false,
      reader: options.reader ?? null,
      nameOf: async (by) => parseRef(by).parts[0] ?? null,
      reportError: (error) => errors.push(error),
      now,
    }),
    platform: findPlatform,
    underWay: createRunsUnderWay(),
    settings: async (place) => resolveSettings(place, stored),
    library: async () => options.library ?? BUILT_IN_LIBRARY,
    editorsFor: async (personas) => ({
      critic: options.critic,
      writer: options.writer ?? applyingWriter(),
      judge: NO_JUDGE,
      foresee: NO_BUDGET.foresee,
      fitContext: async (_draft, _personas, thread) => ({ ...thread, limits: [] }),
      check: async () => ({ comments: [], limits: [] }),
      panel: personas,
      resting: [],
      blindSpots: null,
      namesIn: () => [],
      close: () => {},
      ...options.editors,
    }),
    lessons: createLessons({ ...lessonDeps, books: createBooks(lessonDeps.store) }),
    adminsOf: async () => options.admins ?? [],
    isAdmin: async (by) => options.admins?.includes(by) ?? false,
    now,
    reportError: (error) => errors.push(error),
  };
  const settler = createSettler(deps, { quietMs: options.quietMs ?? 60_000 });
  const reviews = createReviews(deps, settler);
  const worker = createRunWorker(deps, {
    ...(options.maxRunMs === undefined ? {} : { maxRunMs: options.maxRunMs }),
    ...(options.turn === undefined ? {} : { turn: options.turn }),
  });
  let happened = 0;

  const request = (more: Partial<ReviewRequest> & Pick<ReviewRequest, 'target'>) => {
    happened += 1;
    return reviews.request({
      workspace: 'local',
      platform: name,
      channel: 'general',
      trigger: 'reaction',
      requester: member('ada'),
      thread: channelThread,
      choices: {},
      interactionId: `event-${happened}`,
      ...more,
    });
  };

  return {
    database,
    deps,
    errors,
    settler,
    reviews,
    request,
    /** Asks for a review of a message. */
    review: (message: MessageRef, choices: ReviewChoices = {}, more: Partial<ReviewRequest> = {}) =>
      request({ target: { type: 'message', message, scope: 'message' }, choices, ...more }),
    /** Carries one run on, as the queue would hand it out for the n-th time. */
    work: (runId: string, attempt = 1, signal = new AbortController().signal) =>
      worker({ runId, lane: 'local/general', attempt }, signal),
    /** Carries on every job there is, in order. */
    async workAll() {
      for (;;) {
        const at = now();
        const job = await jobs.take('test', {
          now: at,
          leaseUntil: at + 60_000,
          perLane: 9,
          perWorkspace: 9,
        });
        if (job === null) return;
        await worker(job, new AbortController().signal);
        await jobs.complete(job.runId, 'test');
      }
    },
    click: (verb: Verb, runId: string, commentId?: string, by = member('ada')) =>
      reviews.act(
        commentId === undefined ? { verb, runId } : { verb, runId, commentId },
        by,
        'local',
      ),
  };
}

export type Room = Awaited<ReturnType<typeof openRoom>>;

/** A critic that says the same in every round, by persona; the others accept. */
export function panelCritic(
  script: Record<string, readonly [quote: string, text?: string][]>,
): Critic {
  return {
    async critique(persona, revision, _view, signal) {
      signal.throwIfAborted();
      const comments = (script[persona.id] ?? [])
        .filter(([quote]) => revision.text.includes(quote))
        .map(([quote, text]) => ({
          kind: 'clarity' as const,
          severity: 'major' as const,
          quote,
          problem: `“${quote}” is hard to follow.`,
          why: 'Readers stop here.',
          suggestion:
            text === undefined
              ? { action: 'ask' as const, instruction: `Who did “${quote}”?` }
              : { action: 'replace' as const, text, instruction: `Write “${text}”.` },
        }));
      return {
        verdict: comments.length === 0 ? 'accept' : 'revise',
        comments,
        usage: SCRIPTED_USAGE,
      };
    },
  };
}
