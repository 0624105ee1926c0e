import type { Comment } from '../loop/comment.ts';
import type { Lessons } from '../settings/lessons.ts';
import type { Action } from './action.ts';
import type { ConsentStore } from './consent-store.ts';
import type { DecisionStore } from './decision-store.ts';
import type { FeedbackStore } from './feedback-store.ts';
import type { Message } from './message.ts';
import type { Passes } from './passes.ts';
import type { PostStore } from './post-store.ts';
import type { MemberRef } from './refs.ts';
import type { RequestDeps } from './request.ts';
import type { ReviewThread } from './review-thread.ts';
import type { RunStore } from './run-store.ts';
import type { RunsUnderWay } from './runs-under-way.ts';
import type { Settler } from './settle.ts';
import type { StepStore } from './step-store.ts';
import type { KnownRun } from './thread-reader.ts';
import type { ToldStore } from './told-store.ts';
import type { VoteStore } from './vote-store.ts';

export interface ClickDeps extends RequestDeps {
  readonly runs: RunStore & StepStore;
  readonly posts: PostStore;
  readonly decisions: DecisionStore;
  readonly feedback: FeedbackStore;
  readonly votes: VoteStore;
  readonly consents: ConsentStore;
  readonly told: Pick<ToldStore, 'tell' | 'wasTold'>;
  /** What people call a member; null for one nobody knows. */
  readonly nameOf: (member: MemberRef) => Promise<string | null>;
  readonly underWay: RunsUnderWay;
  /** Hands out links to pages, and takes them back. */
  readonly passes: Pick<Passes, 'issue' | 'endAll'>;
  readonly settler: Pick<Settler, 'later' | 'now'>;
  /** Whether a member may act for others in a workspace. */
  readonly isAdmin: (member: MemberRef, workspace: string) => Promise<boolean>;
  /** Some of those who run a workspace and can be told something, the first of them first; perhaps nobody. */
  readonly adminsOf: (platform: string, workspace: string) => Promise<readonly MemberRef[]>;
  /** How personas fare with the team. */
  readonly lessons: Pick<Lessons, 'complaintOf'>;
}

/** One click on a run whose words are still there. */
export interface Click {
  readonly action: Action;
  readonly by: MemberRef;
  readonly known: KnownRun;
  readonly thread: ReviewThread;
}

/** A private note, or null when the posts say it all. */
export type Answer = Promise<Message | null>;

/** Who did something, and in which workspace. */
export interface Asker {
  readonly by: MemberRef;
  readonly workspace: string;
}

/**
 * True where a run is of the workspace somebody acts in. Whoever asked for it, and its author, may also act
 * where it reaches them alone: direct messages count as a workspace of their own on some platforms.
 */
export function isOf({ run, request, captured }: KnownRun, { by, workspace }: Asker): boolean {
  return request.workspace === workspace || by === run.requester || by === captured?.author;
}

/** True for those a review belongs to: its author, who asked for it, and admins of what is not private. */
export async function mayAct(
  deps: Pick<ClickDeps, 'isAdmin' | 'platform'>,
  known: KnownRun,
  by: MemberRef,
): Promise<boolean> {
  if (await isTheirs(deps, known, by)) return true;
  return !isPrivate(known) && deps.isAdmin(by, known.request.workspace);
}

/** True while a review is one member's own; one that has not begun is not known to be. */
export function isPrivate({ thread }: Pick<KnownRun, 'thread'>): boolean {
  return thread?.plan.isPrivate ?? false;
}

/** True for a review's author and who asked for it. */
export async function isTheirs(
  deps: Pick<ClickDeps, 'platform'>,
  known: KnownRun,
  by: MemberRef,
): Promise<boolean> {
  return by === known.run.requester || by === (await authorOf(deps, known));
}

/** Whose words a run is about, also before it has read them; null for those of an app. */
async function authorOf(
  { platform }: Pick<ClickDeps, 'platform'>,
  { run, request, captured }: KnownRun,
): Promise<MemberRef | null> {
  if (captured !== null || request.source === null) return captured?.author ?? null;
  const source = platform(run.platform)?.source;
  const found = await source?.read(request.source, 'message').catch(() => null);
  return found?.author ?? null;
}

/** The comment a click is about. */
export function commentOf({ action, thread }: Click): Comment | undefined {
  return action.commentId === undefined ? undefined : thread.state.comments.get(action.commentId);
}
