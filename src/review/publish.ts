/*
 * Posts are brought in line with what should stand: a post that is missing is made, one that says
 * something else is replaced, one that is right is left alone. Doing it twice changes nothing, so a run
 * that is taken up again simply does it again.
 *
 * Between "the platform has it" and "we wrote it down" a crash can fall. So a post is written down
 * before it is sent, and one that was about to be sent is looked for before it is sent again.
 */
import { createHash } from 'node:crypto';
import type { Message } from './message.ts';
import type { Messenger } from './messenger.ts';
import type { PostStore } from './post-store.ts';
import type { MessageRef, ThreadRef } from './refs.ts';
import type { SlotMessage } from './thread-view.ts';

/** Where a run speaks, and as which attempt at it. */
export interface Speaker {
  readonly runId: string;
  readonly attempt: number;
  readonly messenger: Messenger;
  readonly thread: ThreadRef;
}

export interface PublisherDeps {
  readonly posts: PostStore;
  /** Hears of a post that could not be replaced; must not throw. */
  readonly reportError: (error: unknown, doing: { runId: string; doing: string }) => void;
}

/** Thrown to the worker when a later attempt has taken the run over: it must say nothing more. */
export class SupersededError extends Error {}

/** Makes the posts that are missing and replaces those that say something else, in order. */
export async function publish(
  deps: PublisherDeps,
  speaker: Speaker,
  wanted: readonly SlotMessage[],
): Promise<void> {
  const sent = await deps.posts.sent(speaker.runId);
  const standing = new Map(sent.map(({ slot, digest }) => [slot, digest]));
  for (const post of wanted) {
    // Who says nothing needs no leave to speak.
    if (standing.get(post.slot) === digestOf(post.message)) continue;
    await ensurePost(deps, speaker, post);
  }
}

/** Replaces the posts that stand and say something else; makes none. */
export async function refresh(
  { posts, reportError }: PublisherDeps,
  { runId, messenger }: Pick<Speaker, 'runId' | 'messenger'>,
  wanted: readonly SlotMessage[],
): Promise<void> {
  const standing = new Map((await posts.sent(runId)).map((post) => [post.slot, post]));
  for (const { slot, message } of wanted) {
    const post = standing.get(slot);
    const digest = digestOf(message);
    if (post === undefined || post.digest === digest) continue;
    // A post that people removed meanwhile cannot be replaced, and the click still counts.
    try {
      await messenger.update(post.message, message);
      await posts.confirm(runId, { ...post, digest });
    } catch (error) {
      reportError(error, { runId, doing: `replace ${slot}` });
    }
  }
}

async function ensurePost(
  deps: PublisherDeps,
  speaker: Speaker,
  { slot, message }: SlotMessage,
): Promise<void> {
  const { runId, attempt, messenger, thread } = speaker;
  const digest = digestOf(message);
  const state = await deps.posts.reserve(runId, slot, attempt);
  switch (state.type) {
    case 'superseded':
      throw new SupersededError(`Another attempt works on run ${runId}.`);
    case 'sent':
      return refresh(deps, speaker, [{ slot, message }]);
    case 'unsure': {
      const found = await messenger.find(thread, { runId, slot });
      const ref = found ?? (await messenger.post(thread, message, { runId, slot }));
      // What was found may say less than what is known by now.
      await deps.posts.confirm(runId, { slot, message: ref, digest: found ? null : digest });
      if (found) await refresh(deps, speaker, [{ slot, message }]);
      return;
    }
    case 'new': {
      const ref: MessageRef = await messenger.post(thread, message, { runId, slot });
      return deps.posts.confirm(runId, { slot, message: ref, digest });
    }
  }
}

function digestOf(message: Message): string {
  return createHash('sha256').update(JSON.stringify(message)).digest('base64url');
}
