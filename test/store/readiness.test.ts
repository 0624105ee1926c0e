import { renameSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { openStorage } from '../../src/storage.ts';
import { makeTempFolder } from './temp-folder.ts';

it('is not ready while the file of the database is gone, and is again once it was put back', async () => {
  const folder = makeTempFolder();
  const config = readConfig({ DATABASE_URL: 'file:runs.db' });
  const storage = await openStorage(config, { cwd: folder.path, reportError: () => {} });
  expect(await storage.trouble()).toBeNull();

  renameSync(folder.file('runs.db'), folder.file('away.db'));
  expect(await storage.trouble()).toBe('database_gone');
  renameSync(folder.file('away.db'), folder.file('runs.db'));
  expect(await storage.trouble()).toBeNull();

  await storage.close();
  folder.remove();
});
