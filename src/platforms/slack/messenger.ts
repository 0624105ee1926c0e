/*
 * Speaks on Slack. A post is known again by its metadata (run, slot, part), which only its own app writes
 * and which survives every edit. https://docs.slack.dev/messaging/message-metadata
 */
import { webApi } from '@slack/bolt';
import type { Message } from '../../review/message.ts';
import type { Messenger, PostSlot } from '../../review/messenger.ts';
import type { ThreadRef } from '../../review/refs.ts';
import { UserError } from '../../user-error.ts';
import type { SlackMessage } from './capture.ts';
import { kindOf } from './message-kind.ts';
import { withAddresses } from './permalink.ts';
import { messageRef, readMemberRef, readMessageRef, readThreadRef } from './places.ts';
import { HEAD_EVENTS, POST_EVENT } from './post-event.ts';
import { createPrivateThreads } from './private-threads.ts';
import { renderMessage } from './render.ts';
import { DEAD_TOKEN, explainRefusal, GONE, refusalCode } from './slack-errors.ts';
import { postOne, type Speaking, updateOne } from './speaking.ts';
import { createStatusLines } from './status-line.ts';
import { createStatusMarks } from './status-marks.ts';
import { WORDS } from './words.ts';
import type { SlackWorkspace, Workspaces } from './workspace.ts';

export interface MessengerDeps {
  readonly workspaces: Workspaces;
  /** Hears of what a review survives, in a few words without anybody's text. */
  readonly warn: (about: { readonly workspace: string; readonly what: string }) => void;
  /** Hears that a token is dead. */
  readonly onDeadToken: (workspace: string) => void;
  readonly maxChars?: number;
}

/** Makes the messenger of all workspaces. */
export function createSlackMessenger(deps: MessengerDeps): Messenger {
  const { workspaces, maxChars } = deps;
  const lines = createStatusLines();
  const marks = createStatusMarks({ ...deps, lines });
  const privateThreads = createPrivateThreads(deps);

  /** Runs work in a workspace; a refusal becomes a sentence, a dead token is told. */
  const inWorkspace = async <Result>(
    id: string | undefined,
    what: string,
    work: (workspace: SlackWorkspace) => Promise<Result>,
  ): Promise<Result> => {
    const workspace = id === undefined ? null : await workspaces.find(id);
    if (workspace === null) {
      throw new UserError('Bluepencil is not installed in that workspace any more.', {
        code: 'slack_not_installed',
      });
    }
    try {
      return await work(workspace);
    } catch (error) {
      if (DEAD_TOKEN.includes(refusalCode(error) ?? '')) deps.onDeadToken(workspace.workspace);
      throw explainRefusal(error, what);
    }
  };

  const pages = (workspace: SlackWorkspace, message: Message) =>
    renderMessage(withAddresses(message, workspace.url), maxChars);

  return {
    async post(thread, message, slot) {
      const place = readThreadRef(thread);
      return inWorkspace(place?.workspace, 'answer', async (workspace) => {
        const where = await rootOf(workspace, thread);
        const speaking: Speaking = {
          workspace,
          ...where,
          identity: message.identity,
          warn: deps.warn,
        };
        const sent: string[] = [];
        for (const [part, post] of pages(workspace, message).entries()) {
          sent.push(await postOne(speaking, post, metadata(slot, part)));
        }
        lines.posted(workspace, where.channel, where.root);
        return messageRef(workspace.workspace, where.channel, ...sent);
      });
    },

    async find(thread, slot) {
      const place = readThreadRef(thread);
      return inWorkspace(place?.workspace, 'read the thread', async (workspace) => {
        const where = await rootOf(workspace, thread);
        const found = await partsOf(workspace, where, slot);
        return found.length === 0 ? null : messageRef(workspace.workspace, where.channel, ...found);
      });
    },

    async update(ref, message) {
      const place = readMessageRef(ref);
      if (place === null) return;
      await inWorkspace(place.workspace, 'change my answer', async (workspace) => {
        await replaceParts(deps, workspace, place, { message, posts: pages(workspace, message) });
      });
    },

    async remove(ref) {
      const place = readMessageRef(ref);
      if (place === null) return;
      await inWorkspace(place.workspace, 'delete my answer', async (workspace) => {
        const parts = await standingParts(workspace, place);
        for (const ts of new Set([...place.parts, ...parts])) {
          await remove(workspace, place.channel, ts);
        }
      });
    },

    async removeHead(thread) {
      const place = readThreadRef(thread);
      await inWorkspace(place?.workspace, 'delete my message', async (workspace) => {
        const { channel, root } = await rootOf(workspace, thread);
        const head = root === null ? null : await workspace.conversations.find(channel, root);
        if (root === null || head === null || !isHead(head, workspace)) return;
        for await (const page of workspace.conversations.pages(channel, root)) {
          for (const message of page) {
            if (message.ts === undefined || message.ts === root) continue;
            if (isHead(message, workspace)) await remove(workspace, channel, message.ts);
          }
        }
        await remove(workspace, channel, root);
      });
    },

    async status(source, state) {
      const place = readMessageRef(source);
      const workspace = place === null ? null : await workspaces.find(place.workspace);
      if (place !== null && workspace !== null) await marks.show(workspace, place, state);
    },

    async whisper(to, where, message) {
      const member = readMemberRef(to);
      const workspace = member === null ? null : await workspaces.find(member.workspace);
      if (member === null || workspace === null) return 'undeliverable';
      return whisper({ workspace, member: member.member, where }, pages(workspace, message));
    },

    async tellDirectly(to, message) {
      const member = readMemberRef(to);
      const workspace = member === null ? null : await workspaces.find(member.workspace);
      if (member === null || workspace === null) return 'undeliverable';
      return privateThreads.tell(workspace, member.member, pages(workspace, message));
    },

    async privateThread(member, about, words) {
      return privateThreads.open(member, about, words);
    },
  };

  async function whisper(
    to: { readonly workspace: SlackWorkspace; readonly member: string; readonly where: ThreadRef },
    posts: ReturnType<typeof pages>,
  ): Promise<'delivered' | 'undeliverable'> {
    const { workspace, member, where } = to;
    const place = readThreadRef(where);
    try {
      const at = place === null ? null : await visiblePlace(workspace, where);
      for (const post of posts) {
        if (at === null)
          throw new webApi.WebAPIPlatformError({ ok: false, error: 'channel_not_found' });
        await workspace.whenAllowed(`chat.postEphemeral/${at.channel}`, () =>
          workspace.speaker.chat.postEphemeral({
            channel: at.channel,
            user: member,
            ...(at.root === null ? {} : { thread_ts: at.root }),
            ...post,
          }),
        );
      }
      return 'delivered';
    } catch (error) {
      if (refusalCode(error) === null) throw error;
      return privateThreads.tell(workspace, member, posts);
    }
  }
}

/** Where a private note is seen: in a thread only when people have it open, so when it has replies. */
async function visiblePlace(
  workspace: SlackWorkspace,
  where: ThreadRef,
): Promise<{ readonly channel: string; readonly root: string | null }> {
  const place = readThreadRef(where);
  const channel = place?.channel ?? '';
  if (place === null || (place.root === null && place.near === null))
    return { channel, root: null };
  // In direct messages every thread is the member's own.
  const root = place.root ?? (await workspace.conversations.rootOf(channel, place.near ?? ''));
  const isOpen =
    root !== null &&
    (channel.startsWith('D') || (await workspace.conversations.hasReplies(channel, root)));
  return { channel, root: isOpen ? root : null };
}

/** The thread itself. Throws when the message it hangs on is gone: nothing is republished in the channel. */
async function rootOf(
  workspace: SlackWorkspace,
  ref: ThreadRef,
): Promise<{ readonly channel: string; readonly root: string | null }> {
  const place = readThreadRef(ref);
  if (place === null) throw new UserError(WORDS.sourceGone, { code: 'slack_source_gone' });
  const { channel, root, near } = place;
  if (root !== null) return { channel, root };
  if (near === null) return { channel, root: null };
  const found = await workspace.conversations.rootOf(channel, near);
  if (found === null) throw new UserError(WORDS.sourceGone, { code: 'slack_source_gone' });
  return { channel, root: found };
}

function metadata({ runId, slot }: PostSlot, part: number) {
  return { event_type: POST_EVENT, event_payload: { run: runId, slot, part } };
}

/** Timestamps of a slot's parts in order, as they stand in the thread. */
async function partsOf(
  workspace: SlackWorkspace,
  { channel, root }: { readonly channel: string; readonly root: string | null },
  { runId, slot }: PostSlot,
): Promise<string[]> {
  const found = new Map<number, string>();
  const look = (messages: readonly SlackMessage[]) => {
    for (const message of messages) {
      const { run, slot: name, part } = payloadOf(message);
      const isIt = run === runId && name === slot && kindOf(message, workspace) === 'own';
      if (isIt && typeof part === 'number' && message.ts !== undefined) found.set(part, message.ts);
    }
  };
  if (root === null) look(await workspace.conversations.newest(channel));
  else for await (const page of workspace.conversations.pages(channel, root)) look(page);
  return [...found].sort(([a], [b]) => a - b).map(([, ts]) => ts);
}

function isHead(message: SlackMessage, workspace: SlackWorkspace): boolean {
  const event = message.metadata?.event_type ?? '';
  return HEAD_EVENTS.includes(event) && kindOf(message, workspace) === 'own';
}

function payloadOf({ metadata: given }: SlackMessage): Readonly<Record<string, unknown>> {
  return given?.event_type === POST_EVENT ? (given.event_payload ?? {}) : {};
}

/** The first parts take the new words, parts that are not needed go, and what has no part yet is posted. */
async function replaceParts(
  deps: MessengerDeps,
  workspace: SlackWorkspace,
  place: { readonly channel: string; readonly parts: readonly [string, ...string[]] },
  {
    message,
    posts,
  }: { readonly message: Message; readonly posts: ReturnType<typeof renderMessage> },
): Promise<void> {
  const { channel, parts } = place;
  const speaking: Speaking = {
    workspace,
    channel,
    root: null,
    identity: message.identity,
    warn: deps.warn,
  };
  let known: readonly string[] = parts;
  if (posts.length > parts.length) known = await standingParts(workspace, place);
  for (const [at, post] of posts.entries()) {
    const ts = known[at];
    if (ts !== undefined) await updateOne(speaking, ts, post);
    else {
      const first = await workspace.conversations.find(channel, parts[0]);
      const { run = '', slot = '' } = first === null ? {} : payloadOf(first);
      const root = first?.thread_ts ?? null;
      const name = { runId: String(run), slot: String(slot) };
      await postOne({ ...speaking, root }, post, metadata(name, at));
    }
  }
  for (const ts of known.slice(posts.length)) await remove(workspace, channel, ts);
}

/** All parts of the post that begins here, also those that came later than its ref. */
async function standingParts(
  workspace: SlackWorkspace,
  { channel, parts }: { readonly channel: string; readonly parts: readonly [string, ...string[]] },
): Promise<readonly string[]> {
  const first = await workspace.conversations.find(channel, parts[0]);
  if (first === null) return parts;
  const { run = '', slot = '' } = payloadOf(first);
  const root = first.thread_ts ?? parts[0];
  const found = await partsOf(
    workspace,
    { channel, root },
    { runId: String(run), slot: String(slot) },
  );
  return found.length === 0 ? parts : found;
}

async function remove(workspace: SlackWorkspace, channel: string, ts: string): Promise<void> {
  try {
    await workspace.whenAllowed('chat.delete', () => workspace.client.chat.delete({ channel, ts }));
  } catch (error) {
    if (!GONE.includes(refusalCode(error) ?? '')) throw error;
  }
}
