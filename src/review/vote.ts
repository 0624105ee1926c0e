/*
 * Blind votes: the original and the refined draft as A and B, in an order that is drawn once. The store
 * holds the truth: one vote a member, none after the close, no count before it. What a post shows follows
 * from it and can be drawn again at any time.
 */
import { randomInt } from 'node:crypto';
import type { Place, ResolvedSettings } from '../settings/resolution.ts';
import { type Answer, type Click, type ClickDeps, mayAct } from './click.ts';
import { followedRun } from './follow-claim.ts';
import type { Button, Message } from './message.ts';
import { NOTES, note } from './notes.ts';
import { postOnce } from './post-once.ts';
import type { PostStore } from './post-store.ts';
import { refresh } from './publish.ts';
import type { MemberRef, ThreadRef } from './refs.ts';
import type { RequestStore } from './request-store.ts';
import type { ReviewThread } from './review-thread.ts';
import { voteSlot } from './slots.ts';
import type { StatusDeps } from './status.ts';
import {
  type KnownRun,
  ORIGINAL_STEP,
  readRun,
  THREAD_STEP,
  type ThreadReaderDeps,
} from './thread-reader.ts';
import {
  type BallotTexts,
  chosenByAuthor,
  closedBallot,
  hoursOf,
  openBallot,
  readBallotId,
} from './vote-message.ts';
import type { Audience, Ballot, Choice, VoteStore } from './vote-store.ts';

export interface VoteDeps extends StatusDeps, ThreadReaderDeps {
  readonly posts: PostStore;
  readonly votes: VoteStore;
  readonly now: () => number;
}

/** What opening a vote needs beside: how long it is open is decided where the review stands. */
export interface OpenVoteDeps extends VoteDeps {
  readonly settings: (place: Place) => Promise<ResolvedSettings>;
}

const HOUR_MS = 3_600_000;
/** Reviews of one member that are looked through for the last one with a refined draft. */
const MAX_RECENT = 20;

/** Asks a member, in private, who shall vote on their last refined draft in a channel. */
export async function askAboutLast(
  deps: ClickDeps,
  by: MemberRef,
  place: { readonly workspace: string; readonly channel: string },
): Promise<Message> {
  const known = await lastRefined(deps, by, place);
  return known === null ? NOTES.nothingToVote() : whoShallVote(known, by);
}

/** Asks, in private, who shall vote on the refined draft of a review. */
export async function askWhom(deps: ClickDeps, { known, thread, by }: Click): Answer {
  if (!(await mayAct(deps, known, by))) return NOTES.notYours();
  const texts = await textsOf(deps, known, thread);
  return texts === null ? NOTES.nothingToVote() : whoShallVote(known, by);
}

/** Opens the vote of everybody in the thread. */
export async function openTeamVote(deps: ClickDeps, { known, thread, by }: Click): Answer {
  if (!(await mayAct(deps, known, by))) return NOTES.notYours();
  // What only one member was shown is not put before others.
  if (thread.plan.isPrivate) return NOTES.nothingToVote();
  if ((await textsOf(deps, known, thread)) === null) return NOTES.nothingToVote();
  const opened = await postTeamVote(deps, known);
  return opened === null ? NOTES.over() : NOTES.voteOpened(opened.at, hoursOf(opened.ballot));
}

/** Puts the two texts before the author alone. */
export async function askAuthor(deps: ClickDeps, { known, thread, by }: Click): Answer {
  if (by !== authorOf(known)) return NOTES.notTheAuthorsVote();
  const texts = await textsOf(deps, known, thread);
  if (texts === null) return NOTES.nothingToVote();
  const ballot = await openStored(deps, { known, thread, texts, audience: 'author' });
  const tally = await deps.votes.tally(ballot);
  return tally === null ? openBallot(ballot, texts) : chosenByAuthor(ballot, tally);
}

/** Keeps a vote; the author's own closes its ballot and tells at once which is which. */
export async function castVote(deps: ClickDeps, click: Click, choice: Choice): Answer {
  const { known, thread, by } = click;
  const ballot = await ballotOf(deps, click);
  if (ballot === null) return NOTES.unknownRun();
  if (ballot.audience === 'author' && by !== authorOf(known)) return NOTES.notTheAuthorsVote();
  if (ballot.audience === 'team' && thread.plan.isPrivate) return NOTES.notYours();
  const isKept = await deps.votes.vote(ballot, by, choice);
  if (ballot.audience === 'team') {
    return isKept ? NOTES.voteKept(choice === 'a' ? 'A' : 'B') : NOTES.voteClosed();
  }
  await deps.votes.close(ballot);
  await reveal(deps, ballot);
  const tally = await deps.votes.tally(ballot);
  return tally === null ? NOTES.voteClosed() : chosenByAuthor(ballot, tally);
}

/** Closes a vote by hand and shows what came of it. */
export async function closeVote(deps: ClickDeps, click: Click): Answer {
  const ballot = await ballotOf(deps, click);
  if (ballot === null) return NOTES.unknownRun();
  if (!(await mayAct(deps, click.known, click.by))) return NOTES.notYours();
  await deps.votes.close(ballot);
  await reveal(deps, ballot);
  return null;
}

/**
 * Closes the votes whose time has come and shows what came of them; also of those that were closed when
 * a process ended. Doing it twice, or in two processes, changes nothing.
 */
export async function closeDueVotes(deps: VoteDeps): Promise<void> {
  await deps.votes.closeDue(deps.now());
  for (const ballot of await deps.votes.unrevealed()) {
    await reveal(deps, ballot).catch((error: unknown) =>
      deps.reportError(error, { runId: ballot.runId, doing: 'show what came of a vote' }),
    );
  }
}

/** Posts the vote on a review's refined draft into its thread, once; null where there is nothing to vote on. */
export async function postTeamVote(
  deps: OpenVoteDeps,
  known: KnownRun,
): Promise<{ readonly at: ThreadRef; readonly ballot: Ballot } | null> {
  const { run, thread } = known;
  const texts = thread === null ? null : await textsOf(deps, known, thread);
  if (thread === null || texts === null || deps.platform(run.platform) === null) return null;
  const at = await threadOf(deps, known);
  const ballot = await openStored(deps, { known, thread, texts, audience: 'team' });
  if (ballot.closedAt !== null) return { at, ballot };
  const post = { slot: voteSlot(ballot.revision), message: openBallot(ballot, texts) };
  await postOnce(deps, known, at, post);
  return { at, ballot };
}

function whoShallVote(known: KnownRun, by: MemberRef): Message {
  const button = (label: string, verb: 'vote-team' | 'vote-me'): Button => ({
    label,
    action: { verb, runId: known.run.id },
    style: 'plain',
  });
  const isPrivate = known.thread?.plan.isPrivate ?? true;
  return note('A blind vote: the original and the refined draft as A and B. Who shall choose?', [
    ...(isPrivate ? [] : [button('Everybody in the thread', 'vote-team')]),
    ...(by === authorOf(known) ? [button('Only me', 'vote-me')] : []),
  ]);
}

/** The last review a member asked for in a channel whose draft was refined. */
async function lastRefined(
  deps: ClickDeps & { readonly requests: RequestStore },
  by: MemberRef,
  { workspace, channel }: { readonly workspace: string; readonly channel: string },
): Promise<KnownRun | null> {
  for (const recent of await deps.requests.recent(by, MAX_RECENT)) {
    if (recent.channel !== channel) continue;
    const known = await readRun(deps, recent.runId);
    if (known?.request.workspace !== workspace || known.thread === null) continue;
    if ((await textsOf(deps, known, known.thread)) !== null) return known;
  }
  return null;
}

/** The original and what became of it; null where nothing did, or the run lives. */
async function textsOf(
  deps: ThreadReaderDeps,
  { request }: Pick<KnownRun, 'request'>,
  { runId, state, isOver }: ReviewThread,
): Promise<BallotTexts | null> {
  const { current } = state;
  if (!isOver || current === null) return null;
  const original = await findOriginal(deps, { runId, claim: request.claim });
  if (original === null || current.text === original) return null;
  return { original, refined: current.text };
}

/** The texts a ballot was opened on, whatever became of the draft since. */
async function textsAt(
  { runs }: ThreadReaderDeps,
  { runId, state }: ReviewThread,
  { revision }: Ballot,
): Promise<BallotTexts | null> {
  const kept = await runs.recallStep(runId, ORIGINAL_STEP);
  const original = kept === null ? state.revisions[0]?.text : (JSON.parse(kept) as string);
  const refined = state.revisions.find(({ number }) => number === revision)?.text;
  return original === undefined || refined === undefined ? null : { original, refined };
}

/** What stood there before any review: a run that goes on from another one begins with what became of it. */
async function findOriginal(
  { runs, requests }: ThreadReaderDeps,
  { runId, claim }: { readonly runId: string; readonly claim: string },
): Promise<string | null> {
  let original: string | null = null;
  const climb = { runId, claim };
  for (;;) {
    const text: string | null = (await runs.load(climb.runId))?.revisions[0]?.text ?? null;
    // Of an earlier one the words may be gone: then the oldest that stands is the original.
    if (text === null) return original;
    original = text;
    const before = followedRun(climb.claim);
    const request = before === null ? null : await requests.request(before);
    if (before === null || request === null) return original;
    climb.runId = before;
    climb.claim = request.claim;
  }
}

async function openStored(
  { runs, votes, settings, now }: OpenVoteDeps,
  {
    known,
    thread,
    texts,
    audience,
  }: {
    readonly known: Pick<KnownRun, 'request'>;
    readonly thread: ReviewThread;
    readonly texts: BallotTexts;
    readonly audience: Audience;
  },
): Promise<Ballot> {
  const { runId } = thread;
  const { voteHours } = await settings(known.request);
  // What is voted on does not change, and goes when the words of this run go.
  const json = JSON.stringify(texts.original);
  await runs.saveStep(runId, { key: ORIGINAL_STEP, json, versions: {} });
  const openedAt = now();
  return votes.open({
    runId,
    audience,
    revision: thread.state.current?.number ?? 0,
    a: randomInt(2) === 0 ? 'original' : 'refined',
    originalChars: texts.original.length,
    refinedChars: texts.refined.length,
    openedAt,
    closesAt: openedAt + voteHours.value * HOUR_MS,
  });
}

async function ballotOf(deps: ClickDeps, { action, thread }: Click): Promise<Ballot | null> {
  const name = readBallotId(action.commentId);
  return name === null ? null : deps.votes.ballot({ runId: thread.runId, ...name });
}

/** Shows what came of a closed vote. */
async function reveal(deps: VoteDeps, ballot: Ballot): Promise<void> {
  const tally = await deps.votes.tally(ballot);
  if (tally === null) return;
  if (ballot.audience === 'team') {
    const { runId, revision } = ballot;
    const known = await readRun(deps, runId);
    const messenger = deps.platform(known?.run.platform ?? '')?.messenger;
    // A platform that was switched off may come back.
    if (known === null || messenger === undefined) return;
    const texts = known.thread === null ? null : await textsAt(deps, known.thread, ballot);
    const post = { slot: voteSlot(revision), message: closedBallot(ballot, tally, texts) };
    await deps.underWay.exclusively(runId, () => refresh(deps, { runId, messenger }, [post]));
  }
  await deps.votes.reveal(ballot);
}

/** Where the review itself stands. */
async function threadOf({ runs }: VoteDeps, { run, request }: KnownRun): Promise<ThreadRef> {
  const opened = await runs.recallStep(run.id, THREAD_STEP);
  const thread = opened === null ? null : (JSON.parse(opened) as ThreadRef | null);
  return thread ?? request.thread;
}

/** Whose text it is: who wrote it, or who had it written. */
function authorOf({ captured, run }: KnownRun): MemberRef | null {
  return captured?.author ?? run.requester;
}
