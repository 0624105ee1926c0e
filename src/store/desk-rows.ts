import type { Identity, MessagePart } from '../review/message.ts';
import type { Tables } from './tables.ts';

type StoredRow = Tables['deskMessages']['$inferSelect'];

/** A message as the desk knows it, with times in milliseconds since 1970. */
export interface MessageRow
  extends Omit<StoredRow, 'identity' | 'parts' | 'createdAt' | 'editedAt' | 'deletedAt'> {
  readonly identity: Identity | null;
  readonly parts: readonly MessagePart[] | null;
  readonly createdAt: number;
  readonly editedAt: number | null;
  readonly deletedAt: number | null;
}

/** The row a message is kept as. */
export function toRow(message: MessageRow): StoredRow {
  const date = (at: number | null) => (at === null ? null : new Date(at));
  return {
    ...message,
    createdAt: new Date(message.createdAt),
    editedAt: date(message.editedAt),
    deletedAt: date(message.deletedAt),
  };
}

interface Marks {
  readonly files: readonly Tables['deskFiles']['$inferSelect'][];
  readonly reactions: readonly Tables['deskReactions']['$inferSelect'][];
  readonly replies: readonly {
    readonly root: string | null;
    readonly count: number;
    readonly lastAt: Date | null;
  }[];
}

/** The message that a row holds, with what hangs on it. */
export function toMessage(row: StoredRow, { files, reactions, replies }: Marks) {
  const own = reactions.filter(({ message }) => message === row.id);
  const emoji = [...new Set(own.map((reaction) => reaction.emoji))];
  const answered = replies.find(({ root }) => root === row.id);
  return {
    ...row,
    identity: row.identity as Identity | null,
    parts: row.parts as readonly MessagePart[] | null,
    createdAt: row.createdAt.getTime(),
    editedAt: row.editedAt?.getTime() ?? null,
    deletedAt: row.deletedAt?.getTime() ?? null,
    files: files
      .filter(({ message }) => message === row.id)
      .map(({ id, name, text }) => ({ id, name, text })),
    reactions: emoji.map((each) => ({
      emoji: each,
      members: own.filter((reaction) => reaction.emoji === each).map(({ member }) => member),
    })),
    replies:
      answered === undefined
        ? null
        : { count: Number(answered.count), lastAt: answered.lastAt?.getTime() ?? 0 },
  };
}
