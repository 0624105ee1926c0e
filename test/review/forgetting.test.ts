import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createForgetting } from '../../src/review/forget.ts';
import { keepRetention } from '../../src/review/retention.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { open } from '../store/open-store.ts';
import { makeTempFolder } from '../store/temp-folder.ts';
import { createFakePlatform } from './fake-platform.ts';
import { describeForgetting } from './forgetting-contract.ts';
import { plant, plantedIn, rawFiles } from './planted.ts';
import { PLANTED } from './planted-words.ts';

const EVERYTHING = { workspace: 'local' };
const DAY_MS = 86_400_000;

describe('the files of a SQLite database', () => {
  let folder: ReturnType<typeof makeTempFolder>;
  beforeEach(() => {
    folder = makeTempFolder();
  });
  afterEach(() => folder.remove());

  /** As a service has it: read here, written by a thread of its own. */
  const openApart = (file: string) =>
    openDatabase(file, {
      migrationsFolder: resolve(import.meta.dirname, '../../migrations/sqlite'),
      writesApart: true,
    });

  it('hold no planted word after they are forgotten, while the service runs', async () => {
    const file = folder.file('forget.db');
    const database = await openApart(file);
    const { room } = await plant(database, createFakePlatform());
    expect(plantedIn(rawFiles(file))).toEqual(Object.values(PLANTED));

    await createForgetting(room.deps).forget(EVERYTHING, { posts: false });

    expect(plantedIn(rawFiles(file))).toEqual([]);
    await database.close();
    expect(plantedIn(rawFiles(file))).toEqual([]);
  });

  it('hold no planted word of a review once retention has taken it', async () => {
    const file = folder.file('retention.db');
    const database = await openApart(file);
    const { room } = await plant(database, createFakePlatform());

    await keepRetention({ ...room.deps, now: () => Date.now() + 31 * DAY_MS });

    expect(plantedIn(rawFiles(file))).toEqual([]);
    await database.close();
  });
});

describe('on SQLite', () => {
  let database: Database;
  beforeEach(async () => {
    database = await open(':memory:');
  });
  afterEach(() => database.close());

  describeForgetting(() => database);
});
