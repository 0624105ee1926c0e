/*
 * Where chat platforms' apps are installed. The secret is sealed with a key that is not in the database;
 * of an installation that was removed only the time is left.
 */
type Columns = typeof import('./columns.sqlite.ts');

/** Builds the table of installations from one dialect's columns. */
export function defineInstallationTable(columns: Columns) {
  const { table, text, timestamp, primaryKey } = columns;
  const installations = table(
    'installations',
    {
      platform: text('platform').notNull(),
      workspace: text('workspace').notNull(),
      /** Null once it was removed. */
      secret: text('secret'),
      keyId: text('key_id'),
      installedAt: timestamp('installed_at').notNull(),
      removedAt: timestamp('removed_at'),
      /** Somebody renews the secret until then. */
      leasedUntil: timestamp('leased_until'),
    },
    (installation) => [primaryKey({ columns: [installation.platform, installation.workspace] })],
  );
  return { installations };
}
