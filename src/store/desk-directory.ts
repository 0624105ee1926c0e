import { getTableColumns } from 'drizzle-orm';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

type Member = Omit<Tables['deskMembers']['$inferSelect'], 'position'>;
type Channel = Omit<Tables['deskChannels']['$inferSelect'], 'position'>;

/** Keeps the desk's members and channels, each in the order they were added. */
export function createDeskDirectory({ read, atomic, tables }: Database) {
  const { deskChannels, deskMembers } = tables;
  return {
    async members(): Promise<Member[]> {
      const { position, ...columns } = getTableColumns(deskMembers);
      const [found] = await read((db) => [
        db.select(columns).from(deskMembers).orderBy(position, deskMembers.id),
      ]);
      return found;
    },

    async channels(): Promise<Channel[]> {
      const { position, ...columns } = getTableColumns(deskChannels);
      const [found] = await read((db) => [
        db.select(columns).from(deskChannels).orderBy(position, deskChannels.id),
      ]);
      return found;
    },

    /** Adds what is not there yet. */
    async add({
      members = [],
      channels = [],
    }: {
      readonly members?: readonly Member[];
      readonly channels?: readonly Channel[];
    }): Promise<void> {
      const numbered = <Entry>(entries: readonly Entry[]) =>
        entries.map((entry, position) => ({ ...entry, position }));
      await atomic((db) => [
        ...numbered(members).map((row) => db.insert(deskMembers).values(row).onConflictDoNothing()),
        ...numbered(channels).map((row) =>
          db.insert(deskChannels).values(row).onConflictDoNothing(),
        ),
      ]);
    },
  };
}
