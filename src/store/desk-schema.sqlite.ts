import * as columns from './columns.sqlite.ts';
import { defineDeskTables } from './desk-schema.ts';

/** The desk's SQLite tables; drizzle-kit reads them by these names. */
export const {
  deskMembers,
  deskChannels,
  deskMessages,
  deskPosts,
  deskReactions,
  deskReads,
  deskFiles,
  deskPrivateThreads,
} = defineDeskTables(columns);
