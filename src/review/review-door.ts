import type { ClickDeps } from './click.ts';
import { finishEmpty } from './conclude.ts';
import { refuseGivenWords } from './consent.ts';
import { endorse } from './endorse.ts';
import { sampleRequest } from './first-contact.ts';
import { noteOf } from './follow-up.ts';
import type { ForgetStore } from './forget-store.ts';
import { requestReview } from './request.ts';
import { type RespondDeps, respond } from './respond.ts';
import type { RequestOutcome, ReviewRequest, Reviews } from './reviews.ts';
import { hearWords } from './say.ts';
import { createSettler, type Settler } from './settle.ts';
import { endRun } from './stop-run.ts';
import { readRun } from './thread-reader.ts';
import { askAboutLast } from './vote.ts';

/** What reviews need from outside, and what deletes their words. */
export type ReviewsDeps = RespondDeps & {
  readonly forgets: Pick<ForgetStore, 'ofSource' | 'erase' | 'scrub'>;
};

/** The door itself, which keeps nobody waiting on the threshold. */
export type ReviewDoor = Omit<Reviews, 'request'> & {
  request(request: ReviewRequest): Promise<RequestOutcome>;
};

/** Opens the door through which every platform asks for reviews. */
export function createReviews(
  shared: ReviewsDeps,
  settler: Settler = createSettler(shared),
): ReviewDoor {
  const deps: ClickDeps = { ...shared, settler };
  return {
    async request(request) {
      const note = await refuseGivenWords(deps, request);
      return note === null ? requestReview(deps, request) : { type: 'note', note };
    },

    async trySample(place) {
      return noteOf(await requestReview(deps, sampleRequest(place)));
    },

    // Which post was clicked does not matter: the action names the run and the comment.
    act: (action, by, workspace) => respond(deps, action, { by, workspace }),

    vote: (by, place) => askAboutLast(deps, by, place),

    say: (words, by, workspace) => hearWords(deps, words, { by, workspace }),

    listensIn: (place) => deps.requests.hasWordsIn(place),

    endorse: (endorsed, by, workspace) => endorse(deps, endorsed, { by, workspace }),

    async sourceDeleted(message) {
      for (const runId of await deps.requests.unfinished(message)) {
        const known = await readRun(deps, runId);
        if (known === null) continue;
        await endRun(deps, known, 'source_deleted');
        // Before its words go: what works on it may take a moment to notice, and would be ended without its reason.
        await finishEmpty(deps, runId, 'source_deleted');
      }
      const { forgets } = shared;
      const kept = await forgets.ofSource(message);
      if (kept.length === 0) return;
      await forgets.erase(kept, shared.now(), { endedAs: 'source_deleted' });
      await forgets.scrub('log').catch((error: unknown) => {
        shared.reportError(error, { runId: kept[0] ?? '', doing: 'empty the log' });
      });
    },
  };
}
