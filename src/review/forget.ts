/*
 * Forgetting: what would go is told first, then reviews under way are stopped, their posts taken away where
 * that is wished, their words deleted, and the files of the database written anew. Posts go first: should
 * the process die in between, the reviews are still found and it can be asked for again.
 */
import type { ForgetScope, ForgetStore, KeptReview } from './forget-store.ts';
import type { PostStore } from './post-store.ts';
import type { ThreadRef } from './refs.ts';
import { endRun, type StopDeps } from './stop-run.ts';
import { readRun, THREAD_STEP } from './thread-reader.ts';

/** What would go. */
export interface Forgettable {
  readonly reviews: number;
  readonly threads: number;
  /** Posts of ours under these reviews. */
  readonly posts: number;
  /** Reviews that would be stopped. */
  readonly underWay: number;
  /** Lessons whose words are gone already, where those go too. */
  readonly lessons: number;
  /** When the oldest was asked for; null when there is none. */
  readonly oldest: number | null;
}

/** What went. */
export interface Forgotten {
  readonly reviews: number;
  readonly posts: number;
  /** Posts the platform would not delete, and threads whose name it would not change. */
  readonly left: number;
}

/** A thread with reviews of which words are kept. */
export interface KeptThread {
  /** Names it: a run that was asked for there. */
  readonly runId: string;
  readonly thread: ThreadRef;
  readonly channel: string;
  readonly reviews: number;
  /** Milliseconds since 1970. */
  readonly newest: number;
}

/** Deletes people's words where they ask for it. */
export interface Forgetting {
  /** What a wish would delete; nothing is done. */
  preview(scope: ForgetScope): Promise<Forgettable>;
  /** Threads with kept words, newest first. */
  threads(scope: ForgetScope, limit: number): Promise<readonly KeptThread[]>;
  /** The thread a run was asked for in; null for a run of another workspace, or none. */
  threadOf(runId: string, workspace: string): Promise<ThreadRef | null>;
  /** Deletes the words, and the posts where they are to go too. Once it resolves they are in no table and no file of the database. */
  forget(scope: ForgetScope, how: { readonly posts: boolean }): Promise<Forgotten>;
}

export interface ForgettingDeps extends StopDeps {
  readonly forgets: ForgetStore;
  readonly posts: PostStore;
}

export function createForgetting(deps: ForgettingDeps): Forgetting {
  const { forgets, requests } = deps;
  return {
    async preview(scope) {
      const kept = await forgets.find(scope);
      return {
        reviews: kept.length,
        threads: new Set(kept.map(({ thread }) => thread)).size,
        posts: await countPosts(deps, kept),
        underWay: kept.filter(({ isUnderWay }) => isUnderWay).length,
        lessons: isWholePlace(scope) ? await forgets.countLessons(scope) : 0,
        oldest: kept.at(-1)?.createdAt ?? null,
      };
    },

    async threads(scope, limit) {
      const byThread = Map.groupBy(await forgets.find(scope), ({ thread }) => thread);
      return [...byThread].slice(0, limit).flatMap(([thread, [newest, ...more]]) =>
        newest === undefined
          ? []
          : [
              {
                runId: newest.runId,
                thread,
                channel: newest.channel,
                reviews: more.length + 1,
                newest: newest.createdAt,
              },
            ],
      );
    },

    async threadOf(runId, workspace) {
      const request = await requests.request(runId);
      return request?.workspace === workspace ? request.thread : null;
    },

    async forget(scope, { posts: withPosts }) {
      const kept = await forgets.find(scope);
      for (const { runId, isUnderWay } of kept) {
        const known = isUnderWay ? await readRun(deps, runId) : null;
        if (known !== null) await endRun(deps, known, 'cancelled');
      }
      const heads = withPosts ? await headsOf(deps, scope.workspace, kept) : [];
      const taken = new Set<string>();
      const takePosts = async () => {
        if (withPosts) for (const review of kept) await takePostsOf(deps, review, taken);
      };
      await takePosts();
      // Before the words: should the process die in between, what is asked for again still finds all of it.
      if (isWholePlace(scope)) await forgets.eraseLessons(scope);
      await forgets.erase(
        kept.map(({ runId }) => runId),
        deps.now(),
        { lessons: isWholePlace(scope) ? 'gone' : 'kept' },
      );
      if (isAbout(scope)) await forgets.eraseTyped(scope);
      // What a review said while it was being stopped.
      await takePosts();
      const headsLeft = await takeHeads(deps, heads);
      await forgets.scrub('all');
      const counted = withPosts ? await countPosts(deps, kept) : 0;
      return { reviews: kept.length, posts: taken.size, left: counted - taken.size + headsLeft };
    },
  };
}

/** True for a channel or a workspace with everything in it: then what was learned there goes as well. */
export function isWholePlace({ member, thread }: ForgetScope): boolean {
  return member === undefined && thread === undefined;
}

/** True for a member or a workspace as a whole: what was typed into forms belongs to no channel. */
function isAbout({ channel, thread }: ForgetScope): boolean {
  return channel === undefined && thread === undefined;
}

/** Deletes the posts of a review that are not `taken` yet; one the platform refuses to delete stays. */
async function takePostsOf(
  deps: ForgettingDeps,
  { runId, platform }: KeptReview,
  taken: Set<string>,
): Promise<void> {
  const messenger = deps.platform(platform)?.messenger;
  if (messenger === undefined) return;
  for (const { message } of await deps.posts.sent(runId)) {
    if (taken.has(message)) continue;
    try {
      await messenger.remove(message);
      taken.add(message);
    } catch (error) {
      deps.reportError(error, { runId, doing: 'delete a post' });
    }
  }
}

/** The threads that reviews answered in and that no other review with kept words stands in. */
async function headsOf(
  deps: ForgettingDeps,
  workspace: string,
  kept: readonly KeptReview[],
): Promise<readonly Head[]> {
  const going = new Set(kept.map(({ runId }) => runId));
  const heads = new Map<ThreadRef, Head>();
  for (const review of kept) {
    const thread = await answeredIn(deps, review);
    heads.set(thread, { ...review, thread });
  }
  const asked = new Set([...heads.keys(), ...kept.map(({ thread }) => thread)]);
  for (const thread of asked) {
    for (const other of await deps.forgets.find({ workspace, thread })) {
      if (!going.has(other.runId)) heads.delete(await answeredIn(deps, other));
    }
  }
  return [...heads.values()];
}

type Head = Pick<KeptReview, 'runId' | 'platform' | 'thread'>;

/** A private review answers elsewhere than it was asked for. */
async function answeredIn(
  { runs }: ForgettingDeps,
  { runId, thread }: KeptReview,
): Promise<ThreadRef> {
  const opened = await runs.recallStep(runId, THREAD_STEP);
  // Only this room writes this step.
  return (opened === null ? null : (JSON.parse(opened) as ThreadRef | null)) ?? thread;
}

/** Deletes what stands at the head of threads, words of a command among it; resolves to how many stayed. */
async function takeHeads(deps: ForgettingDeps, heads: readonly Head[]): Promise<number> {
  let left = 0;
  for (const { runId, platform, thread } of heads) {
    try {
      await deps.platform(platform)?.messenger.removeHead(thread);
    } catch (error) {
      left += 1;
      deps.reportError(error, { runId, doing: 'delete the head of a thread' });
    }
  }
  return left;
}

async function countPosts(
  { posts }: Pick<ForgettingDeps, 'posts'>,
  kept: readonly KeptReview[],
): Promise<number> {
  const sent = await Promise.all(kept.map(({ runId }) => posts.sent(runId)));
  return sent.flat().length;
}
