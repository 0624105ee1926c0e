import type { MemberRef, MessageRef, ThreadRef } from '../../src/review/refs.ts';
import { createCallRepository } from '../../src/store/call-repository.ts';
import type { Database } from '../../src/store/database.ts';
import { createDecisionRepository } from '../../src/store/decision-repository.ts';
import { createDeskRepository } from '../../src/store/desk-repository.ts';
import { createDismissalRepository } from '../../src/store/dismissal-repository.ts';
import { createFeedbackRepository } from '../../src/store/feedback-repository.ts';
import { createJobRepository } from '../../src/store/job-repository.ts';
import { createPostRepository } from '../../src/store/post-repository.ts';
import { createRequestRepository } from '../../src/store/request-repository.ts';
import { createRunRepository } from '../../src/store/run-repository.ts';
import { createStatsRepository } from '../../src/store/stats-repository.ts';
import { createVoteRepository } from '../../src/store/vote-repository.ts';
import { newRun } from './samples.ts';

export const ADA = 'desk:ada' as MemberRef;
export const SOURCE = 'desk:general:m1' as MessageRef;

export type Parts = ReturnType<typeof openParts>;

/** All repositories over one database. */
export function openParts(database: Database) {
  return {
    calls: createCallRepository(database),
    runs: createRunRepository(database),
    requests: createRequestRepository(database),
    posts: createPostRepository(database),
    decisions: createDecisionRepository(database),
    feedback: createFeedbackRepository(database),
    stats: createStatsRepository(database),
    votes: createVoteRepository(database),
    dismissals: createDismissalRepository(database),
    jobs: createJobRepository(database),
    desk: createDeskRepository(database),
  };
}

export interface ClaimOptions {
  readonly claim?: string;
  readonly interaction?: string;
  readonly channel?: string;
  readonly limit?: { readonly runs: number; readonly since: number };
}

/** Asks for a run as Ada. */
export function claimIn(parts: Parts, id: string, more: ClaimOptions = {}) {
  const { channel = 'general', limit = null } = more;
  return parts.requests.claim({
    run: newRun({ id, status: 'queued', requester: ADA }),
    workspace: 'local',
    channel,
    thread: `desk:${channel}` as ThreadRef,
    source: SOURCE,
    scope: 'message',
    origin: SOURCE,
    claim: more.claim ?? id,
    interaction: more.interaction ?? id,
    job: parts.jobs.insertion({ runId: id, lane: `local/${channel}`, workspace: 'local' }, 0),
    limit,
  });
}
