/*
 * The desk's own workspace: what on other platforms their servers keep. Words of people stand here in
 * `desk_messages`, `desk_files` and nowhere else; the review's own words are in `texts`.
 */
type Columns = typeof import('./columns.sqlite.ts');

/** Builds the desk's tables from one dialect's columns. */
export function defineDeskTables(columns: Columns) {
  const { table, text, integer, json, timestamp, index, primaryKey } = columns;

  const deskMembers = table('desk_members', {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    title: text('title').notNull(),
    position: integer('position').notNull(),
  });

  const deskChannels = table('desk_channels', {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    topic: text('topic').notNull(),
    /** The one member who sees it; null for everybody. */
    privateTo: text('private_to'),
    position: integer('position').notNull(),
  });

  /** Ids grow with time, so they are the order. */
  const deskMessages = table(
    'desk_messages',
    {
      id: text('id').primaryKey(),
      channel: text('channel').notNull(),
      /** The message whose thread this is in; null for one in the channel itself. */
      root: text('root'),
      author: text('author').notNull(),
      kind: text('kind').notNull().$type<'message' | 'post' | 'note'>(),
      privateTo: text('private_to'),
      text: text('text').notNull(),
      /** Name and icon a post speaks under. */
      identity: json<unknown>('identity'),
      /** The pieces of a post with their buttons. */
      parts: json<unknown>('parts'),
      createdAt: timestamp('created_at').notNull(),
      editedAt: timestamp('edited_at'),
      deletedAt: timestamp('deleted_at'),
    },
    (message) => [
      index('desk_messages_by_place').on(message.channel, message.root, message.id),
      index('desk_messages_by_root').on(message.root, message.id),
    ],
  );

  /** Which messages a post of a run became: the same slot and part are never posted twice. */
  const deskPosts = table(
    'desk_posts',
    {
      runId: text('run_id').notNull(),
      slot: text('slot').notNull(),
      part: integer('part').notNull(),
      message: text('message').notNull(),
    },
    (post) => [
      primaryKey({ columns: [post.runId, post.slot, post.part] }),
      index('desk_posts_by_message').on(post.message),
    ],
  );

  const deskReactions = table(
    'desk_reactions',
    {
      message: text('message').notNull(),
      emoji: text('emoji').notNull(),
      member: text('member').notNull(),
      createdAt: timestamp('created_at').notNull(),
    },
    (reaction) => [primaryKey({ columns: [reaction.message, reaction.emoji, reaction.member] })],
  );

  /** The newest message a member has seen in a channel. */
  const deskReads = table(
    'desk_reads',
    {
      member: text('member').notNull(),
      channel: text('channel').notNull(),
      message: text('message').notNull(),
    },
    (read) => [primaryKey({ columns: [read.member, read.channel] })],
  );

  const deskFiles = table(
    'desk_files',
    {
      id: text('id').primaryKey(),
      /** Null until a message carries it. */
      message: text('message'),
      name: text('name').notNull(),
      text: text('text').notNull(),
      createdAt: timestamp('created_at').notNull(),
    },
    (file) => [index('desk_files_by_message').on(file.message, file.id)],
  );

  /** The message that opens a member's private thread about a place. */
  const deskPrivateThreads = table(
    'desk_private_threads',
    {
      member: text('member').notNull(),
      about: text('about').notNull(),
      root: text('root').notNull(),
    },
    (thread) => [primaryKey({ columns: [thread.member, thread.about] })],
  );

  return {
    deskMembers,
    deskChannels,
    deskMessages,
    deskPosts,
    deskReactions,
    deskReads,
    deskFiles,
    deskPrivateThreads,
  };
}
