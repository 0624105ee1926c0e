import * as columns from './columns.postgres.ts';
import { defineDeskTables } from './desk-schema.ts';

type Columns = typeof import('./columns.sqlite.ts');

/** The desk's PostgreSQL tables; drizzle-kit reads them by these names. */
export const {
  deskMembers,
  deskChannels,
  deskMessages,
  deskPosts,
  deskReactions,
  deskReads,
  deskFiles,
  deskPrivateThreads,
} = defineDeskTables(columns as unknown as Columns);
