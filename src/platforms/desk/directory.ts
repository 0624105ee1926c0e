import { notFound } from './desk-error.ts';
import type {
  DeskChannel,
  DeskMember,
  DeskMessage,
  DeskMessageRow,
  DeskPlace,
  DeskStore,
} from './desk-store.ts';
import type { Feed } from './feed.ts';
import type { Ids } from './ids.ts';
import { privateChannelId } from './places.ts';

/** Where something is said: a channel, or the thread under one of its messages. */
export interface Where {
  readonly channel: string;
  readonly root: string | null;
}

export interface DirectoryDeps {
  readonly store: DeskStore;
  readonly feed: Feed;
  readonly ids: Ids;
  readonly now: () => number;
}

/** Who is there and where, and how what is said is written down and told. */
export type Directory = Awaited<ReturnType<typeof openDirectory>>;

export async function openDirectory({ store, feed, ids, now }: DirectoryDeps) {
  const { directory, messages } = store;
  let members: readonly DeskMember[] = await directory.members();
  let channels: readonly DeskChannel[] = await directory.channels();

  const tell = ({ id, channel, root, privateTo }: Omit<DeskPlace, 'kind'>) => {
    feed.publish({ message: id, channel, root, privateTo });
    // The message that opens the thread says how many replies it has.
    if (root !== null) feed.publish({ message: root, channel, root: null, privateTo });
  };
  const member = (id: string): DeskMember => {
    const found = members.find((each) => each.id === id);
    if (found === undefined) throw notFound('member', id);
    return found;
  };
  const channel = (id: string): DeskChannel => {
    const found = channels.find((each) => each.id === id);
    if (found === undefined) throw notFound('channel', id);
    return found;
  };
  const message = async (id: string): Promise<DeskMessage> => {
    const found = await messages.find(id);
    if (found === null || found.deletedAt !== null) throw notFound('message', id);
    return found;
  };
  const place = async (id: string): Promise<DeskPlace> => {
    const found = await messages.place(id);
    if (found === null) throw notFound('message', id);
    return found;
  };
  const messageFor = async (id: string, viewer: string): Promise<DeskMessage> => {
    const found = await message(id);
    if (found.privateTo !== null && found.privateTo !== viewer) throw notFound('message', id);
    return found;
  };
  const placeFor = async (id: string, viewer: string): Promise<DeskPlace> => {
    const found = await place(id);
    if (found.privateTo !== null && found.privateTo !== viewer) throw notFound('message', id);
    return found;
  };
  const row = (
    where: Where,
    rest: Partial<DeskMessageRow> & Pick<DeskMessageRow, 'author' | 'kind'>,
  ) => ({
    id: ids.next(),
    channel: where.channel,
    root: where.root,
    privateTo: channels.find(({ id }) => id === where.channel)?.privateTo ?? null,
    text: '',
    identity: null,
    parts: null,
    createdAt: now(),
    editedAt: null,
    deletedAt: null,
    ...rest,
  });

  const fresh = (said: DeskMessageRow): DeskMessage => ({
    ...said,
    files: [],
    reactions: [],
    replies: null,
  });

  const add = async (entries: {
    readonly members?: readonly DeskMember[];
    readonly channels?: readonly DeskChannel[];
  }): Promise<void> => {
    await directory.add(entries);
    [members, channels] = await Promise.all([directory.members(), directory.channels()]);
  };

  return {
    store,
    now,
    newId: () => ids.next(),
    member,
    channel,
    message,
    /** Where a message is: quicker to know than all that hangs on it. */
    place,
    /** The same, if this member may see it. */
    placeFor,
    /** The message, if this member may see it; what belongs to others does not exist. */
    messageFor,
    /** A new row with what is given. */
    row,
    /** The message a row becomes when nothing hangs on it yet. */
    fresh,
    /** Tells open pages that a message is not as it was. */
    tell,
    members: () => members,
    /** The channels a member sees, private ones last; without a member, those everybody sees. */
    channels: (viewer: string | null) =>
      channels
        .filter(({ privateTo }) => privateTo === null || privateTo === viewer)
        .toSorted((a, b) => Number(a.privateTo !== null) - Number(b.privateTo !== null)),

    add,

    /** The channel in which a member and Bluepencil are alone. */
    async privateChannel(of: string): Promise<DeskChannel> {
      const id = privateChannelId(member(of).id);
      if (!channels.some((each) => each.id === id)) {
        const topic = 'Drafts and reviews that only you can see';
        await add({ channels: [{ id, name: 'Only you', topic, privateTo: of }] });
      }
      return channel(id);
    },
  };
}
