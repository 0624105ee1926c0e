import type { Identity, MessagePart } from '../../review/message.ts';
import type { PostSlot } from '../../review/messenger.ts';

export interface DeskMember {
  readonly id: string;
  readonly name: string;
  /** What the member does, in two or three words. */
  readonly title: string;
}

export interface DeskChannel {
  readonly id: string;
  readonly name: string;
  readonly topic: string;
  /** The one member who sees it; null for everybody. */
  readonly privateTo: string | null;
}

/** A text file that came with a message. */
export interface DeskFile {
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

export interface DeskReaction {
  readonly emoji: string;
  /** In the order they reacted. */
  readonly members: readonly string[];
}

/** `message`: people's words; `post`: a review's; `note`: to one member alone. */
export type DeskMessageKind = 'message' | 'post' | 'note';

/** A message as it is kept. */
export interface DeskMessageRow {
  /** Ids grow with time, so they are the order. */
  readonly id: string;
  readonly channel: string;
  /** The message whose thread this is in; null for one in the channel itself. */
  readonly root: string | null;
  readonly author: string;
  readonly kind: DeskMessageKind;
  readonly privateTo: string | null;
  /** Markdown. */
  readonly text: string;
  readonly identity: Identity | null;
  /** Null for people's words. */
  readonly parts: readonly MessagePart[] | null;
  /** Milliseconds since 1970, as the two below. */
  readonly createdAt: number;
  readonly editedAt: number | null;
  readonly deletedAt: number | null;
}

/** Where a message is and who may know of it. */
export type DeskPlace = Pick<DeskMessageRow, 'id' | 'channel' | 'root' | 'privateTo' | 'kind'>;

/** A message with what hangs on it, as one viewer may see it. */
export interface DeskMessage extends DeskMessageRow {
  readonly files: readonly DeskFile[];
  readonly reactions: readonly DeskReaction[];
  /** Null outside a channel's own list and where nobody replied. */
  readonly replies: { readonly count: number; readonly lastAt: number } | null;
}

/** One page of a channel's own messages, oldest first. */
export interface DeskPage {
  readonly messages: readonly DeskMessage[];
  /** Whether older ones exist. */
  readonly hasEarlier: boolean;
}

/** Who is there and where they talk. */
export interface DeskDirectory {
  members(): Promise<readonly DeskMember[]>;
  channels(): Promise<readonly DeskChannel[]>;
  /** Adds what is not there yet. */
  add(entries: {
    readonly members?: readonly DeskMember[];
    readonly channels?: readonly DeskChannel[];
  }): Promise<void>;
}

/** What was said. */
export interface DeskMessages {
  /** Adds a message with files that were uploaded before; an id that is there already changes nothing. */
  add(message: DeskMessageRow, fileIds?: readonly string[]): Promise<void>;
  /** As `add`; what was said before it in the channel counts as seen by its author. */
  say(message: DeskMessageRow, fileIds?: readonly string[]): Promise<void>;
  /** Adds the parts of a post once per run, slot and part; resolves to the first part's id, new or known. */
  addPost(slot: PostSlot, parts: readonly DeskMessageRow[]): Promise<string>;
  /** The messages a slot became, first part first. */
  findPost(slot: PostSlot): Promise<readonly string[]>;
  /** The first message a run posted; null when it posted nothing. */
  firstPost(runId: string): Promise<string | null>;
  /** The slot and all messages of the post that this message is a part of; null for any other message. */
  postOf(
    id: string,
  ): Promise<{ readonly slot: PostSlot; readonly messages: readonly string[] } | null>;
  /** Replaces what is given. */
  change(
    id: string,
    values: Partial<Pick<DeskMessageRow, 'text' | 'parts' | 'identity' | 'editedAt'>>,
  ): Promise<void>;
  /** Takes the words and files away; the place stays while others replied. */
  remove(id: string, at: number): Promise<void>;
  /** Takes a message away as if it had never been said; its files are free again. */
  withdraw(id: string): Promise<void>;
  /** Remembers on which message a run's progress is shown. */
  linkRun(runId: string, message: string): Promise<void>;
  /** The links whose message still carries this member's reaction. */
  linkedRuns(
    member: string,
    emoji: string,
  ): Promise<readonly { readonly runId: string; readonly message: string }[]>;
  /** True until the first review posted something. */
  isUntouched(): Promise<boolean>;
  find(id: string): Promise<DeskMessage | null>;
  /** Where a message is, without what hangs on it; null for one that is gone or never was. */
  place(id: string): Promise<DeskPlace | null>;
  /** The newest messages of a channel before `before`, those of others' notes left out. */
  page(
    channel: string,
    options: { readonly viewer: string | null; readonly before?: string; readonly limit: number },
  ): Promise<DeskPage>;
  /** A thread from its root on, whoever may see its messages. */
  thread(root: string): Promise<readonly DeskMessage[]>;
  /** Notes to one member, oldest first. */
  notes(member: string): Promise<readonly DeskMessage[]>;
  /** The message that opens a member's private thread about a place; null when there is none. */
  privateThread(member: string, about: string): Promise<string | null>;
  /** Opens the private thread of a member about a place, or resolves to the one that is there. */
  openPrivateThread(
    about: string,
    root: DeskMessageRow,
    fileIds?: readonly string[],
  ): Promise<string>;
}

/** Small marks on messages. */
export interface DeskMarks {
  /** Resolves to false when the reaction was there already. */
  react(message: string, emoji: string, member: string, at: number): Promise<boolean>;
  /** The different reactions on a message. */
  emojiOn(message: string): Promise<readonly string[]>;
  /** Resolves to false when there was none. */
  unreact(message: string, emoji: string, member: string): Promise<boolean>;
  /** Leaves a member one of these reactions on a message; resolves to false when it was so already. */
  reactOnly(
    message: string,
    choice: { readonly emoji: string; readonly among: readonly string[] },
    by: { readonly member: string; readonly at: number },
  ): Promise<boolean>;
  /** Remembers the newest message a member has seen in a channel. */
  markRead(member: string, channel: string, message: string): Promise<void>;
  /** Whether a message counts as unread for a member. */
  isUnread(message: string, member: string): Promise<boolean>;
  /** How many messages of others a member has not seen, by channel; in threads, of those the member is in. */
  unread(member: string): Promise<ReadonlyMap<string, number>>;
}

/** Text of uploaded files. */
export interface DeskFiles {
  save(file: DeskFile, at: number): Promise<void>;
  /** Those of the ids that exist, in the order asked for. */
  read(ids: readonly string[]): Promise<readonly DeskFile[]>;
}

/** Everything the desk keeps. */
export interface DeskStore {
  readonly directory: DeskDirectory;
  readonly messages: DeskMessages;
  readonly marks: DeskMarks;
  readonly files: DeskFiles;
}
