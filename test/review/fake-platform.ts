import { createHash } from 'node:crypto';
import type { Message } from '../../src/review/message.ts';
import type { Messenger, PostSlot, SourceStatus } from '../../src/review/messenger.ts';
import type { Platform } from '../../src/review/platform.ts';
import {
  formatRef,
  type MemberRef,
  type MessageRef,
  parseRef,
  type ThreadRef,
} from '../../src/review/refs.ts';
import type { Source } from '../../src/review/source.ts';
import { plantWords } from '../logs/gather.js';

export interface FakePost {
  readonly ref: MessageRef;
  readonly thread: ThreadRef;
  readonly slot: PostSlot;
  message: Message;
}

export interface FakeNote {
  readonly to: MemberRef;
  readonly message: Message;
}

interface Written {
  text: string;
  readonly author: MemberRef;
  readonly root: MessageRef;
  readonly notRead: readonly string[];
}

export const member = (name: string): MemberRef => formatRef<'member'>('desk', [name]);
export const channelThread = formatRef<'thread'>('desk', ['general']);

/** A platform in memory that keeps every accepted call and, like a real one, merges nothing. */
export function createFakePlatform() {
  const written = new Map<MessageRef, Written>();
  const posts: FakePost[] = [];
  const notes: FakeNote[] = [];
  const letters: FakeNote[] = [];
  const deaf = new Set<MemberRef>();
  const statuses: { source: MessageRef; state: SourceStatus }[] = [];
  const updates: MessageRef[] = [];
  const headsGone: ThreadRef[] = [];
  let ids = 0;
  const newRef = () => {
    ids += 1;
    return formatRef<'message'>('desk', ['general', `m${ids}`]);
  };

  const messenger: Messenger = {
    async post(thread, message, slot) {
      const ref = newRef();
      posts.push({ ref, thread, slot, message });
      return ref;
    },
    async find(thread, slot) {
      const isIt = (post: FakePost) =>
        post.thread === thread && post.slot.runId === slot.runId && post.slot.slot === slot.slot;
      return posts.find(isIt)?.ref ?? null;
    },
    async update(ref, message) {
      const post = posts.find((each) => each.ref === ref);
      if (post === undefined) throw new Error(`there is no post ${ref}`);
      updates.push(ref);
      post.message = message;
    },
    async remove(ref) {
      const at = posts.findIndex((each) => each.ref === ref);
      if (at >= 0) posts.splice(at, 1);
    },
    async removeHead(thread) {
      headsGone.push(thread);
    },
    async status(source, state) {
      if (written.has(source)) statuses.push({ source, state });
    },
    async whisper(to, _where, message) {
      notes.push({ to, message });
      return 'delivered';
    },
    async tellDirectly(to, message) {
      if (deaf.has(to)) return 'undeliverable';
      letters.push({ to, message });
      return 'delivered';
    },
    async privateThread(to) {
      return formatRef<'thread'>('desk', ['private', to]);
    },
  };

  const source: Source = {
    async read(target, scope) {
      const message = written.get(target);
      if (message === undefined) return null;
      const thread = [...written.values()].filter(({ root }) => root === message.root);
      const first = scope === 'thread' ? thread[0] : message;
      const own =
        scope === 'thread' ? thread.filter(({ author }) => author === first?.author) : [message];
      const text = own.map((each) => each.text).join('\n\n');
      return {
        text,
        author: first?.author ?? null,
        context: thread.filter((each) => !own.includes(each)).map((each) => each.text),
        notRead: message.notRead,
        hash: createHash('sha256').update(text).digest('hex'),
        scope,
      };
    },
  };

  return {
    messenger,
    source,
    nameOf: async (member) => parseRef(member).parts[0] ?? null,
    channelOf: (thread) => (thread.includes('private') ? null : channelThread),
    posts,
    notes,
    /** What was written to members directly. */
    letters,
    /** Members nobody can write to. */
    deaf,
    statuses,
    updates,
    /** Threads whose head was to go. */
    headsGone,
    /** Somebody writes a message, in a thread or in the channel. */
    write(
      text: string,
      more: {
        readonly author?: MemberRef;
        readonly in?: MessageRef;
        readonly notRead?: string[];
      } = {},
    ): MessageRef {
      plantWords(text);
      const ref = newRef();
      const { author = member('ada'), in: root = ref, notRead = [] } = more;
      written.set(ref, { text, author, root, notRead });
      return ref;
    },
    edit(ref: MessageRef, text: string) {
      const message = written.get(ref);
      if (message !== undefined) message.text = text;
    },
    remove: (ref: MessageRef) => written.delete(ref),
    lastStatus: (of: MessageRef) => statuses.filter((each) => each.source === of).at(-1)?.state,
  } satisfies Platform & Record<string, unknown>;
}

export type FakePlatform = ReturnType<typeof createFakePlatform>;

/** Everything a message says, part by part. */
export function textOf(message: Message): string {
  return message.parts.map(({ markdown }) => markdown).join('\n');
}

/** The buttons of a message, but for those that ask whether it was useful: they stand under every post. */
export function buttonsOf(message: Message) {
  return message.parts
    .flatMap(({ buttons }) => buttons)
    .filter(({ action }) => !FEEDBACK.includes(action.verb));
}

/** The buttons that ask whether a post was useful. */
export function feedbackOf(message: Message) {
  return message.parts
    .flatMap(({ buttons }) => buttons)
    .filter(({ action }) => FEEDBACK.includes(action.verb));
}

const FEEDBACK: readonly string[] = ['useful', 'not-useful'];
