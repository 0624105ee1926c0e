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

/** How long somebody else's post is waited for, and how often it is looked for. */
const PATIENCE = { tries: 40, everyMs: 150 };

/**
 * Makes one post that two people may have asked for at once, each in another process: a run that is worked on
 * has one who speaks for it, a click has not. Whoever is sending it is given time to finish.
 */
export async function publishOnce(
  deps: PublisherDeps,
  speaker: Speaker,
  wanted: SlotMessage,
): Promise<void> {
  await ensurePost(deps, speaker, wanted, () => appears(deps, speaker.runId, wanted.slot));
}

/** True once the post stands; false when nobody seems to be sending it. */
async function appears({ posts }: PublisherDeps, runId: string, slot: string): Promise<boolean> {
  for (let tries = 0; tries < PATIENCE.tries; tries += 1) {
    if ((await posts.sent(runId)).some((post) => post.slot === slot)) return true;
    await new Promise((go) => setTimeout(go, PATIENCE.everyMs));
  }
  return false;
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
  isSentByOthers: () => Promise<boolean> = async () => false,
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
      if (await isSentByOthers()) return refresh(deps, speaker, [{ slot, message }]);
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
