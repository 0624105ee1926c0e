import { DeskError, notFound } from './desk-error.ts';
import type { DeskChannel, DeskFile, DeskMessage } from './desk-store.ts';
import type { Directory, Where } from './directory.ts';
import { LIMITS } from './limits.ts';

export interface Said extends Where {
  readonly author: string;
  readonly text: string;
  readonly files?: readonly string[];
  /** When it was said, in milliseconds since 1970, if not now. */
  readonly at?: number;
  /** Its id, if not a new one: what was said under it before stays as it is. */
  readonly id?: string;
}

/** What members say, change and take back. */
export function createSpeech(directory: Directory) {
  const { member, channel, message, fresh, row, tell, store, now } = directory;
  const { messages } = store;
  return {
    /** Says something as a member. */
    async say({ author, text, files = [], at, id, ...where }: Said): Promise<DeskMessage> {
      member(author);
      assertSayable(channel(where.channel), author, text, files.length);
      const said = row(where, {
        author,
        text,
        kind: 'message',
        ...(at === undefined ? {} : { createdAt: at }),
        ...(id === undefined ? {} : { id }),
      });
      await messages.say(said, files);
      tell(said);
      return files.length > 0 ? message(said.id) : fresh(said);
    },

    /** Changes a member's own words. */
    async edit(id: string, text: string, by: string | null): Promise<DeskMessage> {
      const old = await message(id);
      assertOwn(old, by, 'edit');
      assertSayable(channel(old.channel), old.author, text, old.files.length);
      if (text !== old.text) await messages.change(id, { text, editedAt: now() });
      tell(old);
      return message(id);
    },

    /** Takes a member's own words away. */
    async remove(id: string, by: string | null): Promise<DeskMessage> {
      const old = await message(id);
      assertOwn(old, by, 'delete');
      await messages.remove(id, now());
      tell(old);
      return old;
    },

    /** Takes back what was said for a wish that came to nothing; its files can be sent again. */
    async withdraw(said: DeskMessage): Promise<void> {
      await messages.withdraw(said.id);
      tell(said);
    },

    /** The texts of uploaded files. Throws a 404 for one that does not exist. */
    async fileTexts(fileIds: readonly string[]): Promise<readonly string[]> {
      const found = await store.files.read(fileIds);
      const missing = fileIds.find((id) => !found.some((file) => file.id === id));
      if (missing !== undefined) throw notFound('file', missing);
      return found.map(({ text }) => text);
    },

    /** Keeps the text of an uploaded file until a message carries it. */
    async keepFile(name: string, text: string): Promise<DeskFile> {
      const file = { id: directory.newId(), name, text };
      await store.files.save(file, now());
      return file;
    },

    /** Says something at the head of a private thread of one's own about a place. */
    async sayPrivately(
      author: string,
      about: string,
      { text, files }: Pick<Said, 'text' | 'files'>,
    ): Promise<DeskMessage> {
      const home = await directory.privateChannel(author);
      assertSayable(home, author, text, files?.length ?? 0);
      const head = row({ channel: home.id, root: null }, { author, text, kind: 'message' });
      const root = await messages.openPrivateThread(about, head, files);
      if (root === head.id) tell(head);
      return message(root);
    },
  };
}

function assertSayable(channel: DeskChannel, author: string, text: string, files: number): void {
  if (channel.privateTo !== null && channel.privateTo !== author) {
    throw notFound('channel', channel.id);
  }
  if (isInvisible(text) && files === 0) {
    throw new DeskError(422, 'There is nothing in this message yet.');
  }
  if (text.length > LIMITS.messageChars) {
    const [has, max] = [text.length, LIMITS.messageChars].map((n) => n.toLocaleString('en'));
    throw new DeskError(413, `This message has ${has} characters; one message holds up to ${max}.`);
  }
  if (files > LIMITS.filesPerMessage) {
    throw new DeskError(422, `A message carries up to ${LIMITS.filesPerMessage} files.`);
  }
}

/** Nothing in it that anybody could see. */
function isInvisible(text: string): boolean {
  return text.replace(/[\s\p{Cc}\p{Cf}\p{Cs}\p{M}\u115F\u1160\u2800\u3164\uFFA0]/gu, '') === '';
}

function assertOwn(message: DeskMessage, by: string | null, verb: string): void {
  const isOthers = by !== null && by !== message.author;
  if (message.kind !== 'message' || isOthers) {
    throw new DeskError(403, `Only the author can ${verb} this message.`);
  }
}
