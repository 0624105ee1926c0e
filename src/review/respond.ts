import type { Action, Verb } from './action.ts';
import { changesNote } from './changes-note.ts';
import {
  type Answer,
  type Asker,
  type Click,
  type ClickDeps,
  isOf,
  isPrivate,
  isTheirs,
} from './click.ts';
import { bold } from './comment-part.ts';
import { type ConsentVerb, hearAnswer, isConsentVerb } from './consent.ts';
import { accept, dismiss, giveReason, putBack, undo } from './decide.ts';
import { giveFeedback } from './feedback.ts';
import { followClaim } from './follow-claim.ts';
import { currentDraft, followUp, noteOf } from './follow-up.ts';
import type { Message } from './message.ts';
import { NOTES } from './notes.ts';
import { closeLinks, openReview } from './open-review.ts';
import { postInChannel, previewPost } from './post-in-channel.ts';
import { refineAccepted } from './refine-accepted.ts';
import { previewReplacing, replaceSource } from './replace-source.ts';
import type { ReviewTarget } from './reviews.ts';
import { stopRun } from './stop-run.ts';
import { type KnownRun, readRun } from './thread-reader.ts';
import { drawThread } from './thread-view.ts';
import { preview, share, use } from './use.ts';
import { askAuthor, askWhom, castVote, closeVote, openTeamVote } from './vote.ts';

/** What reviews need from outside. */
export type RespondDeps = Omit<ClickDeps, 'settler'>;

/** Carries out a click; a note says what the posts do not show. */
export async function respond(deps: ClickDeps, action: Action, { by, workspace }: Asker): Answer {
  const { runId, verb } = action;
  if (isConsentVerb(verb)) return hearAnswer(deps, { verb, runId }, by);
  const known = await readRun(deps, runId);
  if (known === null || !isOf(known, { by, workspace })) return NOTES.unknownRun();
  if (verb === 'stop') return stopRun(deps, known, by);
  if (known.thread === null) return NOTES.forgotten();
  // Whatever it asks for: what one member alone was shown is for nobody else, admins included.
  if (isPrivate(known) && !(await isTheirs(deps, known, by))) return NOTES.notYours();
  return ANSWERS[verb](deps, { action, by, known, thread: known.thread });
}

const notHere = async () => NOTES.unknownRun();

const ANSWERS: Record<
  Exclude<Verb, 'stop' | ConsentVerb>,
  (deps: ClickDeps, click: Click) => Answer
> = {
  accept,
  dismiss,
  'why-wrong': (deps, click) => giveReason(deps, click, 'wrong'),
  'why-taste': (deps, click) => giveReason(deps, click, 'taste'),
  'why-known': (deps, click) => giveReason(deps, click, 'known'),
  'why-scope': (deps, click) => giveReason(deps, click, 'scope'),
  undo,
  'put-back': putBack,
  changes: async (_deps, { thread }) => {
    const [first] = thread.state.revisions;
    return changesNote(first?.text ?? '', thread.state.current?.text ?? first?.text ?? '');
  },
  again: (deps, click) => begin(deps, click, 'again', repeatTarget(click.known)),
  refine: (deps, click) => begin(deps, click, 'refine', currentDraft(click.known)),
  'refine-accepted': refineAccepted,
  use,
  post: previewPost,
  'post-now': postInChannel,
  replace: previewReplacing,
  'replace-now': replaceSource,
  share: preview,
  'share-now': share,
  result,
  open: openReview,
  'close-links': closeLinks,
  useful: (deps, click) => giveFeedback(deps, click, 'useful'),
  'not-useful': (deps, click) => giveFeedback(deps, click, 'not-useful'),
  vote: askWhom,
  'vote-team': openTeamVote,
  'vote-me': askAuthor,
  'vote-a': (deps, click) => castVote(deps, click, 'a'),
  'vote-b': (deps, click) => castVote(deps, click, 'b'),
  'vote-close': closeVote,
  // Nobody's run: platforms ask for it with the place it was clicked in.
  'try-sample': notHere,
};

/** All that a review has said so far, in one note: for places where its posts cannot be sent. */
async function result(_deps: ClickDeps, { by, known, thread }: Click): Answer {
  if (thread.plan.isPrivate && by !== known.run.requester) return NOTES.notYours();
  const posts = drawThread(thread);
  if (posts.length === 0) return NOTES.stillReading();
  return {
    identity: null,
    parts: [
      ...posts.flatMap(({ message }) => named(message)),
      ...(thread.isOver ? [] : NOTES.stillReading().parts),
    ],
  };
}

/** A post's parts under the name it is posted with. */
function named({ identity, parts }: Message): Message['parts'] {
  const [first, ...rest] = parts;
  if (identity === null || first === undefined) return parts;
  const title = `${bold(identity.name)} · ${identity.label} · ${first.markdown}`;
  return [{ ...first, markdown: title }, ...rest];
}

/** What the run was asked about, to be read afresh. */
function repeatTarget({ run, request }: KnownRun): ReviewTarget | null {
  if (request.source !== null) {
    return { type: 'message', message: request.source, scope: request.scope ?? 'message' };
  }
  if (run.given === null) return null;
  if ('brief' in run.given) return { type: 'brief', text: run.given.brief };
  const { draft, notRead = [], fromFile = false } = run.given;
  return { type: 'draft', text: draft, notRead, fromFile };
}

/** Goes on from this run; a second click while the new one lives is told where it is. */
async function begin(
  deps: ClickDeps,
  { by, known }: Click,
  what: 'again' | 'refine',
  target: ReviewTarget | null,
): Answer {
  if (target === null) return NOTES.forgotten();
  // A message keeps its own claim, so that a reaction meanwhile finds this run.
  const claim = target.type === 'message' ? {} : { claim: followClaim(what, known.run.id) };
  return noteOf(await followUp(deps, known, { by, target, ...claim }));
}
