import type { Message } from '../../review/message.ts';
import { linkToPlace, resolvePlaceLinks } from '../../review/place-link.ts';
import type { MemberRef, ThreadRef } from '../../review/refs.ts';
import { addressOf } from './permalink.ts';
import { readMemberRef, readThreadRef, threadRef } from './places.ts';
import { NOTE_EVENT, PRIVATE_HEAD_EVENT } from './post-event.ts';
import { remember } from './remembered.ts';
import { type Post, renderMessage } from './render.ts';
import { refusalCode } from './slack-errors.ts';
import { postOne } from './speaking.ts';
import { WORDS } from './words.ts';
import type { SlackWorkspace, Workspaces } from './workspace.ts';

interface PrivateDeps {
  readonly workspaces: Workspaces;
  readonly warn: (about: { readonly workspace: string; readonly what: string }) => void;
}

/** Threads in direct messages, one for each member and place. */
export function createPrivateThreads({ workspaces, warn }: PrivateDeps) {
  const channels = remember<string | null>(10_000, { ttlMs: 60 * 60_000 });
  const heads = remember<Promise<ThreadRef | null>>(5_000);

  /** The direct messages with a member; null when there can be none. */
  const openChannel = async (workspace: SlackWorkspace, member: string): Promise<string | null> => {
    const key = `${workspace.workspace}/${member}`;
    const known = channels.get(key);
    if (known !== undefined) return known;
    try {
      const { channel } = await workspace.whenAllowed('conversations.open', () =>
        workspace.client.conversations.open({ users: member }),
      );
      channels.set(key, channel?.id ?? null);
      return channel?.id ?? null;
    } catch (error) {
      if (refusalCode(error) === null) throw error;
      return null;
    }
  };

  const findHead = async (
    workspace: SlackWorkspace,
    channel: string,
    about: ThreadRef,
  ): Promise<string | null> => {
    const messages = await workspace.conversations.newest(channel);
    const head = messages.find(({ metadata }) => {
      const payload = metadata?.event_payload as { readonly about?: string } | undefined;
      return metadata?.event_type === PRIVATE_HEAD_EVENT && payload?.about === about;
    });
    return head?.ts ?? null;
  };

  const openHead = async (
    workspace: SlackWorkspace,
    member: string,
    { about, words }: { readonly about: ThreadRef; readonly words: string },
  ): Promise<ThreadRef | null> => {
    const channel = await openChannel(workspace, member);
    if (channel === null) return null;
    const found = await findHead(workspace, channel, about);
    if (found !== null) return threadRef(workspace.workspace, channel, found);
    const [post] = renderMessage(await headMessage(workspace, about, words));
    if (post === undefined) return null;
    const where = { workspace, channel, root: null, identity: null, warn };
    const ts = await postOne(where, post, {
      event_type: PRIVATE_HEAD_EVENT,
      event_payload: { about },
    });
    return threadRef(workspace.workspace, channel, ts);
  };

  return {
    /** Opens the thread of a member about a place; the same two give the same thread. */
    async open(to: MemberRef, about: ThreadRef, words: string): Promise<ThreadRef | null> {
      const member = readMemberRef(to);
      const place = readThreadRef(about);
      const workspace = member === null ? null : await workspaces.find(member.workspace);
      if (member === null || workspace === null || place === null) return null;
      // What was asked for in direct messages is private already.
      const own = place.root === null ? null : await openChannel(workspace, member.member);
      if (own !== null && place.channel === own) return about;
      const key = `${to} ${about}`;
      const known = heads.get(key);
      if (known !== undefined) {
        const head = await known;
        // Another process may have deleted it since, with what was forgotten.
        if (head === null || (await stands(workspace, head))) return head;
        if (heads.get(key) === known) heads.delete(key);
      }
      const opening = heads.get(key) ?? openHead(workspace, member.member, { about, words });
      heads.set(key, opening);
      opening.catch(() => heads.delete(key));
      return opening;
    },

    /** Tells a member something in direct messages, outside any thread. */
    async tell(
      workspace: SlackWorkspace,
      member: string,
      posts: readonly Post[],
    ): Promise<'delivered' | 'undeliverable'> {
      const channel = await openChannel(workspace, member);
      if (channel === null) return 'undeliverable';
      try {
        for (const post of posts) {
          const where = { workspace, channel, root: null, identity: null, warn };
          await postOne(where, post, { event_type: NOTE_EVENT, event_payload: {} });
        }
        return 'delivered';
      } catch (error) {
        if (refusalCode(error) === null) throw error;
        return 'undeliverable';
      }
    },
  };
}

async function stands({ conversations }: SlackWorkspace, head: ThreadRef): Promise<boolean> {
  const { channel = '', root = null } = readThreadRef(head) ?? {};
  const message = root === null ? null : await conversations.find(channel, root);
  // Of a message that had replies Slack leaves a stone without metadata.
  return message?.metadata?.event_type === PRIVATE_HEAD_EVENT;
}

/** Words that came with a command stand nowhere else, so they stand here; a message is linked to. */
async function headMessage(
  workspace: SlackWorkspace,
  about: ThreadRef,
  words: string,
): Promise<Message> {
  const place = readThreadRef(about);
  const isMessage = place !== null && (place.root !== null || place.near !== null);
  const name = await workspace.people.channelName(place?.channel ?? '');
  const label = name === null ? 'another conversation' : `#${name}`;
  const link = resolvePlaceLinks(linkToPlace(label, about), (at) => addressOf(at, workspace.url));
  const opening = {
    markdown: isMessage ? WORDS.privateThread(link) : WORDS.privateDraft(link),
    buttons: [],
  };
  if (isMessage || words.trim() === '') return { identity: null, parts: [opening] };
  return {
    identity: null,
    parts: [opening, { markdown: clipped(words), buttons: [], isDraft: true }],
  };
}

/** The head is one message; the whole draft comes back refined. */
function clipped(words: string): string {
  const max = 2_800;
  return words.length <= max ? words : `${words.slice(0, max).replace(/\s+\S*$/, '')} …`;
}
