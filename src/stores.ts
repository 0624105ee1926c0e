import type { Sealer } from './review/installation-store.ts';
import { createCallRepository } from './store/call-repository.ts';
import { createContactRepository } from './store/contact-repository.ts';
import type { Database } from './store/database.ts';
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

/** Everything the service keeps, one repository an aggregate. Without a sealer nothing is sealed. */
export type Stores = ReturnType<typeof openStores>;

/** Opens all repositories on one database; none of them touches it yet. */
export function openStores(database: Database, sealer: Sealer | null) {
  return {
    calls: createCallRepository(database),
    contacts: createContactRepository(database),
    decisions: createDecisionRepository(database),
    desk: createDeskRepository(database),
    dismissals: createDismissalRepository(database, sealer),
    feedback: createFeedbackRepository(database),
    forgets: createForgetRepository(database, sealer),
    installations: createInstallationRepository(database),
    passes: createPassRepository(database),
    posts: createPostRepository(database),
    requests: createRequestRepository(database),
    runs: createRunRepository(database),
    sealed: createSealedRepository(database),
    settings: createSettingsRepository(database),
    stats: createStatsRepository(database),
    votes: createVoteRepository(database),
  };
}
